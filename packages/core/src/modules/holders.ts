import type { ImportedName } from "../syntax/module-records/module-record.ts";
import { importersOf } from "./importers.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

/**
 * The files that may use exports of a module without importing it: some importer passes the module on as a value
 * (`export const api = { users }` of `import * as users`), and these depend on that importer. It is among them itself.
 *
 * Too many rather than too few: whether a namespace is passed on is read from the text alone.
 *
 * @param path of the module, relative to the root
 * @param names that it exports
 * @returns paths relative to the root
 */
export function holdersOf(graph: ModuleGraph, path: string, names: readonly string[]): ReadonlySet<string> {
  const holders = new Set<string>();
  for (const symbol of names) {
    const result = importersOf(graph, { path, symbol, depth: 1 });
    if (result.status !== "found") continue;
    for (const { path: importer, names: taken } of result.importers) {
      const node = graph.nodes.get(importer);
      if (node !== undefined && passesOn(graph, node, new Set(taken).difference(new Set(result.exportedAs))))
        holders.add(importer);
    }
  }
  for (const holder of holders) for (const { importer } of graph.importsOf(holder)) holders.add(importer.path);
  return holders;
}

/**
 * Whether a file does more with a namespace that it imports than to use members of it, or has it from one who passed it on.
 *
 * @param taken the names that it imports the namespace by
 */
function passesOn(graph: ModuleGraph, node: ModuleNode, taken: ReadonlySet<string>): boolean {
  const isPassedOn = (name: ImportedName) =>
    taken.has(name.imported) && (name.imported !== "*" || graph.membersUsed(node, name) === "all");
  return node.record.imports.some(({ names, reExport }) => !reExport && names.some(isPassedOn));
}
