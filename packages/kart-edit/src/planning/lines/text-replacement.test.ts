import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { withEnding } from "@kart/core/text/lines";
import { replaceText } from "./text-replacement.ts";

const CHANGED: readonly (readonly [source: string, oldText: string, newText: string, wanted: string])[] = [
  ["a\r\nb\r\nc\r\n", "b\n", "", "a\r\nc\r\n"],
  ["a\r\nb\r\nc\r\n", "b\r\n", "", "a\r\nc\r\n"],
  ["a\r\nb\r\nc\r\n", "\nb", "\nx\ny", "a\r\nx\r\ny\r\nc\r\n"],
  ["a\r\nb", "\n", " ", "a b"],
  ["a\r\n\r\nb\r\n", "a\n\n", "a\n", "a\r\nb\r\n"],
  ["a\r\nb\nc\r\n", "\nb\nc", "\nd", "a\r\nd\r\n"],
  ["a\r\nb\nc\r\n", "\nb\nc", " // x\nd", "a // x\r\nd\r\n"],
  ["a\rb\rc", "a\nb", "x\ny", "x\ry\rc"],
];

test.each(CHANGED)("%j: %j becomes %j", (source, oldText, newText, wanted) => {
  expect(replaceText(source, { oldText, newText, all: false }, "edits[0]")).toEqual({ text: wanted });
});

test("all of the places are taken, each behind the one before, however their line breaks are spelled", () => {
  const all = (source: string, oldText: string, newText: string) =>
    replaceText(source, { oldText, newText, all: true }, "edits[0]").text;
  expect(all("a\r\nb\r\na\nb\n", "a\nb\n", "c\n")).toBe("c\r\nc\n");
  expect(all("a;\r\nb;\r\n", ";\n", "\n")).toBe("a\r\nb\r\n");
  expect(all("\n\n\n", "\n\n", "\n")).toBe("\n\n");
});

test.each([
  [
    "  0,\n  0,\n  0,\n",
    "  0,\n  0,\n",
    "stands in places that overlap: lines 1, 2. Send more of the text around it, or",
  ],
  ["  0,\r\n  0,\n  0,\r\n", "  0,\n  0,\n", "stands in places that overlap: lines 1, 2."],
  ["0,  0,  0", "0, 0", "2 places differ from it in white space only: lines 1, 1."],
  ["a\r\nb\r\na\nb\n", "a\nb\n", "stands in 2 places: lines 1, 3."],
])("of %j the text %j means no place: %s", (source, oldText, message) => {
  expect(() => replaceText(source, { oldText, newText: "x", all: false }, "edits[0]")).toThrow(message);
});

test("LF or CRLF, mixed or not: the same lines come out as where all breaks are LF", () => {
  const text = fc.array(fc.constantFrom("a", "b", "\n", "\r\n"), { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, text, (source, oldText, newText) => {
      const lines = (one: string) => withEnding(one, "\n");
      fc.pre(oldText !== newText && oldText !== "" && lines(source).includes(lines(oldText)));
      const { text: found } = replaceText(source, { oldText, newText, all: true }, "edits[0]");
      expect(lines(found)).toBe(lines(source).replaceAll(lines(oldText), () => lines(newText)));
    }),
    { numRuns: 2000 },
  );
});
