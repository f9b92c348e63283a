/**
 * A text of Markdown without what stands between fences, with blanks in its place: the data it starts with, and code that it shows.
 * An indented fence that nothing closes may end with what it stands in, and is taken for none.
 */
export function withoutFences(text: string): string {
  let result = blank(/^---[ \t]*\r?\n[^]*?\n---[ \t]*(?=\r?\n|$)/.exec(text)?.[0] ?? "");
  let from: number | undefined;
  let closing = /^/;
  for (const { index, 0: line } of text.matchAll(/^[^\r\n]*(?:```|~~~)[^\r\n]*$/gm)) {
    if (index < result.length) continue;
    if (from === undefined) {
      const fence = /^[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line);
      const marks = fence?.[1] ?? fence?.[2];
      if (marks === undefined) continue;
      from = index;
      closing = new RegExp(`^[ \\t]*${marks}${marks[0]}*[ \\t]*$`);
    } else if (closing.test(line)) {
      result += text.slice(result.length, from) + blank(text.slice(from, index));
      from = undefined;
    }
  }
  const rest = text.slice(result.length);
  return from === undefined || /[ \t]/.test(text[from] as string)
    ? result + rest
    : result + text.slice(result.length, from) + blank(text.slice(from));
}

/** White space of the same length, and with the same lines. */
export function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}
