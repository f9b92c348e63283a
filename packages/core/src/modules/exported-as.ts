import { sourceLanguage } from "../syntax/parser/source-language.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

/** The exported names that stand for a symbol; none where the file exports no such thing. */
export function exportedAs(graph: ModuleGraph, path: string, symbol: string, own: ModuleNode | undefined): string[] {
  const { names } = graph.exportedNames(path, own);
  const exports = own?.record.exports ?? [];
  // A member of a namespace may share its name with what `export =` exports.
  const isMember = exports.some(({ name, namespace }) => name === symbol && namespace !== undefined);
  if (names.has(symbol) && !isMember) return [symbol];
  if (symbol === "default" && names.has("export=")) return isMember ? [symbol, "export="] : ["export="];
  const aliases = exports
    .filter(({ name, local }) => local === symbol || (isMember && name === symbol))
    .map(({ name }) => name);
  // What another file adds by `declare module` is imported from here.
  if (graph.importsOf(path).some(({ record }) => record.augments?.includes(symbol) === true)) return [symbol];
  const isRead = graph.nodes.has(path) && sourceLanguage(path) !== undefined;
  if (aliases.length > 0 || isRead) return [...new Set(aliases)];
  // What a component exports its compiler makes, and what git ignores may pass on what it ignores too: their importers tell.
  return graph.importsOf(path).some(({ record }) => record.names.some((one) => one.imported === symbol))
    ? [symbol]
    : [];
}
