import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** Names with several declarations, as overloads, or a value and a type; and declarations without a name. */
const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "jsx": "preserve" } }
// @filename: over.ts
/** Of text. */
export function f(a: string): string;
/** Of numbers. */
export function f(a: number): number;
export function f(a: any): any {
  return a;
}
export class K {
  m(a: string): void;
  m(a: number): void;
  m(a: any) {}
}
export interface I {
  q(a: string): void;
  q(a: number): void;
}
export type Deep = {
  inner: { call(): void; value: 1 };
  (a: string): void;
};
export const use = (k: K, i: I, deep: Deep) => {
  f(1);
  k.m(2);
  i.q(3);
  deep.inner.call();
  return deep.inner.value;
};
export function local() {
  class Inside { get v() { return 1; } m() {} }
  new Inside().m();
  return new Inside().v;
}
// @filename: both.ts
export const User = { id: 1 };
export type User = { id: number };
export type Late = { id: number };
export const Late = { id: 1 };
export const user: User = User;
export const late: Late = Late;
// @filename: use.ts
import { f, K } from "./over";
import { Late, User } from "./both";
f(1);
f("");
new K().m("");
export { f as g } from "./over";
export const there: User = User, then: Late = Late;
// @filename: barrel.ts
export { f, K } from "./over";
export * from "./both";
// @filename: mixed.ts
export * as ns from "./over";
export { user } from "./both";
export { readFile } from "node:fs";
// @filename: unnamed.ts
export const key = Symbol("key");
export class Sent { [key](text: string) { return text; } *[Symbol.iterator]() { yield 1; } }
export const { unlink } = made();
function made() { return { unlink: () => 1 }; }
// @filename: arrow.ts
export default () => 1;
// @filename: class.ts
/** Nameless. */
@made export default abstract class {}
declare const made: any;
// @filename: text.ts
export default function (a: string): void;
export default function (a: number): void;
export default function (a: any) {}
// @filename: defaults.ts
import arrow from "./arrow";
import Nameless from "./class";
import text from "./text";
export const all = () => [arrow(), text(1), Nameless];
`),
);
const connection: Connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

/** The position of the last name in a text of a file, 1-based. */
function at(path: string, text: string): { path: string; line: number; column: number } {
  const source = files.read(path);
  const offset = source.indexOf(text) + text.search(/\w+\W*$/);
  const lines = source.slice(0, offset).split("\n");
  return { path, line: lines.length, column: (lines.at(-1) as string).length + 1 };
}

describe("kart_definition", () => {
  test.each([
    ["the overload that a call means", at("over.ts", "=> {\n  f("), "over.ts:4 function f(a: number): number"],
    ["of a method", at("over.ts", "k.m("), "over.ts:10 K: method m(a: number): void"],
    ["of an interface's method", at("over.ts", "i.q("), "over.ts:15 I: method q(a: number): void"],
    [
      "a member of a type in a type",
      at("over.ts", "inner.call("),
      "over.ts:18 method inner: { call(): void; value: 1 };",
    ],
    ["a property of it", at("over.ts", "inner.value;"), "over.ts:18 property inner: { call(): void; value: 1 };"],
    [
      "a method of a class in a function",
      at("over.ts", "Inside().m("),
      "over.ts:29 method class Inside { get v() { return 1; } m() {} }",
    ],
    ["its getter", at("over.ts", "Inside().v;"), "over.ts:29 getter class Inside { get v() { return 1; } m() {} }"],
    ["all overloads of a name", { path: "over.ts", symbol: "K.m" }, "over.ts:9-11 K: method m(a: string): void (+2)"],
    [
      "a name that is used on a line",
      { path: "use.ts", symbol: "m", line: at("use.ts", "new K().m").line },
      "over.ts:9 K: method m(a: string): void",
    ],
    [
      "a local by its name and line",
      { path: "over.ts", symbol: "deep", line: at("over.ts", "deep.inner.call").line },
      "over.ts:21 parameter export const use = (k: K, i: I, deep: Deep) => {",
    ],
    ["a computed name", { path: "unnamed.ts", symbol: "Sent.[key]" }, "unnamed.ts:2 Sent: method [key](text: string)"],
    [
      "one of the library",
      { path: "unnamed.ts", symbol: "Sent.[Symbol.iterator]" },
      "unnamed.ts:2 Sent: method *[Symbol.iterator]()",
    ],
    [
      "a variable of a pattern, and the property behind it",
      { path: "unnamed.ts", symbol: "unlink" },
      "2 definitions\nunnamed.ts\n 3 const { unlink } = made()\n 4 property function made() { return { unlink: () => 1 }; }",
    ],
    ["a class without a name", at("defaults.ts", "text(1), Nameless"), "class.ts:2 abstract class"],
    [
      "a function that is a value",
      at("defaults.ts", "[arrow("),
      "2 definitions\narrow.ts\n 1 function default () =>\n 1 function default () =>",
    ],
  ])("%s", async (_what, place, wanted) => {
    expect(await connection.text("kart_definition", place)).toBe(wanted);
  });
});

test("kart_hover of a computed name leads on", async () => {
  expect(await connection.text("kart_hover", { path: "unnamed.ts", symbol: "Sent.[key]" })).toBe(
    "Its name is computed, and the compiler tells no type for it there: kart_zoom with symbol shows it.",
  );
});

test("of a name that the line does not hold it is said that no symbol has it", async () => {
  const place = { path: "use.ts", symbol: "m", line: 1 };
  const { isError, content } = await connection.call("kart_definition", place);
  expect(isError).toBe(true);
  expect(content).toMatchObject([{ text: expect.stringContaining("symbol_not_found: No symbol `m` in use.ts.") }]);
});

describe("kart_hover says where the declaration stands that it speaks of", () => {
  test.each([
    ["a type of the name of a const", { path: "both.ts", symbol: "User[1]" }, "type User", "both.ts:2"],
    ["a const of the name of a type", { path: "both.ts", symbol: "Late[1]" }, "const Late", "both.ts:4"],
    ["where the type is used", at("both.ts", "user: User"), "type User", "both.ts:2"],
    ["where the const is", at("both.ts", "late: Late = Late"), "const Late", "both.ts:4"],
    ["through an import", at("use.ts", "there: User"), "type User", "both.ts:2"],
    ["a const through an import", at("use.ts", "then: Late = Late"), "const Late", "both.ts:4"],
    ["an overload by its index", { path: "over.ts", symbol: "f[1]" }, "function f(a: number): number", "over.ts:4"],
    ["the overload that is called", at("use.ts", ";\nf("), "function f(a: number): number", "over.ts:4"],
    ["the first of them", at("use.ts", 'f("'), "function f(a: string): string", "over.ts:2"],
    ["that of a method", at("use.ts", "new K().m"), "K.m(a: string): void", "over.ts:9"],
    ["all of them", at("use.ts", "import { f"), "function f(a: string): string", "over.ts:2"],
    ["one without a name", at("defaults.ts", ", text("), "function default(a: number): void", "text.ts:2"],
  ])("%s", async (_what, place, type, definedIn) => {
    const answer = await connection.data("kart_hover", place);
    expect(answer).toMatchObject({ type: expect.stringContaining(type), definedIn });
  });
});

test.each([
  ["a call of another signature than the first", "over.ts", "use", ["call f", "call K.m", "call I.q"]],
  ["what has no name", "defaults.ts", "all", ["call default", "reference default", "call default"]],
])("kart_deps: %s", async (_what, path, symbol, wanted) => {
  const { root } = await connection.data<{ root: { callees: { name: string; via: string }[] } }>("kart_deps", {
    path,
    symbol,
    depth: 1,
  });
  expect(root.callees.map(({ via, name }) => `${via} ${name}`)).toEqual(expect.arrayContaining(wanted));
});

test("a use of what has no name leads to all uses of it", async () => {
  expect(await connection.text("kart_references", at("defaults.ts", "[arrow("))).toStartWith(
    "2 references to function default in 1 file, complete",
  );
});

test("kart_zoom has a statement below the name of the file that it stands in", async () => {
  expect(await connection.text("kart_zoom", { path: "mixed.ts" })).toBe(`// mixed.ts
export * as ns from "./over"; // 1
// from both.ts
export const user: User; // 5
// from mixed.ts
export { readFile } from "node:fs"; // 3`);
  const { symbols } = await connection.data<{ symbols: { name: string; line: number; from?: string }[] }>("kart_zoom", {
    path: "mixed.ts",
  });
  expect(symbols.map(({ name, line, from }) => `${name} ${line} ${from}`)).toEqual([
    "ns 1 undefined",
    "user 5 both.ts",
  ]);
});

describe("kart_zoom shows the one that an index picks", () => {
  test.each([
    ["a signature", "over.ts", "f[1]", 0, "/** Of numbers. */\nexport function f(a: number): number; // 4"],
    ["the implementation", "over.ts", "f[2]", 0, "export function f(a: any): any; // 5"],
    ["of a method", "over.ts", "K.m[1]", 1, "export class K { // 8\n  m(a: number): void; // 10\n}"],
    ["of an interface's", "over.ts", "I.q[1]", 0, "export interface I { // 13\n  q(a: number): void; // 15\n}"],
    ["its source", "over.ts", "f[1]", 2, "// over.ts:3-4\n/** Of numbers. */\nexport function f(a: number): number;"],
    ["a type", "both.ts", "User[1]", 0, "export type User = { id: number }; // 2"],
    [
      "through a module that passes it on",
      "barrel.ts",
      "f[1]",
      0,
      "// from over.ts\n/** Of numbers. */\nexport function f(a: number): number; // 4",
    ],
    ["a member there", "barrel.ts", "K.m[2]", 2, "// over.ts:11-11\nm(a: any) {}"],
    ["a type there", "barrel.ts", "User[1]", 2, "// both.ts:2-2\nexport type User = { id: number };"],
  ])("%s", async (_what, path, symbol, level, wanted) => {
    const text = await connection.text("kart_zoom", { path, symbol, level });
    expect(text.replace(`// ${path}\n`, "")).toBe(wanted);
  });

  test.each([
    ["use.ts", "K.m", "over.ts", "K.m"],
    ["use.ts", "g", "over.ts", "f"],
    ["barrel.ts", "K", "over.ts", "K"],
    ["defaults.ts", "arrow", "arrow.ts", "default"],
  ])("%s leads %s to where it is declared", async (path, symbol, declaring, name) => {
    for (const tool of ["kart_impact", "kart_deps", "kart_definition", "kart_implementations", "kart_hover"])
      expect(await connection.text(tool, { path, symbol })).toBe(
        await connection.text(tool, { path: declaring, symbol: name }),
      );
    const there = await connection.data<object>("kart_references", { path: declaring, symbol: name });
    expect(await connection.data<object>("kart_references", { path, symbol })).toEqual({ ...there, path: declaring });
    expect(await connection.text("kart_references", { path, symbol })).toContain(` of ${declaring} in `);
    expect(await connection.text("kart_zoom", { path, symbol, level: 2 })).toBe(
      await connection.text("kart_zoom", { path: declaring, symbol: name, level: 2 }),
    );
  });

  test("an import is no export, and a slip is led on by a hint", async () => {
    expect(await connection.data("kart_zoom", { path: "defaults.ts", symbol: "arrow" })).toMatchObject({
      path: "arrow.ts",
      symbols: [{ name: "default" }],
    });
    for (const tool of ["kart_references", "kart_impact", "kart_zoom"])
      expect(await connection.error(tool, { path: "barrel.ts", symbol: "Usr.id" })).toBe(
        "symbol_not_found: No symbol `Usr.id` in barrel.ts. Did you mean `User.id` of both.ts?",
      );
    expect(await connection.error("kart_hover", { path: "use.ts", symbol: "K", content: "let a;" })).toContain(
      "No symbol `K`",
    );
  });

  test.each([
    ["over.ts", "f[99]", "Did you mean `f[0]` to `f[2]` (function, line 2)?"],
    ["both.ts", "User[2]", "Did you mean `User[0]` (const, line 1), `User[1]` (type, line 2)?"],
    ["barrel.ts", "f[3]", "It exports `f[0]` to `f[2]`."],
  ])("%s %s is not there", async (path, symbol, known) => {
    for (const level of [0, 2])
      expect(await connection.error("kart_zoom", { path, symbol, level })).toBe(
        `symbol_not_found: No symbol \`${symbol}\` in ${path}. ${known}`,
      );
  });
});

test("parts of one symbol are asked about as one, and so are a type and a value of one name", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": `import type { One } from "./b";
export interface Core { more(): One }
export class Core { get size() { return 1; } set size(size) {} }
export type Two = 1;
export const Two = 1 satisfies One;
export interface Log { write(): void }
export const Log: Log = { write() {} };
`,
    "b.ts": 'import type { Core } from "./a";\nexport type One = 1;\nexport const read = (of: Core) => of.size;\n',
    "c.ts": `import { type Log, Two } from "./a";
export const given = (two: Two) => two;
export const taken = () => [Two];
export class File implements Log { write() {} }
`,
  });
  await using other = await connect(own.root);
  const ask = (tool: string, symbol: string) => other.text(tool, { path: "a.ts", symbol });
  expect(await ask("kart_references", "Core")).toContain("to class Core in 1 file, complete\nb.ts\n 1 import");
  expect(await ask("kart_impact", "Core.size")).toContain(
    "getter Core.size a.ts:3: 1 dependent, 1 deep, complete\n b.ts",
  );
  expect(await ask("kart_definition", "Core")).toBe("2 definitions\na.ts\n 2 interface Core\n 3 class Core");
  expect(await ask("kart_implementations", "Core.size")).toBe("No implementation found, complete.");
  expect(await ask("kart_deps", "Core")).toBe(
    "class and interface Core a.ts:3: 1 dependency, 1 deep, complete\n b.ts: type One:2",
  );
  expect(await ask("kart_zoom", "Core")).toBe(`// a.ts
export interface Core { // 2
  more(): One; // 2
}
export class Core { // 3
  get size(): number; // 3
  set size(size: number); // 3
}`);
  expect(await ask("kart_references", "Two")).toBe(`3 references to const and type Two in 1 file, complete
c.ts
 1 import: import { type Log, Two } from "./a";
 2 type in given: export const given = (two: Two) => two;
 3 reference in taken: export const taken = () => [Two];`);
  expect(await ask("kart_references", "Two[0]")).toContain("2 references to type Two in 1 file, complete");
  expect(await other.text("kart_references", { path: "c.ts", symbol: "Two" })).toStartWith(
    "3 references to const and type Two of a.ts",
  );
  expect(await ask("kart_impact", "Two")).toBe(`const and type Two a.ts:5: 2 dependents, 1 deep, complete
 c.ts: type given:2; reference taken:3
tests: none`);
  expect(await ask("kart_deps", "Two")).toBe(
    "const and type Two a.ts:5: 1 dependency, 1 deep, complete\n b.ts: type One:2",
  );
  expect(await ask("kart_definition", "Two")).toBe(
    "2 definitions\na.ts\n 4 type Two = 1\n 5 const Two = 1 satisfies One",
  );
  expect(await ask("kart_zoom", "Two")).toBe("// a.ts\nexport type Two = 1; // 4\nexport const Two: 1; // 5");
  expect(await ask("kart_hover", "Two")).toBe("const Two: 1\n// a.ts:5\n\ntype Two = 1\n// a.ts:4");
  expect(await other.data("kart_hover", { path: "c.ts", symbol: "Two" })).toEqual({
    found: true,
    name: "Two",
    kind: "const",
    type: "const Two: 1",
    documentation: "",
    definedIn: "a.ts:5",
    also: [{ kind: "type", type: "type Two = 1", documentation: "", definedIn: "a.ts:4" }],
  });
  expect(await ask("kart_implementations", "Log")).toBe(`2 implementations, complete
a.ts:7 const Log: Log = { write() {} }
c.ts:4 class File implements Log`);
});

test("a class and a namespace of types are one symbol, with the uses of both, as are overloads and their namespace", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "preserve" } }',
    "a.ts": `export namespace from { export type Options = Boom.Cause }
export class Boom { constructor(public readonly of?: Boom.Cause) {} }
export declare namespace Boom { type Cause = 1 }
export function from(a: string): string;
export function from(a: any): any { return a; }
`,
    "b.ts": `import { Boom, from } from "./a";
export const caused = (by: Boom.Cause) => by;
export const made = () => new Boom();
export const options: from.Options = from("1");
`,
  });
  await using other = await connect(own.root);
  for (const symbol of ["Boom", "Boom[0]", "Boom[1]"])
    expect(await other.text("kart_references", { path: "a.ts", symbol })).toEndWith(` in 2 files, complete
a.ts
 1 type in from.Options: export namespace from { export type Options = Boom.Cause }
 2 type in Boom.of: export class Boom { constructor(public readonly of?: Boom.Cause) {} }
b.ts
 1 import: import { Boom, from } from "./a";
 2 type in caused: export const caused = (by: Boom.Cause) => by;
 3 call in made: export const made = () => new Boom();`);
  expect(await other.text("kart_references", { path: "a.ts", symbol: "from" })).toBe(
    `3 references to function from in 1 file, complete
b.ts
 1 import: import { Boom, from } from "./a";
 4 type in options: export const options: from.Options = from("1");
 4 call in options: export const options: from.Options = from("1");`,
  );
  expect(await other.text("kart_impact", { path: "a.ts", symbol: "Boom" }))
    .toBe(`class Boom a.ts:2: 4 dependents, 2 deep, complete
 type from.Options:1
  b.ts: type options:4
 b.ts: type caused:2; call made:3
tests: none`);
});

test("kart_hover of a function by its name shows every overload, its implementation left out", async () => {
  const many = Array.from({ length: 21 }, (_, index) => `export function many(a: ${index}): ${index};`);
  using own = new TempWorkspace({
    "a.ts": `/** Doc. */
export function f(a: string): string;
export function f(a: number): { n: number }
export function f(a: any): any { return a; }
${many.join("\n")}
export function many(a: number) { return a; }
`,
  });
  await using other = await connect(own.root);
  const ask = (symbol: string) => other.text("kart_hover", { path: "a.ts", symbol });
  expect(await ask("f")).toBe(
    "function f(a: string): string\n// a.ts:2\nDoc.\n\nfunction f(a: number): {\n    n: number;\n}\n// a.ts:3",
  );
  expect(await ask("f[1]")).toStartWith("function f(a: number)");
  const all = await ask("many");
  expect(all.match(/function many/g)).toHaveLength(20);
  expect(all).toEndWith("function many(a: 19): 19\n// a.ts:24\n\n// and 1 more overload");
});
