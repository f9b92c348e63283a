import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { oldLineOf, textHunks } from "./line-diff.ts";
import { splitLines } from "./lines.ts";

const text = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "c", ""), fc.constantFrom("\n", "\r\n")), { maxLength: 12 })
  .map((lines) => lines.flat().join(""));

test("outside the hunks both texts are the same, line by line", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = textHunks(before, after);
      const [old, fresh] = [splitLines(before), splitLines(after)];
      const kept = fresh.flatMap((line, index) => {
        const from = oldLineOf(hunks, index);
        if (from !== undefined) expect(line).toEqual(old[from] as (typeof old)[number]);
        return from === undefined ? [] : [from];
      });
      const removed = hunks.reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0);
      expect(kept.length + removed).toBe(old.length);
      expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    }),
  );
});

test("hunks are the least that differs", () => {
  expect(textHunks("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n")).toEqual([
    { oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 },
    { oldStart: 4, oldEnd: 4, newStart: 4, newEnd: 5 },
  ]);
});

test("another line break is another line", () => {
  expect(textHunks("a\nb\n", "a\r\nb\n")).toEqual([{ oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 1 }]);
});

test("texts that have nothing in common are one hunk, soon", () => {
  const lines = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join("\n");
  expect(textHunks(lines("a"), lines("b"))).toEqual([{ oldStart: 0, oldEnd: 20_000, newStart: 0, newEnd: 20_000 }]);
});
