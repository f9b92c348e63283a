import type { ImportEdge } from "@kart/core/modules/module-graph";
import { jsDocTypes } from "@kart/core/syntax/comments/jsdoc-types";
import type { ImportRecord } from "@kart/core/syntax/module-records/module-record";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { TextEdit } from "@kart/core/text/text-edit";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { FileText } from "../../change/file-text.ts";
import { withTypesTaken } from "../../planning/scopes/comment-imports.ts";
import { type LedTypes, typesLed } from "../../planning/moved/led-types.ts";
import { applied } from "../../planning/moved/requirements.ts";
import type { MovedExports, MoveWorld } from "./moved-importers.ts";

/** A file that has types of exports which move. */
export interface LedFile extends LedTypes {
  readonly path: string;
  readonly text: string;
}

/**
 * What leads the types that files have by `import("./a").T` and `@import` to where moved exports are, by path from the root; those of the
 * file that they come from are left out. What is not certain stays.
 */
export function movedTypes({ oxc, root, graph, specifiers }: MoveWorld, moved: MovedExports): Map<string, LedFile> {
  const { from, to } = moved;
  const { packages } = graph.resolver;
  const files = new Map<string, LedFile>();
  const fileOf = (path: string) => new FileText(oxc, path, readForEdit(root, path).text);
  const isOf = ({ importer, record }: ImportEdge) =>
    mayBeOfTypes(record, moved.names) && graph.targetOf(importer, record.specifier) === from;
  const edges = graph.importsOf(from).filter(isOf);
  if (edges.length === 0) return files;
  // A type of the same name, which a comment declares, stays.
  const declared = new Set(jsDocTypes(fileOf(from).symbols().parsed).map(({ name }) => name));
  const names = moved.names.difference(declared);
  for (const [path, own] of Map.groupBy(edges, ({ importer }) => importer.path)) {
    if (path === from || sourceLanguage(path) === undefined || packages.packageOf(path) !== packages.packageOf(from))
      continue;
    const file = fileOf(path);
    if (file.failure !== undefined) continue;
    const fresh = (specifier: string) => specifiers.instead(path, specifier, { from, to });
    const records = own.map(({ record }) => record);
    const led = typesLed(path, file.symbols(), records, { names, fresh, isHere: path === to });
    if (led.done.size > 0) files.set(path, { ...led, path, text: file.text });
  }
  return files;
}

/** The text of a file with its types led to where they are, and other edits of it. */
export function ledText(
  oxc: Parser,
  { path, text, edits, taken, quote }: LedFile,
  others: readonly TextEdit[],
): string {
  const now = applied(text, [...edits, ...others]);
  return taken.length === 0 ? now : withTypesTaken(new FileText(oxc, path, now).symbols(), taken, true, quote);
}

function mayBeOfTypes({ typeOnly, dynamic, reExport, names }: ImportRecord, moved: ReadonlySet<string>): boolean {
  return typeOnly && !dynamic && !reExport && names.some(({ imported }) => moved.has(imported));
}
