import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { LineIndex } from "./line-index.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "\u2028", "\f", "😀", "\u{1f469}\u200d") });

test("offset to position and back is the identity", () => {
  fc.assert(
    fc.property(text, (source) => {
      const index = new LineIndex(source);
      for (let offset = 0; offset <= source.length; offset++)
        expect(index.offsetAt(index.positionAt(offset))).toBe(offset);
    }),
  );
});

test("lines break at CRLF, LF and CR only", () => {
  fc.assert(
    fc.property(text, (source) => expect(new LineIndex(source).lineCount).toBe(source.split(/\r\n|\r|\n/).length)),
  );
});

test("the text of a line is what splitting gives", () => {
  fc.assert(
    fc.property(text, (source) => {
      const index = new LineIndex(source);
      const lines = source.split(/\r\n|\r|\n/);
      expect(lines.map((_, line) => index.textOf(line + 1))).toEqual(lines);
      expect([index.textOf(0), index.textOf(lines.length + 1)]).toEqual(["", ""]);
    }),
  );
});

test("positions are counted in UTF-16 units from 1", () => {
  expect(new LineIndex("a\r\n😀b").positionAt(5)).toEqual({ line: 2, column: 3 });
});

test("a byte order mark stands in no column", () => {
  const index = new LineIndex("\uFEFFab\n\uFEFFc");
  expect([0, 1, 2, 3, 4, 5].map((offset) => index.positionAt(offset).column)).toEqual([1, 1, 2, 3, 1, 2]);
  expect([1, 2, 3, 4].map((column) => index.offsetAt({ line: 1, column }))).toEqual([1, 2, 3, undefined]);
  expect([index.textOf(1), index.textOf(2)]).toEqual(["ab", "\uFEFFc"]);
});

test("a position that does not exist has no offset", () => {
  const index = new LineIndex("ab\ncd");
  expect(
    [
      { line: 3, column: 1 },
      { line: 1, column: 4 },
      { line: 2, column: 4 },
      { line: 1, column: 0 },
    ].map((at) => index.offsetAt(at)),
  ).toEqual([undefined, undefined, undefined, undefined]);
});
