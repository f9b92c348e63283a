import { expect, test } from "bun:test";
import { textOf } from "../text/span.ts";
import { heirsIn } from "./heir-members.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

/** The members and the bases of each heir, the latter with the name that an import gives them. */
function heirs(source: string, isAny: boolean): unknown[] {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return heirsIn(outcome.parsed, isAny).map(({ end, bases, members }) => [
    source[end],
    Object.fromEntries(members.entries().map(([name, spans]) => [name, spans.map((span) => textOf(source, span))])),
    bases.map(({ span, imported, isValue }) => [textOf(source, span), imported ?? "-", isValue]),
  ]);
}

test("members of whatever extends or implements, with the bases as they are written", () => {
  const source = `class A { id = 1 }
class B extends all.Base implements One, Two<string> { constructor(readonly id = 2, other: 3) {} static id = 1 }
interface D extends One<A> { id: 4; "id"(): 1; ["odd"]: 6; [id]: 5 }
const C = class<P extends { id: 1 }> extends mixin(A) { get id() { return 1; } set id(v) {} #id = 2 };`;
  expect(heirs(source, true)).toEqual([
    [
      "}",
      { id: ["id"] },
      [
        ["all.Base", "-", true],
        ["One", "-", false],
        ["Two<string>", "-", false],
      ],
    ],
    ["}", { id: ["id", "id"], odd: ["odd"] }, [["One<A>", "-", false]]],
    ["}", { id: ["id", "id"] }, [["mixin(A)", "-", true]]],
  ]);
});

test.each([
  ["class A {}", "A", []],
  ["", "Error", []],
  ["import { A } from 'a';", "A", [["A", "A", true]]],
  ["import { A as B } from 'a';", "B", [["B", "A", true]]],
  ["import A from 'a';", "A", [["A", "A", true]]],
  ["import * as all from 'a';", "all.A", [["all.A", "A", true]]],
  ["const A = mixin(B);", "A", [["A", "-", true]]],
  ["const { A } = parts;", "A", [["A", "-", true]]],
  ["const parts = {};", "parts.A", [["parts.A", "-", true]]],
  ["import all = require('a');", "all.A", [["all.A", "-", true]]],
  ["import A = all.A;", "A", [["A", "-", true]]],
  ["namespace NS { export const A = 1; }", "NS.A", [["NS.A", "-", true]]],
  ["class Kit {}", "Kit.A", [["Kit.A", "-", true]]],
  ["", "mixin(A)", [["mixin(A)", "-", true]]],
  ["", "lib.A", []],
  ["declare module 'a' { import { B as A } from 'b'; }\nimport { A } from 'c';", "A", [["A", "-", true]]],
  ["import { A } from 'c';\ndeclare module 'a' { import { B as A } from 'b'; }", "A", [["A", "-", true]]],
  ["import { A } from 'a';", "\\u0041", [["\\u0041", "A", true]]],
])("%s class Heir extends %s", (before, base, wanted) => {
  const found = heirs(`${before}\nclass Heir extends ${base} { id = 1 }`, false);
  expect(found.flatMap((one) => (one as unknown[])[2])).toEqual(wanted);
});

test("what a parameter or an alias names may be put together", () => {
  expect(heirs("const f = (base: B) => class extends base { id = 1 };", false)).toHaveLength(1);
  expect(heirs("type A = B & C;\nclass Heir implements A { id = 1 }", false)).toHaveLength(1);
  expect(heirs("interface A {}\nclass Heir implements A { id = 1 }", false)).toHaveLength(0);
});
