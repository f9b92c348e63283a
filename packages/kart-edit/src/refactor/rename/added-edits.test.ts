import { expect, test } from "bun:test";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../../change/change-files.ts";
import { withEdits } from "./added-edits.ts";
import { quotesNote, withQuotes } from "./tied-quotes.ts";

const text = `spy(a, "load");\nspy({ load }, "load");\n`;
const [first, key, second] = Array.from(text.matchAll(/load/g), ({ index }) => ({ start: index, end: index + 4 }));

function plan(path: string, ...edits: { span: { start: number; end: number }; text: string }[]): PlannedFile {
  return { path, text, edits: textEdits(edits) as TextEdits };
}

const results = (planned: readonly PlannedFile[]) =>
  planned.map((one) => `${one.path}: ${applyEdits(one.text, one.edits)}`);

test("strings in quotes are changed beside one that the plan changes already, and told with it", () => {
  if (first === undefined || second === undefined) throw new Error("no such places");
  const quotes = [first, second].map((span) => ({ path: "b.ts", span }));
  const planned = [plan("b.ts", { span: first, text: "read" }), plan("c.ts", { span: first, text: "read" })];
  expect(results(withQuotes(planned, quotes, "read", () => text))).toEqual([
    `b.ts: spy(a, "read");\nspy({ load }, "read");\n`,
    `c.ts: spy(a, "read");\nspy({ load }, "load");\n`,
  ]);
  expect(quotesNote(quotes, () => text)).toEqual([
    "Changed in quotes too, where types ask for the name: b.ts:1; b.ts:2",
  ]);
});

test("what is added twice is made once, in files by path, and in place of what gives way", () => {
  if (first === undefined || key === undefined) throw new Error("no such places");
  const shorthand = { span: key, text: "load: read" };
  const added = ["c.ts", "a.ts", "a.ts"].map((path) => ({ path, text, edits: [{ span: first, text: "read" }] }));
  const joined = { path: "c.ts", text, edits: [{ span: key, text: "read" }] };
  const planned = [plan("b.ts", shorthand), plan("c.ts", shorthand)];
  expect(results(withEdits(planned, [...added, joined], (edit) => edit === shorthand))).toEqual([
    `a.ts: spy(a, "read");\nspy({ load }, "load");\n`,
    `b.ts: spy(a, "load");\nspy({ load: read }, "load");\n`,
    `c.ts: spy(a, "read");\nspy({ read }, "load");\n`,
  ]);
});

test("a file in which nothing is left to change is not planned", () => {
  expect(withEdits([], [{ path: "a.ts", text, edits: [] }])).toEqual([]);
});
