import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { asSentence, clip, clipAround, collapse, count, escapeInvisible, escapeName } from "./display.ts";

test("what acts on a terminal or hides is written out", () => {
  expect(escapeInvisible("a\u001b[31mb\u202ec\u200bd\ufeff\u{e0041}\ttab\n")).toBe(
    "a\\u{1b}[31mb\\u{202e}c\\u{200b}d\\u{feff}\\u{e0041}\ttab\n",
  );
});

test("a name stays on its line", () => expect(escapeName("a\nb\tc\u200b")).toBe("a\\nb\\tc\\u{200b}"));

test("a sentence ends in one full stop", () => {
  expect(["git failed", "git failed.", ""].map(asSentence)).toEqual(["git failed.", "git failed.", "."]);
});

test("plain text and emoji stay", () => {
  expect(escapeInvisible("héllo 😀 漢字")).toBe("héllo 😀 漢字");
});

const wide = fc.string({ unit: fc.constantFrom("a", "b", "😀", " ") });

test("clipping keeps to the length and never halves a character", () => {
  fc.assert(
    fc.property(wide, fc.integer({ min: 1, max: 20 }), fc.nat(), (text, max, at) => {
      const focus = text.length === 0 ? 0 : at % text.length;
      expect(clip(text, max).length).toBeLessThanOrEqual(max);
      expect(clip(text, max).isWellFormed()).toBe(true);
      expect(clipAround(text, focus, max).isWellFormed()).toBe(true);
      expect(clipAround(text, focus, max).length).toBeLessThanOrEqual(max + 3);
    }),
  );
});

test("a long line is clipped around the match", () => {
  expect(clipAround(`${"a".repeat(50)}match${"b".repeat(50)}`, 50, 20)).toBe(`…aaaaamatch${"b".repeat(10)}…`);
});

test("white space is collapsed, amounts are counted", () => {
  expect([collapse(" a\r\n  b\t"), count(1, "file"), count(1234, "match", "matches")]).toEqual([
    "a b",
    "1 file",
    "1,234 matches",
  ]);
});
