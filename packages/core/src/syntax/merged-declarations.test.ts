import { expect, test } from "bun:test";
import { declarationsOf } from "./declarations.ts";
import { askedBeside, mainOfMerged, mainsOfApart } from "./merged-declarations.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

test.each<[string, string | undefined]>([
  ["interface A { a: 1 } class A {}", "class"],
  ["interface A { a: 1 } interface A { b: 2 }", "interface"],
  ["function A() {} namespace A { export const b = 1; }", "function"],
  ["namespace A { export const b = 1; } class A {} interface A { c: 1 }", "class"],
  ["enum A { B } namespace A { export function of() {} }", "enum"],
  ["namespace A { export type B = 1; } namespace A { export const c = 1; }", "namespace"],
  ["type A = 1; const A = 1;", undefined],
  ["interface A { a: 1 } const A = 1;", undefined],
  ["interface A { a: 1 } function A() {}", undefined],
  ["interface A { a: 1 } namespace A { export const b = 1; }", undefined],
  ["interface A { a: 1 } namespace A { export type B = 1; }", undefined],
  ["class A {} namespace A { export type B = 1; }", "class"],
  ["declare namespace A { type B = 1; } class A {}", "class"],
  ["enum A { B } namespace A { export type C = 1; }", "enum"],
  ["namespace A { export type C = 1; } enum A { B }", "enum"],
  ["function A(): 1; function A(b?: 1) { return 1; } namespace A { export type C = 1; }", "function"],
  ["namespace A { export type C = 1; } class A {} namespace A { export const d = 1; } interface A { e: 1 }", "class"],
  ["function A() {} namespace A { export type C = 1; } interface A { b: 1 }", undefined],
])("%s", (text, kind) => {
  const outcome = parseSource(oxc, "a.ts", text);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(mainOfMerged(declarationsOf(outcome.parsed))?.kind).toBe(kind as never);
});

test.each<[string, readonly (number | undefined)[]]>([
  ["class A {} namespace A { export type B = 1; }", [1, 0]],
  [
    "namespace A { export type B = 1; } class A {} namespace A { export interface C {} } interface A {}",
    [1, 0, 1, undefined],
  ],
  // The compiler takes these for one itself.
  [
    "class A {} namespace A { export type B = 1; } namespace A { export const c = 1; }",
    [undefined, undefined, undefined],
  ],
  ["class A {} interface A {}", [undefined, undefined]],
  ["type A = 1; namespace A { export type B = 1; }", [undefined, undefined]],
  ["class A {}", [undefined]],
])("what is asked about beside each of %s", (text, beside) => {
  const outcome = parseSource(oxc, "a.ts", text);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const all = declarationsOf(outcome.parsed);
  expect(all.map((one) => askedBeside(all, one))).toEqual(beside.map((at) => (at === undefined ? undefined : all[at])));
});

test.each<[string, readonly string[] | undefined]>([
  ["type A = 1; const A = 1;", ["const", "type"]],
  ["interface A { a: 1 } interface A { b: 1 } let A = 1;", ["let", "interface"]],
  ["interface A { a: 1 } function A() {} namespace A { export const b = 1; }", ["function", "interface"]],
  ["interface A { a: 1 } namespace A { export type B = 1; }", ["namespace", "interface"]],
  // One symbol, or what does not compile.
  ["interface A { a: 1 } class A {}", undefined],
  ["type A = 1;", undefined],
  ["const A = 1; const A = 2; type A = 1;", undefined],
])("the symbols of one name in %s", (text, kinds) => {
  const outcome = parseSource(oxc, "a.ts", text);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(mainsOfApart(declarationsOf(outcome.parsed))?.map(({ kind }) => kind)).toEqual(kinds as never);
});

test("a getter and its setter", () => {
  const outcome = parseSource(oxc, "a.ts", "class A { get v() { return 1; } set v(v) {} static v = 1; }");
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const [getter, setter, other] = declarationsOf(outcome.parsed)[0]?.children ?? [];
  if (getter === undefined || setter === undefined || other === undefined) throw new Error("no members");
  expect(mainOfMerged([getter, setter])).toBe(getter);
  expect(mainOfMerged([getter, setter, other])).toBeUndefined();
});
