import { occurrences } from "../../text/occurrences.ts";
import type { Span } from "../../text/span.ts";

/** The members of a namespace binding that a text uses, sorted; `all` where it is used in any other way. */
export type MemberUses = readonly string[] | "all";

/**
 * Reads from the text alone which members of the binding `name` are used, leaving out what lies in `except`.
 *
 * A shadowing binding counts as a use, and so does some of what strings and comments say: too many are named, never too few.
 */
export function memberUses(source: string, name: string, except: readonly Span[]): MemberUses {
  const members = new Set<string>();
  let inTexts = 0;
  for (const at of occurrences(source, name)) {
    const end = at + name.length;
    if (isIdentifierPart(source, at - 1, -1) || isIdentifierPart(source, end, 1) || isProperty(source, at)) continue;
    if (except.some((span) => span.start <= at && at < span.end)) continue;
    MEMBER.lastIndex = end;
    const match = MEMBER.exec(source);
    const member = match?.[1] ?? match?.[2] ?? match?.[3];
    const taken = member === undefined ? takenBy(source, at, end) : undefined;
    if (member !== undefined) members.add(member);
    else if (taken !== undefined) for (const one of taken) members.add(one);
    // Each look at a line reads it again: a text made of nothing else must not take for ever.
    else if (++inTexts > MAX_IN_TEXTS || !(isInPlainComment(source, at) || isInPlainString(source, at))) return "all";
  }
  // What a regular expression returns keeps the whole source text alive; a round trip through JSON does not.
  return JSON.parse(JSON.stringify([...members].sort())) as string[];
}

const MAX_IN_TEXTS = 500;

/** The members that a pattern takes of what stands at a place, `const { a, b: c } = ns;`; undefined where it is no such, or takes the rest too. */
function takenBy(source: string, start: number, end: number): string[] | undefined {
  const list = PATTERN.exec(source.slice(Math.max(0, start - LONGEST), start))?.[1];
  // What goes on further than that is not known to end.
  const after = source.slice(end, end + LONGEST) + (end + LONGEST < source.length ? "(" : "");
  if (list === undefined || !ENDED.test(after)) return undefined;
  const entries = list.split(",").filter((one) => one.trim() !== "");
  const names = entries.flatMap((one) => ENTRY.exec(one)?.[1] ?? []);
  return names.length === entries.length ? names : undefined;
}

/** UTF-16 units on either side that are looked at. */
const LONGEST = 400;

const PATTERN = /\b(?:const|let|var)\s*\{([^{}[\]()'"`=>/]*)\}\s*=\s*$/;

/** `a`, `a: b`; what has a default is left to others. */
const ENTRY = /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?::\s*[\p{ID_Start}$_][\p{ID_Continue}$]*\s*)?$/u;

/** Where a statement ends, or another begins below it. */
const ENDED = /^\s*(?:;|\}|$)|^[ \t]*\r?\n\s*(?!(?:as|in|instanceof|satisfies|of)\b)[\p{ID_Start}@}]/u;

/**
 * Whether the offset stands in a string of words that opens and ends in its line, behind nothing but such strings and what cannot be
 * mistaken for the start or the end of one: a template, a regular expression, a comment, or text of JSX with an apostrophe.
 */
function isInPlainString(source: string, at: number): boolean {
  const start = Math.max(source.lastIndexOf("\n", at - 1), source.lastIndexOf("\r", at - 1)) + 1;
  // A string may go on from the line before.
  if (/\\\r?\n?$/.test(source.slice(Math.max(0, start - 3), start))) return false;
  for (let here = start; ;) {
    PLAIN_CODE.lastIndex = here;
    PLAIN_CODE.test(source);
    const open = PLAIN_CODE.lastIndex;
    PLAIN_STRING.lastIndex = open;
    if (open > at || !PLAIN_STRING.test(source)) return false;
    if (PLAIN_STRING.lastIndex > at) return true;
    here = PLAIN_STRING.lastIndex;
  }
}

/** Code in which no text of any kind starts or ends. */
const PLAIN_CODE = /[^'"`/\r\n]*/uy;

/** No more than words: what stands between one string and the next, or behind an apostrophe in JSX, has a brace or the like. */
const PLAIN_STRING = /(['"])[\p{L}\p{N} .,:;!?()_-]*\1/uy;

/** A line that starts like one of a comment, or holds `//` before the offset with no quote before that. */
function isInPlainComment(source: string, at: number): boolean {
  const start = Math.max(source.lastIndexOf("\n", at - 1), source.lastIndexOf("\r", at - 1)) + 1;
  const before = source.slice(start, at);
  return (
    !before.includes("${") && /^\s*(?:\/?\*)|^(?:[^"'`/]|\/(?!\/))*(?:^|\s)\/\//.test(before) && !before.includes("*/")
  );
}

/** `.member`, `?.member`, `!.member`, `["member"]`. */
const MEMBER =
  /\s*(?:!\s*)?(?:\??\.\s*([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)|(?:\?\.)?\[\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*\])/uy;

const IDENTIFIER_PART = /[\p{ID_Continue}$\u200c\u200d]/u;

function isIdentifierPart(source: string, at: number, direction: 1 | -1): boolean {
  const code = source.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  if (code < 128)
    return (
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code >= 97 && code <= 122) ||
      code === 95 ||
      code === 36
    );
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  const character = String.fromCodePoint(source.codePointAt(direction === -1 && isLow ? at - 1 : at) ?? code);
  return IDENTIFIER_PART.test(character);
}

/** `x.name`, but not `...name`. */
function isProperty(source: string, at: number): boolean {
  return source[at - 1] === "." && !source.startsWith("...", at - 3);
}
