/**
 * Where one of some names stands as a word, as a regular expression of ripgrep. What stands beside it may be a letter beyond ASCII as
 * well, and so a part of the word: to make something of every letter that there is takes ripgrep longer than to search a small workspace.
 */
export function wordPattern(names: ReadonlySet<string>): string {
  return `(?:^|${BESIDE})${alternatives(names)}(?:${BESIDE}|$)`;
}

/** What is no part of a word that is written in ASCII. */
export const BESIDE = "[^0-9A-Za-z_$]";

/** One of some texts, as a regular expression of ripgrep. */
export function alternatives(texts: ReadonlySet<string>): string {
  return `(?:${[...texts].map(literally).join("|")})`;
}

/** A text in a regular expression of ripgrep. */
export function literally(text: string): string {
  // Beyond ASCII ripgrep takes no escapes.
  return text.replaceAll(/[^\p{ID_Continue}\u{80}-\u{10ffff}]/gu, "\\$&");
}
