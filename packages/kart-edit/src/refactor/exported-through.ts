import { type Importer, importersOf } from "@kart/core/modules/importers";
import type { ModuleGraph } from "@kart/core/modules/module-graph";

/** The file, and those that pass on all it exports by `export *`, at any depth. */
export function starBarrels(graph: ModuleGraph, path: string): string[] {
  const reached = new Set([path]);
  for (const at of reached)
    for (const { importer, record } of graph.importsOf(at))
      if (record.reExport && record.names.some(({ local }) => local === "*")) reached.add(importer.path);
  return [...reached];
}

/** Files that write the name of an export when they import it, straight from its file or through others. */
export function namingImporters(graph: ModuleGraph, path: string, symbol: string): readonly Importer[] {
  const result = importersOf(graph, { path, symbol, depth: 1 });
  if (result.status !== "found") return [];
  return result.importers.filter(({ names }) => names.some((name) => result.exportedAs.includes(name)));
}
