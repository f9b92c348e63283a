import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { neverTyped, neverTypedEach } from "./never-typed.ts";

const oxc = await loadParser();

test.each([
  ["interface I { a?: { a: 1 }; b: 2 }", "interface I { a?: never; b: 2 }"],
  ["type T = { b: { readonly a: 1 } };", "type T = { b: { readonly a: never } };"],
  ['interface I { "a": 1 }', 'interface I { "a": never }'],
  ["interface I { a?(x: 1): 2; b: 2 }", "interface I { a?: never; b: 2 }"],
  ["interface I { a<T>(x: T): T }", "interface I { a: never }"],
  ["interface I { get a(): 1 }", undefined],
  ["class K { a = 1 }", undefined],
])("%s", (source, wanted) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const start = source.search(/\ba\b/);
  const edit = neverTyped(outcome.parsed, { start, end: start + 1 });
  expect(edit && applyEdits(source, textEdits([edit]) as TextEdits)).toBe(wanted);
});

test("all of a name but those that are not asked for", () => {
  const source = 'interface A { a: 1; b: 2 } type B = { a?(): 1; "a": 2; [a]: 3 }; const c = { a: 1 }';
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const edits = neverTypedEach(outcome.parsed, "a", (offset) => offset > source.indexOf("b: 2"));
  expect(applyEdits(source, textEdits(edits) as TextEdits)).toBe(
    'interface A { a: 1; b: 2 } type B = { a?: never; "a": never; [a]: 3 }; const c = { a: 1 }',
  );
});
