import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type RenameData, renameDesks } from "./rename-desk.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const deskOf = renameDesks();

describe("a name that is taken", () => {
  const ROWS_TAKEN: readonly [what: string, symbol: string, newName: string, text: string, place: string][] = [
    ["in the same scope", "a", "b", "const a = 1;\nconst b = 2;\n", "a.ts:2 const b = 2;"],
    [
      "in the namespace that an enum is merged with",
      "E.A",
      "b",
      "export enum E { A }\nexport namespace E { export const b = 1; }\n",
      "a.ts:2 export namespace",
    ],
    [
      "in the class that a namespace is merged with",
      "E.b",
      "A",
      "class E { static A = 1 }\nnamespace E { export const b = 1; }\n",
      "a.ts:1 class",
    ],
    [
      "in another part of a namespace",
      "N.a",
      "b",
      "namespace N { export const a = 1; }\nnamespace N { export const b = 1; }\n",
      "a.ts:2 namespace",
    ],
    [
      "by an import",
      "a",
      "b",
      'import { b } from "./b";\nexport const a = 1;\n// @filename: b.ts\nexport const b = 1;\n',
      "a.ts:1 import",
    ],
    [
      "where it is used: a parameter",
      "a",
      "b",
      "const a = 1;\nfunction f(b: number) {\n  return a + b;\n}\n",
      "a.ts:3 return b + b;",
    ],
    ["where it is used: a block", "a", "b", "const a = 1;\n{\n  const b = 2;\n  console.log(a);\n}\n", "a.ts:4"],
    [
      "by another type of an intersection, where no type breaks",
      "D.a",
      "b",
      "type D = { a?: number };\ntype L = { b?: number };\nexport const f = (o: L) => o.b;\nexport const g = (o: D & L) => [o.a, f(o)];\n",
      "a.ts:4 export const g = (o: D & L) => [o.b, f(o)];",
    ],
    [
      "by what a generic class adds to a type that it is given, in a pattern",
      "D.a",
      "b",
      "interface L { b?: number }\nabstract class Layer<P> { props!: P & L }\ntype D = { a?: number };\nexport class Dot extends Layer<D> {\n  draw() { const { a } = this.props; return a; }\n}\n",
      "a.ts:5 draw() { const { b: a } = this.props; return a; }",
    ],
    [
      "in an importer",
      "a",
      "b",
      'export const a = 1;\n// @filename: b.ts\nimport { a } from "./a";\nconst b = a;\n',
      "b.ts:2",
    ],
    [
      "in an importer's inner scope",
      "a",
      "b",
      'export const a = 1;\n// @filename: b.ts\nimport { a } from "./a";\nexport const f = (b: number) => a + b;\n',
      "b.ts:2",
    ],
    ["by a global that it would shadow", "a", "Map", "export const a = 1;\nexport const m = new Map();\n", "a.ts:2"],
    ["by another member", "K.a", "b", "class K {\n  a = 1;\n  b = 2;\n}\n", "a.ts:3"],
    ["by a member of a subclass", "K.a", "b", "class K { a = 1; }\nclass L extends K {\n  b = 2;\n}\n", "a.ts:3"],
    ["by a member of a base class", "L.a", "b", "class K {\n  b = 1;\n}\nclass L extends K { a = 2; }\n", "a.ts:2"],
    ["by an enum member", "E.A", "B", "enum E {\n  A,\n  B,\n}\n", "a.ts:3"],
    ["by an interface that it would merge with", "I", "J", "interface I { a: 1 }\ninterface J { b: 1 }\n", "a.ts:2"],
    ["by a key of an object", "o.a", "b", "const o = {\n  a: 1,\n  b: 2,\n};\n", "a.ts:3"],
    ["by an entry of an export list", "a", "b", "export const a = 1;\nconst c = 2;\nexport { c as b };\n", "a.ts:3"],
    [
      "by a parameter beside a parameter property",
      "K.a",
      "b",
      "class K {\n  constructor(public a: 1, b: 2) {}\n}\n",
      "a.ts:2",
    ],
    [
      "by a method beside a parameter property",
      "K.a",
      "b",
      "class K {\n  constructor(private a: 1) {}\n  b() {}\n}\n",
      "a.ts:3",
    ],
    [
      "by a private member of a class below",
      "K.a",
      "b",
      "class K { private a = 1 }\nclass L extends K {}\nclass M extends L { private b = 2 }\n",
      "a.ts:3 class M",
    ],
    [
      "by a parameter property of a class below, in another file",
      "K.a",
      "b",
      'export class K { constructor(private a: 1) {} }\n// @filename: m.ts\nimport { K } from "./a";\nclass M extends K { constructor(public b: 1) { super(1); } }\n',
      "m.ts:2 class M",
    ],
    [
      "in a barrel that passes on both",
      "a",
      "b",
      'export const a = 1;\n// @filename: c.ts\nexport const b = 1;\n// @filename: index.ts\nexport * from "./a";\nexport * from "./c";\n',
      "index.ts:1",
    ],
    [
      "by an `export *` beside it, which it would hide",
      "a",
      "b",
      'export const a = 1;\nexport * from "./c";\n// @filename: c.ts\nexport const b = 1;\n',
      "a.ts:1 exports another `b` by `export *`",
    ],
    [
      "by an `export *` beside what passes it on",
      "a",
      "b",
      'export const a = 1;\n// @filename: c.ts\nexport const b = 1;\n// @filename: index.ts\nexport * from "./c";\nexport { a } from "./a";\n',
      "index.ts:1 exports another `b` by `export *`",
    ],
    [
      "by a shorthand that would mean it",
      "a",
      "b",
      "declare global { var b: number }\nexport const a = 1;\nexport const o = { b };\n",
      "a.ts:3",
    ],
    [
      "by a static member of a class below, which would override it",
      "K.a",
      "b",
      "class K { static a = 1 }\nclass L extends K {}\nclass M extends L { static b = 2 }\n",
      "a.ts:3 class M",
    ],
    [
      "by a static member of a class above, which it would override",
      "L.a",
      "b",
      "class K { static b = 1 }\nclass L extends K { static a = 2 }\nclass M extends L { static a = 3 }\n",
      "a.ts:1 class K",
    ],
    [
      "by the library, with which a script's type would merge",
      "I",
      "Map",
      "interface I<K, V> { a: [K, V] }\n",
      "a.ts:1",
    ],
    ["by the library, beside which a script's value would stand", "a", "Math", "let b = 1;\nconst a = 1;\n", "a.ts:2"],
    [
      "by the library, for what a module declares for all",
      "global.I",
      "Error",
      "declare global {\n  interface I { a: 1 }\n}\nexport {};\n",
      "a.ts:2",
    ],
  ];
  for (const [what, symbol, newName, text, place] of ROWS_TAKEN)
    test(what, async () => {
      const desk = await deskOf(text);
      const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName });
      expect(message).toStartWith(`already_exists: \`${newName}\` is taken`);
      expect(message).toContain(place);
    });

  const INHERITED = `// @filename: node_modules/p/package.json
{ "name": "p", "types": "index.d.ts" }
// @filename: node_modules/p/index.d.ts
export interface Html<T> { taken?: T; [key: \`data-\${string}\`]: T }
export class Base { taken: number; static made(): void }
`;
  test.each([
    [
      "an interface",
      'import type { Html } from "p";\nexport interface I extends Html<1> { a: 1 }\n',
      "I.a",
      "taken",
      "p",
    ],
    ["an intersection", 'import type { Html } from "p";\nexport type T = Html<1> & { a: 1 };\n', "T.a", "taken", "p"],
    ["a class", 'import { Base } from "p";\nexport class K extends Base { a = 1 }\n', "K.a", "taken", "p"],
    ["what is static", 'import { Base } from "p";\nexport class K extends Base { static a = 1 }\n', "K.a", "made", "p"],
    ["the library", "export class K extends Map { a = 1 }\n", "K.a", "clear", "TypeScript's library"],
    [
      "a part of it",
      'import type {} from "p";\ndeclare module "p" { interface Html<T> { a: 1 } }\n',
      '"p".Html.a',
      "taken",
      "p",
    ],
  ])("by a member that %s inherits and no file of the workspace names", async (_, text, symbol, newName, from) => {
    const desk = await deskOf(`${text}${INHERITED}`);
    const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName });
    expect(message).toStartWith(`already_exists: \`${newName}\` is taken`);
    expect(message).toContain(`(its owner inherits \`${newName}\` from ${from})`);
    await desk.connection.data("kart_rename", { file: "a.ts", symbol, newName: "free" });
  });

  test("by a member that a class with another one of an interface inherits from a class or a package", async () => {
    const desk = await deskOf(`export interface I { a(): void; b?: 1 }
export interface J extends I { c(): void }
// @filename: base.ts
export class Base { stop() {} halt() {} }
// @filename: k.ts
import type { I, J } from "./a";
import { Base } from "./base";
export class K extends Base implements I { a() {} }
export class L extends Base implements J { a() {} c() {} }
// @filename: m.ts
import { Base } from "p";
import type { J } from "./a";
export class M extends Base implements J { d = (j: J) => j.c(); a() {} c() {} }
${INHERITED}`);
    const refused = (symbol: string, newName: string) => desk.refused("kart_rename", { file: "a.ts", symbol, newName });
    const base = "As it would read:\nbase.ts:1 export class Base { stop() {} halt() {} }\nSend another name";
    expect(await refused("I.a", "stop")).toContain(base);
    expect(await refused("J.c", "halt")).toContain(base);
    expect(await refused("J.c", "taken")).toContain(
      "m.ts:3 (its owner inherits `taken` from p) export class M extends",
    );
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "J.c", newName: "free" });
  });

  const ASSIGNED = `// @filename: a.js
class Shape { size = 1; draw() {} static make() {} }
Object.assign(Shape.prototype, { shrink(by) {} });
Object.defineProperty(Shape.prototype, "area", { value: 1 });
Object.assign(Shape, { create() {} });
class Square extends Shape { constructor() { super(); Object.assign(this, { own: 1 }); } }
class Other { draw() {} }
Object.assign(Other.prototype, { free() {} });
module.exports = { Shape, Square, Other };
// @filename: b.js
const { Square } = require("./a");
Object.assign(Square.prototype, { far() {} });
`;
  test.each([
    ["the prototype of its class", "Shape.draw", "shrink", "a.js:2 Object.assign(Shape.prototype"],
    ["the same, as a property", "Shape.draw", "area", "a.js:3 Object.defineProperty"],
    ["a class", "Shape.make", "create", "a.js:4 Object.assign(Shape, {"],
    ["an instance of a class below", "Shape.size", "own", "a.js:5 class Square"],
    ["the prototype of one, in another file", "Shape.draw", "far", "b.js:2 Object.assign(Square.prototype"],
  ])("by what a call gives %s", async (_, symbol, newName, place) => {
    const desk = await deskOf(ASSIGNED);
    const message = await desk.refused("kart_rename", { file: "a.js", symbol, newName });
    expect(message).toStartWith(`already_exists: \`${newName}\` is taken`);
    expect(message).toContain(place);
  });

  test("is free where a call gives it to another, or to a class rather than what instances have", async () => {
    const desk = await deskOf(ASSIGNED);
    for (const [symbol, newName] of [
      ["Shape.draw", "free"],
      ["Shape.make", "shrink"],
    ])
      await desk.connection.data("kart_rename", { file: "a.js", symbol, newName });
    expect(desk.workspace.read("a.js")).toContain("class Shape { size = 1; free() {} static shrink() {} }");
  });

  const FREE: readonly [what: string, symbol: string, newName: string, text: string][] = [
    ["in the library, for what a module keeps to itself", "I", "Error", "export interface I { a: 1 }\n"],
    ["in a script", "I", "J", "interface I { a: 1 }\ndeclare const i: I;\n"],
    ["where it is not used", "a", "b", "const a = 1;\nfunction f(b: number) {\n  return b;\n}\na;\n"],
    ["by a property", "a", "b", "const a = { b: 1 };\na.b;\n"],
    [
      "as a static member beside a parameter property",
      "K.a",
      "b",
      "class K { static b() {} constructor(private a: 1) {} }\n",
    ],
    [
      "as a member of a class beside",
      "K.a",
      "b",
      "class B {}\nclass K extends B { private a = 1; }\nclass L extends B { private b = 1; }\n",
    ],
    ["as a member of another", "K.a", "b", "class K { a = 1; }\nclass L { b = 1; }\n"],
    [
      "in another file",
      "a",
      "b",
      "export const a = 1;\n// @filename: b.ts\nexport const b = 1;\nexport const o = { b };\n",
    ],
    ["by a name in a comment or string", "a", "b", 'export const a = "b"; // b\n'],
    [
      "by a local of a function that does not use it",
      "a",
      "b",
      "const a = 1;\nconst f = () => { const b = 1; return { b }; };\na;\n",
    ],
  ];
  for (const [what, symbol, newName, text] of FREE)
    test(`is free ${what}`, async () => {
      const desk = await deskOf(text);
      const { totalEdits } = await desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol, newName });
      expect(totalEdits).toBeGreaterThan(0);
    });
});

describe("a name that CommonJS gives every module", () => {
  const PACKAGE = '// @filename: package.json\n{ "type": "commonjs", "private": true }\n';
  const TEXT = `// @filename: b.js
function suggest(x) { return x + 1; }
const most = 9;
exports.suggest = suggest;
exports.most = most;
// @filename: a.js
const { suggest } = require("./b");
const all = require("./b");
class Helper { run() { return suggest(all.most); } }
var later = new Helper();
exports.run = () => later.run();
`;
  test.each([
    ["a class", "a.js", "Helper", "module", "a.js:3 class module { run()"],
    ["a const", "b.js", "most", "__filename", "b.js:2 const __filename = 9;"],
    ["what require() gives", "a.js", "all", "__dirname", 'a.js:2 const __dirname = require("./b");'],
    ["a pattern", "a.js", "suggest", "module", 'a.js:1 const { suggest: module } = require("./b");'],
  ])("is taken for %s", async (_, file, symbol, newName, place) => {
    const desk = await deskOf(PACKAGE + TEXT);
    const message = await desk.refused("kart_rename", { file, symbol, newName });
    expect(message).toStartWith(`already_exists: \`${newName}\` is taken`);
    expect(message).toContain(place);
    expect(message).toContain("(CommonJS gives every module one)");
  });

  test("is taken in a file that its ending, or else what it uses, makes CommonJS", async () => {
    const desk = await deskOf("// @filename: a.cjs\nconst a = 1;\n// @filename: b.js\nconst b = 1;\nexports.c = b;\n");
    for (const [file, symbol] of [
      ["a.cjs", "a"],
      ["b.js", "b"],
    ])
      expect(await desk.refused("kart_rename", { file, symbol, newName: "module" })).toStartWith("already_exists");
  });

  test("is free for a function or a var that takes the place of what nothing uses, and importers keep their variables", async () => {
    const desk = await deskOf(PACKAGE + TEXT);
    await desk.connection.data("kart_rename", { file: "b.js", symbol: "suggest", newName: "module" });
    await desk.connection.data("kart_rename", { file: "a.js", symbol: "later", newName: "__dirname" });
    expect(desk.workspace.read("b.js")).toContain("function module(x) { return x + 1; }");
    expect(desk.workspace.read("a.js")).toStartWith('const { module: suggest } = require("./b");\nconst all');
    expect(desk.workspace.read("a.js")).toContain("var __dirname = new Helper();");
  });

  test("is free within, in scripts and in ES modules", async () => {
    const desk = await deskOf(`// @filename: a.cjs
const f = (a) => { const b = a; return b; };
exports.f = f;
// @filename: script.js
const c = 1;
// @filename: module.mjs
import { f } from "./a.cjs";
export const d = f(1);
`);
    for (const [file, symbol] of [
      ["a.cjs", "f.b"],
      ["script.js", "c"],
      ["module.mjs", "d"],
    ])
      await desk.connection.data("kart_rename", { file, symbol, newName: "module" });
    expect(desk.workspace.read("a.cjs")).toContain("const module = a; return module;");
    expect(desk.workspace.read("script.js")).toBe("const module = 1;\n");
    expect(desk.workspace.read("module.mjs")).toContain("export const module = f(1);");
  });
});
