import { importersOf } from "./importers.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

/** What is said of such files. */
export const NEEDING_CONFIG = "in no tsconfig, and may use it through an import that leads somewhere only with one";

/** Importers of importers are followed that far. */
const ANY_DEPTH = 1_000;

/**
 * Files of no project that may use what some others declare, and that TypeScript was not seen to do so in: it reads them with the
 * default settings, under which an import by a tsconfig path leads nowhere. Those that depend on a declaring file in such a way by
 * our own module graph, and those that do not parse. All paths from the root.
 */
export function needingConfig(
  graph: ModuleGraph,
  paths: readonly string[],
  declaring: ReadonlySet<string>,
  signal?: AbortSignal,
): string[] {
  const dependents = new Set<string>();
  for (const path of declaring) {
    const result = importersOf(graph, { path, depth: ANY_DEPTH }, signal);
    if (result.status === "found") for (const importer of result.importers) dependents.add(importer.path);
  }
  const unparsed = new Set(graph.unparsed.map(({ path }) => path));
  const leading = dependents.union(declaring);
  return paths.filter((path) => unparsed.has(path) || (dependents.has(path) && needsConfig(graph, path, leading)));
}

/** Whether a file leads on by an import that is not relative, itself or through the files it imports. */
function needsConfig(graph: ModuleGraph, path: string, leading: ReadonlySet<string>): boolean {
  const reached = new Set([path]);
  for (const at of reached) {
    const node = graph.nodes.get(at);
    for (const { specifier } of node?.record.imports ?? []) {
      const target = graph.targetOf(node as ModuleNode, specifier);
      if (target === undefined || !leading.has(target)) continue;
      if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return true;
      reached.add(target);
    }
  }
  return false;
}
