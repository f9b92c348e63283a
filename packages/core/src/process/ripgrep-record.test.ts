import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { bytesOf, KEPT_BEHIND, parseRecord, withFirstMatch } from "./ripgrep-record.ts";

const line = fc
  .array(
    fc.constantFrom("a", "\\", '"', "\n", "\u0001", "\u007f", "ä", "€", "😀", '"},"line_number":', '"lines":{"text":"'),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(""));

test("a short line comes out whole", () => {
  fc.assert(fc.property(line, (text) => expect(textOf(recordOf(text, 0))).toBe(text)));
});

test("of a long line comes out what stands before the match and behind its start, in whole characters", () => {
  fc.assert(
    fc.property(line, fc.nat(200_000), (part, place) => {
      const text = `${part.repeat(Math.ceil(150_000 / Math.max(1, part.length)))}${"x".repeat(100_000)}`;
      const start = Math.min(place, Buffer.byteLength(text));
      const record = recordOf(text, start);
      const shown = textOf(record);
      expect(text.startsWith(shown)).toBe(true);
      expect(Buffer.byteLength(shown)).toBeWithin(
        Math.min(start + KEPT_BEHIND, Buffer.byteLength(text)),
        start + KEPT_BEHIND + 8,
      );
      expect(record.data).toMatchObject({ path: { text: "a.ts" }, line_number: 3, submatches: [{ start }] });
    }),
    { numRuns: 50 },
  );
});

test("a line that is not UTF-8 comes out whole, however long", () => {
  const bytes = Buffer.alloc(100_000, 0xff);
  const record = parseRecord(recordText({ bytes: bytes.toString("base64") }, 0));
  expect(Buffer.compare(bytesOf(record.data.lines), bytes)).toBe(0);
});

test("the start of a record gives it with the first match, wherever it is cut behind that", () => {
  fc.assert(
    fc.property(line, fc.nat(5000), (text, cut) => {
      const whole = recordText({ text }, 2, 100);
      const only = recordText({ text }, 2);
      const kept = Math.max(only.length - "]}}".length, whole.length - cut);
      expect(parseRecord(withFirstMatch(whole.subarray(0, kept)) as Uint8Array)).toEqual(parseRecord(only));
    }),
  );
});

test("the start of a record that ends within the first match, or before it, gives none", () => {
  const record = recordText({ text: "ax" }, 1);
  for (let kept = 0; kept < record.length - "]}}".length; kept++)
    expect(withFirstMatch(record.subarray(0, kept))).toBeUndefined();
});

/** What ripgrep writes, member for member. */
function recordText(lines: object, start: number, matches = 1): Uint8Array {
  const path = { text: "a.ts" };
  const submatches = Array.from({ length: matches }, (_, at) => ({
    match: { text: 'x"\\' },
    start: start + at,
    end: start + at + 1,
  }));
  return Buffer.from(
    JSON.stringify({ type: "match", data: { path, lines, line_number: 3, absolute_offset: 0, submatches } }),
  );
}

function recordOf(text: string, start: number) {
  return parseRecord(recordText({ text }, start));
}

function textOf({ data }: ReturnType<typeof parseRecord>): string {
  return Buffer.from(bytesOf(data.lines)).toString("utf8");
}
