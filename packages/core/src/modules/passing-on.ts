import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

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
