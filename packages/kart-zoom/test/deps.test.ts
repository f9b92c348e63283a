import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** What names something without being a name in the tree, or leads where the language server stops halfway. */
const FILES = {
  "tsconfig.json":
    '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "module": "esnext", "moduleResolution": "bundler" } }',
  "base.ts": `export interface Shape { size: number }
export class Base {
  /** Makes one. */
  // Now.
  constructor(readonly size: number) {}
}
export class Sub extends Base { constructor() { super(2); super.toString(); } }
export const make = () => new Base(1);
export class Twin { copy() { return this; } }
export class Other { copy(): Other; copy(deep: boolean): Other; copy() { return this; } }
export const copied = (one: Twin | Other) => one.copy();
`,
  "many.ts": `import { make, Base } from "./base";
const one = make(), two = new Base(2), three = 3;
export const { four, five = one } = { four: two };
export const api = { make, three };
export const typed: { make: unknown } = { make };
`,
  "types.js": `/** Not {@link Base}.
 * @type {import("./base").Shape} */
export const shape = JSON.parse("{}");
export class Box {
  /** @returns {import("./base").Base[]} */
  all() {
    /** @type {import("./base").Shape[]} */
    const all = [];
    return all;
  }
}
`,
};

/** Of which `sum` uses many members, and `two` a few. */
const WIDE = `export interface Wide { a: number; b: number; c: number; d: { e: number }; f: Wide["a"] | Wide["b"] }
export const sum = (one: Pick<Wide, "a">, { a, b, c, d: { e } }: Wide) => one.a + a + b + c + e;
export const two = ({ a, f }: Wide) => [a, f];
`;

interface Node {
  readonly path: string;
  readonly name: string;
  readonly via: string;
}

let files: TempWorkspace;
let connection: Connection;

beforeAll(async () => {
  files = new TempWorkspace(FILES);
  connection = await connect(files.root);
});
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

test.each([
  ["three", "many.ts", "no dependencies", []],
  ["two", "many.ts", "2 dependencies", ["base.ts call Base", "base.ts call Base.constructor"]],
  ["four", "many.ts", "1 dependency", ["many.ts reference two"]],
  ["five", "many.ts", "2 dependencies", ["many.ts reference one", "many.ts reference two"]],
  ["api.make", "many.ts", "1 dependency", ["base.ts reference make"]],
  ["typed.make", "many.ts", "1 dependency", ["base.ts reference make"]],
  ["api.three", "many.ts", "1 dependency", ["many.ts reference three"]],
  ["Sub.constructor", "base.ts", "1 dependency", ["base.ts call Base.constructor"]],
  [
    "copied",
    "base.ts",
    "4 dependencies",
    ["base.ts type Twin", "base.ts call Twin.copy", "base.ts type Other", "base.ts call Other.copy"],
  ],
  ["shape", "types.js", "1 dependency", ["base.ts type Shape"]],
  ["Box.all", "types.js", "2 dependencies", ["base.ts type Shape", "base.ts type Base"]],
])("what %s depends on, and back", async (symbol, path, count, wanted) => {
  const { root } = await connection.data<{ readonly root: { readonly callees: readonly Node[] } }>("kart_deps", {
    path,
    symbol,
    depth: 1,
  });
  expect(root.callees.map(({ path: at, via, name }) => `${at} ${via} ${name}`)).toEqual(wanted);
  expect(await connection.text("kart_deps", { path, symbol, depth: 1 })).toContain(`: ${count}, `);
  for (const { path: at, name, via } of root.callees) {
    const back = await connection.data<{ readonly root: { readonly callers: readonly Node[] } }>("kart_impact", {
      path: at,
      symbol: name,
      depth: 1,
    });
    expect(back.root.callers).toContainEqual(expect.objectContaining({ path, name: symbol, via }));
  }
});

test("many members of a type are the type, which counts once for the limit", async () => {
  using own = new TempWorkspace({ "tsconfig.json": "{}", "wide.ts": WIDE });
  await using other = await connect(own.root);
  const ask = (symbol: string) => other.text("kart_deps", { path: "wide.ts", symbol, depth: 1, limit: 3 });
  expect(await ask("sum")).toContain(
    ": 1 dependency, complete down to depth 1 (raise depth to go on)\n type Wide (4 members):1",
  );
  expect(await ask("two")).toContain("3 dependencies, ");
  expect(await ask("Wide")).toContain("no dependencies");
});

test("a class that is named as a type alone leads no further than to the members that are used", async () => {
  using own = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
    "editor.ts": `import { heavy, light } from "./work";
export class Editor { run() { return light(); } other() { return heavy(); } }
export interface Options { editor: Editor }
`,
    "work.ts": "export const light = () => 1;\nexport const heavy = () => 2;\n",
    "use.ts": `import { Editor, type Options } from "./editor";
export const uses = (editor: Editor) => editor.run();
export const given = (options: Options) => options;
export const makes = (old: Editor) => old ?? new Editor();
export class Sub extends Editor {}
export const both = (old: Editor) => [old, makes];
`,
  });
  await using other = await connect(own.root);
  const ask = (symbol: string, depth = 5) => other.text("kart_deps", { path: "use.ts", symbol, depth });
  expect(await ask("uses")).toBe(`const uses use.ts:2: 3 dependencies, 2 deep, complete
 editor.ts: type Editor:2
 editor.ts: call Editor.run:2
  work.ts: call light:1`);
  expect(await ask("given")).toBe(`const given use.ts:3: 2 dependencies, 2 deep, complete
 editor.ts: type Options:3
  type Editor:2`);
  const all = " editor.ts: call Editor:2\n  work.ts: call light:1, heavy:2";
  expect(await ask("makes")).toBe(`const makes use.ts:4: 3 dependencies, 2 deep, complete\n${all}`);
  expect(await ask("Sub")).toBe(
    `class Sub use.ts:5: 3 dependencies, 2 deep, complete\n${all.replace("call Editor", "extends Editor")}`,
  );
  // What is reached as a type first, and made further on.
  expect(await ask("both")).toBe(`const both use.ts:6: 4 dependencies, 3 deep, complete
 editor.ts: type Editor:2
  work.ts: call light:1, heavy:2
 reference makes:4`);
  expect(await ask("both", 2)).toContain(": 2 dependencies, complete down to depth 2 (raise depth to go on)");
});

test("packages are named whole, scopes too", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "node_modules/@types/thing/index.d.ts": "export declare function thing(): void;\n",
    "node_modules/@types/thing/package.json": '{ "name": "@types/thing", "version": "1.0.0", "types": "index.d.ts" }',
    "a.ts": 'import { thing } from "thing";\nexport const run = () => thing();\n',
  });
  await using other = await connect(own.root);
  expect(await other.text("kart_deps", { path: "a.ts", symbol: "run" })).toContain("\npackages (1): @types/thing");
});

test("what is in a package has the name by which the source calls it, whatever it is declared as there", async () => {
  const declarations = "node_modules/shapes";
  using own = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "jsx": "react-jsx" } }',
    [`${declarations}/package.json`]: '{ "name": "shapes", "version": "1.0.0", "types": "index.d.ts" }',
    [`${declarations}/index.d.ts`]:
      'import * as s from "./all";\nexport { s };\nexport default s;\nexport * from "./all";\n',
    [`${declarations}/all.d.ts`]: `export * from "./types";
declare const stringType: () => { least(length: number): void };
declare class Base { constructor(size: number); }
export { stringType as string, Base };
`,
    [`${declarations}/types.d.ts`]: "export interface Shape { size: number }\n",
    [`${declarations}/jsx-runtime.d.ts`]:
      "export declare function jsx(): object;\nexport declare namespace JSX { interface IntrinsicElements { p: object } }\n",
    "a.ts": `import { s, string as text, Base } from "shapes";
import t, { type Shape } from "shapes";
export const one = (shape: Shape) => s.string().least(shape.size);
export const other = () => [t, text()];
export class Own extends Base { constructor() { super(1); } }
`,
    "b.tsx": "/** @jsxImportSource shapes */\nexport const page = () => <p />;\n",
  });
  await using asked = await connect(own.root);
  const row = async (path: string, symbol: string) =>
    (await asked.text("kart_deps", { path, symbol })).split("\n").find((line) => line.startsWith(" shapes: "));
  expect(await row("a.ts", "one")).toBe(" shapes: reference s, size; call string, least; type Shape");
  expect(await row("a.ts", "other")).toBe(" shapes: reference t; call text");
  expect(await row("a.ts", "Own")).toBe(" shapes: extends Base; call constructor");
  expect(await row("b.tsx", "page")).toContain("jsx");
});

test("what packages add to a declaration of TypeScript's library is the library's; a member that one alone declares is its own", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "types": ["thing"] } }',
    "node_modules/@types/thing/index.d.ts": "interface Object { should: true }\ninterface String { at(): void }\n",
    "node_modules/@types/thing/package.json": '{ "name": "@types/thing", "version": "1.0.0", "types": "index.d.ts" }',
    "a.ts": `declare global { interface Array<T> { own(): T } }
export const keys = (one: object) => Object.keys(one);
export const text = (one: String) => one.trim();
export const should = (one: object) => one.should;
export const list = (one: Array<string>) => one.own();
`,
  });
  await using other = await connect(own.root);
  const ask = (symbol: string) => other.text("kart_deps", { path: "a.ts", symbol });
  const left = (names: string) => `TypeScript's own library left out: ${names}.`;
  expect(await ask("keys")).toBe(`const keys a.ts:2: no dependencies, complete\n${left("2 names")}`);
  expect(await ask("text")).toBe(`const text a.ts:3: no dependencies, complete\n${left("2 names")}`);
  expect(await ask("should")).toBe(`const should a.ts:4: 1 dependency, 1 deep, complete
 @types/thing: reference should
packages (1): @types/thing`);
  expect(await ask("list")).toBe(`const list a.ts:5: 2 dependencies, 1 deep, complete
 type global.Array:1; call global.Array.own:1
${left("2 names")}`);
});

const WHOLE = "class Thing {}\nmodule.exports = Thing;";

test.each<[barrel: string, taken: string, source: string]>([
  ['exports.Thing = require("./own");', '{ Thing } = require("./barrel")', WHOLE],
  ['module.exports = { Thing: require("./own") };', '{ Thing } = require("./barrel")', WHOLE],
  ['module.exports = require("./own");', 'Thing = require("./barrel")', WHOLE],
  [
    'exports.Thing = require("./own");',
    '{ Thing } = require("./barrel")',
    '"use strict";\nmodule.exports = class Thing {};',
  ],
  [
    'exports.Thing = require("./own").Thing;',
    '{ Thing } = require("./barrel")',
    "class Thing {}\nmodule.exports = { Thing };",
  ],
  [
    'const own = require("./own"); exports.Thing = own.Thing;',
    '{ Thing } = require("./barrel")',
    "class Thing {}\nmodule.exports = { Thing };",
  ],
])("what CommonJS passes on leads to its declaration, and back: %s", async (barrel, taken, source) => {
  using own = new TempWorkspace({
    "jsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "nodenext", "checkJs": true, "types": [] } }',
    "own.js": `${source}\n`,
    "barrel.js": `${barrel}\n`,
    "use.js": `const ${taken};\nexports.run = () => new Thing();\n`,
  });
  await using other = await connect(own.root);
  const line = source.startsWith('"') ? 2 : 1;
  expect(await other.text("kart_deps", { path: "use.js", symbol: "run" })).toBe(
    `function run use.js:2: 1 dependency, 1 deep, complete\n own.js: call Thing:${line}`,
  );
  expect(await other.text("kart_impact", { path: "own.js", symbol: "Thing" })).toContain("\n use.js: call run:2");
});

test("what lies outside the root is a leaf by the way there, and not taken for TypeScript's library or a file of the root", async () => {
  using own = new TempWorkspace({
    "util.ts":
      "// more than one line\nexport interface Shape {\n  area(): number;\n}\nexport const util = (n: number) => String(n);\n",
    "package/util.ts": "export const other = 1;\n",
    "package/tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "allowImportingTsExtensions": true, "noEmit": true } }',
    "package/a.ts":
      'import { type Shape, util } from "../util.ts";\nexport const use = (shape: Shape) => util(shape.area());\n',
  });
  await using other = await connect(own.path("package"));
  expect(await other.text("kart_deps", { path: "a.ts", symbol: "use" })).toBe(
    "const use a.ts:2: 3 dependencies, 1 deep, INCOMPLETE\n ../util.ts: type Shape:2; call Shape.area:3, util:5\nNOT FOLLOWED outside the root: ../util.ts",
  );
  const at = { path: "a.ts", line: 2, column: 38 };
  expect(await other.text("kart_definition", at)).toBe("../util.ts:5 const util = (n: number) =>");
  expect(await other.data("kart_hover", at)).toMatchObject({ definedIn: "../util.ts:5" });
});

test("components that are needed are named, whether their kind is declared or not: what they need is not looked into", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "A.vue": '<script setup lang="ts">\nconst a = 1;\n</script>\n',
    "B.svelte": "<p/>\n",
    "ui.ts": 'import B from "./B.svelte";\nexport { default as A } from "./A.vue";\nexport { B };\n',
    "a.ts":
      'import A from "./A.vue";\nimport { B } from "./ui";\nexport const make = () => A;\nexport const lazy = () => import("./A.vue");\n' +
      "export const passed = () => B;\nexport const deep = () => [make(), passed()];\n",
  });
  await using other = await connect(own.root);
  const rows = { make: "A.vue", lazy: "A.vue", passed: "B.svelte", deep: "A.vue; B.svelte" };
  for (const declared of [
    "",
    'declare module "*.vue" {\n  const component: unknown;\n  export default component;\n}\n',
  ]) {
    own.write("env.d.ts", declared + declared.replace("vue", "svelte"));
    for (const [symbol, components] of Object.entries(rows)) {
      const text = await other.text("kart_deps", { path: "a.ts", symbol });
      expect(text).toContain("INCOMPLETE\n");
      expect(text).toEndWith(`\nNOT FOLLOWED into components: ${components}`);
    }
  }
});

test("kart_deps goes on in the sources of a package that is read as built, and says where it cannot", async () => {
  using workspace = new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "a", "exports": { ".": { "types": "./dist/index.d.ts" } } }',
    "packages/a/src/index.ts":
      'import { deep } from "./deep";\nexport { Other } from "./deep";\nexport const made = { own: { key: deep() } };\n',
    "packages/a/src/deep.ts": "export function deep() { return 1; }\nexport class Other { run() { return deep(); } }\n",
    "packages/a/dist/index.d.ts":
      "export declare const made: { own: { key: number } };\nexport declare class Other { run(): number; }\nexport declare const generated: number;\n",
    "packages/b/package.json": '{ "name": "b", "dependencies": { "a": "*" } }',
    "packages/b/tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "packages/b/use.ts":
      'import { generated, made, Other } from "a";\nexport const use = made.own.key + new Other().run();\nexport const other = generated;\n',
    "node_modules/a": { symlinkTo: "../packages/a" },
    ".gitignore": "node_modules\ndist\n",
  });
  await using own = await connect(workspace.root);
  const ask = (symbol: string) => own.text("kart_deps", { path: "packages/b/use.ts", symbol });
  expect(await ask("use")).toBe(`const use packages/b/use.ts:2: 4 dependencies, 2 deep, complete
 packages/a/src/deep.ts: call Other.run:2
 packages/a/src/deep.ts: call Other:2
  call deep:1
 packages/a/src/index.ts: reference made:3`);
  expect(await ask("other")).toBe(`const other packages/b/use.ts:3: 1 dependency, 1 deep, INCOMPLETE
 packages/a/dist/index.d.ts: reference generated:3
NOT FOLLOWED behind what is built: packages/a/dist/index.d.ts`);
});

test("kart_deps ends at declarations that are written beside JavaScript, wherever they stand", async () => {
  using workspace = new TempWorkspace({
    "package.json": '{ "name": "p", "main": "lib/node.js" }',
    "lib/node.js": "export class Node { run() { return 1; } }\n",
    "lib/node.d.ts": "export class Node { run(): number }\n",
    "use.ts": 'import { Node } from "./lib/node";\nexport const use = new Node().run();\n',
  });
  await using own = await connect(workspace.root);
  expect(await own.text("kart_deps", { path: "use.ts", symbol: "use" })).toBe(
    "const use use.ts:2: 2 dependencies, 1 deep, complete\n lib/node.d.ts: call Node:1, Node.run:1",
  );
});

test("kart_deps names no package by whose signature a class of the workspace is called", async () => {
  using workspace = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "types": ["x"] } }',
    "node_modules/@types/x/package.json": '{ "name": "@types/x", "version": "1.0.0", "types": "index.d.ts" }',
    "node_modules/@types/x/index.d.ts":
      "interface ErrorConstructor { new (message?: string, options?: { cause: 1 }): Error; }\n",
    "a.ts": 'export class Own extends Error {}\nexport function f() { throw new Own("x"); }\n',
  });
  await using own = await connect(workspace.root);
  expect(await own.text("kart_deps", { path: "a.ts", symbol: "f" })).toBe(
    "function f a.ts:2: 1 dependency, 1 deep, complete\n call Own:1\nTypeScript's own library left out: 1 name.",
  );
});

test("data is what it is read of, and no source that does not parse", async () => {
  using data = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "resolveJsonModule": true } }',
    "d.json": '{ "size": 1 }\n',
    "a.ts": 'import d from "./d.json";\nexport const twice = d.size * 2;\n',
  });
  await using asked = await connect(data.root);
  expect(await asked.data("kart_deps", { path: "a.ts", symbol: "twice" })).toMatchObject({
    complete: true,
    files: ["d.json"],
  });
});

test("keys that are numbers name members", async () => {
  using coded = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "strict": true } }',
    "a.ts": `export const TEXT = { 404: "none", 200: "ok" };
export interface Codes { 1: string; 2: string }
export const of = (codes: Codes, list: string[]) => [codes[1], TEXT[404], list[0]];
export type One = Codes[1];
`,
  });
  await using asked = await connect(coded.root);
  const deps = async (symbol: string) => (await asked.text("kart_deps", { path: "a.ts", symbol })).split("\n").slice(1);
  expect(await deps("of")).toEqual([" reference TEXT.404:1, TEXT:1, Codes.1:2; type Codes:2"]);
  expect(await deps("One")).toEqual([" type Codes.1:2, Codes:2"]);
});
