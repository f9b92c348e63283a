import type { Span } from "../../text/span.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { taggedTypes } from "./tagged-types.ts";
import { isJavaScript } from "../parser/source-language.ts";

/**
 * The names in types of comments that hold a function as Closure writes it, `{function(Shape): void}`: TypeScript 5.9 reads these. 7 does
 * not, and finds no name of such a type. Each with what makes it a type by itself: `import("./a").Shape`, `typeof shape`. UTF-16 offsets.
 */
export function closureTypeNames({ language, comments, source }: ParsedSource): Span[] {
  if (!isJavaScript(language) || !mayHoldClosureType(source)) return [];
  return comments.flatMap(({ type, value, start }) => {
    if (type !== "Block" || !value.startsWith("*") || !mayHoldClosureType(value)) return [];
    const from = start + "/*".length;
    return taggedTypes(value).flatMap((span) => {
      const text = value.slice(span.start, span.end);
      return FUNCTION.test(text) && !text.startsWith("@") ? namesInType(text, from + span.start) : [];
    });
  });
}

/** A text without one needs no tree to know that. */
export function mayHoldClosureType(source: string): boolean {
  return CLOSURE.test(source);
}

/** The names of types that a type of a comment holds, which starts at an offset. */
export function namesInType(type: string, from: number): Span[] {
  return Array.from(type.matchAll(TOKEN)).flatMap(({ index, 0: token, groups }) => {
    const isKey =
      /[{,(;][\s*]*$/.test(type.slice(0, index)) && /^[\s*]*\??[\s*]*:/.test(type.slice(index + token.length));
    const isName = groups?.["name"] !== undefined && !WORDS.has(token) && !isKey;
    return isName ? { start: from + index, end: from + index + token.length } : [];
  });
}

const CLOSURE = /@[a-z]+[^@{}]*\{[^@]*?\bfunction\s*\(/i;

const FUNCTION = /\bfunction\s*\(/;

/** Quotes hold no names, and keys are none that stand for something. */
const TOKEN =
  /(["'`])(?:(?!\1).)*\1|(?<name>(?:typeof\s+)?(?:import\s*\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)|[\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\s*\.\s*[\p{ID_Start}$_][\p{ID_Continue}$]*)*)/gu;

const WORDS: ReadonlySet<string> = new Set(
  "function this new void undefined null any unknown never string number boolean object symbol bigint true false".split(
    " ",
  ),
);
