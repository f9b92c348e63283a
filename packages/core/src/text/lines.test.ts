import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { endingAt, lineEnd, lineStart, splitLines, withEnding } from "./lines.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "\u2028", "\f", "😀") });

test("joining the lines gives the text back", () => {
  fc.assert(
    fc.property(text, (source) => {
      const lines = splitLines(source);
      expect(lines.map((line) => line.text + line.ending).join("")).toBe(source);
      expect(lines.map((line) => line.text)).toEqual(source.split(/\r\n|\r|\n/));
    }),
  );
});

test("a line starts and ends where splitting says", () => {
  fc.assert(
    fc.property(text, (source) => {
      let start = 0;
      for (const line of splitLines(source)) {
        const end = start + line.text.length;
        for (let offset = start; offset <= end; offset++)
          expect([lineStart(source, offset), lineEnd(source, offset)]).toEqual([start, end]);
        start = end + line.ending.length;
      }
    }),
  );
});

test("new text takes the line break of its line, on the last line that of the line before", () => {
  const source = "a\r\nb\nc\rd";
  expect([0, 1, 3, 5, 7, 8].map((offset) => endingAt(source, offset))).toEqual([
    "\r\n",
    "\r\n",
    "\n",
    "\r",
    "\r",
    "\r",
  ]);
  expect([endingAt("", 0), endingAt("a", 1), endingAt("a\r\nb", 4), endingAt("a\r\n", 2)]).toEqual([
    "\n",
    "\n",
    "\r\n",
    "\r\n",
  ]);
});

test("line breaks are made alike", () => expect(withEnding("a\r\nb\rc\nd", "\r\n")).toBe("a\r\nb\r\nc\r\nd"));
