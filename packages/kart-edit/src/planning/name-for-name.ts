import type { TextEdits } from "@kart/core/text/text-edit";
import { wordPattern } from "./mentions.ts";
import { isPlainName, type NewName } from "./names.ts";

/**
 * Whether edits of a source text do nothing but write a name that it does not hold where another one stood. Then each token is of
 * the kind that it was: the text parses if it did, into the same tree, and nothing in it is declared twice that was not.
 *
 * Said of no text that spells characters in names by their numbers, where it may hold the name all the same.
 */
export function isNameForName(text: string, edits: TextEdits, { old, fresh }: NewName): boolean {
  if (!isPlainName(old) || !isPlainName(fresh) || wordPattern(fresh).test(text) || text.includes("\\u")) return false;
  return edits.every(
    ({ span: { start, end }, text: written }) =>
      written === fresh &&
      text.slice(start, end) === old &&
      !PART_BEFORE.test(text.slice(Math.max(0, start - 2), start)) &&
      !PART_AFTER.test(text.slice(end, end + 2)),
  );
}

/** What may make it the end of another name, of a private one, of an escape, or the flags of a regular expression. */
const PART_BEFORE = /(?:[\p{ID_Continue}$#\\/]|\u200c|\u200d)$/u;

/** What may make it the start of another name, or its last `$` that of `${` in a template. */
const PART_AFTER = /^(?:[\p{ID_Continue}$\\{]|\u200c|\u200d)/u;
