import type { Comment } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import { outsideStatements } from "./jsdoc-types.ts";
import type { ImportedName } from "../module-records/module-record.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { isJavaScript } from "../parser/source-language.ts";

/** `@import { A as B } from "./a"`, by which a comment of JavaScript imports types: from the tag to the quote. UTF-16 offsets. */
export interface JsDocImport extends Span {
  readonly comment: Comment;
  readonly specifier: string;
  /** The name of the default export, where the tag imports more beside it. */
  readonly defaultBeside?: Span;
  /** What stands between the braces of its list; undefined where it has none. */
  readonly list?: Span;
  readonly names: readonly ImportedName[];
}

/** What comments import for the whole file, in the order of the source. */
export function jsDocImports(parsed: ParsedSource): JsDocImport[] {
  if (!isJavaScript(parsed.language) || !parsed.source.includes("@import")) return [];
  return outsideStatements(parsed).flatMap((comment) =>
    importTags(comment.value).map((tag) => {
      const from = comment.start + "/*".length + tag.index;
      const open = parsed.source.indexOf("{", from);
      const list = { start: open + 1, end: parsed.source.indexOf("}", open) };
      const hasList = open !== -1 && list.end !== -1 && list.end < from + tag.length;
      const { specifier, names } = tag;
      const [before = "", name = ""] = DEFAULT_BESIDE.exec(parsed.source.slice(from, from + tag.length)) ?? [];
      const beside = { start: from + before.length - name.length, end: from + before.length };
      const about = {
        specifier,
        names,
        comment,
        start: from,
        end: from + tag.length,
        ...(name !== "" && { defaultBeside: beside }),
      };
      return hasList ? { ...about, list } : about;
    }),
  );
}

/** The import tags in the text of a doc comment. */
export function importTags(
  text: string,
): { readonly index: number; readonly length: number; readonly specifier: string; readonly names: ImportedName[] }[] {
  return Array.from(text.matchAll(IMPORT_TAG), ({ index, 0: { length }, 1: clause = "", 2: specifier = "" }) => ({
    index,
    length,
    specifier,
    names: importTagNames(clause),
  }));
}

const IMPORT_TAG = /@import\s+([^\s"'@](?:[^"'@]*?[^\s"'@])?)\s+from[\s*]+["']([^"'\n]+)["']/g;

const DEFAULT_BESIDE = /^@import[\s*]+([\p{ID_Start}$_][\p{ID_Continue}$]*)(?=[\s*]*,)/u;

/** The names of `@import A, { B as C } from`, or `* as D`; stars at line starts are the comment's. */
function importTagNames(clause: string): ImportedName[] {
  const text = clause.replaceAll(/\n\s*\*/g, "\n");
  const name = (imported: string, local: string): ImportedName => ({
    imported,
    local,
    typeOnly: true,
    ...(imported === "*" && { members: "all" as const }),
  });
  const [, namespace] = /\*\s*as\s+([\p{ID_Continue}$]+)/u.exec(text) ?? [];
  const [, named = ""] = /\{([^}]*)\}/.exec(text) ?? [];
  const [byDefault] = /^[\p{ID_Continue}$]+/u.exec(text.trim()) ?? [];
  const each = Array.from(named.matchAll(/([\p{ID_Continue}$]+)(?:\s+as\s+([\p{ID_Continue}$]+))?/gu));
  return [
    ...(byDefault === undefined ? [] : [name("default", byDefault)]),
    ...(namespace === undefined ? [] : [name("*", namespace)]),
    ...each.map(([, imported = "", local = imported]) => name(imported, local)),
  ];
}
