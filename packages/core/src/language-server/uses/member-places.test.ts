import { expect, test } from "bun:test";
import { marked } from "@kart/testkit/marked-source";
import { mayHoldAny, memberPlaces } from "./member-places.ts";

function check(text: string, hasTypedThis = true): void {
  const { source, ranges } = marked(text);
  expect(memberPlaces(source, "name", hasTypedThis)).toEqual(ranges.map(({ start }) => start));
}

test("a name behind a dot, on one line or several", () => {
  check(
    "a.[|name|]; a?.[|name|](); f(x)\n  .[|name|] = 1; a.b.[|name|]; (a as any).[|name|]; a[0].[|name|]; $.[|name|]",
  );
  check("// a.name\n/**\n * a.name\n */\na * b.[|name|]");
  check("a.names; a.rename; name(); { name: 1 }; [...name]; a.name$; `${name}`");
});

test("no member of a namespace, nor of a `this` that has a type", () => {
  check("import * as ns from './ns';\nns.name; a.ns.[|name|]; ns.a.[|name|]; this.name; this.a.[|name|]");
  check("this.[|name|]", false);
});

test("keys of patterns in patterns, of assignments and of loops", () => {
  check(
    "const { a: { [|name|] } } = b; const [{ [|name|] }, , { c: [{ [|name|]: d }] }] = e; let { a: { [|name|]: f = {} } = {} } = g;",
  );
  check(
    'const { sep = "(", [|name|] } = a; f(({ other /* :( */, [|name|] }: any) => 1); const { b = `(`, [|name|]: r } = a;',
  );
  check("({ [|name|] } = a); ({ [|name|]: b } = a); ({ c: { [|name|]: d.e } } = a); [{ [|name|]: f }] = a;");
  check(
    "for ({ [|name|] } of a); for (const { k: { [|name|] } } of a); for (const { k: { [|name|] } } = a;;); for (const [{ [|name|] }] of a);",
  );
  check(
    "function f({ k: { [|name|] } }) {}\nconst g = ({ k: { [|name|] = {} } = {} }: any): void => {};\nf(([{ [|name|] }]) => 1, ({ v: { [|name|] } }) => 2);",
  );
  check("class D { m({ [|name|] }: any): Promise<Map<string, (a: T) => void>> { return f({ name }); } }");
  check("try {} catch ({ [|name|] }) {} class C { m({ a: { [|name|] } }): B { f({ a: { name } }); } }");
  check("const a = [{ name: 1 }, { b: { name } }]; f([{ name }]); f({ a: { name: 1 } }); return { a: { name } };");
  check("type A = { a: { name: string } }; function f(a: { name: string }, { b }: { name: B }) {}");
});

test("keys of patterns, and none of object literals", () => {
  check("const { [|name|] } = a; let { b, [|name|]: c = 1 } = a;");
  check(
    "function f({ [|name|] }) {}\nconst g = (a, { b, [|name|]: c }: any) => {};\nconst h = ({ [|name|] } = {}) => {};",
  );
  check("f({ name: 1, b }); const a = { name: 1 }; f({ name }); return { b, name };");
});

test.each([
  "const a = b as any;",
  "type M = Record<string, any>;",
  "const a = JSON.parse(b);",
  "const a = await response.json();",
  "export function f(a, b: number) {}",
  "class C {\n  m(a) {\n  }\n}",
  "const f = (a) => a.name;",
  "const f = a => a.name;",
])("any in %j", (source) => {
  expect(mayHoldAny(source)).toBe(true);
});

test.each([
  "// any\n/* any */ const many = 1;",
  "export function f(a: A) {\n  if (a) {\n  }\n  g(a);\n}",
  "const f = (a: A): B => a.name; const g = () => 1; list.map((a) => a.name);",
])("no any in %j", (source) => {
  expect(mayHoldAny(source)).toBe(false);
});
