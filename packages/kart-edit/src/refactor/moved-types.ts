import type { ImportEdge } from "@kart/core/modules/module-graph";
import { jsDocTypes } from "@kart/core/syntax/jsdoc-types";
import type { ImportRecord } from "@kart/core/syntax/module-record";
import { sourceLanguage } from "@kart/core/syntax/source-language";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { FileText } from "../change/file-text.ts";
import { withTypesTaken } from "../planning/comment-imports.ts";
import { withTypesLed } from "../planning/led-types.ts";
import type { MovedExports, MoveWorld } from "./moved-importers.ts";

/** A file whose types were led to where exports move. */
export interface LedFile {
  readonly before: string;
  readonly after: string;
  /** Where the imports start that need no more. UTF-16 offsets. */
  readonly done: ReadonlySet<number>;
}

/**
 * Leads the types that files have by `import("./a").T` and `@import` to where moved exports are, by path from the root; those of the file
 * that they come from are left out. What is not certain stays.
 */
export function movedTypes({ oxc, root, graph, specifiers }: MoveWorld, moved: MovedExports): Map<string, LedFile> {
  const { from, to } = moved;
  const { packages } = graph.resolver;
  const files = new Map<string, LedFile>();
  const textOf = (path: string) => new FileText(oxc, path, readForEdit(root, path).text);
  const isOf = ({ importer, record }: ImportEdge) =>
    mayBeOfTypes(record, moved.names) && graph.targetOf(importer, record.specifier) === from;
  const edges = graph.importsOf(from).filter(isOf);
  if (edges.length === 0) return files;
  // A type of the same name, which a comment declares, stays.
  const declared = new Set(jsDocTypes(textOf(from).symbols().parsed).map(({ name }) => name));
  const names = moved.names.difference(declared);
  for (const [path, own] of Map.groupBy(edges, ({ importer }) => importer.path)) {
    if (path === from || sourceLanguage(path) === undefined || packages.packageOf(path) !== packages.packageOf(from))
      continue;
    const file = textOf(path);
    if (file.failure !== undefined) continue;
    const source = file.symbols();
    const fresh = (specifier: string) => specifiers.instead(path, specifier, { from, to });
    const records = own.map(({ record }) => record);
    const { text, done, taken, quote } = withTypesLed(path, source, records, { names, fresh, isHere: path === to });
    const after =
      taken.length === 0 ? text : withTypesTaken(new FileText(oxc, path, text).symbols(), taken, true, quote);
    if (done.size > 0) files.set(path, { before: file.text, after, done });
  }
  return files;
}

function mayBeOfTypes({ typeOnly, dynamic, reExport, names }: ImportRecord, moved: ReadonlySet<string>): boolean {
  return typeOnly && !dynamic && !reExport && names.some(({ imported }) => moved.has(imported));
}
