/** A line of ripgrep's `--json` output, as far as it is used. Texts hold a character for each byte. */
export interface RipgrepRecord {
  readonly type: string;
  readonly data: {
    readonly path: RipgrepText;
    /** Of a long line not all: the first match in it, and {@link KEPT_BEHIND} bytes from there on. */
    readonly lines: RipgrepText;
    readonly line_number: number;
    readonly absolute_offset: number;
    readonly submatches: readonly { readonly start: number }[];
    readonly stats?: { readonly searches: number };
  };
}

/** `bytes` is base64, of what is not UTF-8. */
export type RipgrepText = { readonly text: string } | { readonly bytes: string };

/** Bytes of a long line that are there from the start of its first match on: more than anybody is shown. */
export const KEPT_BEHIND = 4096;

/** Longest record parsed whole, in bytes. */
const LONG_RECORD = 64 * 1024;

/**
 * Parses a record. What stands far behind the first match of a long line is left out, since parsing takes most of the
 * time that such a line costs.
 */
export function parseRecord(record: Uint8Array): RipgrepRecord {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.length);
  // No string of JSON holds these: in one the quotes are escaped.
  const start = bytes.length > LONG_RECORD ? bytes.indexOf('"lines":{"text":"') : -1;
  const end = start === -1 ? -1 : bytes.indexOf('"},"line_number":', start);
  if (end === -1) return parseBytes(bytes) as RipgrepRecord;
  const textStart = start + '"lines":{"text":"'.length;
  const { type, data } = parseBytes(
    Buffer.concat([bytes.subarray(0, textStart), bytes.subarray(end)]),
  ) as RipgrepRecord;
  const wanted = (data.submatches[0]?.start ?? 0) + KEPT_BEHIND;
  return { type, data: { ...data, lines: { text: startOfText(bytes.subarray(textStart, end), wanted) } } };
}

/**
 * A record with the first of its matches alone, made of its start: ripgrep names every match of a line, which takes sixty times the
 * room of the line where each of its characters is one. Undefined where the start does not reach to the end of that match.
 */
export function withFirstMatch(start: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.length);
  const end = bytes.indexOf('"},"line_number":', bytes.indexOf('"},"lines":{"'));
  if (end === -1) return undefined;
  const first =
    /^"\},"line_number":\d+,"absolute_offset":\d+,"submatches":\[\{"match":\{"\w+":"(?:[^"\\]|\\.)*"\},"start":\d+,"end":\d+\}/.exec(
      bytes.toString("latin1", end, end + LONG_RECORD),
    );
  return first === null
    ? undefined
    : Buffer.concat([bytes.subarray(0, end), Buffer.from(first[0], "latin1"), Buffer.from("]}}")]);
}

/**
 * Latin-1 makes a character of each byte. JSON means the same by them, ripgrep escapes nothing but control characters,
 * quotes and backslashes, and a line of megabytes is not made UTF-16 only to be made bytes again.
 */
function parseBytes(json: Buffer): unknown {
  return JSON.parse(json.toString("latin1"));
}

export function bytesOf(text: RipgrepText): Uint8Array {
  return "text" in text ? Buffer.from(text.text, "latin1") : Buffer.from(text.bytes, "base64");
}

/** @param escaped the inside of a string of JSON; at least `wanted` bytes of what it says come out, if there are as many */
function startOfText(escaped: Buffer, wanted: number): string {
  let text = "";
  for (let at = 0; at < escaped.length && text.length < wanted;) {
    const end = wholeCharacters(escaped, at + wanted - text.length);
    text += JSON.parse(`"${escaped.toString("latin1", at, end)}"`) as string;
    at = end;
  }
  return text;
}

const BACKSLASH = 92;
const LETTER_U = 117;

/** `end`, or the next place that is neither within an escape nor within a character of UTF-8. */
function wholeCharacters(escaped: Buffer, end: number): number {
  if (end >= escaped.length) return escaped.length;
  const slash = escaped.lastIndexOf(BACKSLASH, end - 1);
  let first = slash;
  while (escaped[first - 1] === BACKSLASH) first--;
  const isEscape = slash !== -1 && (slash - first) % 2 === 0;
  let whole = isEscape ? Math.max(end, slash + (escaped[slash + 1] === LETTER_U ? 6 : 2)) : end;
  while (((escaped[whole] ?? 0) & 0xc0) === 0x80) whole++;
  return whole;
}
