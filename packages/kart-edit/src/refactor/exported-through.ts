import { type Importer, importersOf } from "@kart/core/modules/importers";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";

/** The file, and those that pass on all it exports by `export *`, at any depth. */
export function starBarrels(graph: ModuleGraph, path: string): string[] {
  const reached = new Set([path]);
  for (const at of reached)
    for (const { importer, record } of graph.importsOf(at))
      if (record.reExport && record.names.some(({ local }) => local === "*")) reached.add(importer.path);
  return [...reached];
}

/**
 * The file, and those that pass on one of its exports by the name that it has there, by `export *` or `export { name }`, at any
 * depth. None where it exports nothing by that name.
 */
export function passingOn(graph: ModuleGraph, path: string, name: string): string[] {
  const reached = new Set([path]);
  // What a file declares by the name, or passes on of another, goes before what a star passes on.
  const isOther = (node: ModuleNode) =>
    node.record.exports.some(
      ({ name: as, from }) =>
        as === name &&
        (from === undefined ||
          from.imported !== name ||
          !graph.targetsOf(node, from.specifier).some((to) => reached.has(to))),
    );
  const node = graph.nodes.get(path);
  if (node === undefined || !node.record.exports.some((one) => one.name === name)) return [];
  for (const at of reached)
    for (const { importer, record } of graph.importsOf(at)) {
      const isPassed = record.names.some(
        ({ imported, local }) => local === "*" || (imported === name && local === name),
      );
      if (record.reExport && isPassed && !isOther(importer)) reached.add(importer.path);
    }
  return [...reached];
}

/** Files that write the name of an export when they import it, straight from its file or through others. */
export function namingImporters(graph: ModuleGraph, path: string, symbol: string): readonly Importer[] {
  const result = importersOf(graph, { path, symbol, depth: 1 });
  if (result.status !== "found") return [];
  return result.importers.filter(({ names }) => names.some((name) => result.exportedAs.includes(name)));
}
