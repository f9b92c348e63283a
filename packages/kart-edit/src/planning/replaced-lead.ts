import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { clip } from "@kart/core/text/display";
import { type Span, textOf } from "@kart/core/text/span";
import { isJavaScript } from "@kart/core/syntax/parser/source-language";

/** What takes the place of a declaration and of the comments above it. */
export interface ReplacedLead {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Content that brings its own comments, with what it leaves of those above the declaration. What tells a compiler, linter or formatter
 * how to take the next line is no documentation: it stays where the content says nothing to the same program, above the code or
 * above its doc, as it stood. So do the overloads that JavaScript declares in comments, where the content declares none.
 *
 * @param lead the comments above, which the content replaces; undefined where it leaves them all
 * @param start where the declaration starts
 */
export function replacedLead(
  { source, language }: Pick<ParsedSource, "source" | "language">,
  lead: Span | undefined,
  start: number,
  text: string,
): ReplacedLead {
  if (lead === undefined) return { text, warnings: [] };
  const above = commentsIn(textOf(source, { start: lead.start, end: start }));
  const code = leadLength(text);
  const own = commentsIn(text.slice(0, code));
  const toldBy = ({ comment }: LeadComment) =>
    isJavaScript(language) && isOverload(comment) ? OVERLOAD : programTold(comment);
  const told = new Set(own.map(toldBy));
  const isKept = (one: LeadComment) => toldBy(one) !== undefined && !told.has(toldBy(one));
  const kept = above.filter(isKept);
  const isDoc = (one: LeadComment) => one.comment.startsWith("/**") && toldBy(one) === undefined;
  // One doc takes the place of another, without a word, and overloads that of all others.
  const docs = above.filter(isDoc);
  const replaced = new Set(docs.slice(Math.max(0, docs.length - own.filter(isDoc).length)));
  const isReplaced = (one: LeadComment) => replaced.has(one) || toldBy(one) === OVERLOAD;
  const lost = above.filter((one) => !isKept(one) && !isReplaced(one) && !text.includes(one.comment));
  const doc = above.findLastIndex((one) => isDoc(one) || toldBy(one) === OVERLOAD);
  const stays = (part: readonly LeadComment[]) => part.filter(isKept).map(({ comment, gap }) => comment + gap);
  return {
    text: [
      ...stays(above.slice(0, doc + 1)),
      text.slice(0, code),
      ...stays(above.slice(doc + 1)),
      text.slice(code),
    ].join(""),
    warnings: [
      ...(kept.length === 0 ? [] : [`${listed(kept)} stayed: the content says nothing else in its place.`]),
      ...(lost.length === 0 ? [] : [`${listed(lost)} gave way to the one that the content starts with.`]),
    ],
  };
}

export function startsWithComment(content: string): boolean {
  return /^\s*\/[/*]/.test(content);
}

/** UTF-16 units of the comments that content starts with, and of the white space around them. */
export function leadLength(content: string): number {
  return /^(?:\s*(?:\/\*[^]*?\*\/|\/\/[^\r\n]*))*\s*/.exec(content)?.[0].length ?? 0;
}

interface LeadComment {
  readonly comment: string;
  /** The white space behind it. */
  readonly gap: string;
}

function commentsIn(lead: string): LeadComment[] {
  return Array.from(lead.matchAll(/(\/\*[^]*?\*\/|\/\/[^\r\n]*)(\s*)/g), ([, comment = "", gap = ""]) => ({
    comment,
    gap,
  }));
}

const OVERLOAD = "@overload";

/** Whether a doc comment of JavaScript declares overloads of what stands below. */
function isOverload(comment: string): boolean {
  return comment.startsWith("/**") && /(?<=[\s*])@overload\b/.test(comment);
}

/** Which program a comment tells how to take what follows: `eslint`, `@ts`. */
function programTold(comment: string): string | undefined {
  return /^\/[/*][\s*]*(@ts|eslint|oxlint|prettier|biome)-/.exec(comment)?.[1];
}

/** Comments named before the rest is counted. */
const MAX_NAMED = 3;

function listed(comments: readonly LeadComment[]): string {
  const names = comments.slice(0, MAX_NAMED).map(({ comment }) => `\`${firstWords(comment)}\``);
  const more = comments.length > MAX_NAMED ? [`${comments.length - MAX_NAMED} more`] : [];
  return `The ${comments.length === 1 ? "comment" : "comments"} above, ${[...names, ...more].join(", ")},`;
}

/** The first line, and where that only opens a comment the one below. */
function firstWords(comment: string): string {
  return firstLine(comment.replace(/^(\/\*+)[\s*]*[\r\n][\s*]*(?!\/)/, "$1 "));
}

export function firstLine(text: string): string {
  return clip(text.split(/[\r\n]/)[0] ?? "", 60);
}
