import { clip } from "@kart/core/text/display";
import { type Span, textOf } from "@kart/core/text/span";

/** What takes the place of a declaration and of the comments above it. */
export interface ReplacedLead {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Content that brings its own comments, with what it leaves of those above the declaration. What tells a compiler, linter or formatter
 * how to take the next line is no documentation: it stays where the content says nothing to the same program, above the code or
 * above its doc, as it stood.
 *
 * @param lead the comments above, which the content replaces; undefined where it leaves them all
 * @param start where the declaration starts
 */
export function replacedLead(source: string, lead: Span | undefined, start: number, text: string): ReplacedLead {
  if (lead === undefined) return { text, warnings: [] };
  const above = commentsIn(textOf(source, { start: lead.start, end: start }));
  const code = leadLength(text);
  const told = new Set(commentsIn(text.slice(0, code)).map(({ comment }) => programTold(comment)));
  const isKept = ({ comment }: LeadComment) => programTold(comment) !== undefined && !told.has(programTold(comment));
  const kept = above.filter(isKept);
  // One doc takes the place of another, without a word.
  const lost = above
    .filter((one) => !isKept(one))
    .filter(({ comment }) => !text.includes(comment) && !(comment.startsWith("/**") && text.includes("/**")));
  const doc = above.findLastIndex((one) => one.comment.startsWith("/**") && !isKept(one));
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

/** Which program a comment tells how to take what follows: `eslint`, `@ts`. */
function programTold(comment: string): string | undefined {
  return /^\/[/*][\s*]*(@ts|eslint|oxlint|prettier|biome)-/.exec(comment)?.[1];
}

/** Comments named before the rest is counted. */
const MAX_NAMED = 3;

function listed(comments: readonly LeadComment[]): string {
  const names = comments.slice(0, MAX_NAMED).map(({ comment }) => `\`${firstLine(comment)}\``);
  const more = comments.length > MAX_NAMED ? [`${comments.length - MAX_NAMED} more`] : [];
  return `The ${comments.length === 1 ? "comment" : "comments"} above, ${[...names, ...more].join(", ")},`;
}

export function firstLine(text: string): string {
  return clip(text.split(/[\r\n]/)[0] ?? "", 60);
}
