import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { LanguageServer } from "@kart/core/language-server/language-server";
import { editServer } from "../src/server.ts";
import { Desk } from "./ask.ts";
import { type RenameData, textOf, TSCONFIG, renameDesks } from "./rename-desk.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const deskOf = renameDesks();

describe("refused", () => {
  const ROWS_REFUSED: readonly [what: string, text: string, symbol: string, newName: string, message: RegExp][] = [
    ["no identifier", "const a = 1;\n", "a", "b-c", /^invalid_argument: `b-c` is no legal identifier/],
    ["code", "const a = 1;\n", "a", "b = 2; evil()", /^invalid_argument/],
    ["a reserved word", "const a = 1;\n", "a", "class", /^invalid_argument: `class` is a reserved word/],
    ["a type of the language", "type A = 1;\n", "A", "string", /^invalid_argument: `string` is a type of the language/],
    [
      "a type that the compiler provides",
      "type A = 1;\n",
      "A",
      "intrinsic",
      /^invalid_argument: `intrinsic` is a type of/,
    ],
    [
      "a word for a member that its enum uses by its name alone",
      "enum K { a, Xx, b = K.a | Xx }\n",
      "K.Xx",
      "true",
      /^invalid_argument: `true` is a reserved word, and `Xx` is used by its name alone in line 1/,
    ],
    ["private for public", "class K { a = 1 }\n", "K.a", "#a", /^invalid_argument: .*would make it private/],
    ["constructor for a method", "class K { a() {} }\n", "K.a", "constructor", /^invalid_argument/],
    [
      "prototype for a static member",
      "class K { static a() {} }\nK.a();\n",
      "K.a",
      "prototype",
      /^syntax_error: .*a\.ts would not parse with `prototype` where `a` stands/,
    ],
    [
      "prototype for one that a statement adds",
      "function k() {}\nk.a = 1;\n",
      "k.a",
      "prototype",
      /^invalid_argument: .*`prototype` of a class or a function is what its instances inherit from/,
    ],
    [
      "constructor for a private member",
      "class K { #a = 1; b = () => this.#a }\n",
      "K.#a",
      "constructor",
      /^invalid_argument/,
    ],
    ["the same name", "const a = 1;\n", "a", "a", /^no_change/],
    ["a constructor", "class K { constructor() {} }\n", "K.constructor", "a", /^invalid_argument/],
    [
      "an index behind the last overload of a method",
      "class K {\n  get(k: 1): 1;\n  get(k: 2): 2;\n  get(k: number) { return k; }\n}\n",
      "K.get[3]",
      "b",
      /^symbol_not_found: .*Did you mean `K\.get\[0\]` to `K\.get\[2\]`/,
    ],
    ["an unnamed default", "export default () => 1;\n", "default", "a", /^invalid_argument: .*no name of its own/],
    ["a computed name", "class K { [Symbol.iterator]() {} }\n", "K.[Symbol.iterator]", "a", /^invalid_argument/],
    ["a quoted name that would end its quotes", 'const o = { "a-b": 1 };\n', 'o."a-b"', 'c"d', /^invalid_argument/],
    [
      "what the library declares",
      "class K extends Array<number> { map(): never { throw 1; } }\n",
      "K.map",
      "b",
      /^path_outside_root: `map` is declared in TypeScript's library too, which is/,
    ],
    [
      "a small letter for a component",
      'export const Comp = () => null;\n// @filename: b.tsx\nimport { Comp } from "./a";\nexport const b = <Comp />;\n',
      "Comp",
      "section",
      /^invalid_argument: b\.tsx:2 uses `Comp` as a component/,
    ],
    [
      "a small letter for a component right behind an arrow",
      'export const Comp = () => null;\n// @filename: b.tsx\nimport { Comp } from "./a";\nexport const b = () =><Comp/>;\n',
      "Comp",
      "section",
      /^invalid_argument: b\.tsx:2 uses `Comp` as a component/,
    ],
    ["no such symbol", "const a = 1;\n", "b", "c", /^symbol_not_found/],
    [
      "a word that makes a getter of what follows",
      "class K {\n  a\n  b() { return 1; }\n}\n",
      "K.a",
      "get",
      /^syntax_error: .*a\.ts would not parse with `get` where `a` stands, or be read as something else\. Send another name\.$/,
    ],
    [
      "the name by which a file has all of another",
      'export * as a from "./b";\n// @filename: b.ts\nexport const c = 1;\n',
      "a",
      "d",
      /^symbol_not_found: .*`a` is the name by which a\.ts has all of b\.ts: change it with kart_patch/,
    ],
    ["two of one name that are not one symbol", "class K { a = 1; static a = 2; }\n", "K.a", "b", /^symbol_ambiguous/],
    ["a file that does not parse", "const a = ;\n", "a", "b", /^syntax_error/],
  ];
  for (const [what, text, symbol, newName, message] of ROWS_REFUSED)
    test(what, async () => {
      const desk = await deskOf(text);
      expect(await desk.refused("kart_rename", { file: "a.ts", symbol, newName })).toMatch(message);
    });

  test("a word for a member of an enum that is used by the enum's name is fine", async () => {
    const desk = await deskOf('export enum K { a, Xx, b = K.Xx, c = K["Xx"] }\n');
    const change = { file: "a.ts", symbol: "K.Xx", newName: "delete" };
    expect(await desk.connection.data<RenameData>("kart_rename", change)).toMatchObject({ totalEdits: 3 });
    expect(desk.workspace.read("a.ts")).toBe('export enum K { a, delete, b = K.delete, c = K["delete"] }\n');
  });

  test("a small letter for what is only a type argument, or another part of JSX, is fine", async () => {
    const desk = await deskOf(
      'export class Comp { static Part = () => null }\n// @filename: b.tsx\nimport { Comp } from "./a";\nexport const b = (list: Array<Comp>) => <Comp.Part />;\n',
    );
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "Comp", newName: "comp" });
    expect(desk.workspace.read("b.tsx")).toContain("(list: Array<comp>) => <comp.Part />");
  });

  test("a member takes a name that its module exports, behind a barrel too", async () => {
    const desk = await deskOf(
      'export const foo = 1;\nexport const o = { bar: 2 };\n// @filename: i.ts\nexport * from "./a";\n// @filename: b.ts\nimport { foo, o } from "./i";\nfoo + o.bar;\n',
    );
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "o.bar", newName: "foo" });
    expect(desk.workspace.read("b.ts")).toContain("foo + o.foo;");
  });

  test("words of static members are fine for others, and names of functions for static methods", async () => {
    const desk = await deskOf("class K { a() {} static b() {} }\nnew K().a(K.b());\nexport const o = { c: 1 };\n");
    for (const [symbol, newName] of [
      ["K.a", "prototype"],
      ["K.b", "name"],
      ["o.c", "prototype"],
    ])
      await desk.connection.data("kart_rename", { file: "a.ts", symbol, newName });
    expect(desk.workspace.read("a.ts")).toBe(
      "class K { prototype() {} static name() {} }\nnew K().prototype(K.name());\nexport const o = { prototype: 1 };\n",
    );
  });

  test("reserved words are fine as members", async () => {
    const desk = await deskOf("class K { a = 1; }\nnew K().a;\n");
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "K.a", newName: "class" });
    expect(desk.workspace.read("a.ts")).toBe("class K { class = 1; }\nnew K().class;\n");
  });

  test("a file among them that is read-only, protected, or does not parse", async () => {
    const importer = 'import { a } from "./a";\n';
    const desk = await deskOf(`export const a = 1;\n// @filename: b.ts\n${importer}a;\n`);
    Bun.spawnSync(["chmod", "444", desk.workspace.path("b.ts")]);
    const ask = () => desk.refused("kart_rename", { file: "a.ts", symbol: "a", newName: "b" });
    expect(await ask()).toMatch(/^protected_path: b\.ts is read-only/);
    Bun.spawnSync(["chmod", "644", desk.workspace.path("b.ts")]);
    desk.workspace.write("b.ts", `${importer}const = a;\n`);
    expect(await ask()).toMatch(/^syntax_error: b\.ts would change with it, and does not parse: line 2: /);
    await Bun.file(desk.workspace.path("b.ts")).delete();
    desk.workspace.write(".claude/b.ts", importer.replace("./a", "../a"));
    desk.workspace.write("c.ts", 'import "./.claude/b";\n');
    expect(await ask()).toMatch(/^protected_path: \.claude\/b\.ts/);
  });

  test("files among them that git ignores, of which the first by name is told, or that are no UTF-8", async () => {
    const importer = 'import { a } from "../a";\na;\n';
    const desk = await deskOf("export const a = 1;\n// @filename: .gitignore\nmade/\n");
    for (const name of ["d", "c", "e"]) desk.workspace.write(`made/${name}.ts`, importer);
    const ask = () => desk.refused("kart_rename", { file: "a.ts", symbol: "a", newName: "b" });
    expect(await ask()).toContain("protected_path: `a` is declared or used in made/c.ts too, which is generated");
    desk.workspace.write(".gitignore", "");
    desk.workspace.write("made/d.ts", new Uint8Array(Buffer.from(`\uFEFF${importer}`, "utf16le")));
    expect(await ask()).toContain("binary_file: made/d.ts would change with it, and is not text in UTF-8.");
    expect(desk.workspace.read("a.ts")).toBe("export const a = 1;\n");
    expect(desk.workspace.read("made/c.ts")).toBe(importer);
  });
});

describe("a name in quotes that types check", () => {
  const text = `export class K { a() {} c() {} }
export const other = 1;
// @filename: b.ts
import { K } from "./a";
declare function spy<T>(object: T, key: keyof T): void;
declare function spy<T>(object: T, key: keyof T, access: "get" | "set"): void;
declare function pick<T>(object: T, ...keys: (keyof T)[]): void;
declare function describe(what: string, run: () => void): void;
describe("a", () => {
  spy(new K(), 'a');
  spy(new K(), 'a', "get");
  pick(new K(), "a", "c", "a");
  const key: keyof K = "a";
  let later: keyof K;
  later = "a";
  const keys: (keyof K)[] = ["c", "a"];
  const by: { key: keyof K } = { key: "a" };
  void [key, later, keys, by, "a"];
});
`;
  test("is changed with it, and nothing else that is written so", async () => {
    const desk = await deskOf(text);
    const before = desk.workspace.snapshot();
    const { warnings, complete } = await desk.connection.data<RenameData>("kart_rename", {
      file: "a.ts",
      symbol: "K.a",
      newName: "fresh",
    });
    expect(complete).toBe(true);
    expect(warnings).toEqual([
      "Changed in quotes too, where types ask for the name: b.ts:7; b.ts:8; b.ts:9; b.ts:9; b.ts:10; and 3 more",
    ]);
    const [head = "", body = ""] = text.split("// @filename: b.ts\n");
    const changed = body
      .replaceAll(/(["'])a\1/g, "$1fresh$1")
      .replace('describe("fresh"', 'describe("a"')
      .replace('by, "fresh"]', 'by, "a"]');
    expect(desk.workspace.read("b.ts")).toBe(changed);
    expect(desk.workspace.read("a.ts")).toBe(head.replace("a()", "fresh()"));
    await desk.connection.data("kart_undo");
    expect(desk.workspace.snapshot()).toEqual(before);
  });

  test("is changed in a union that a type parameter asks of keys", async () => {
    const user = (name: string) => `import type { Options, PartialKeys } from "./a";
export type Given = PartialKeys<Options & { sync?: boolean }, "rect" | "${name}">;
export type Lines = PartialKeys<
  Options,
  | "rect"
  | ("${name}" | "count")
>;
export const other: "rect" | "offset" = "offset";
`;
    const desk = await deskOf(`export type PartialKeys<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
export interface Options { rect: 1; offset: 2; count: 3 }
// @filename: b.ts
${user("offset")}`);
    const args = { file: "a.ts", symbol: "Options.offset", newName: "off" };
    const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", args);
    expect(desk.workspace.read("b.ts")).toBe(user("off"));
    expect([complete, warnings]).toEqual([
      true,
      ["Changed in quotes too, where types ask for the name: b.ts:2; b.ts:6"],
    ]);
  });

  test("is not where it stands elsewhere: then the rename is refused, until it is written anew", async () => {
    const desk = await deskOf(`export const a = 1;
// @filename: k.ts
export class K { a() {} }
// @filename: b.ts
import * as all from "./a";
import { K } from "./k";
declare function spy<T>(object: T, key: keyof T): void;
const name = "a";
spy(all, name);
spy(new K(), "c");
`);
    const args = { file: "a.ts", symbol: "a", newName: "b" };
    const message = await desk.refused("kart_rename", args);
    expect(message).toStartWith("still_referenced: Names in quotes would stay `a`, with 1 new type error:\nb.ts:5 ");
    desk.workspace.write("b.ts", desk.workspace.read("b.ts").replace('"a"', '"b"'));
    await desk.connection.data("kart_rename", args);
    expect(desk.workspace.read("a.ts")).toBe("export const b = 1;\n");
  });
});

test("a key that another generic type takes is named where it may be the member's", async () => {
  const desk = await deskOf(`export interface I { a: 1 }
type Column<T, Name extends string> = { of: T; name: Name };
export type A = Column<I, "a"> | Column<{ a: 2 }, "a">;
export type B = Omit<I | { a: 2 }, "a">;
export type C = Column<{ a: 2 }, "a">;
export type D = { [P in keyof I as P extends "c" ? "a" : P]: I[P] };
export type E = { [P in keyof I | keyof { a: 2 } as Exclude<P, "a">]: P };
`);
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "I.a",
    newName: "b",
  });
  expect(warnings).toEqual(["NOT CHANGED, and may name the key `a`: a.ts:3; a.ts:4; a.ts:6; a.ts:7"]);
});

test("a mock of the file names its export anew where it returns it in a literal; another one is named", async () => {
  const files = (name: string, shorthand: string) => `// @filename: a.ts
const ${name} = 1;
export default ${name};
export { ${name} };
// @filename: i.ts
export * from "./a";
// @filename: own.ts
export * from "./a";
export const a = 2;
// @filename: b.ts
import other from "./a";
export const b = other; // a
// @filename: b.test.ts
vi.mock("./a", () => ({
  ${name}: 2,
}));
// @filename: c.test.ts
vi.mock("./a", () => ({ b: 2 })); // a
// @filename: d.test.ts
import { ${name} } from "./i";
mock.module("./a", () => ({ ${name} }));
vi.mock("./i", async (importOriginal) => ({ ...(await importOriginal()), ${shorthand} }));
jest.mock("./own", () => ({ a: 2 }));
// @filename: e.test.ts
const a = 2;
vi.mock("./a", () => ({ ${shorthand} }));
// @filename: f.test.ts
import { ${name} } from "./a";
vi.mock("./a", () => {
  if (${name}) return { a: 1 };
  return { a: 2 };
});
`;
  const desk = await deskOf(files("a", "a"));
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "a",
    newName: "fresh",
  });
  expect(textOf(desk, files("a", "a"))).toBe(
    files("fresh", "fresh: a").replace("importOriginal()), fresh: a", "importOriginal()), fresh"),
  );
  expect(warnings).toEqual([
    "NOT CHANGED, though they may use it: TypeScript does not see them do so: f.test.ts:3, f.test.ts:4",
  ]);
  expect(complete).toBe(false);
});

test("CommonJS goes on exporting the old name where it exports the variable by another one too", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true } }',
    "a.js": "exports.a = a;\nexports.other = a;\nfunction a() {}\n",
    "b.js": 'const { a } = require("./a");\na();\n',
  });
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.js",
    symbol: "a",
    newName: "b",
  });
  expect(complete).toBe(true);
  expect(warnings).toEqual([
    "Still exported as `a`, which importers keep: rename the symbol `module.exports.a` to change that.",
  ]);
  expect(desk.workspace.read("a.js")).toBe("exports.a = b;\nexports.other = b;\nfunction b() {}\n");
});

test("no other rename is named where CommonJS exports a name beside a value of its own: TypeScript does not follow it", async () => {
  const at = await deskOf(
    "// @filename: a.js\nclass K {}\nfunction a() {}\nmodule.exports = K;\nmodule.exports.a = a;\n// @filename: b.js\nfunction a() {}\nmodule.exports = { a };\nmodule.exports.a = a;\n",
  );
  const rename = async (file: string) =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol: "a", newName: "b", dryRun: true })).warnings;
  expect(await rename("a.js")).toEqual(["Still exported as `a`, which importers keep."]);
  expect(await rename("b.js")).toEqual(["Still exported as `a`, which importers keep."]);
  expect(await at.refused("kart_rename", { file: "a.js", symbol: "module.exports.a", newName: "b" })).toBe(
    "invalid_argument: `module.exports.a` is assigned where TypeScript does not follow it. Change it, and what uses it, with kart_patch.",
  );
});

test("types that share a shape meet in a file that names neither: refused with what would break", async () => {
  const desk = await deskOf(`export interface User { id: number; name: string }
export const users = (): User[] => [];
// @filename: card.ts
export const card = (props: { name: string }) => props;
// @filename: barrel.ts
export * from "./card";
// @filename: page.ts
import { users } from "./a";
import { card } from "./barrel";
users().map((user) => card(user));
`);
  const rename = (symbol: string) => desk.refused("kart_rename", { file: "a.ts", symbol, newName: "b" });
  expect(await rename("User.name")).toStartWith(
    "still_referenced: Types that only share the shape would keep `name`, with 1 new type error:\npage.ts:3 Property",
  );
  const { complete } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "User.id",
    newName: "key",
  });
  expect(complete).toBe(true);
});

describe("used where no reference tells: refused with what would break", () => {
  const ENUM = "export enum E { A }\nexport const of = (key: keyof typeof E) => E[key];\n";
  const BOX =
    'export interface P { a?: string; children?: string }\nexport const Box = (p: P) => null;\n// @filename: jsx.d.ts\ndeclare namespace JSX { interface ElementChildrenAttribute { children: unknown } interface IntrinsicElements {} }\n// @filename: b.tsx\nimport { Box } from "./a";\nexport const b = <Box>text</Box>;\n';
  const ROWS_NEEDED: readonly [what: string, text: string, symbol: string, place: string][] = [
    [
      "an enum's member as a key",
      `${ENUM}// @filename: b.ts\nimport { of } from "./a";\nconst key = "A";\nof(key);\n`,
      "E.A",
      "b.ts:3",
    ],
    [
      "a namespace's member as a key",
      'export namespace N { export const a = 1, c = 2; }\ntype All = typeof N;\nexport const of = (key: keyof All) => key;\n// @filename: b.ts\nimport { of } from "./a";\nconst key = "a";\nof(key);\n',
      "N.a",
      "b.ts:3",
    ],
    [
      "an enum's member as a key of what takes it whole",
      'export enum E { A }\n// @filename: b.ts\nimport { E } from "./a";\ndeclare function pick<T>(of: T, key: keyof T): void;\nconst key = "A";\npick(E, key);\n',
      "E.A",
      "b.ts:4",
    ],
    [
      "a key that a type makes of the name",
      'export interface I { width: number; size: number }\n// @filename: on.ts\nexport type On<T> = { [K in keyof T & string as `on${Capitalize<K>}`]?: T[K] };\n// @filename: b.ts\nimport type { I } from "./a";\nimport type { On } from "./on";\nexport const b: On<I> = { onWidth: 1 };\n',
      "I.width",
      "b.ts:3",
    ],
    [
      "a key that a type makes of a part of the name",
      'export interface I { onOpen: number; onClose: number }\n// @filename: on.ts\nexport type Off<T> = { [K in keyof T as K extends `on${infer N}` ? Uncapitalize<N> : never]?: T[K] };\n// @filename: b.ts\nimport type { I } from "./a";\nimport type { Off } from "./on";\nexport const b: Off<I> = { close: 1 };\n',
      "I.onClose",
      "b.ts:3",
    ],
    [
      "a key of an enum that a type writes in capitals",
      'export enum E { Warm, Cold }\nexport type Key = Uppercase<keyof typeof E>;\n// @filename: b.ts\nimport type { Key } from "./a";\nexport const b: Key = "WARM";\n',
      "E.Warm",
      "b.ts:2",
    ],
    ["what JSX writes between tags", BOX, "P.children", "b.tsx:2"],
    [
      "a member that the type of an installed package needs, where its owner is named",
      'export class K { close() {} }\n// @filename: node_modules/p/index.d.ts\nexport declare function take(it: { close(): void }): void;\n// @filename: b.ts\nimport { take } from "p";\nimport { K as Own } from "./a";\ntake(new Own());\n',
      "K.close",
      "b.ts:3",
    ],
  ];
  for (const [what, text, symbol, place] of ROWS_NEEDED)
    test(what, async () => {
      const desk = await deskOf(text);
      const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName: "fresh" });
      expect(message).toStartWith("still_referenced: ");
      expect(message).toContain(`\n${place} `);
      expect(await desk.refused("kart_delete", { file: "a.ts", symbol })).toContain(`\n${place} `);
    });

  test("as a key of an enum, until it is written anew", async () => {
    const desk = await deskOf(`${ENUM}// @filename: b.ts\nimport { of } from "./a";\nof("B"); // A\n`);
    const args = { file: "a.ts", symbol: "E.A", newName: "B" };
    expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({ complete: true, warnings: [] });
  });
});

test("more of such files than can be checked at once are said to be unchecked; all references are changed still", async () => {
  const big = `// ${"x".repeat(1_000_000)}\n`;
  const desk = await deskOf(`export interface User { name: string }
export const users = (): User[] => [];
// @filename: card.ts
export const card = (props: { name: string }) => props;
// @filename: page.ts
import { users } from "./a";
import { card } from "./card";
users().length + card.length;
${big}`);
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "User.name",
    newName: "b",
  });
  expect(warnings).toEqual(["1 file that may use it by its shape alone NOT type-checked: check the whole workspace."]);
  expect(complete).toBe(true);
});

test("nobody uses a private member by its shape: no file is said to be unchecked, but for types that have the new name", async () => {
  const desk = await deskOf(`export class Box { private name = 1; read() { return this.name; } }
export class Bin { #own = 1; private tag = 2; constructor(private readonly name = 1) {} read() { return this.#own; } }
export class Bag { private tag = 2; }
// @filename: card.ts
export const card = (props: { name: string; tag?: number }) => props;
// @filename: options.ts
export interface Options { label?: string }
// @filename: page.ts
import { Bag, Bin, Box } from "./a";
import { card } from "./card";
[new Box(), new Bin(), new Bag(), card].length;
// ${"x".repeat(1_000_000)}
`);
  const warned = async (symbol: string, newName?: string) => {
    const tool = newName === undefined ? "kart_delete" : "kart_rename";
    const args = { file: "a.ts", symbol, ...(newName && { newName }), dryRun: true };
    return (await desk.connection.data<RenameData>(tool, args)).warnings;
  };
  const unchecked = ["1 file that may use it by its shape alone NOT type-checked: check the whole workspace."];
  expect(await warned("Box.name", "free")).toEqual([]);
  expect(await warned("Bin.name", "free")).toEqual([]);
  expect(await warned("Bin.#own", "#free")).toEqual([]);
  expect(await warned("Box.name", "label")).toEqual(unchecked);
  expect(await warned("Bin.tag")).toEqual([]);
  // Without it, values of other types are taken for one.
  expect(await warned("Bag.tag")).toEqual(unchecked);
});

test("a private member that other files name in quotes is looked for there", async () => {
  const desk = await deskOf(`export class Box { private name = 1; read() { return this.name; } }
// @filename: key.ts
export const KEY = "name";
// @filename: page.ts
import { Box } from "./a";
import { KEY } from "./key";
export const name = new Box()["name"];
export const other = new Box()[KEY];
`);
  const rename = { file: "a.ts", symbol: "Box.name", newName: "b" };
  expect(await desk.refused("kart_rename", rename)).toStartWith(
    "still_referenced: Names in quotes would stay `name`, with 1 new type error:\npage.ts:4 Element implicitly",
  );
  await desk.connection.data("kart_rename", { ...rename, force: true });
  expect(desk.workspace.read("page.ts")).toContain('new Box()["b"]');
});

test("a type that only shares the shape keeps the old name: refused with what would break", async () => {
  const desk = await deskOf(`export interface I { a: number }
// @filename: b.ts
import type { I } from "./a";
const o = { a: 1 };
export const i: I = o;
`);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" });
  expect(message).toStartWith(
    "still_referenced: Types that only share the shape would keep `a`, with 1 new type error:\nb.ts:3 Property",
  );
});

test.each<[what: string, text: string, symbol: string, why: string, next: string]>([
  [
    "names that types make of it",
    "export interface I { size: 1 }\ntype Get<T> = { [K in keyof T as `get${Capitalize<string & K>}`]: T[K] };\ndeclare const g: Get<I>;\ng.getSize;\n",
    "I.size",
    "Names that types make of `size` would stay",
    "Pass force and rename these after.",
  ],
  [
    "a name in quotes that a check asks for",
    'export interface I { size: 1 }\nexport const f = (o: object) => "size" in o && (o as I);\n',
    "I.size",
    "Names in quotes would stay `size`",
    "Pass force and write the new name there after.",
  ],
  [
    "a signature",
    "export interface I { size: 1 }\nexport function f(o: I): 1;\nexport function f(o: { size: 1 }): 1 { return o.size; }\n",
    "I.size",
    "Types need `size` where no reference tells of it",
    "Pass force and mend these after.",
  ],
  [
    "the shape, of a type in a function that has no name",
    "run(() => {\n  interface I { size: number }\n  const o = { size: 1 };\n  const i: I = o;\n  return i;\n});\ndeclare function run(f: unknown): void;\n",
    "I.size",
    "Types that only share the shape would keep `size`",
    "Make these use the type that declares `size`, or pass force and mend them after.",
  ],
])("why types break is told: %s", async (_, text, symbol, why, next) => {
  const desk = await deskOf(text);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName: "fresh" });
  expect(message).toStartWith(`still_referenced: ${why}, with 1 new type error:\n`);
  expect(message).toEndWith(next);
  expect(desk.workspace.read("a.ts")).toBe(text);
});

test("the same, forced: renamed, with what is to mend", async () => {
  const desk = await deskOf(`export interface I { a: number }
// @filename: b.ts
import type { I } from "./a";
const o = { a: 1 };
export const i: I = o;
export const read = (one: I) => one.a;
`);
  const { complete, totalEdits, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "I.a",
    newName: "b",
    force: true,
  });
  expect([complete, totalEdits]).toEqual([false, 2]);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toBe("LEFT: 1 key of that name in object literals of no type: b.ts:2");
  expect(warnings[1]).toStartWith(
    "Types that only share the shape would keep `a`. TO MEND, 1 new type error:\nb.ts:3 Property",
  );
  expect(desk.workspace.read("b.ts")).toContain("one.b");
});

test("a bare name that a member and an import or an alias have is neither's, and what comes of it names the member", async () => {
  const desk = await deskOf(`// @filename: a.ts
import { foo } from "./b";
import * as ns from "./b";
import Alias = ns.Space.q;
export const api = { foo, ns, Alias, only: 1 };
export const f = (only: number) => only;
// @filename: b.ts
export const foo = 1;
export namespace Space { export const q = 1; }
`);
  const refused = (symbol: string, line?: number) =>
    desk.refused("kart_rename", { file: "a.ts", symbol, newName: "fresh", ...(line !== undefined && { line }) });
  for (const [symbol, line] of [
    ["foo", 1],
    ["ns", 2],
    ["Alias", 3],
  ] as const)
    expect(await refused(symbol)).toBe(
      `symbol_ambiguous: \`${symbol}\` could be \`api.${symbol}\` (property, line 4) or the import at line ${line}. Pass \`api.${symbol}\`, or \`line\` ${line}.`,
    );
  expect(await refused("foo", 1)).toContain("`foo` is declared in another file. Pass `file`: b.ts, `symbol`: `foo`");
  const text = await desk.connection.text("kart_rename", { file: "a.ts", symbol: "only", newName: "fresh" });
  expect(text).toStartWith("renamed `api.only` to `fresh`: 1 edit in 1 file\n");
});

test("force takes no name that is taken", async () => {
  const desk = await deskOf("export interface I { a: number; b: number }\n");
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b", force: true });
  expect(message).toStartWith("already_exists: ");
});

test("a member that uses mean as one with those of other types, by unions, is renamed with them, and they are named", async () => {
  const files = (name: string, taken: string) => `// @filename: a.ts
export interface Box { kind: 1; ${name}: number }
export interface Bag { kind: 2; ${name}?: undefined }
export interface Bin { kind: 3; ${name}: string }
export interface Alike { kind: 1; a: number }
// @filename: i.ts
import type { Alike, Bag, Bin, Box } from "./a";
export const one = (of: Box | Bag) => of.${name};
export const two = ({ ${taken} }: Bag | Bin) => a;
export const three = (of: Alike) => of.a;
export const four: Box | Bin = { kind: 1, ${name}: 2 };
`;
  const desk = await deskOf(files("a", "a"));
  const args = { file: "a.ts", symbol: "Box.a", newName: "b" };
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(textOf(desk, files("a", "a"))).toBe(files("b", "b: a"));
  expect([complete, warnings]).toEqual([true, ["Renamed with it, as some uses mean both: a.ts:2; a.ts:3"]]);
});

test("the same where the new name stands elsewhere, as a word or as what has nothing to do with it", async () => {
  const files = (name: string) => `// @filename: a.ts
export interface Box { kind: 1; ${name}: number }
export const folder = (box: Box | undefined) => box ?? { ${name}: 2, kind: 2 };
export const size = folder(undefined).${name};
// @filename: c.ts
export class Other { constructor(readonly b: 1) {} } // b
`;
  const desk = await deskOf(files("a"));
  const args = { file: "a.ts", symbol: "Box.a", newName: "b" };
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(textOf(desk, files("a"))).toBe(files("b"));
  expect(warnings).toEqual(["Renamed with it, as some uses mean both: a.ts:2"]);
});

test("so is what a module declares, where a union holds that", async () => {
  const files = (name: string) => `// @filename: a.ts
import * as mod from "./mod";
export interface Driver { ${name}(): void }
export const use = (one: Driver | typeof mod) => one.${name}();
// @filename: mod.ts
export function ${name}() {}
`;
  const desk = await deskOf(files("connect"));
  const args = { file: "a.ts", symbol: "Driver.connect", newName: "open" };
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(textOf(desk, files("connect"))).toBe(files("open"));
  expect(warnings).toEqual(["Renamed with it, as some uses mean both: mod.ts:1"]);
});

test("refused where one of those has the new name already", async () => {
  const desk = await deskOf(`export interface Box { a: number }
export interface Bag { a: number; b: number }
export interface Bin { a: number }
export const one = (of: Box | Bag | Bin) => of.a;
`);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "Box.a", newName: "b" });
  expect(message).toMatch(/^still_referenced: [^]*a\.ts:4 Property 'b' does not exist on type 'B/);
});

test("those that are not the workspace's own to rename hide nothing: the complaint is told, and force goes on", async () => {
  const desk = await deskOf(`// @filename: a.ts
export interface Box { a: number }
// @filename: .gitignore
made.ts
// @filename: made.ts
export interface Bag { a: number }
// @filename: b.ts
import type { Box } from "./a";
import type { Bag } from "./made";
export const read = (of: Box | Bag) => of.a;
`);
  const args = { file: "a.ts", symbol: "Box.a", newName: "b" };
  expect(await desk.refused("kart_rename", args)).toStartWith("still_referenced: ");
  const { complete } = await desk.connection.data<RenameData>("kart_rename", { ...args, force: true });
  expect([complete, desk.workspace.read("made.ts")]).toEqual([false, "export interface Bag { a: number }\n"]);
});

test("where that mends nothing, they are left", async () => {
  const desk = await deskOf(`export interface Box { a: number }
export interface Bag { a: number }
// @filename: b.ts
import type { Bag, Box } from "./a";
const o = { a: 1 };
export const i: Box = o;
export const read = (of: Box | Bag) => of.a;
export const other = (of: Bag): Box => of;
`);
  const before = desk.workspace.read("a.ts");
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "Box.a", newName: "b" });
  expect(message).toContain("\nb.ts:3 Property 'b' is missing");
  expect(desk.workspace.read("a.ts")).toBe(before);
});

test("what is exported under an empty name, too", async () => {
  const desk = await deskOf(`const a = 1;
export { a as "" };
// @filename: b.ts
import * as ns from "./a";
export const b = [ns[""], Object.values({ ns })];
`);
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "a", newName: "c" });
  expect(desk.workspace.read("a.ts")).toBe('const c = 1;\nexport { c as "" };\n');
});

test("errors that were there before refuse nothing", async () => {
  const desk = await deskOf('interface I { a: number }\nconst i: I = { a: "x" };\ni.c;\n');
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" });
  expect(desk.workspace.read("a.ts")).toBe('interface I { b: number }\nconst i: I = { b: "x" };\ni.c;\n');
});

test("an error that takes the place of another is new; one that only loses its suggestion is none", async () => {
  const desk = await deskOf(`export interface I { a: string }
// @filename: u.ts
import type { I } from "./a";
declare const done: { b: string };
declare const todo: { a: string };
export const p: I = done;
export const q: I = todo;
// @filename: box.ts
export class Box { colour = "red"; show() { return this.colur; } }
`);
  expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" })).toContain(
    "with 1 new type error:\nu.ts:5 Property",
  );
  expect(await desk.connection.text("kart_rename", { file: "box.ts", symbol: "Box.colour", newName: "hue" })).toContain(
    "1 edit in 1 file",
  );
});

test("a refusal shows only the errors that are new, though others of their kind stand in the file", async () => {
  const desk = await deskOf(`export interface I { a: number }
// @filename: b.ts
import type { I } from "./a";
export const wrong: I["a"] = "x";
const o = { a: 1 };
export const i: I = o;
export const wrongToo: { c: 1 } = {};
`);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" });
  expect(message).toContain("with 1 new type error:\nb.ts:4 ");
});

test("a file that changes while the server is asked: the whole is refused, and nothing is half renamed", async () => {
  const files = {
    "tsconfig.json": TSCONFIG,
    "a.ts": "export const a = 1;\n",
    "b.ts": 'import { a } from "./a";\nexport const b = a;\n',
    "c.ts": "// a is spoken of.\n",
  };
  let change: (() => void) | undefined;
  let changeAfter: (() => void) | undefined;
  const open: typeof editServer.open = (workspace) => {
    const services = editServer.open(workspace);
    const languageServer = async () => {
      const server = await services.languageServer();
      const rename = LanguageServer.prototype.rename.bind(server);
      server.rename = async (...asked) => {
        // Behind whatever the caller reads without waiting for the answer.
        await new Promise(setImmediate);
        change?.();
        const answer = await rename(...asked);
        changeAfter?.();
        return answer;
      };
      return server;
    };
    return { ...services, languageServer };
  };
  await using desk = await Desk.with(files, { ...editServer, open });
  for (const changed of ["a.ts", "b.ts", "c.ts"]) {
    change = () => desk.workspace.write(changed, `// Another line.\n${files[changed as "a.ts"]}`);
    expect(await desk.connection.error("kart_rename", { file: "a.ts", symbol: "a", newName: "z" })).toBe(
      `stale: REJECTED, nothing written. ${changed} was changed by another program while this was worked out. Repeat the call.`,
    );
    for (const [path, text] of Object.entries(files))
      expect(desk.workspace.read(path)).toBe(path === changed ? `// Another line.\n${text}` : text);
    desk.workspace.write(changed, files[changed as "a.ts"]);
  }
  change = undefined;
  for (const name of ["a", "z"]) {
    const text = `import { a as ${name}, a as b } from "./a";\nexport const d = [${name}, b];\n`;
    changeAfter = () => desk.workspace.write("new.ts", text);
    expect(await desk.connection.error("kart_rename", { file: "a.ts", symbol: "a", newName: "z" })).toBe(
      "stale: REJECTED, nothing written. new.ts was changed by another program while this was worked out. Repeat the call.",
    );
    for (const [path, before] of Object.entries({ ...files, "new.ts": text }))
      expect(desk.workspace.read(path)).toBe(before);
    rmSync(desk.workspace.path("new.ts"));
  }
  changeAfter = undefined;
  change = () => desk.workspace.write("b.ts", files["b.ts"]);
  const done = await desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol: "a", newName: "z" });
  expect(done).toMatchObject({ totalEdits: 3, complete: true });
});

test("an export that a type needs which is that of the module, given by another one", async () => {
  const at = await deskOf(
    '// @filename: a.ts\nexport const run = 1;\nexport const rest = 2;\n// @filename: b.ts\nexport const run = 1;\nexport const rest = 2;\n// @filename: use.ts\nimport * as b from "./b";\nexport const one: typeof import("./a") = b;\n',
  );
  const error = await at.connection.error("kart_rename", { file: "a.ts", symbol: "run", newName: "z" });
  expect(error).toContain("use.ts:2");
  expect(error).toStartWith("still_referenced: ");
});

test("a global that another script of no project declares too, since nothing tells which of them one means", async () => {
  await using desk = await Desk.with({
    "one.js": "const app = { go() {} };\n",
    "one-use.js": "app.go();\n",
    "two.js": "const app = { run() {} };\n",
    "two-use.js": "app.run();\n",
    "shared.js": "var shared = 1;\n",
    "again.js": "var shared = 2;\n",
  });
  const message = await desk.refused("kart_rename", { file: "one.js", symbol: "app", newName: "shop" });
  expect(message).toMatch(/^invalid_argument: .*`app` is declared in two\.js too, and nothing tells which/);
  // Variables of one name are one.
  await desk.connection.data("kart_rename", { file: "shared.js", symbol: "shared", newName: "ours" });
  expect(desk.workspace.read("again.js")).toBe("var ours = 2;\n");
});

/** What takes a value for a shape, by the name of a member that no reference tells of. */
const USE = "function use(v: { code: string }): string { return v.code; }\n";

test.each([
  ["what is assigned to a function", 'export function f() {}\nf.code = "x";\n', "f.code", "f", "{ f }"],
  ["what is assigned to an arrow", 'export const f = () => 1;\nf.code = "x";\n', "f.code", "f", "{ f }"],
  ["a member of an enum of a namespace", 'export enum E { code = "x" }\n', "E.code", "all.E", "* as all"],
  [
    "a member of a namespace of one",
    'export namespace N { export const code = "x"; }\n',
    "N.code",
    "all.N",
    "* as all",
  ],
])("shape: %s", async (_, text, symbol, given, names) => {
  const before = {
    "a.ts": text,
    "b.ts": `import ${names} from "./a";\n${USE}use(${given});\n`,
    "tsconfig.json": TSCONFIG,
  };
  await using desk = await Desk.with(before);
  for (const [tool, more] of [
    ["kart_rename", { newName: "other" }],
    ["kart_delete", {}],
  ] as const)
    expect(await desk.connection.error(tool, { file: "a.ts", symbol, ...more })).toMatch(
      /^still_referenced: [^]*\nb\.ts:3 (?:Property|Argument)/,
    );
  for (const [path, content] of Object.entries(before)) expect(desk.workspace.read(path)).toBe(content);
});
