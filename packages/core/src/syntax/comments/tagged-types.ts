import type { Span } from "../../text/span.ts";

/** What stands in the braces behind tags of a comment: those of prose are no types. One that is not closed ends with the comment. */
export function taggedTypes(comment: string): Span[] {
  const types: Span[] = [];
  for (const { 0: tag, index } of comment.matchAll(TAGGED)) {
    const start = index + tag.length;
    if (start < (types.at(-1)?.end ?? 0)) continue;
    let depth = 1;
    let end = start;
    for (; end < comment.length && depth > 0; end++)
      if (comment[end] === "{") depth++;
      else if (comment[end] === "}") depth--;
    types.push({ start, end });
  }
  return types;
}

/** The type may stand behind the name of a parameter. */
const TAGGED = /@(?:[a-z]+[\s*]*|(?:param|arg|argument|prop|property)[ \t]+\S+[ \t]+)\{/gi;

/** The types behind `@extends Base<Shape>`, which TypeScript reads without braces too: a name, and in angle brackets what it is given. */
export function heritageTypes(comment: string): Span[] {
  return Array.from(comment.matchAll(HERITAGE), ({ 0: tag, index }) => {
    const start = index + tag.length;
    NAME.lastIndex = start;
    let end = start + (NAME.exec(comment)?.[0].length ?? 0);
    if (comment[end] !== "<") return { start, end };
    let depth = 0;
    for (; end < comment.length; end++)
      if (comment[end] === "<") depth++;
      else if (comment[end] === ">" && --depth === 0) return { start, end: end + 1 };
    return { start, end };
  });
}

const HERITAGE = /@(?:extends|augments|implements)[ \t]+(?=[\p{ID_Start}$_])/gu;

const NAME = /[\p{ID_Continue}$.]+/uy;
