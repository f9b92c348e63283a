import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  applyEdits,
  editedSpans,
  mapOffset,
  mapSpan,
  type TextEdit,
  type TextEdits,
  textEdits,
  trimmed,
} from "./text-edit.ts";

const edit = (start: number, end: number, text: string): TextEdit => ({ span: { start, end }, text });
const proven = (...edits: TextEdit[]) => textEdits(edits) as TextEdits;

test("edits speak of the original's offsets, whatever their order", () => {
  expect(applyEdits("abcdef", proven(edit(4, 5, "!"), edit(0, 2, "X")))).toBe("Xcd!f");
});

test("insertions at one place keep their order, and stand before what is replaced there", () => {
  expect(applyEdits("ab", proven(edit(1, 1, "1"), edit(1, 2, "B"), edit(1, 1, "2")))).toBe("a12B");
});

test("overlapping edits are no edits", () => {
  expect(textEdits([edit(0, 3, ""), edit(2, 4, "")])).toBeUndefined();
  expect(textEdits([edit(0, 3, ""), edit(1, 1, "x")])).toBeUndefined();
  expect(textEdits([edit(0, 3, ""), edit(3, 4, ""), edit(3, 3, "")])).toBeDefined();
});

const source = fc.string({ unit: fc.constantFrom("a", "\n", "😀"), minLength: 8, maxLength: 30 });
const cuts = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.string({ maxLength: 4 })), { maxLength: 4 });

/** Random disjoint edits of a text. */
function disjoint(length: number, wanted: readonly (readonly [number, number, string])[]): TextEdit[] {
  const bounds = wanted.flatMap(([a, b]) => [a % (length + 1), b % (length + 1)]).toSorted((a, b) => a - b);
  return wanted.map(([, , text], index) => edit(bounds[index * 2] as number, bounds[index * 2 + 1] as number, text));
}

test("splicing equals the naive splice from the end, and is the same in any order", () => {
  fc.assert(
    fc.property(source, cuts, (text, wanted) => {
      const edits = disjoint(text.length, wanted);
      const naive = edits.reduceRight(
        (result, { span, text: fresh }) => result.slice(0, span.start) + fresh + result.slice(span.end),
        text,
      );
      expect(applyEdits(text, textEdits(edits) as TextEdits)).toBe(naive);
    }),
  );
});

test("what an edit wrote stands where it is said to stand, and the rest where it is mapped to", () => {
  fc.assert(
    fc.property(source, cuts, fc.nat(), fc.nat(), (text, wanted, a, b) => {
      const edits = textEdits(disjoint(text.length, wanted)) as TextEdits;
      const result = applyEdits(text, edits);
      expect(editedSpans(edits).map(({ start, end }) => result.slice(start, end))).toEqual(
        edits.map(({ text: fresh }) => fresh),
      );
      const [start, end] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y) as [number, number];
      const cut = edits.some(({ span }) => span.start < end && span.end > start);
      const mapped = mapSpan(edits, { start, end });
      if (!cut && end > start) {
        if (mapped === undefined) throw new Error("an untouched span was lost");
        const inside = edits.some(({ span }) => span.start > start && span.end < end);
        if (!inside) expect(result.slice(mapped.start, mapped.end)).toBe(text.slice(start, end));
      }
    }),
  );
});

test("a character that no edit takes out stands where its offset is mapped to; one that is, where the edit's text ends", () => {
  fc.assert(
    fc.property(source, cuts, fc.nat(), (text, wanted, at) => {
      const edits = textEdits(disjoint(text.length, wanted)) as TextEdits;
      const offset = at % text.length;
      const mapped = mapOffset(edits, offset);
      const taken = edits.findIndex(({ span }) => span.start <= offset && offset < span.end);
      if (taken === -1) expect(applyEdits(text, edits)[mapped]).toBe(text[offset] as string);
      else expect(mapped).toBe(editedSpans(edits)[taken]?.end as number);
    }),
  );
});

test("a span that holds an edit grows with it; one at its edge stays outside", () => {
  expect(mapSpan(proven(edit(2, 3, "xyz")), { start: 1, end: 5 })).toEqual({ start: 1, end: 7 });
  expect(mapSpan(proven(edit(1, 1, "xyz"), edit(5, 5, "z")), { start: 1, end: 5 })).toEqual({ start: 4, end: 8 });
  expect(mapSpan(proven(edit(0, 2, "")), { start: 1, end: 5 })).toBeUndefined();
});

test("an edit is trimmed to what differs", () => {
  expect(trimmed("const a = 1;", edit(0, 12, "const a = 21;"))).toEqual(edit(10, 10, "2"));
  expect(trimmed("aaa", edit(0, 3, "aa"))).toEqual(edit(2, 3, ""));
  expect(trimmed("abc", edit(0, 3, "abc"))).toEqual(edit(3, 3, ""));
});
