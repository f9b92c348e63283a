import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parse";
import { inheritedMember } from "./inherited-member.ts";

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
  const asked = inheritedMember(outcome.parsed, { start, end: start + 1 }, "x-y");
  const offsets = asked?.offsets ?? [];
  expect(offsets.map((at) => asked?.text.slice(at, at + 4))).toEqual(owners.map(() => 'x-y"'));
  expect(offsets.map((at) => /\(([^()]*)\)\["$/.exec(asked?.text.slice(0, at) ?? "")?.[1])).toEqual(owners);
  if (asked !== undefined) expect(parseSource(oxc, "a.ts", asked.text).ok).toBe(true);
});
