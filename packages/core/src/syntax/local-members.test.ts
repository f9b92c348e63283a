import { expect, test } from "bun:test";
import { walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { localMembers, withLocalMembers } from "./local-members.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

function read(source: string) {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error("does not parse");
  return { parsed: outcome.parsed, declarations: declarationsOf(outcome.parsed) };
}

/** The members of the name `a` that are no symbols, by path and line. */
function members(source: string): string[] {
  const { parsed, declarations } = read(source);
  return localMembers(parsed, declarations, "a").map(
    ({ declaration: { namePath, nameRange }, isGiven }) =>
      `${namePath}:${parsed.lines.lineAt(nameRange.start)}${isGiven ? " given" : ""}`,
  );
}

test.each<[what: string, source: string, found: string[]]>([
  ["of types", "function f() {\n type T = { a: 1 };\n interface I { a(): 1 }\n}", ["f.T.a:2", "f.I.a:3"]],
  ["of classes and enums", "const f = () => {\n class K { #a = 1; a = 2 }\n enum E { a }\n};", ["f.K.a:2", "f.E.a:3"]],
  ["of objects, in objects", 'function f() {\n const o = { b: { "a": 1 } };\n}', ["f.o.b.a:2"]],
  ["of what a parameter's type declares", "function f() {\n const g = (o: { a: 1 }) => o;\n}", ["f.g.o.a:2"]],
  ["of what calls are given, but for functions", "f({ a: 1 }, () => { const o = { a: 2 }; });", ["a:1 given", "o.a:1"]],
  ["no overloads of symbols", "class K {\n a(x: 1): 1;\n a(x: 2): 2;\n a(x: 1 | 2) { return x }\n}", []],
  ["no shorthands, no patterns, no symbols", "const o = { a: 1 };\nfunction f({ a: b }) { return { a }; }", []],
])("members %s", (_, source, found) => expect(members(source)).toEqual(found));

test("those that a path means, or a line a name alone", () => {
  const source = "export function f(a: number) {\n const o = { a: 1 };\n const p = { a: a };\n}\nrun({ a: 1 });\n";
  const { parsed, declarations } = read(source);
  const added = (symbol: string, line?: number) =>
    walkDeclarations(withLocalMembers(parsed, declarations, symbol, line))
      .slice(1)
      .map(({ declaration }) => declaration.namePath);
  expect(added("a")).toEqual([]);
  expect(added("f.a")).toEqual([]);
  expect(added("a", 2)).toEqual(["f.o.a"]);
  expect(added("p.a")).toEqual(["f.o.a", "f.p.a"]);
  expect(added("f.o.a", 3)).toEqual([]);
  expect(added("a", 5)).toEqual([]);
});
