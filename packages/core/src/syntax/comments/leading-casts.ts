import type { Node } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { childNodes } from "../parser/tree.ts";
import { isJavaScript } from "../parser/source-language.ts";

/**
 * Casts of JavaScript that begin what they stand in, `/** @type {Box} *\/ (value).width`, or are all that another casts: each from its
 * comment to its closing parenthesis, in the order of their ends. To TypeScript (5.9 and 7) the comment belongs to the whole expression
 * there, so that it heeds the types in it and finds no names in them.
 */
export function leadingCasts({ language, program, comments, source }: ParsedSource): Span[] {
  if (!isJavaScript(language) || !mayLeadWithCast(source)) return [];
  const casts = new Map<number, Span>();
  for (const { type, start, end, value } of comments) {
    if (type !== "Block" || !value.startsWith("*") || !TAG.test(value)) continue;
    GAP.lastIndex = end;
    casts.set(end + (GAP.exec(source)?.[0].length ?? 0), { start, end });
  }
  const found: Span[] = [];
  const pending: { readonly node: Node; readonly parent: Node }[] = [{ node: program, parent: program }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const { node, parent } = step;
    const isCast = ({ type, start }: Node) => type === "ParenthesizedExpression" && casts.has(start);
    const comment = isCast(node) ? casts.get(node.start) : undefined;
    if (comment !== undefined && (parent.start === node.start || isCast(parent)))
      found.push({ start: comment.start, end: node.end });
    for (const child of childNodes(node)) pending.push({ node: child, parent: node });
  }
  return found.sort((a, b) => a.end - b.end);
}

/** A text without one needs no tree to know that. */
export function mayLeadWithCast(source: string): boolean {
  return TAG.test(source) && CAST.test(source);
}

const TAG = /@(?:type|satisfies)\b/;

const CAST = /\*\/\s*\(/;

const GAP = /\s*/y;
