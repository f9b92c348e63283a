import { expect, test } from "bun:test";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { walkDeclarations } from "@kart/core/syntax/declaration";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { localDeclarations } from "@kart/core/syntax/local-declarations";
import { withNestedMembers } from "@kart/core/syntax/nested-members";
import { CORPORA, corpusFiles } from "@kart/testkit/corpora";
import { mayDeclare, mayDeclareLocally } from "./may-declare.ts";

test.each([
  ["const x = 1", true],
  ["export default class x {}", true],
  ["const { a: x, b } = o", true],
  ["class A { static async *x() {} }", true],
  ["class A {\n  #x = 1\n}", false],
  ["enum E { A, x }", true],
  ["interface I { 'x': 1 }", true],
  ["const a = 1 // see a.\nconst b = a, x = 2", true],
  ["// ends with (\nx() {}", true],
  ["f(a, /* c */ x", true],
  ["module.exports = class x {}", true],
  ["exports.x = 1", true],
  ["P.prototype.x = function () {}", true],
  ["exports.x(1)", false],
  ["exports.x == 1", false],
  ["value.x = 1", true],
  ["f(value.x = 1)", false],
  ["value.x == 1", false],
  ["value.x", false],
  ["x.value", false],
  ["return x + 1", false],
  ["new x()", false],
  ["a = x", false],
  ["f(x)", false],
  ["(x) => x", false],
  ["x === 1", false],
  ["import { a, x, b } from 'c'", false],
  ["import type { x } from 'c'", false],
  ["export {\n  a,\n  x,\n} from 'c'", false],
  ["import 'x'", false],
  ["// x is", false],
  ["/**\n * x is\n */", false],
  ["const y = ax + xa", false],
  ["class A { @dec x = 1 }", true],
  ["class A { @ns.dec x() {} }", true],
  ["class A { @a @b x() {} }", true],
  ["class A { @a(1).b x() {} }", true],
  ["f(a.b x", false],
  ["export namespace x.y {}", true],
  ["export namespace y . x . z {}", true],
  ["declare module y.x {}", true],
  ["y.x {}", false],
  ["class A {\n  a = this.i++\n  x = 1\n}", true],
  ["interface I {\n  a?\n  x: 1\n}", true],
  ["a ?\n  x : b", false],
  ["a = 1.\nx = function () {}", true],
  ["exports . x = 1", true],
  ['module["exports"].x = 1', true],
  ["// a comment\rconst x = 1", true],
  ["/**\r\n * x is\r\n */", false],
  ["/**\r * x is\r */", false],
])("%s: %p", (source, expected) => expect(mayDeclare(source, "x", "exact")).toBe(expected));

test.each(["export default [a]", "export default -1", "export default[1]", "export  default ~a"])(
  "%s has a name",
  (source) => expect(mayDeclare(source, "default", "exact")).toBe(true),
);

test("a name in a bundle that is one long string is passed over, one behind it is not", () => {
  const bundle = `export const script =\n  "${"a.b();".repeat(200)}\\"function x(){}${"c();".repeat(200)}"`;
  expect(mayDeclare(bundle, "x", "exact")).toBe(false);
  expect(mayDeclare(`${bundle}; const x = 1`, "x", "exact")).toBe(true);
});

test("a line of megabytes with the name everywhere is handed to the parser before long", () => {
  const line = "f(x)+".repeat(400_000);
  // Nothing in it declares: only the number of places makes it pass.
  expect(mayDeclare(line, "x", "exact")).toBe(true);
  expect(mayDeclare(line.slice(0, 5000), "x", "exact")).toBe(false);
});

test.each([
  ["class A { [Symbol.iterator]() {} }", "iterator", true],
  ["const o = { 'content-type': 1 }", "type", true],
  ["a[Symbol.iterator]", "iterator", false],
  ["const PARSEURL = 1", "parse", true],
])("a part of a name: %s", (source, part, expected) => expect(mayDeclare(source, part, "substring")).toBe(expected));

/** UTF-16 units around a declaration that decide; comments above it may be long. */
const WINDOW = 3000;

for (const name of CORPORA) {
  test(`no declaration of ${name} is passed over`, async () => {
    const oxc = await loadParser();
    const missed: string[] = [];
    for (const { path, source } of corpusFiles(name)) {
      const outcome = parseSource(oxc, path, source);
      if (!outcome.ok) throw new Error(`${path}: ${outcome.failure.message}`);
      const symbols = walkDeclarations(declarationsOf(outcome.parsed)).map(({ declaration }) => declaration);
      const known = new Set(symbols);
      const nested = walkDeclarations(withNestedMembers(outcome.parsed, declarationsOf(outcome.parsed)));
      const others = [
        ...nested.map(({ declaration }) => declaration),
        ...localDeclarations(outcome.parsed, () => true),
      ];
      for (const declaration of [...symbols, ...others]) {
        const { nameRange } = declaration;
        const may = known.has(declaration) ? mayDeclare : mayDeclareLocally;
        const wanted = declaration.name.replaceAll(/^["']|["']$/g, "");
        // Only this one place may speak for it: the others are made unreadable.
        const before = source.slice(Math.max(0, nameRange.start - WINDOW), nameRange.start);
        const around =
          hide(before, wanted) +
          source.slice(nameRange.start, nameRange.end) +
          hide(source.slice(nameRange.end, nameRange.end + 300), wanted);
        for (const [asked, match] of [
          [wanted, "exact"],
          [wanted, "prefix"],
          [wanted.toUpperCase(), "substring"],
        ] as const) {
          if (!may(around, asked, match)) missed.push(`${path}: ${declaration.namePath} (${match})`);
        }
      }
    }
    expect(missed).toEqual([]);
  }, 60_000);
}

/** Keeps every other character, so that lines, quotes and brackets stay; keywords that are names too must stay as well. */
function hide(text: string, name: string): string {
  if (
    !/^#?[\w$]+$/.test(name) ||
    /^(?:type|get|set|static|async|declare|default|constructor|namespace|module)$/.test(name)
  )
    return text;
  return text.replaceAll(
    new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"),
    "_".repeat(name.length),
  );
}

test.each(["class A { [foo[a].x]() {} }", "class A { [x[0]]() {} }", "class A { [foo[x[0]]] = 1 }"])(
  "a part of a computed name: %s",
  (source) => expect(mayDeclare(source, "x", "substring")).toBe(true),
);
