import type { Node } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesHolding } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";

/** Where a name is spoken of in a file. */
export interface Spoken {
  /** UTF-16 offset. */
  readonly start: number;
  /** It is all of a string of the code: a key of a type may be meant. */
  readonly isString: boolean;
  /** It is the last part of a string of the code that is a path, `"$.name"`, `"a/b.name"`: what that leads to may be meant. */
  readonly isPath?: true;
}

/** The places at which a name stands as a word in the comments, strings and JSX text of a file, in their order. */
export function mentionsIn({ source, program, comments }: ParsedSource, name: string): Spoken[] {
  const words = Array.from(source.matchAll(wordPattern(name)), ({ index }) => index);
  if (words.length === 0) return [];
  const found = new Map<number, Spoken>();
  const literals = literalsWith(words, program);
  for (const { start, end } of [...comments, ...literals])
    for (const { index } of source.slice(start, end).matchAll(wordPattern(name)))
      found.set(start + index, { start: start + index, isString: false });
  for (const { start, end } of literals) {
    // A template is without its quotes.
    const at = source.startsWith(name, start) ? start : start + 1;
    const isQuoted = /["'`]/.test(source[at - 1] ?? "") && source[at - 1] === source[at + name.length];
    if (found.has(at) && isQuoted && end <= at + name.length + 1) found.set(at, { start: at, isString: true });
    const last = pathEnd(source.slice(start, end), name);
    if (last !== undefined && found.has(start + last))
      found.set(start + last, { start: start + last, isString: false, isPath: true });
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** Where the name stands in the text of a literal, with its quotes or without, that is a path to it; one of a file is none. */
function pathEnd(text: string, name: string): number | undefined {
  const [, before] = /^(["'`]?(?!\.)[^\s"'`]*[./#:])[^\s"'`./#:]+["'`]?$/.exec(text) ?? [];
  return before !== undefined &&
    text.startsWith(name, before.length) &&
    /^["'`]?$/.test(text.slice(before.length + name.length))
    ? before.length
    : undefined;
}

/** Whether a line of prose or of a comment writes a name as code does: `name(`, `.name`, `"name"`, `{@link name}`. */
export function readsLikeCode(line: string, name: string): boolean {
  const word = wordPattern(name).source;
  return new RegExp(`(?:["'\`.#]|\\{@link\\s+)${word}|${word}(?=[(\`<])`, "u").test(line);
}

/**
 * Whether a name may stand in a comment, a string or JSX text of a source text: never false where it does, so that the tree of
 * most texts need not be made.
 */
export function mayMention(source: string, name: string): boolean {
  const holdsElements = source.includes("</");
  const firstTemplate = source.indexOf("`");
  const lastTemplate = source.lastIndexOf("`");
  const hasReturns = source.includes("\r");
  let comment = source.indexOf("/*");
  for (const { index } of source.matchAll(wordPattern(name))) {
    if (holdsElements || (firstTemplate < index && index < lastTemplate)) return true;
    const line = 1 + Math.max(source.lastIndexOf("\n", index), hasReturns ? source.lastIndexOf("\r", index) : -1);
    const before = source.slice(line, index);
    if (/["'`]|\/[/*]|<!--/.test(before) || /\\\r?\n?$/.test(source.slice(Math.max(0, line - 3), line))) return true;
    while (comment !== -1 && comment < index) {
      const end = source.indexOf("*/", comment + 2);
      if (end === -1 || end > index) return true;
      comment = source.indexOf("/*", end - 1);
    }
  }
  return false;
}

/** The name with no part of another around it. */
export function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, "gu");
}

/** The literals in which words stand, by their offsets. */
function literalsWith(words: readonly number[], program: Node): Span[] {
  const found: Span[] = [];
  // Which module it is says nothing of the names in it.
  const sources = new Set<unknown>();
  for (const node of nodesHolding(program, words)) {
    if ("source" in node) sources.add(node.source);
    const isText =
      (node.type === "Literal" && typeof node.value === "string") ||
      node.type === "TemplateElement" ||
      node.type === "JSXText";
    if (isText && !sources.has(node)) found.push({ start: node.start, end: node.end });
  }
  return found;
}
