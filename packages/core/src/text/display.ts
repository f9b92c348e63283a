/**
 * Characters that could act on a terminal or hide text from a reader: C0 and C1 controls (tab and line feed excepted),
 * zero-width and bidirectional ones, the line separators, the byte order mark, and the Unicode tag block.
 */
const INVISIBLE = new RegExp(
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]|\\udb40[\\udc00-\\udfff]",
  "g",
);

/** File text as data: what a reader could not see is written as `\u{…}`. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}

/** A file name in a line of its own: line breaks and tabs are written out as well. */
export function escapeName(name: string): string {
  return escapeInvisible(name).replaceAll(/[\t\n]/g, (character) => (character === "\t" ? "\\t" : "\\n"));
}

/** One line, white space runs (line breaks too) as one blank. */
export function collapse(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** At most `max` UTF-16 units, the last of them an ellipsis where something was left out; never half a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, wholeCharacters(text, Math.max(0, max - 1)))}…`;
}

/**
 * A window of at most `max` UTF-16 units of a long line around `focus` (an offset in it), with `…` where text was left out.
 */
export function clipAround(line: string, focus: number, max: number): string {
  if (line.length <= max) return line;
  const start = Math.max(0, Math.min(focus - (max >> 2), line.length - max));
  const from = start === 0 ? 0 : wholeCharacters(line, start);
  const to = wholeCharacters(line, Math.min(line.length, start + max));
  return `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}

/** `end`, or one less where it would cut a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return end < text.length && code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

/** The text with a full stop at its end. */
export function asSentence(text: string): string {
  return text.replace(/\.?$/, ".");
}

/** `1 file`, `3 files`; the plural is regular unless given. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount.toLocaleString("en-US")} ${amount === 1 ? noun : plural}`;
}
