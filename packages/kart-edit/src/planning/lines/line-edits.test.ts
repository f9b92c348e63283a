import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { FileLines } from "./file-lines.ts";
import { editedText, type LineEdit } from "./line-edits.ts";

const line = fc.constantFrom("a", "b", "", "  c", "😀", "\u2028");
const source = fc
  .tuple(
    fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 10 }),
    fc.option(fc.constantFrom("x", "y z")),
    fc.boolean(),
  )
  .map(([lines, last, hasMark]) => (hasMark ? "\ufeff" : "") + lines.flat().join("") + (last ?? ""));

/** Disjoint edits of `count` lines, from random numbers. */
function disjoint(count: number, wanted: readonly (readonly [number, number, readonly string[]])[]): LineEdit[] {
  const bounds = wanted.flatMap(([a, b]) => [a % (count + 1), b % (count + 1)]).toSorted((a, b) => a - b);
  return wanted.map(([, , texts], index) => ({
    from: bounds[index * 2] as number,
    to: bounds[index * 2 + 1] as number,
    texts,
  }));
}

const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.array(line, { maxLength: 3 })), { maxLength: 4 });

/** Lone CRs among LFs may be refused; nothing else is. */
function orRefused(edit: () => string): string {
  try {
    return edit();
  } catch (error) {
    expect(String(error)).toContain("mixes lone CR and LF");
    return "refused";
  }
}

test("equals splicing a list of lines, from the last edit to the first", () => {
  fc.assert(
    fc.property(source, edits, (text, wanted) => {
      const file = new FileLines(text);
      const planned = disjoint(file.lines.length, wanted);
      const naive = file.lines.map((one) => one.text);
      for (const { from, to, texts } of planned.toReversed()) naive.splice(from, to - from, ...texts);
      const edited = orRefused(() => editedText(file, planned));
      if (edited === "refused") return;
      const result = new FileLines(edited);
      // A last line that is blank and has no break is no line.
      const isOpen = !/[\r\n]$/.test(text) && file.lines.length > 0;
      const shown = isOpen && naive.at(-1) === "" ? naive.slice(0, -1) : naive;
      expect(result.lines.map((one) => one.text)).toEqual(shown);
      expect(result.source.startsWith("\ufeff")).toBe(text.startsWith("\ufeff"));
    }),
  );
});

test("the order in which edits are given does not matter", () => {
  fc.assert(
    fc.property(source, edits, (text, wanted) => {
      const file = new FileLines(text);
      const planned = disjoint(file.lines.length, wanted).filter(({ from, to }) => from < to);
      expect(orRefused(() => editedText(file, planned.toReversed()))).toBe(orRefused(() => editedText(file, planned)));
    }),
  );
});

test("lines that no edit names keep their bytes, the final line break too", () => {
  fc.assert(
    fc.property(source, edits, (text, wanted) => {
      const file = new FileLines(text);
      const planned = disjoint(file.lines.length, wanted);
      const result = orRefused(() => editedText(file, planned));
      if (result === "refused") return;
      const kept = file.lines.filter((_, index) => !planned.some(({ from, to }) => from <= index && index < to));
      let at = 0;
      // The last one kept may have lost or gained its break by becoming the last, or not being it any more.
      for (const { text: own, ending } of kept.slice(0, -1)) {
        // A lone CR that comes before an LF becomes one itself, or the two would be one break.
        const asLf = ending === "\r" ? result.indexOf(`${own}\n`, at) : -1;
        const asIs = result.indexOf(own + ending, at);
        at = asIs === -1 || (asLf !== -1 && asLf < asIs) ? asLf : asIs;
        expect(at).toBeGreaterThanOrEqual(0);
        at += own.length + ending.length;
      }
      const hasFinal = (whole: string) => /[\r\n]$/.test(whole);
      if (hasFinal(text) && result.replace("\ufeff", "") !== "") expect(hasFinal(result)).toBe(true);
    }),
  );
});

test("overlaps are refused, whatever they touch", () => {
  const file = new FileLines("a\nb\nc\n");
  const edit = (from: number, to: number): LineEdit => ({ from, to, texts: ["x"] });
  expect(() => editedText(file, [edit(0, 2), edit(1, 3)])).toThrow("lines 1-2 and lines 2-3");
  expect(() => editedText(file, [edit(0, 2), edit(1, 1)])).toThrow("Two edits change the same lines");
  expect(editedText(file, [edit(0, 1), edit(1, 1), edit(1, 2)])).toBe("x\nx\nx\nc\n");
});

test("edits that would bring a lone CR and an LF together are refused where no break can be changed", () => {
  const [removed, blank] = [
    { from: 0, to: 2, texts: [] },
    { from: 3, to: 4, texts: [""] },
  ];
  expect(() => editedText(new FileLines("a\na\r\ra\nx"), [removed, blank])).toThrow("mixes lone CR and LF");
});

test("a lone CR and an LF that come together stay two line breaks", () => {
  const after = (text: string, from: number, to: number, texts: readonly string[]) =>
    editedText(new FileLines(text), [{ from, to, texts }]);
  expect(after("a\rb\n\nc\n", 1, 2, [])).toBe("a\n\nc\n");
  expect(after("a\rb\n\nc\n", 0, 2, ["d"])).toBe("d\n\nc\n");
  expect(after("a\rb\nc\n", 1, 2, [""])).toBe("a\n\nc\n");
  expect(after("a\rb\nc\n", 0, 2, ["d", ""])).toBe("d\n\nc\n");
});
