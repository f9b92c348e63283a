import type { Span } from "@kart/core/text/span";

/** Longest text that is looked for in other spellings, in UTF-16 units. */
const MAX_SIMILAR = 20_000;

const QUOTES = "\"'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2032\u2033\u00b4";
const DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d";

/**
 * Where a text stands that differs from the wanted one in white space, quotes, dashes or Unicode spaces only: each place behind the
 * one before, and of one alone the next that begins in it too.
 */
export function similarPlaces(source: string, wanted: string): Span[] {
  if (wanted.length > MAX_SIMILAR || wanted.trim() === "") return [];
  let before = "";
  const pattern = Array.from(wanted.trim().matchAll(/(\s*)(\S)/gu), ([, blank = "", character = ""]) => {
    const between = before === "" ? "" : !wouldJoin(before, character) ? "\\s*" : blank === "" ? "" : "\\s+";
    before = character;
    return between + spellings(character);
  });
  const search = new RegExp(pattern.join(""), "gu");
  const matches: RegExpExecArray[] = [...source.matchAll(search)];
  const [only] = matches;
  if (only !== undefined && matches.length === 1) {
    search.lastIndex = only.index + (/^./su.exec(only[0])?.[0].length ?? 1);
    const overlapping = search.exec(source);
    if (overlapping !== null) matches.push(overlapping);
  }
  return matches.map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** In what a text of the source differs from one like it. */
export function difference(found: string, wanted: string): string {
  const bare = (text: string) => text.replaceAll(/\s+/g, "");
  return bare(found) === bare(wanted) ? "white space" : MORE_THAN_SPACE;
}

export const MORE_THAN_SPACE = "quotes, dashes or white space";

function spellings(character: string): string {
  if (QUOTES.includes(character)) return `[${QUOTES}]`;
  if (DASHES.includes(character)) return `[${DASHES.replace("-", "\\-")}]`;
  return character.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Characters of names and numbers. */
const WORD = /[\p{L}\p{M}\p{N}_$#@]/u;
/** Two characters that mean something else side by side than apart. */
const PAIRS = new Set(
  "=> == != <= >= && || ?? ?. ?= ++ -- ** << >> += -= *= /= %= &= |= ^= // /* */ .. :: := -> </ /> <!".split(" "),
);

/** Whether two characters are of one token where nothing parts them, so that white space between them is no matter of looks. */
function wouldJoin(left: string, right: string): boolean {
  if (left === "\\" || (WORD.test(left) && WORD.test(right))) return true;
  if (/^(?:\d\.|\.\d)$/.test(left + right)) return true;
  return PAIRS.has([left, right].map((one) => (DASHES.includes(one) ? "-" : one)).join(""));
}
