import type { LineIndex } from "../../text/line-index.ts";
import { importTags } from "../comments/jsdoc-imports.ts";
import type { ImportedName, ImportRecord } from "./module-record.ts";

/** `import("./x").Foo` in the comments of JavaScript, where TypeScript reads it, and `/// <reference path="…" />` and `types`. */
export function commentImports(source: string, isJavaScript: boolean, lines: LineIndex): ImportRecord[] {
  const record = (start: number, length: number, specifier: string, names: ImportedName[]): ImportRecord => ({
    ...copied({ specifier, names }),
    line: lines.lineAt(start),
    dynamic: false,
    reExport: false,
    typeOnly: true,
    start,
    end: start + length,
  });
  const found: ImportRecord[] = [];
  if (source.includes("<reference"))
    for (const match of source.matchAll(
      /^[ \t]*\/\/\/[ \t]*<reference[ \t][^>\n]*?\b(path|types)[ \t]*=[ \t]*["']([^"'\n]+)["']/gm,
    )) {
      const [, kind, specifier] = match as unknown as [string, string, string];
      // A reference path is relative to the file even without a dot.
      const path = kind === "types" || /^[./]/.test(specifier) ? specifier : `./${specifier}`;
      found.push(record(match.index, match[0].length, path, []));
    }
  if (isJavaScript && source.includes("@import"))
    for (const comment of docComments(source))
      for (const { index, length, specifier, names } of importTags(comment.text))
        found.push(record(comment.start + index, length, specifier, names));
  if (isJavaScript && /\bimport\s*\(/.test(source))
    for (const comment of docComments(source))
      // A line break in it brings the star at the next line's start.
      for (const match of comment.text.matchAll(
        /\bimport\s*\([\s*]*["']([^"'\n]+)["'][\s*]*\)(?:[\s*]*\.\s*([\w$]+))?/g,
      )) {
        const name = match[2] ?? "*";
        found.push(
          record(comment.start + match.index, match[0].length, match[1] as string, [
            { imported: name, local: "*", typeOnly: true, ...(name === "*" && { members: "all" as const }) },
          ]),
        );
      }
  return found;
}

function* docComments(source: string): Generator<{ start: number; text: string }> {
  for (let start = source.indexOf("/**"); start !== -1;) {
    const end = source.indexOf("*/", start + 2);
    if (end === -1) return;
    yield { start, text: source.slice(start, end) };
    start = source.indexOf("/**", end + 2);
  }
}

/** Strings cut from a source text keep all of it alive. */
function copied<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
