import { isRelative } from "./import-places.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";
import { stepsTo } from "./steps-to.ts";

/** What is said of such files. */
export const NEEDING_CONFIG = "in no tsconfig, and may use it through an import that leads somewhere only with one";

/**
 * Files of no project that may use what some others declare, and that TypeScript was not seen to do so in: it reads them with the
 * default settings, under which an import by a tsconfig path leads nowhere. Those that depend on a declaring file in such a way by
 * our own module graph, and those that do not parse. All paths from the root.
 *
 * @param paths none of those that declare
 */
export function needingConfig(graph: ModuleGraph, paths: readonly string[], declaring: ReadonlySet<string>): string[] {
  const leading = stepsTo(graph, [...declaring]);
  const unparsed = new Set(graph.unparsed.map(({ path }) => path));
  return paths.filter((path) => unparsed.has(path) || (leading.has(path) && needsConfig(graph, path, leading)));
}

/** Whether a file leads on by an import that is not relative, itself or through the files it imports. */
function needsConfig(graph: ModuleGraph, path: string, leading: ReadonlyMap<string, number>): boolean {
  const reached = new Set([path]);
  for (const at of reached) {
    const node = graph.nodes.get(at);
    for (const { specifier } of node?.record.imports ?? []) {
      const target = graph.targetOf(node as ModuleNode, specifier);
      if (target === undefined || !leading.has(target)) continue;
      if (!isRelative(specifier)) return true;
      reached.add(target);
    }
  }
  return false;
}
