import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { mapSpan, sourceOffset } from "@kart/core/text/text-edit";
import { inheritedMembers, type MemberQuestions } from "./inherited-member.ts";

const oxc = await loadParser();

/** What the member `a` is asked about, by the types that are asked. */
test.each([
  ["interface I extends A<1>, B { a: 1 }\nexport {};", ["this"]],
  ["interface I { a: 1 }\nexport {};", []],
  ["interface I { a: 1 }", ["this"]],
  ['declare module "m" { interface I { a: 1 } }\nexport {};', ["this"]],
  ["declare global { interface I { a: 1 } }\nexport {};", ["this"]],
  ["class K extends A implements B<1>, C { a = 1 }", ["this", "B<1>", "C"]],
  ["class K extends A.B { static a = 1 }", ["typeof A.B"]],
  ["class K extends f() { static a = 1 }", []],
  ["class K extends A { constructor(private a: 1) {} }", ["this"]],
  ["class K extends A { b = { a: 1 } }", []],
  ["class K { a = 1 }", []],
  ["type T = A<1> & ({ a: 1 }) & { b: 1 } & B;", ["A<1>", "B"]],
  ["type T = { a: 1 };", []],
  ["type T = (x: A & { a: 1 }) => void;", ["A"]],
])("%s", (source, owners) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const start = source.search(/\ba\b(?=:| =)/);
  expect(ownersIn(inheritedMembers(outcome.parsed, [{ start, end: start + 1 }], "x-y"))).toEqual(owners);
});

test("the owners of several members are asked at once, each one once; none is where a member is used", () => {
  const source = `class K extends A { a() { return [this.a, class extends B { a = 1 }]; } static a = 2; get [x.a]() {} }
class L extends K { constructor(private a = 1, b = (l: L) => l.a) {} c = { a: 1 } }
class M extends K { constructor(private b = (l: L) => l.a) {} get a() {} set a(v) {} }`;
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const spans = Array.from(source.matchAll(/\ba\b/g), ({ index }) => ({ start: index, end: index + 1 }));
  const questions = inheritedMembers(outcome.parsed, spans, "x-y");
  expect(ownersIn(questions)).toEqual(["this", "typeof A", "this", "this", "this"]);
  expect(questions.asked.map(({ member }) => source.slice(member.start, member.start + 8))).toEqual([
    "a() { re",
    "a = 2; g",
    "a = 1 }]",
    "a = 1, b",
    "a() {} s",
  ]);
  for (const span of spans) {
    const { start } = mapSpan(questions.added, span) as typeof span;
    expect(sourceOffset(questions.added, start)).toBe(span.start);
  }
});

/** The types that are asked whether they have a member `x-y`. */
function ownersIn({ text, asked }: MemberQuestions): (string | undefined)[] {
  expect(parseSource(oxc, "a.ts", text).ok).toBe(true);
  return asked.map(({ offset }) => {
    expect(text.slice(offset, offset + 4)).toBe('x-y"');
    return /\(([^()]*)\)\["$/.exec(text.slice(0, offset))?.[1];
  });
}
