import type { ModuleGraph } from "./module-graph.ts";

/**
 * Whether what a module exports by a name may be so named by another one, `giver`: it is that module, or passes it on by a star. What it
 * exports by a name of its own is its own to name. Of one with a default export nobody can tell.
 *
 * @param path of the module, and `giver` that of the other one; from the root
 */
export function mayGive(graph: ModuleGraph, path: string, name: string, giver: string): boolean {
  const asked = new Set([path]);
  // A set grows while it is walked.
  for (const one of asked) {
    const node = graph.nodes.get(one);
    if (one === giver || node === undefined || graph.exportsNamed(node, "default").length > 0) return true;
    if (graph.exportsNamed(node, name).length > 0) continue;
    const { stars } = node.record;
    if (stars.length === 0) return true;
    for (const { specifier } of stars) for (const target of graph.targetsOf(node, specifier)) asked.add(target);
  }
  return false;
}
