import { expect, test } from "bun:test";
import type { RipgrepLine } from "@kart/core/process/ripgrep";
import { AnchoredFile } from "./anchored-file.ts";

/** What ripgrep says of a match. */
function match(line: string, lineNumber: number, word = "needle"): RipgrepLine {
  const bytes = Buffer.from(line);
  return { isMatch: true, path: "a", lineNumber, line: bytes, lineOffset: 0, matchStart: bytes.indexOf(word) };
}

/** The text as it is now, a line as ripgrep read it, its number, and the place. */
test.each<readonly [string, string, number, string | undefined]>([
  ["a\n é😀needle\n", " é😀needle\n", 2, "2:5"],
  ["needle", "needle", 1, "1:1"],
  ["a\r\nneedle\r\n", "needle\r\n", 2, "2:1"],
  ["a\rneedle\rb\nneedle", "a\rneedle\rb\n", 1, "2:1"],
  ["a\rb\nneedle", "needle", 2, "3:1"],
  ["\ufeffneedle\n", "needle\n", 1, "1:1"],
  ["\ufeff\ufeffneedle\n", "\ufeffneedle\n", 1, "1:2"],
  // The start of a line that was too long.
  ["a\nneedle and more\nb", "needle an", 2, "2:1"],
  ["a\nneedle 2\n", "needle\n", 2, undefined],
  ["a\nneedle\r\n", "needle\n", 2, undefined],
  ["b\na\nneedle\n", "needle\n", 2, undefined],
  ["a\n", "needle\n", 2, undefined],
  ["a", "needle\n", 9, undefined],
  ["", "needle", 1, undefined],
])("in %j, the line %j of number %d: %p", (text, line, number, wanted) => {
  const place = new AnchoredFile(text).placeOf(match(line, number));
  expect(place === undefined ? undefined : `${place.line}:${place.column}`).toBe(wanted);
});

test("rows around a match end with the file, whose final line break starts none", () => {
  const file = new AnchoredFile("a\nb\nc\n");
  const { before, row, after } = file.matchAt({ line: 2, column: 1 }, 9, 9);
  expect([...before, row, ...after].map(({ line, text }) => `${line} ${text}`)).toEqual(["1 a", "2 b", "3 c"]);
});
