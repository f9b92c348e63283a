import { expect, test } from "bun:test";
import { assert, boolean, constantFrom, nat, property, string } from "fast-check";
import { LspText } from "./lsp-text.ts";

test("lines and characters count from 0, and the byte order mark is not there", () => {
  const text = new LspText("\uFEFFa😀b\r\nc\rd");
  expect(text.text).toBe("a😀b\r\nc\rd");
  expect([1, 2, 4, 5, 7, 9].map((offset) => Object.values(text.positionAt(offset)))).toEqual([
    [0, 0],
    [0, 1],
    [0, 3],
    [0, 4],
    [1, 0],
    [2, 0],
  ]);
  expect(text.offsetAt({ line: 0, character: 99 })).toBe(5);
  expect(text.offsetAt({ line: 3, character: 0 })).toBeUndefined();
  expect(text.spanOf({ start: { line: 1, character: 0 }, end: { line: 2, character: 1 } })).toEqual({
    start: 7,
    end: 10,
  });
});

test("there and back is the identity", () => {
  const source = string({ unit: constantFrom("a", "\n", "\r", "\r\n", "😀", "\u2028", "é") });
  assert(
    property(source, boolean(), nat(), (body, hasMark, place) => {
      const mark = hasMark ? 1 : 0;
      const text = new LspText((hasMark ? "\uFEFF" : "") + body);
      const offset = mark + (place % (body.length + 1));
      // Between the two halves of a line break there is no place.
      if (body.slice(offset - mark - 1, offset - mark + 1) === "\r\n") return;
      expect(text.offsetAt(text.positionAt(offset))).toBe(offset);
    }),
  );
});

test("what stands beside added text stands where it stands in the source", () => {
  const source = "\uFEFFa;\nx = (o).b + (p).c";
  const text = new LspText(source, [
    { at: 8, text: "(" },
    { at: 11, text: ")" },
    { at: 8, text: "cd\n" },
    { at: 13, text: ")" },
    { at: 16, text: "ef" },
  ]);
  expect(text.text).toBe("a;\nx = (cd\n(o)).b) + ef(p).c");
  expect(text.spanOf({ start: { line: 1, character: 5 }, end: { line: 1, character: 7 } })).toBeUndefined();
  for (const offset of source.matchAll(/\S/g).map(({ index }) => index)) {
    if (offset === 0) continue;
    const { line, character } = text.positionAt(offset);
    expect(text.text.split("\n")[line]?.[character]).toBe(source[offset] as string);
    expect(text.offsetAt({ line, character })).toBe(offset);
  }
});

test("a name that stands at a range of the source alone is meant of a text without what was added", () => {
  const source = "  interface EventMap {}\n";
  const text = new LspText(source, [{ at: 2, text: "export " }]);
  const range = (start: number, end: number) => ({
    start: { line: 0, character: start },
    end: { line: 0, character: end },
  });
  const named = { start: source.indexOf("EventMap"), end: source.indexOf(" {") };
  expect(text.spanOf(range(19, 27))).toEqual(named);
  expect(text.spanOf(range(12, 20))).toEqual(named);
  expect(text.spanOf(range(9, 18))).toEqual({ start: 2, end: 11 });
});
