import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { unknownTyped } from "./unknown-typed.ts";

const oxc = await loadParser();

test.each([
  ["interface I { a?: { a: 1 }; b: 2 }", "interface I { a?: unknown; b: 2 }"],
  ["interface I { a?; b: 2 }", "interface I { a?: unknown; b: 2 }"],
  ["type T = { b: { readonly a: {\n} } };", "type T = { b: { readonly a: unknown\n } };"],
  ['interface I { "a": 1 }', 'interface I { "a": unknown }'],
  ["interface I { get a(): 1 }", "interface I { get a(): unknown  }"],
  ["class K { static a = 1 }", "class K { static a: unknown = 1 }"],
  ["class K { a!: 1 }", "class K { a!: unknown }"],
  [
    "class K { constructor(readonly a: 1, public b = 2) {} }",
    "class K { constructor(readonly a: unknown, public b = 2) {} }",
  ],
  ["class K { constructor(public a = 1) {} }", "class K { constructor(public a: unknown = 1) {} }"],
  ["class K { get a(): 1 {\n} }", "class K { get a(): unknown {\n} }"],
  ["class K { set a(v) {} }", undefined],
  ["const o = { a: 1, b };", "const o = { a: (1) as unknown, b };"],
  ["const o = { a };", "const o = { a: (a) as unknown };"],
  ["const { a } = o;", undefined],
  ["const { a: b } = o;", undefined],
  ["enum E { a }", undefined],
])("%s", (source, wanted) => {
  expect(opened("x.ts", source)).toBe(wanted);
});

test.each([
  ["interface I { a?(x: 1): 2; b: 2 }", /^interface I \{ a\?\(a0: never, .*\): unknown ; b: 2 \}$/],
  ["interface I { a(x: 1) }", /^interface I \{ a\(a0: never, .*\): unknown {2}\}$/],
  [
    "class K { async a<T>(\n  x: T,\n): T { return x; } }",
    /^class K \{ async a\(a0: never, .*\): unknown\n\n \{ return x; \} \}$/,
  ],
  ["const o = { a(x) { return x; } };", /^const o = \{ a\(a0: never, .*\): unknown \{ return x; \} \};$/],
])("a method asks for too much: %s", (source, wanted) => {
  expect(opened("x.ts", source)).toMatch(wanted);
});

test.each([
  ["const o = { a: 1 };", "const o = { a: /** @type {unknown} */ (1) };"],
  ["const o = { a };", "const o = { a: /** @type {unknown} */ (a) };"],
  ["class K { a = 1 }", "class K { a = /** @type {unknown} */ (1) }"],
  ["class K { a() {} }", undefined],
])("in JavaScript: %s", (source, wanted) => {
  expect(opened("x.js", source)).toBe(wanted);
});

function opened(path: string, source: string): string | undefined {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const start = source.search(/\ba\b/);
  const edits = unknownTyped(outcome.parsed, { start, end: start + 1 });
  return edits && applyEdits(source, textEdits(edits) as TextEdits);
}
