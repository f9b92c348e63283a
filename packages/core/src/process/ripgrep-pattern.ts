/** Where one of some names stands as a word, as a regular expression of ripgrep. */
export function wordPattern(names: ReadonlySet<string>): string {
  return `(?:^|[^\\w$])${alternatives(names)}(?:[^\\w$]|$)`;
}

/** One of some texts, as a regular expression of ripgrep. */
export function alternatives(texts: ReadonlySet<string>): string {
  return `(?:${[...texts].map(literally).join("|")})`;
}

/** A text in a regular expression of ripgrep. */
export function literally(text: string): string {
  return text.replaceAll(/[^\p{ID_Continue}]/gu, "\\$&");
}
