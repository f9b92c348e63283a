import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { defaultsIn } from "@kart/core/syntax/comments/template-defaults";
import { heritageTypes, taggedTypes } from "@kart/core/syntax/comments/tagged-types";
import { typeNamesIn } from "@kart/core/syntax/use-site";
import type { Span } from "@kart/core/text/span";

/** A name in the types of a comment. UTF-16 offsets. */
export interface CommentUse {
  readonly name: string;
  readonly start: number;
  readonly comment: Span;
  /** `typeof name` */
  readonly isOfValue: boolean;
  /** `{name is string}`, `{asserts name}` */
  readonly isPredicate: boolean;
}

/** The names in the types of doc comments, which the compiler reads in JavaScript; not those that a comment declares for itself. */
export function commentUses({ comments, source }: ParsedSource): CommentUse[] {
  return comments.flatMap(({ type, value, start, end: close }) => {
    if (type !== "Block" || !value.startsWith("*") || !MAY_NAME.test(value)) return [];
    const own = parametersIn(value);
    const types = [...taggedTypes(value), ...defaultsIn(value), ...heritageTypes(value)];
    const quotes = Array.from(value.matchAll(QUOTE), ({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
    }));
    const isIn = (spans: readonly Span[], offset: number) =>
      spans.some(({ start: from, end }) => from <= offset && offset < end);
    return typeNamesIn(value).flatMap((offset) => {
      if (!isIn(types, offset) || isIn(quotes, offset)) return [];
      const from = start + 2 + offset;
      const name = NAME.exec(source.slice(from, from + 500))?.[0];
      const isKey = source[from - 1] === "." || /^\s*\??:/.test(source.slice(from + (name?.length ?? 0)));
      if (name === undefined || own.has(name) || isKey) return [];
      const before = source.slice(Math.max(start, from - LONGEST), from);
      if (name === "is" && /[\p{ID_Continue}$]\s+$/u.test(before)) return [];
      const isAsserted = /\{\s*asserts\s+$/.test(before);
      return [
        {
          name,
          start: from,
          comment: { start, end: close },
          isOfValue: /\btypeof\s+$/.test(before),
          isPredicate: isAsserted || (/\{\s*$/.test(before) && /^\s+is\s/.test(source.slice(from + name.length))),
        },
      ];
    });
  });
}

/** One behind a letter is an apostrophe. */
const QUOTE = /(?<![\p{ID_Continue}$])(["'`])(?:[^\n\\]|\\.)*?\1/gu;

const MAY_NAME = /\{|@(?:template|extends|augments|implements)\b/;

/** UTF-16 units before a name that are looked at. */
const LONGEST = 40;

/** The parameters of types that comments in a text declare. */
export function parametersIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(TEMPLATE), ([, names = ""]) => names.split(/[\s,]+/)).flat());
}

const TEMPLATE =
  /@template\s+(?:\{[^}]*\}\s*)?\[?([\p{ID_Start}$_][\p{ID_Continue}$]*(?:\s*,\s*[\p{ID_Start}$_][\p{ID_Continue}$]*)*)/gu;

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u;
