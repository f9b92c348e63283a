/**
 * A text without what its long strings hold: what fills a line of tens of thousands of bytes between two quotes is a program, a font
 * or a page that was made part of this one, and its words are none of this workspace.
 *
 * @param bytes in UTF-8; given back as they are where there are none
 */
export function withoutLongStrings(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of longStrings(bytes)) {
    kept.push(bytes.subarray(from, start));
    from = end;
  }
  if (from === 0) return bytes;
  const text = new Uint8Array(kept.reduce((sum, { length }) => sum + length, bytes.length - from));
  let length = 0;
  for (const part of [...kept, bytes.subarray(from)]) {
    text.set(part, length);
    length += part.length;
  }
  return text;
}

/** Between their quotes, in bytes. */
function* longStrings(bytes: Uint8Array): Generator<{ readonly start: number; readonly end: number }> {
  let line = 0;
  while (line + LONG < bytes.length) {
    const lastBreak = bytes.lastIndexOf(LINE_FEED, line + LONG);
    if (lastBreak >= line) {
      line = lastBreak + 1;
      continue;
    }
    const opening = OPENING.exec(LATIN1.decode(bytes.subarray(line, line + FAR)));
    const lineEnd = endAt(bytes.indexOf(LINE_FEED, line), bytes);
    if (opening !== null) {
      const start = line + opening[0].length;
      const end = closingQuote(bytes, start, lineEnd);
      if (end - start > LONG) yield { start, end };
    }
    line = lineEnd;
  }
}

/** Where the string that starts at a place ends; the place itself where it does not end on its line. */
function closingQuote(bytes: Uint8Array, start: number, lineEnd: number): number {
  const quote = bytes[start - 1] as number;
  for (let at = bytes.indexOf(quote, start); at !== -1 && at < lineEnd; at = bytes.indexOf(quote, at + 1)) {
    let first = at;
    while (bytes[first - 1] === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return start;
}

function endAt(found: number, { length }: Uint8Array): number {
  return found === -1 ? length : found + 1;
}

const LATIN1 = new TextDecoder("latin1");

/** Of a line that starts with a string, or with what is given one. */
const OPENING = /^[\w\s$=:(.+]*["']/;

/** Bytes of a line that are looked at for it. */
const FAR = 200;

/** Bytes that no string has which one would write: a key, a path, a template of Angular. */
const LONG = 50_000;

const LINE_FEED = "\n".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
