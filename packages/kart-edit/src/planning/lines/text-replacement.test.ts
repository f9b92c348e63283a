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

const INDENTED: readonly (readonly [what: string, source: string, oldText: string, newText: string, wanted: string])[] =
  [
    [
      "quoted from the text of its first line",
      "a:\n  b:\n    c: 1\n  d: 2\n",
      "b:\n  c: 1",
      "b:\n  c: 5",
      "a:\n  b:\n    c: 5\n  d: 2\n",
    ],
    [
      "as a whole further left",
      "if x:\n    if y:\n        f()\n",
      "  if y:\n      f()\n",
      "  if y:\n      g()\n      h()\n",
      "if x:\n    if y:\n        g()\n        h()\n",
    ],
    [
      "as a whole further right",
      "if y:\n  f()\n",
      "    if y:\n      f()",
      "    if y:\n\n      g()",
      "if y:\n\n  g()\n",
    ],
    ["one line", "if y:\n  f()\n", "      f()", "      g()", "if y:\n  g()\n"],
    ["with tabs", "if y:\n\tif z:\n\t\tf()\n", "if z:\n\tf()", "if z:\n\tg()", "if y:\n\tif z:\n\t\tg()\n"],
    ["with CRLF", "a:\r\n  b:\r\n    c: 1\r\n", "b:\n  c: 1", "b:\n  c: 5", "a:\r\n  b:\r\n    c: 5\r\n"],
  ];

test.each(INDENTED)(
  "where indentation has a meaning, the new text is moved as the old one stands: %s",
  (_, source, oldText, newText, wanted) => {
    const { text, warning } = replaceText(source, { oldText, newText, all: false }, "edits[0]", true);
    expect(text).toBe(wanted);
    expect(warning).toMatch(
      /^edits\[0\]: line \d+ is indented otherwise than old_text, and was replaced by new_text indented as it is\.$/,
    );
  },
);

test.each([
  ["lines that stand unequally far off", "if y:\n    f()\n  g()\n", "if y:\n  f()\n  g()"],
  ["spaces for tabs", "if y:\n\tf()\n", "if y:\n  f()"],
  ["other lines", "f(1,\n  2)\n", "f(1, 2)"],
])("and nothing is taken for it that may belong to something else: %s", (_, source, oldText) => {
  const replacement = { oldText, newText: "x", all: false };
  expect(() => replaceText(source, replacement, "edits[0]", true)).toThrow(
    "differs from it in white space, which has a meaning there",
  );
  expect(replaceText(source, replacement, "edits[0]").text).toContain("x");
});

test("white space within lines is no indentation", () => {
  const { text, warning } = replaceText(
    "if y:\n  f(1, 2)\n",
    { oldText: "f(1,2)", newText: "g()", all: false },
    "e",
    true,
  );
  expect(text).toBe("if y:\n  g()\n");
  expect(warning).toBe("e: line 2 differs from old_text in white space only, and was replaced.");
});
