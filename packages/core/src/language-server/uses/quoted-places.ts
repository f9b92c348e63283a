import { NAME_PART } from "../../text/name-at.ts";
import { occurrences } from "../../text/occurrences.ts";

/** A string that takes the member of its name out of a value, as `value["name"]`. UTF-16 offsets. */
export interface QuotedPlace {
  /** Where the name begins, behind the quote. */
  readonly at: number;
  /** The brackets around it, with the `?.` before them. */
  readonly start: number;
  readonly end: number;
}

/**
 * Where a name stands in quotes and takes a member out of some value: not in a list, nor out of a `this` that has a type. Told by what
 * stands beside it alone.
 */
export function quotedPlaces(source: string, name: string, hasTypedThis: boolean): QuotedPlace[] {
  const found: QuotedPlace[] = [];
  for (const at of occurrences(source, name)) {
    const end = at + name.length;
    const quote = source[at - 1] ?? "";
    if (!QUOTES.includes(quote) || source[end] !== quote) continue;
    const before = source.slice(Math.max(0, at - NEAR), at);
    const [bracket] = OPENING.exec(before) ?? [];
    const [closing] = CLOSING.exec(source.slice(end, end + NEAR)) ?? [];
    if (bracket === undefined || closing === undefined) continue;
    const word = LAST_WORD.exec(before.slice(0, -bracket.length))?.[0];
    if (word !== undefined && (IN_FRONT_OF_LIST.test(word) || (hasTypedThis && word === "this"))) continue;
    found.push({ at, start: at - bracket.length, end: end + closing.length });
  }
  return found;
}

const QUOTES = "\"'`";

/** UTF-16 units beside a name that are looked at. */
const NEAR = 100;

/** Behind the end of a value: on a line of its own a bracket behind another begins a list. */
const OPENING = new RegExp(
  `(?:(?<=${NAME_PART.source})\\s*|(?<=[)\\]}!])[ \\t]*(?:\\s*(?=\\?\\.))?)(?:\\?\\.\\s*)?\\[\\s*["'\`]$`,
  "u",
);

const CLOSING = /^["'`]\s*\]/;

/** The name at the end; a member's has a dot before it. */
const LAST_WORD = /(?:\.\s*)?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A list follows these. */
const IN_FRONT_OF_LIST =
  /^(?:return|typeof|case|in|of|do|else|await|yield|throw|new|void|delete|instanceof|extends|default|as|satisfies|keyof|readonly)$/;
