import { occurrences } from "../text/occurrences.ts";
import type { Span } from "../text/span.ts";

/** The members of a namespace binding that a text uses, sorted; `all` where it is used in any other way. */
export type MemberUses = readonly string[] | "all";

/**
 * Reads from the text alone which members of the binding `name` are used, leaving out what lies in `except`.
 *
 * A shadowing binding or a string that holds the name counts as a use, and so does most of what is said in comments: too
 * many are named, never too few.
 */
export function memberUses(source: string, name: string, except: readonly Span[]): MemberUses {
  const members = new Set<string>();
  let inComments = 0;
  for (const at of occurrences(source, name)) {
    const end = at + name.length;
    if (isIdentifierPart(source, at - 1, -1) || isIdentifierPart(source, end, 1) || isProperty(source, at)) continue;
    if (except.some((span) => span.start <= at && at < span.end)) continue;
    MEMBER.lastIndex = end;
    const match = MEMBER.exec(source);
    const member = match?.[1] ?? match?.[2] ?? match?.[3];
    if (member !== undefined) members.add(member);
    // Each look at a comment reads its line again: a text made of nothing else must not take for ever.
    else if (++inComments > MAX_IN_COMMENTS || !isInPlainComment(source, at)) return "all";
  }
  // What a regular expression returns keeps the whole source text alive; a round trip through JSON does not.
  return JSON.parse(JSON.stringify([...members].sort())) as string[];
}

const MAX_IN_COMMENTS = 500;

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
