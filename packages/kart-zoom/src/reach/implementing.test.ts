import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { marked } from "@kart/testkit/marked-source";
import { isImplementing } from "./implementing.ts";

const oxc = await loadParser();

test.each<[string, boolean, boolean?]>([
  ["class /*|*/A implements S {}", true],
  ["const a: S = /*|*/{ b: 1 };", true],
  ["const a = /*|*/{ b: 1 } satisfies S & { c: S };", true],
  ["const a: Alias = /*|*/{};", true],
  ["const f = async (c: T['S']): Promise<S> => { if (c) return (/*|*/{ b: 1 }); };", true],
  ["const all: Record<string, S> = /*|*/{};", true],
  ["const all: { one: S } = /*|*/{ one: { b: 1 } };", true],
  ["const all: { one(): S } = /*|*/{ one() { return { b: 1 }; } };", true],
  ["const all: { one?: S } = /*|*/{};", false],
  ["class A { constructor({ s, t }: { s?: S; t?: S['t'] } = /*|*/{}) {} }", false],
  ["function f(): P & { of(id: string): S } { return /*|*/{ of(id) { return all[id] ?? no({ id }); } }; }", false],
  ["export { /*|*/S } from './s';", false],
  ["function f(): S[] { return /*|*/[...all]; }", false],
  ["function f(): readonly [S, number] { return /*|*/[one, 1]; }", false],
  ["function f(): Array<Below> { return /*|*/[...all]; }", false],
  ["const all: S[] = /*|*/[{ b: 1 }];", true],
  ["const all: S = /*|*/[1];", true],
  ["class A { f: Made<S> = /*|*/() => ({ b: 1 }); }", false],
  ["const f: S = /*|*/(a) => a;", true],
  ["const all = /*|*/{} as Record<string, S>;", false, true],
  ["const all: Record<string, S> = /*|*/{ one: { b: 1 } };", true, true],
  ["const one = /*|*/{ b: 1 } as S;", true, true],
  ["const one: Below | undefined = /*|*/{ b: 1 };", true, true],
  ["class A { all: Record<string, Below> = /*|*/{}; }", false, true],
  ["class A { all: { [id: string]: { one?: Promise<Below> } } = /*|*/{}; }", false, true],
  ["class A { async f(): Promise<{ one?: Below; list: Below[] }> { return /*|*/{ list: [] }; } }", false, true],
  ["const f = (n: number): { found: Below[] } => ({ found: n ? /*|*/[one] : [] });", false, true],
  ["const f: (s: S) => void = /*|*/(s) => s.f();", false, true],
  ["const f = (): { found: S[] } => /*|*/({ found: n ? [one] : [] });", false, true],
  ["const f = (): S => /*|*/({ b: 1 });", true, true],
  ["const f = (): S => /*|*/({ b: 1 });", true],
  ["const f = async (): Promise<S> => /*|*/({ b: 1 });", true, true],
  ["const f = async (): Promise<S | undefined> => { return /*|*/{ b: 1 }; };", true, true],
  ["const all: Below[] = /*|*/[{ b: 1 }];", true, true],
  ["use(/*|*/{ b: 1 });", false, true],
  ["class A extends S { static f() { return super.f.call(/*|*/this) as S; } }", false, true],
])("%s", (text, wanted, isClass = false) => {
  const { source, cursor = -1 } = marked(text);
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const around = Array.from(nodesIn(outcome.parsed.program, { start: cursor, end: cursor + 1 }), (node) => ({
    node,
    span: node,
  }));
  expect(isImplementing(around, cursor, { name: "S", isClass })).toBe(wanted);
});
