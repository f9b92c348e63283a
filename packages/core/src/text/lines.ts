/** A line's text, and the line break that ends it; a file's last line has none. */
export interface Line {
  readonly text: string;
  readonly ending: LineEnding | "";
}

export type LineEnding = "\n" | "\r\n" | "\r";

const BREAK = /\r\n|\n|\r/;

/** Lines break at LF, CRLF and lone CR, and at nothing else. Joining texts and endings gives the text back. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  const pattern = new RegExp(BREAK, "g");
  let from = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    lines.push({ text: text.slice(from, match.index), ending: match[0] as LineEnding });
    from = pattern.lastIndex;
  }
  lines.push({ text: text.slice(from), ending: "" });
  return lines;
}

export function holdsLineBreak(text: string): boolean {
  return BREAK.test(text);
}

/** The text with all of its line breaks made alike. */
export function withEnding(text: string, ending: LineEnding): string {
  return text.replaceAll(/\r\n|\n|\r/g, ending);
}

/**
 * The line break that new text at an offset takes: that of the line it stands on, or of the line before where that one is
 * the last; LF in a text of one line.
 */
export function endingAt(source: string, offset: number): LineEnding {
  const rest = new RegExp(BREAK, "g");
  // A break that starts right before the offset, as between CR and LF, is still this line's.
  rest.lastIndex = source[offset - 1] === "\r" && source[offset] === "\n" ? offset - 1 : offset;
  const next = rest.exec(source);
  if (next !== null) return next[0] as LineEnding;
  const end = Math.max(source.lastIndexOf("\n", offset), source.lastIndexOf("\r", offset));
  if (end === -1) return "\n";
  if (source[end] === "\r") return "\r";
  return source[end - 1] === "\r" ? "\r\n" : "\n";
}

/** What was written where nothing was left of a text but its end takes the line breaks that the text had. */
export function endedAs(before: string, left: string, after: string): string {
  return /[\r\n]/.test(left) ? after : withEnding(after, endingAt(before, 0));
}

/** The offset at which the line of `offset` starts. */
export function lineStart(source: string, offset: number): number {
  // A negative start would count as 0.
  return offset === 0 ? 0 : Math.max(source.lastIndexOf("\n", offset - 1), source.lastIndexOf("\r", offset - 1)) + 1;
}

/** The offset at which the line of `offset` ends, its line break left out. */
export function lineEnd(source: string, offset: number): number {
  const lf = source.indexOf("\n", offset);
  const cr = source.indexOf("\r", offset);
  const ends = [lf, cr].filter((end) => end !== -1);
  return ends.length === 0 ? source.length : Math.min(...ends);
}

/** The white space that a line starts with; a byte order mark is none. */
export function indentationOf(line: string): string {
  return /^[^\S\r\n\ufeff]*/.exec(line)?.[0] ?? "";
}
