import type { Span } from "../../text/span.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { isJavaScript } from "../parser/source-language.ts";

/**
 * The types that parameters of types have where none is given, `Box` of `@template {Shape} [T=Box]` in JavaScript: TypeScript 7 heeds them
 * and finds no names in them. UTF-16 offsets.
 */
export function templateDefaults({ language, comments, source }: ParsedSource): Span[] {
  if (!isJavaScript(language) || !mayHaveTemplateDefault(source)) return [];
  return comments.flatMap(({ type, value, start }) => {
    if (type !== "Block" || !value.startsWith("*")) return [];
    const from = start + "/*".length;
    return defaultsIn(value).map((one) => ({ start: from + one.start, end: from + one.end }));
  });
}

/** As {@link templateDefaults}, in the text of one comment. */
export function defaultsIn(comment: string): Span[] {
  return startedIn(comment).filter(({ end }) => end < comment.length);
}

/** Whether a comment up to some place ends in such a type. */
export function isInTemplateDefault(before: string): boolean {
  return startedIn(before).at(-1)?.end === before.length;
}

/** One that is not closed has its end where the text has it. */
function startedIn(text: string): Span[] {
  if (!mayHaveTemplateDefault(text)) return [];
  return Array.from(text.matchAll(TEMPLATE)).flatMap(({ index, 0: tag }) => defaultsBehind(text, index + tag.length));
}

/** A text without one needs no tree to know that. */
export function mayHaveTemplateDefault(source: string): boolean {
  return source.includes("@template") && DEFAULT.test(source);
}

/** @param at behind the tag */
function defaultsBehind(text: string, at: number): Span[] {
  const constraint = skip(GAP, text, at);
  let next = text[constraint] === "{" ? endOfType(text, constraint + 1, "}") + 1 : at;
  const found: Span[] = [];
  for (;;) {
    const name = skip(GAP, text, next);
    const start = skip(BRACKETED, text, name);
    if (start > name) {
      const end = endOfType(text, start, "]");
      if (end > start || end === text.length) found.push({ start, end });
      next = end + 1;
    } else next = skip(PLAIN, text, name);
    const comma = skip(COMMA, text, next);
    if (next <= name || comma === next) return found;
    next = comma;
  }
}

/** Where a type ends before the bracket that closes what it stands in; the end of the text, where none does. */
function endOfType(text: string, start: number, close: string): number {
  let depth = 0;
  const longest = Math.min(text.length, start + LONGEST);
  for (let at = start; at < longest; at++) {
    const char = text[at] as string;
    if (depth === 0 && char === close) return at;
    if (`"'\``.includes(char)) {
      const end = text.indexOf(char, at + 1);
      if (end === -1) return text.length;
      at = end;
    } else if ("{[(".includes(char)) depth++;
    else if ("}])".includes(char)) depth--;
  }
  return text.length;
}

/** UTF-16 units of a type. */
const LONGEST = 4_000;

/** Where a sticky pattern's match ends; where it would begin, if there is none. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const TEMPLATE = /(?<=[\s*])@template\b/g;

const GAP = /[\s*]*/y;

const DEFAULT = /\[[\s*]*(?:const\s+)?[\p{ID_Start}$_][\p{ID_Continue}$]*[\s*]*=/u;

const BRACKETED = /\[[\s*]*(?:const\s+)?[\p{ID_Start}$_][\p{ID_Continue}$]*[\s*]*=[\s*]*/uy;

const PLAIN = /(?:const\s+)?[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;

const COMMA = /[\s*]*,/y;
