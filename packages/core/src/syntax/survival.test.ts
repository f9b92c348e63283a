import { describe, expect, test } from "bun:test";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "../text/text-edit.ts";
import { isFailure, loadParser } from "./parser/parse.ts";
import { type SourceSymbols, sourceSymbols } from "./source-symbols.ts";
import { firstCasualty } from "./survival.ts";

const oxc = await loadParser();

function parsed(source: string): SourceSymbols {
  const symbols = sourceSymbols(oxc, "a.tsx", source);
  if (isFailure(symbols)) throw new Error(`${symbols.message} in ${source}`);
  return symbols;
}

/** What replacing `old`, which stands once in the source, by `text` takes with it. */
function lost(source: string, old: string, text: string, isBound = true): string | undefined {
  const start = source.indexOf(old);
  const span = { start, end: start + old.length };
  const edits = textEdits([{ span, text }]) as TextEdits;
  return firstCasualty(parsed(source), parsed(applyEdits(source, edits)), edits, isBound ? span : undefined)?.what;
}

const SOURCE =
  "import 'x';\n/** a */\nfunction a() {}\nclass K {\n  m() {}\n  n() {}\n}\n(b)();\nconst c = `d`; /* e */\n";

describe("survives", () => {
  const rows: Record<string, readonly [old: string, text: string]> = {
    "another body": ["function a() {}", "function a() { return 1 }"],
    "another name and kind": ["function a() {}", "const z = 1;"],
    "more than there was": ["function a() {}", "function a() {}\nfunction z() {}\nz();"],
    "a member": ["m() {}", "m() { 1 }\n  o() {}"],
    "nothing in its place": ["function a() {}", ""],
  };
  for (const [what, [old, text]] of Object.entries(rows))
    test(what, () => expect(lost(SOURCE, old, text)).toBeUndefined());
});

describe("does not survive", () => {
  const rows: Record<string, readonly [old: string, text: string, casualty: string]> = {
    "what an open comment swallows": ["(b)();", "(b)(); /*", "c"],
    "a comment that another one swallows": ["import 'x';", "import 'x'; /*", "/** a */"],
    "the class that a member closes": ["m() {}", "m() {}\n}\nclass L {", "K"],
    "the statement that an expression takes in": ["class K {\n  m() {}\n  n() {}\n}", "const K = 1", "(b)();"],
  };
  for (const [what, [old, text, casualty]] of Object.entries(rows))
    test(what, () => expect(lost(SOURCE, old, text)).toBe(casualty));
});

test("without bounds, what the edits touch is free and the rest is not", () => {
  expect(lost(SOURCE, "m() {}", "", false)).toBeUndefined();
  expect(lost(SOURCE, "(b)();", "(b)(); /*", false)).toBe("c");
});

test("a semicolon goes from what it guards to the end of what stands above, and an empty statement too", () => {
  expect(lost("let a = 1\n;(b)()", "\n;", ";\n", false)).toBeUndefined();
  expect(lost("function f() {}\n;(b)()", "function f() {}", "const f = 1")).toBeUndefined();
  expect(lost("class K {\n  a = 1\n  ;['b'] = 2\n}", "['b'] = 2", "", false)).toBeUndefined();
  expect(lost("let a = 1\n;(b)()", ";", "", false)).toBe("a");
});

test("a separator put behind a member is no loss of it", () => {
  const source = "type T = { a: 1 };";
  const insertion = (text: string): TextEdit => ({ span: { start: 15, end: 15 }, text });
  const edits = textEdits([insertion(";"), insertion(" b: 2")]) as TextEdits;
  const after = parsed(applyEdits(source, edits));
  expect(firstCasualty(parsed(source), after, edits, { start: 15, end: 15 })).toBeUndefined();
});

describe("text of JSX", () => {
  const element = "const e = (\n  <main>\n    {/* h */}\n    <h1>a</h1>\n    <p>b{c}</p>\n  </main>\n);\n/* d */";
  const after = (old: string, text: string) => lost(element, old, text, false);

  test("is one with text that takes the place of what stood before or behind it", () => {
    expect(after("<h1>a</h1>", "a")).toBeUndefined();
    expect(after("{/* h */}", "a")).toBeUndefined();
    expect(after("{c}", "c")).toBeUndefined();
  });

  test("is lost in a comment that is put before it, and what stands behind tells its place", () => {
    expect(lost("<a>\n  <b/>\n  <i/>\n  {/* h */}\n</a>", "<b/>", "{/*", false)).toBe("<i/>");
    expect(lost("<a>\n  <b/>\n  c, d\n  {/* h */}\n</a>", "<b/>", "{/*", false)).toBe("c, d");
  });
});
