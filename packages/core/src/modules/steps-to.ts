import { importsOfEither } from "./declaration-twin.ts";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * The files that lead to some by imports of any kind, whatever they take, and by how many steps at least: none for these themselves.
 * Takes a fraction of the time of `importersOf`, which follows names.
 *
 * @param paths from the root
 */
export function stepsTo(graph: ModuleGraph, paths: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map(paths.map((path) => [path, 0]));
  // A map grows while it is walked, so that the nearest come first.
  for (const [path, steps] of found)
    for (const { importer } of importsOfEither(graph, path))
      if (!found.has(importer.path)) found.set(importer.path, steps + 1);
  return found;
}
