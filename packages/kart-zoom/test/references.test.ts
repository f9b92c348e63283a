import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { serverCommand } from "@kart/core/language-server/session/server-binary";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";
import { type Monorepo, monorepo } from "./monorepo.ts";

setDefaultTimeout(90_000);

interface Row {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly via: string;
  readonly enclosing: string;
  readonly context: string;
}

interface Answer {
  readonly references: readonly Row[];
  readonly total: number;
  readonly complete: boolean;
}

let repository: Monorepo;
let connection: Connection;

beforeAll(async () => {
  repository = monorepo();
  connection = await connect(repository.files.root);
});
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  repository[Symbol.dispose]();
});

const ask = (args: Record<string, unknown>) => connection.data<Answer>("kart_references", args);
const MEASURE = { path: "packages/base/src/measure.ts", symbol: "measure" };

test("the first answer holds every reference of every package, and nothing else", async () => {
  const { references, complete } = await ask(MEASURE);
  const own = "packages/base/src/measure.ts:3:17";
  expect(references.map(({ path, line, column }) => `${path}:${line}:${column}`).sort()).toEqual(
    [...repository.wanted, own].sort(),
  );
  expect(complete).toBe(true);
});

test("each reference says how it is used, and in what", async () => {
  const { references } = await ask(MEASURE);
  const rows = references.map(({ path, via, enclosing }) => `${path.replace("packages/", "")} ${via} ${enclosing}`);
  expect(rows).toEqual([
    "app/src/unused.ts import (module)",
    "app/src/view.tsx import (module)",
    "app/src/view.tsx call Size",
    "base/src/index.ts re-export (module)",
    "base/src/index.ts re-export (module)",
    "base/src/local.ts import (module)",
    "base/src/local.ts reference alias",
    "base/src/measure.ts call measure",
    "base/src/measure.ts call Ruler.length",
    "base/test/measure.test.ts import (module)",
    "base/test/measure.test.ts call (module)",
    "lib/src/lib.ts import (module)",
    "lib/src/lib.ts import (module)",
    "lib/src/lib.ts import (module)",
    "lib/src/lib.ts call Box.area",
    "lib/src/lib.ts call call",
    "lib/src/lib.ts call byNamespace",
    "lib/src/lib.ts call byAlias",
    "lib/src/lib.ts reference handlers.onSize",
    "lib/src/lib.ts call passed",
    "lib/src/lib.ts reference list",
    "lib/src/lib.ts reference first, second",
    "lib/src/lib.ts type Measure",
    "lib/src/lib.ts type Result",
    "lib/src/lib.ts reference later",
    "lib/src/lib.ts call Holder.run",
    "lib/src/lib.ts call Holder.value",
    "lib/src/lib.ts call Holder.value",
    "lib/src/lib.ts call Holder.#secret",
    "lib/src/lib.ts call Holder.start",
    "lib/src/lib.ts call Decorated",
    "lib/src/lib.ts call (module)",
    "refs/src/refs.ts re-export (module)",
    "refs/src/refs.ts call far",
    "script/run.js import (module)",
    "script/run.js call run",
  ]);
});

test.each([
  ["at the name itself", { path: "packages/base/src/measure.ts", line: 2, column: 17 }],
  ["behind its last character", { path: "packages/base/src/measure.ts", line: 2, column: 24 }],
  ["at a use in another package", { path: "packages/lib/src/lib.ts", line: 9, column: 29 }],
  ["at an import", { path: "packages/lib/src/lib.ts", line: 1, column: 12 }],
  ["at an import that gives another name", { path: "packages/lib/src/lib.ts", line: 11, column: 32 }],
])("%s, all references to the symbol are meant", async (_where, place) => {
  const { references, total } = await ask(MEASURE);
  const found = await ask(place);
  expect(found.references).toEqual(references);
  expect(found).toMatchObject({ symbol: "measure", kind: "function", total });
});

test("the text: files as headings, what was left out, whether that is all", async () => {
  const text = await connection.text("kart_references", { path: "packages/base/src/measure.ts", symbol: "Unit" });
  expect(text).toBe(`3 references to type Unit in 2 files, complete
packages/base/src/measure.ts
 10 type in Ruler.unit: unit: Unit = "px";
packages/lib/src/lib.ts
 1 import: import { measure, LIMITS, Mode, Ruler, type Sized, type Unit } from "@m/base";
 31 type in Holder.unit: unit(): Unit { return "px"; }`);
  const limited = await connection.text("kart_references", { ...MEASURE, limit: 2 });
  expect(limited.split("\n").slice(0, 3)).toEqual([
    "36 references to function measure in 9 files, complete. The first 2; raise limit for more.",
    "packages/app/src/unused.ts",
    ' 1 import: import { measure } from "~base/index";',
  ]);
  expect(limited).toContain("2 mentions in doc comments left out.");
});

test("without a limit as many rows are told as make a short reply, and that is said; with one, more", async () => {
  const use = `export const value = made(${Array.from({ length: 30 }, (_, at) => `"${at}"`).join(", ")});`;
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "made.ts": "export const made = (...texts: string[]) => texts;\n",
    "use.ts": `import { made } from "./made";\n${Array.from({ length: 300 }, (_, at) => use.replace("value", `value${at}`)).join("\n")}\n`,
  });
  await using own = await connect(files.root);
  const made = { path: "made.ts", symbol: "made" };
  const told = async (args: Record<string, unknown>) => {
    const text = await own.text("kart_references", { ...made, ...args });
    const [, first] = /^301 references to const made in 1 file, complete\. The first (\d+); raise/.exec(text) ?? [];
    expect(text.match(/^ \d+ /gm)).toHaveLength(Number(first));
    return { length: text.length, first: Number(first) };
  };
  const { length, first } = await told({});
  expect(length).toBeWithin(19_000, 20_000);
  expect(await told({ limit: first + 20 })).toMatchObject({ first: first + 20 });
  expect(await own.data<Answer>("kart_references", made)).toMatchObject({ total: 301, references: { length: 200 } });
});

test("the definition is left out unless asked for", async () => {
  const found = await ask({ ...MEASURE, symbol: "Unit", includeDefinition: true });
  expect(found.references.filter(({ via }) => via === "definition")).toEqual([
    expect.objectContaining({ path: "packages/base/src/measure.ts", line: 6, column: 13, enclosing: "Unit" }),
  ]);
  expect(found.total).toBe(4);
});

test("a shorthand is a property's name and a variable's: both are followed", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": `export interface State { scope: number }
export function run(state: State): number {
  const { scope } = state;
  return scope;
}
export const make = (): State => ({ scope: 1 });
`,
    "b.ts": `export function hands() {
  const left = 1;
  return { left, right: left };
}
export const one = hands().left;
`,
    "d.ts": `interface Point { x: number }
const of = (point: Point) => point.x;
export function norm({ x }: Point) {
  return { x, square: x * x };
}
`,
    "c.ts": "const left = 1;\nexport const both = { left };\nexport const one = both.left;\n",
    "e.ts": `const one = (error: Error) => new Error("", { cause: error });
const two = (cause: Error) => new Error("", { cause });
export const both = [one, two];
`,
  });
  await using own = await connect(files.root);
  const property = await own.data<Answer>("kart_references", { path: "c.ts", symbol: "both.left" });
  expect(property.references.map(({ line, via }) => `${line} ${via}`)).toEqual(["3 reference"]);
  for (const [path, column, wanted, at = 3] of [
    ["a.ts", 11, "3 reference, 4 reference, 6 reference"],
    ["a.ts", 13, "3 reference, 4 reference, 6 reference"],
    ["b.ts", 12, "3 reference, 3 reference, 5 reference"],
    ["b.ts", 25, "3 reference, 3 reference"],
    // The library declares the property, and this file the variable.
    ["e.ts", 47, "1 reference, 2 reference", 2],
    // Who names a variable does not mean the property that it was taken from.
    ["d.ts", 23, "4 reference, 4 reference, 4 reference", 4],
    ["d.ts", 12, "4 reference, 4 reference, 4 reference", 4],
    ["d.ts", 24, "2 reference, 3 reference, 4 reference, 4 reference, 4 reference", 3],
  ] as const) {
    const { references, complete } = await own.data<Answer>("kart_references", { path, line: at, column });
    expect(references.map(({ line, via }) => `${line} ${via}`).join(", ")).toBe(wanted);
    expect(complete).toBe(true);
  }
});

test("a variable that a module takes out of an object is that alone, wherever it is asked about", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": "const o = { id: 1 };\nexport const { id } = o;\nexport const other = o.id;\nexport const own = id;\n",
    "b.ts": 'import { id } from "./a";\nexport const twice = id * 2;\n',
  });
  await using own = await connect(files.root);
  for (const place of [
    { path: "a.ts", symbol: "id" },
    { path: "b.ts", line: 2, column: 22 },
  ])
    expect(await own.text("kart_references", place)).toBe(`3 references to const id in 2 files, complete
a.ts
 4 reference in own: export const own = id;
b.ts
 1 import: import { id } from "./a";
 2 reference in twice: export const twice = id * 2;`);
  expect(await own.text("kart_impact", { path: "a.ts", symbol: "id" })).toStartWith("const id a.ts:2: 2 dependents");
});

test("a variable that a module takes out of what functions make is that alone, whatever they make it of", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "lib": ["esnext"], "module": "esnext" } }',
    "a.ts": `function one() { const id = () => 1; return { id }; }
function two() { const id = () => 2; return { id }; }
const pick = (isOne: boolean) => (isOne ? one() : two());
export const { id } = pick(true);
export const held = { id };
`,
  });
  await using own = await connect(files.root);
  expect(await own.text("kart_references", { path: "a.ts", symbol: "id" }))
    .toBe(`1 reference to const id in 1 file, complete
a.ts
 5 reference in held.id: export const held = { id };`);
});

test("a variable that a module takes out of a CommonJS one is that alone, with those who have it from there", async () => {
  using files = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "module": "nodenext", "noEmit": true } }',
    "c.cjs": "exports.id = (o) => o;\n",
    "use.cjs": 'const c = require("./c.cjs");\nconst { id } = c;\nexports.x = id(1);\n',
    "own.mjs": `import c from "./c.cjs";
export const { id } = c;
export const y = id(1) + c.id(2) + inner();
function inner() { const { id } = c; return id(3); }
`,
    "far.mts": 'import { id } from "./own.mjs";\nexport const z = id(4);\n',
  });
  await using own = await connect(files.root);
  expect(await own.text("kart_references", { path: "use.cjs", symbol: "id" }))
    .toBe(`1 reference to const id in 1 file, complete
use.cjs
 3 call in x: exports.x = id(1);`);
  expect(await own.text("kart_references", { path: "own.mjs", symbol: "id" }))
    .toBe(`3 references to const id in 2 files, complete
far.mts
 1 import: import { id } from "./own.mjs";
 2 call in z: export const z = id(4);
own.mjs
 3 call in y: export const y = id(1) + c.id(2) + inner();`);
});

test("the variable of a require() goes on: who exports it is one of its uses", async () => {
  using files = new TempWorkspace({
    "y.js": "exports.d = function () {};\n",
    "x.js": 'const { d: e } = require("./y");\ne();\nmodule.exports = { e };\n',
  });
  await using own = await connect(files.root);
  expect(await own.text("kart_references", { path: "x.js", symbol: "e" })).toContain(
    " 2 call: e();\n 3 re-export: module.exports = { e };",
  );
});

test("a name that holds a module, and a value beside an imported type of its name", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "preserve", "noEmit": true } }',
    "k.ts": "export const k = 1;\n",
    "aes.ts": 'import { k } from "./k";\nexport const create = () => k;\nexport type Opts = 1;\n',
    "index.ts": 'export * as AES from "./aes";\n',
    "user.ts": 'import { AES } from "./index";\nexport const n: AES.Opts = AES.create();\n',
    "q.ts": 'import * as Q from "./aes";\nexport const n = Q.create();\n',
    "licensed.ts":
      "#!/usr/bin/env node\n// All rights reserved.\n\nexport default class {}\nexport const create = 1;\n",
    "r.ts": 'import * as R from "./licensed";\nexport const n = R.create;\n',
    "both.ts": 'import type { Opts } from "./aes";\nlet Opts: { o: Opts };\nOpts = { o: 1 };\n',
  });
  await using own = await connect(files.root);
  const usesAt = (path: string, line: number, column: number) => own.text("kart_references", { path, line, column });
  expect(await usesAt("q.ts", 2, 18)).toBe(`2 references to module Q in 1 file, complete
q.ts
 1 import: import * as Q from "./aes";
 2 reference in n: export const n = Q.create();`);
  expect(await usesAt("user.ts", 2, 17)).toBe(`4 references to module AES in 2 files, complete
index.ts
 1 re-export: export * as AES from "./aes";
user.ts
 1 import: import { AES } from "./index";
 2 type in n: export const n: AES.Opts = AES.create();
 2 reference in n: export const n: AES.Opts = AES.create();`);
  expect(await usesAt("both.ts", 3, 1)).toContain(" 3 reference: Opts = { o: 1 };");
});

test("what is declared elsewhere goes by its kind, what is declared nowhere is said to be", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "types": [] } }',
    "node_modules/lib/package.json": `{ "name": "lib", "types": "index.d.ts" }`,
    "node_modules/lib/index.d.ts": "export declare class Emitter { emit(): void }\nexport interface Opt { deep: 1 }\n",
    "a.ts": `import { Emitter as Own, type Opt } from "lib";
export const f = (o: Opt) => new Own().emit() ?? o.deep ?? new Map<string, 1>() ?? undefined ?? globalThis ?? nowhere;
`,
  });
  await using own = await connect(files.root);
  const [, text = ""] = files.read("a.ts").split("\n");
  for (const [name, wanted] of [
    ["Own", "2 references to class Emitter in 1 file, complete"],
    ["emit", "1 reference to method Emitter.emit in 1 file, complete"],
    ["Opt", "2 references to interface Opt in 1 file, complete"],
    ["deep", "1 reference to property Opt.deep in 1 file, complete"],
    ["Map", "1 reference to var Map in 1 file, complete"],
    ["string", "`string` is part of the language: no file declares it. kart_search finds text."],
    ["?? o", "There is no name at a.ts:2:47. kart_search finds text."],
    ["undefined", "`undefined` is part of the language: no file declares it. kart_search finds text."],
    ["globalThis", "`globalThis` is part of the language: no file declares it. kart_search finds text."],
    ["nowhere", "`nowhere` is declared nowhere that is known. kart_search finds text."],
  ] as const) {
    const answer = await own.text("kart_references", { path: "a.ts", line: 2, column: text.indexOf(name) + 1 });
    expect(answer.split("\n")[0]).toBe(wanted);
  }
});

test("what a package declares: every use in the workspace, the asked one too, and nothing of the package", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "node_modules/lib/package.json": `{ "name": "lib", "types": "index.d.ts" }`,
    "node_modules/lib/index.d.ts": "export declare class Emitter { emit(): void; also(of: Emitter): void }\n",
    "a.ts": 'import { Emitter } from "lib";\nexport const made = new Emitter();\nmade.emit();\n',
    "b.ts": 'import { made } from "./a";\nmade.emit();\n',
  });
  await using own = await connect(files.root);
  for (const [line, column, wanted] of [
    [1, 10, ["a.ts:1 import", "a.ts:2 call"]],
    [3, 6, ["a.ts:3 call", "b.ts:2 call"]],
  ]) {
    const { references } = await own.data<Answer>("kart_references", { path: "a.ts", line, column });
    expect(references.map((one) => `${one.path}:${one.line} ${one.via}`)).toEqual(wanted as string[]);
  }
});

test("what installed packages do with it is left out: which of them are loaded hangs on earlier questions", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "node_modules/lib/package.json": `{ "name": "lib", "main": "index.ts" }`,
    "node_modules/lib/index.ts": 'import { shared } from "../../a";\nexport const got = shared();\n',
    "a.ts": "export const shared = () => 1;\n",
    "b.ts": 'import { got } from "lib";\nimport { shared } from "./a";\nexport const b = got + shared();\n',
  });
  await using own = await connect(files.root);
  const { references } = await own.data<Answer>("kart_references", { path: "a.ts", symbol: "shared" });
  expect(references.map(({ path, line }) => `${path}:${line}`)).toEqual(["b.ts:2", "b.ts:3"]);
  const impact = await own.text("kart_impact", { path: "a.ts", symbol: "shared" });
  expect(impact).toContain("b.ts");
  expect(impact).not.toContain("node_modules");
});

test("a name in quotes is the same at its quote, and no use of itself", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": 'export interface My { "key": string }\nexport const f = (my: My) => my.key;\n',
  });
  await using own = await connect(files.root);
  for (const column of [23, 24])
    expect(await own.text("kart_references", { path: "a.ts", line: 1, column })).toBe(
      "1 reference to property My.key in 1 file, complete\na.ts\n 2 reference in f: export const f = (my: My) => my.key;",
    );
});

test("of what overrides a member of a package, nothing of the package that does so too", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "node_modules/lib/package.json": `{ "name": "lib", "types": "index.d.ts" }`,
    "node_modules/lib/index.d.ts":
      "export declare class Emitter { emit(): void }\nexport declare class Other extends Emitter { emit(): void }\n",
    "a.ts": 'import { Emitter } from "lib";\nexport class Own extends Emitter { emit(): void {} }\nnew Own().emit();\n',
  });
  await using own = await connect(files.root);
  expect(await own.text("kart_references", { path: "a.ts", symbol: "Own.emit" })).toBe(
    "1 reference to method Own.emit in 1 file, complete\na.ts\n 3 call: new Own().emit();",
  );
});

test("at the call of a union's method, the uses of the method in each of its types", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": `export class A { copy(): A { return this; } }
export class B { copy(): B { return this; } }
export const both = (one: A | B) => one.copy();
export const only = (one: B) => one.copy();
`,
  });
  await using own = await connect(files.root);
  const { references } = await own.data<Answer>("kart_references", { path: "a.ts", line: 3, column: 41 });
  expect(references.map(({ line, via }) => `${line} ${via}`)).toEqual(["2 override", "3 call", "4 call"]);
});

test("what CommonJS exports is followed into those that require it, whole or by a pattern", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": JSON.stringify({ compilerOptions: { allowJs: true, checkJs: true, types: [] } }),
    "parse.js": `function parse() {}
module.exports = { parse };
`,
    "url.js": "class Url {}\nmodule.exports = Url;\n",
    "use.js": `const { parse } = require("./parse");
const Url = require("./url");
const Link = require("./url");
function run() { return [parse(), new Url(), new Link()]; }
module.exports = { run };
`,
    "main.js": `const { run } = require("./use");
run();
`,
  });
  await using own = await connect(files.root);
  const rowsOf = async (path: string, symbol: string) => {
    const { references, complete } = await own.data<Answer>("kart_references", { path, symbol });
    expect(complete).toBe(true);
    return references.map(({ path: file, line, via, enclosing }) => `${file}:${line} ${via} ${enclosing}`);
  };
  expect(await rowsOf("parse.js", "parse")).toEqual([
    "parse.js:2 re-export (module)",
    "use.js:1 import (module)",
    "use.js:4 call run",
  ]);
  expect(await rowsOf("url.js", "Url")).toEqual([
    "url.js:2 re-export (module)",
    "use.js:2 import (module)",
    "use.js:3 import (module)",
    "use.js:4 call run",
    "use.js:4 call run",
  ]);
  // What a variable is given by require() is an import: it stands for what it leads to.
  for (const at of [{ symbol: "parse" }, { line: 1, column: 9 }])
    expect(await own.text("kart_references", { path: "use.js", ...at }))
      .toBe(`3 references to function parse in 2 files, complete
parse.js
 2 re-export: module.exports = { parse };
use.js
 1 import: const { parse } = require("./parse");
 4 call in run: function run() { return [parse(), new Url(), new Link()]; }`);
  expect(await own.text("kart_definition", { path: "main.js", line: 1, column: 9 })).toBe("use.js:4 function run()");
  expect(await own.text("kart_impact", { path: "url.js", symbol: "Url" }))
    .toBe(`class Url url.js:1: 2 dependents, 2 deep, complete
 use.js: call run:4
  main.js: call (module):2
tests: none`);
});

test("who imports what a manual mock stands in for is named", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "preserve", "types": [] } }',
    "src/read.ts": "export const read = 1;\n",
    "src/__mocks__/read.ts": "export const read = 2;\n",
    "src/__mocks__/lone.ts": "export const lone = 2;\n",
    "src/use.ts": 'import { read } from "./read";\nread;\n',
    "src/use.test.ts": 'vi.mock("./read");\n',
  });
  await using at = await connect(own.root);
  const told = (path: string, symbol: string) => at.text("kart_references", { path, symbol });
  expect(await told("src/__mocks__/read.ts", "read")).toEndWith(
    "\nINCOMPLETE: where tests mock it, these imports lead here, and TypeScript follows them to what is mocked: ask there too: src/use.ts:1 ./read → src/read.ts",
  );
  expect(await told("src/__mocks__/lone.ts", "lone")).not.toContain("INCOMPLETE");
  expect(await told("src/read.ts", "read")).not.toContain("INCOMPLETE");
});

test("who imports a file that stands for another on some platform, which TypeScript does not follow, is named", async () => {
  using own = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve" }, "include": ["src"] }',
    "src/use.ts": 'import { link } from "./link";\nimport { beep } from "./beep";\nlink(beep);\n',
    "src/link.ts": "export function link(of: unknown) { return of; }\n",
    "src/link.native.ts": 'import { parse } from "./parse";\nexport function link(of: unknown) { return parse(of); }\n',
    "src/beep.ios.ts": "export const beep = 1;\n",
    "src/beep.android.ts": "export const beep = 2;\n",
    "src/parse.ts": "export function parse(of: unknown) { return of; }\n",
  });
  await using at = await connect(own.root);
  const asked = async (path: string, symbol: string) => {
    const { total, complete } = await at.data<Answer>("kart_references", { path, symbol });
    return { total, complete };
  };
  expect(await asked("src/link.ts", "link")).toEqual({ total: 2, complete: true });
  expect(await asked("src/parse.ts", "parse")).toEqual({ total: 2, complete: true });
  for (const [path, symbol] of [["link.native", "link"] as const, ["beep.ios", "beep"] as const])
    expect(await asked(`src/${path}.ts`, symbol)).toEqual({ total: 0, complete: false });
  expect(await at.text("kart_references", { path: "src/beep.android.ts", symbol: "beep" })).toEndWith(
    "\nINCOMPLETE: on some platforms these imports lead here, and TypeScript follows them to the file of another: ask there too: src/use.ts:2 ./beep",
  );
  expect(await at.text("kart_impact", { path: "src/parse.ts", symbol: "parse" })).toEndWith(
    ": src/use.ts:1 ./link → src/link.ts",
  );
  own.write(
    "tsconfig.json",
    '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "moduleSuffixes": [".native", ""] }, "include": ["src"] }',
  );
  expect(await asked("src/link.native.ts", "link")).toEqual({ total: 2, complete: true });
  expect(await at.text("kart_references", { path: "src/link.ts", symbol: "link" })).toEndWith(
    "ask there too: src/use.ts:1 ./link → src/link.native.ts",
  );
});

test("so is it where the second of two projects names the platform, which may be any", async () => {
  const project = (name: string) =>
    `{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "moduleSuffixes": [".${name}", ""] }, "include": ["src"] }`;
  for (const [one, other] of [["ios", "android"] as const, ["web-app", "srv"] as const]) {
    using own = new TempWorkspace({
      "tsconfig.json":
        '{ "files": [], "references": [{ "path": "./tsconfig.a.json" }, { "path": "./tsconfig.b.json" }] }',
      "tsconfig.b.json": project(other),
      "tsconfig.a.json": project(one),
      [`src/env.${other}.ts`]: "export function getEnv() {}\n",
      [`src/env.${one}.ts`]: "export function getEnv() {}\n",
      "src/use.ts": 'import { getEnv } from "./env";\ngetEnv();\n',
    });
    await using at = await connect(own.root);
    const asked = async (platform: string) =>
      at.data<Answer>("kart_references", { path: `src/env.${platform}.ts`, symbol: "getEnv" });
    expect(await asked(one)).toMatchObject({ total: 2, complete: true });
    expect(await asked(other)).toMatchObject({ total: 0, complete: false });
    for (const tool of ["kart_references", "kart_impact"])
      expect(await at.text(tool, { path: `src/env.${other}.ts`, symbol: "getEnv" })).toEndWith(
        `: ask there too: src/use.ts:1 ./env → src/env.${one}.ts`,
      );
  }
});

test("who imports a file that stands for another under some condition of package.json is named", async () => {
  const manifest = {
    name: "twins",
    type: "module",
    exports: { ".": { browser: "./src/browser.ts", default: "./src/node.ts" } },
    imports: { "#env": { browser: "./src/env/browser.ts", default: "./src/env/node.ts" } },
    browser: { "./src/read.ts": "./src/read.browser.ts" },
  };
  const config = { module: "nodenext", target: "es2022", noEmit: true, allowImportingTsExtensions: true };
  using own = new TempWorkspace({
    "package.json": JSON.stringify(manifest),
    "tsconfig.json": JSON.stringify({ compilerOptions: config }),
    "src/browser.ts": "export const use = 1;\n",
    "src/node.ts": 'import { env } from "#env";\nimport { read } from "./read.ts";\nexport const use = read(env);\n',
    "src/read.ts": "export const read = (of: unknown) => of;\n",
    "src/read.browser.ts": "export const read = (of: unknown) => of;\n",
    "src/env/browser.ts": "export const env = 1;\n",
    "src/env/node.ts": "export const env = 1;\n",
    "src/main.ts": 'import { use } from "twins";\nuse;\n',
  });
  await using at = await connect(own.root);
  const asked = async (path: string, symbol: string) => {
    const { total, complete } = await at.data<Answer>("kart_references", { path, symbol });
    return { total, complete };
  };
  for (const [path, symbol] of [["node", "use"] as const, ["env/node", "env"] as const, ["read", "read"] as const])
    expect(await asked(`src/${path}.ts`, symbol)).toEqual({ total: 2, complete: true });
  const twins = { browser: "use", "env/browser": "env", "read.browser": "read" };
  const places = { browser: "main.ts:1 twins", "env/browser": "node.ts:1 #env", "read.browser": "node.ts:2 ./read.ts" };
  for (const [path, symbol] of Object.entries(twins)) {
    expect(await asked(`src/${path}.ts`, symbol)).toEqual({ total: 0, complete: false });
    expect(await at.text("kart_references", { path: `src/${path}.ts`, symbol })).toEndWith(
      `\nINCOMPLETE: under some conditions of package.json these imports lead here, and TypeScript follows them to another file: ask there too: src/${places[path as keyof typeof places]}`,
    );
  }
});

test("what runs under a condition that TypeScript knows in some systems alone is followed where it is", async () => {
  const files = (system: string) => ({
    "package.json": JSON.stringify({
      name: "twins",
      type: "module",
      imports: { "#env/*": { node: "./src/node/*.ts", default: "./src/web/*.ts" } },
    }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        lib: ["esnext"],
        types: [],
        noEmit: true,
        module: system === "bundler" ? "esnext" : system,
        moduleResolution: system,
      },
    }),
    "src/node/io.ts": "export const read = 1;\n",
    "src/web/io.ts": "export const read = 1;\n",
    "src/main.ts": 'import { read } from "#env/io";\nread;\n',
  });
  for (const [system, followed, other] of [
    ["bundler", "web", "node"],
    ["nodenext", "node", "web"],
  ] as const) {
    using own = new TempWorkspace(files(system));
    await using at = await connect(own.root);
    const asked = (folder: string) =>
      at.data<Answer>("kart_references", { path: `src/${folder}/io.ts`, symbol: "read" });
    expect(await asked(followed)).toMatchObject({ total: 2, complete: true });
    expect(await asked(other)).toMatchObject({ total: 0, complete: false });
  }
});

test("no references, a local name, a position that is none", async () => {
  const path = "packages/base/src/measure.ts";
  expect(await connection.text("kart_references", { path, symbol: "Ruler.unit" })).toBe(
    "No references to property Ruler.unit: every project that could hold one was searched.",
  );
  expect(await connection.text("kart_references", { path, line: 2, column: 41 }))
    .toBe(`1 reference to parameter deep in 1 file, complete
${path}
 3 reference in measure: return deep ? measure(sized.inner ?? sized) : sized.size;`);
  expect(await connection.text("kart_references", { path, line: 200, column: 1 })).toBe(
    `${path} has no position 200:1; it has 15 lines.`,
  );
  expect(await connection.text("kart_references", { path, line: 1, column: 900 })).toMatch(
    /has no position 1:900; line 1 has \d+ characters\.$/,
  );
  expect(await connection.text("kart_references", { path, line: 2, column: 38 })).toBe(
    `There is no name at ${path}:2:38. kart_search finds text.`,
  );
  expect(await connection.error("kart_references", { path, symbol: "nothing" })).toStartWith(
    "symbol_not_found: No symbol `nothing`",
  );
  expect(await connection.error("kart_references", { path })).toStartWith(
    "invalid_argument: Pass `symbol`, or `line` and `column`.",
  );
});

test("who reads a package as built is named, unless a reference to its project or a declaration map leads to the sources", async () => {
  const config = (more: string) =>
    `{ "compilerOptions": { "lib": ["esnext"], "composite": true, "strict": true, "module": "esnext", "moduleResolution": "bundler", "outDir": "dist", "rootDir": "src" }, "include": ["src"]${more} }`;
  const user =
    'import { add, type Shape } from "@x/a";\nexport class Square implements Shape { area() { return add(1); } }\n';
  using own = new TempWorkspace({
    ".gitignore": "node_modules\ndist\n",
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/a/package.json":
      '{ "name": "@x/a", "exports": { "types": "./dist/index.d.ts", "import": "./dist/index.js" } }',
    "packages/a/tsconfig.json": config(""),
    "packages/a/src/index.ts": 'export { add, type Shape } from "./add";\n',
    "packages/a/src/add.ts":
      "export interface Shape { area(): number }\nexport function add(a: number): number { return local(a); }\nfunction local(a: number) { return a; }\n",
    "packages/a/dist/index.d.ts":
      "export interface Shape { area(): number }\nexport declare function add(a: number): number;\n",
    "packages/b/package.json": '{ "name": "@x/b", "dependencies": { "@x/a": "*" } }',
    "packages/b/tsconfig.json": config(""),
    "packages/b/src/use.ts": user,
    "packages/c/package.json": '{ "name": "@x/c", "dependencies": { "@x/a": "*" } }',
    "packages/c/tsconfig.json": config(', "references": [{ "path": "../a" }]'),
    "packages/c/src/a.ts": '// import { add } from "@x/a";\n',
    "packages/c/src/use.ts": user,
    "node_modules/@x/a": { symlinkTo: "../../packages/a" },
  });
  Bun.spawnSync(["git", "init", "-q"], { cwd: own.root });
  await using other = await connect(own.root);
  const path = "packages/a/src/add.ts";
  const rows = async (tool: string, symbol: string) => (await other.text(tool, { path, symbol })).split("\n");
  const gap = "INCOMPLETE: not searched: what reads @x/a as built (packages/a/dist/index.d.ts): packages/b/src/use.ts";
  expect(await rows("kart_references", "add")).toEqual([
    "3 references to function add in 2 files, INCOMPLETE",
    "packages/a/src/index.ts",
    ' 1 re-export: export { add, type Shape } from "./add";',
    "packages/c/src/use.ts",
    ' 1 import: import { add, type Shape } from "@x/a";',
    " 2 call in Square.area: export class Square implements Shape { area() { return add(1); } }",
    gap,
  ]);
  expect((await rows("kart_references", "Shape.area")).at(-1)).toBe(gap);
  expect((await rows("kart_implementations", "Shape")).at(-1)).toBe(gap);
  expect((await rows("kart_impact", "Shape.area")).at(-1)).toBe(gap);
  expect((await rows("kart_references", "local"))[0]).toBe("1 reference to function local in 1 file, complete");
  expect(await other.text("kart_references", { path: "packages/b/src/use.ts", line: 1, column: 10 })).toEndWith(
    "INCOMPLETE: not searched: the sources that packages/a/dist/index.d.ts is built from",
  );
  const content = "export interface Shape { area(): string }\nexport function add(a: string): string { return a; }\n";
  const checked = async () =>
    (await other.text("kart_check", { paths: [path], dependents: true, content })).split("\n");
  const unchecked =
    "NOT checked against the sources, but against @x/a as built (packages/a/dist/index.d.ts): packages/b/src/use.ts";
  expect(await checked()).toEqual([
    "1 error in 1 file, new with this content; 4 files checked.",
    unchecked,
    "packages/c/src/use.ts",
    expect.stringContaining("TS2345"),
  ]);

  const { program } = serverCommand(own.root);
  expect(Bun.spawnSync([program, "-p", own.path("packages/a"), "--declarationMap"]).exitCode).toBe(0);
  expect((await rows("kart_references", "add"))[0]).toBe("5 references to function add in 3 files, complete");
  expect((await rows("kart_references", "Shape.area"))[0]).toEndWith("in 2 files, complete");
  expect((await checked())[1]).toBe(unchecked);
  rmSync(own.path("packages/a/dist"), { recursive: true });
  expect((await rows("kart_references", "Shape.area")).at(-1)).toBe(
    "INCOMPLETE: not searched: what reads @x/a, of which nothing is built: packages/b/src/use.ts",
  );
  own.write(
    "packages/b/tsconfig.json",
    '{ "compilerOptions": { "lib": ["esnext"], "paths": { "@x/*": ["../*/src"] } } }',
  );
  expect((await checked())[0]).toBe("2 errors in 2 files, new with this content; 4 files checked.");
  expect((await checked())[1]).not.toContain("NOT checked");
});

test("who reads a package as built is named once, whichever level of a walk it may depend on", async () => {
  const use = (name: string) => `import { ${name} } from "@x/a";\nexport const a = ${name};\n`;
  using own = new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "@x/a", "types": "./dist/index.d.ts" }',
    "packages/a/tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "packages/a/src/index.ts": 'export * from "./one";\nexport * from "./two";\n',
    "packages/a/src/one.ts": "export const one = () => 1;\n",
    "packages/a/src/two.ts": 'import { one } from "./one";\nexport const two = () => one();\n',
    "packages/b/package.json": '{ "name": "@x/b", "dependencies": { "@x/a": "*" } }',
    "packages/b/tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    ...Object.fromEntries(["1", "2", "3"].map((name) => [`packages/b/src/one${name}.ts`, use("one")])),
    ...Object.fromEntries(["1", "2", "3", "4"].map((name) => [`packages/b/src/two${name}.ts`, use("two")])),
    "node_modules/@x/a": { symlinkTo: "../../packages/a" },
  });
  await using other = await connect(own.root);
  const text = await other.text("kart_impact", { path: "packages/a/src/one.ts", symbol: "one" });
  expect(text.split("\n").at(-1)).toBe(
    "INCOMPLETE: not searched: what reads @x/a, of which nothing is built: packages/b (7 files)",
  );
});

test("of files in no tsconfig those nearest to the declaration are named first", async () => {
  const use = 'import { tabs } from "~/tabs/tabs";\ntabs();\n';
  using own = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "paths": { "~/*": ["./src/*"] } }, "include": ["src/*/*.ts"] }',
    "src/tabs/tabs.ts": "export function tabs() {}\n",
    "src/bars/bar.ts": 'import { tabs } from "../tabs/tabs";\nexport const bar = () => tabs();\n',
    ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`src/card/examples/${name}.ts`, use])),
    "src/bars/examples/a.ts": use,
    "src/tabs/examples/filled.ts": use,
    "src/tabs/examples/boxed.ts": use,
  });
  await using other = await connect(own.root);
  for (const tool of ["kart_references", "kart_impact"])
    expect((await other.text(tool, { path: "src/tabs/tabs.ts", symbol: "tabs" })).split("\n").at(-1), tool).toBe(
      "INCOMPLETE: in no tsconfig, and may use it through an import that leads somewhere only with one: src/tabs/examples/boxed.ts; src/tabs/examples/filled.ts; src/bars/examples/a.ts; src/card/examples/a.ts; src/card/examples/b.ts; and 3 more",
    );
});

test("a package whose declarations are written by hand lacks no build where its comments name it", async () => {
  using own = new TempWorkspace({
    "package.json": '{ "name": "own", "main": "main.js", "types": "types/index.d.ts" }',
    "tsconfig.json":
      '{ "compilerOptions": { "module": "nodenext", "allowJs": true, "types": [] }, "include": ["lib", "main.js"] }',
    "types/index.d.ts": "export interface Config {}\n",
    "main.js": 'exports.Client = require("./lib/client").Client;\n',
    "lib/client.js": "class Client {}\nexports.Client = Client;\n",
    "lib/use.js":
      "const { Client } = require('./client');\n/** @param {import('own').Config} config */\nmodule.exports = (config) => new Client(config);\n",
  });
  Bun.spawnSync(["git", "init", "-q"], { cwd: own.root });
  await using other = await connect(own.root);
  const answer = await other.text("kart_references", { path: "lib/client.js", symbol: "Client" });
  expect(answer).toStartWith("4 references to class Client in 3 files, complete\n");
});

test("a link to a file that was searched is searched, unless somebody imports what is asked about through it", async () => {
  using outside = new TempWorkspace({ "out.ts": 'import { parse } from "./parse";\nparse("b");\n' });
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "src/parse.ts": "export function parse(a: string) { return a; }\n",
    "src/router.ts": 'import { parse } from "./parse";\nexport const router = parse("a");\n',
    "src/link.ts": { symlinkTo: "router.ts" },
  });
  await using other = await connect(own.root);
  const parse = { path: "src/parse.ts", symbol: "parse" };
  expect(await other.text("kart_references", parse)).toBe(`2 references to function parse in 1 file, complete
src/router.ts
 1 import: import { parse } from "./parse";
 2 call in router: export const router = parse("a");`);
  expect(await other.data("kart_impact", parse)).toMatchObject({ complete: true });
  // To TypeScript the link is another module, with a router of its own.
  own.write("src/user.ts", 'import { router } from "./link";\nexport const used = router;\n');
  const gap = "INCOMPLETE: not searched: src/link.ts";
  const router = { path: "src/router.ts", symbol: "router" };
  expect(await other.text("kart_references", router)).toContain(gap);
  expect(await other.text("kart_impact", parse)).toContain(gap);
  // Nobody here reads what stands outside.
  own.write("src/out.ts", { symlinkTo: outside.path("out.ts") });
  await using later = await connect(own.root);
  expect(await later.text("kart_references", parse)).toEndWith("INCOMPLETE: not searched: src/out.ts");
});

test("commands without an ending, which TypeScript does not read, are named where they use it", async () => {
  using files = new TempWorkspace({
    "src/a.ts": "export const a = 1;\nexport class K { run() {} }\n",
    "bin/tool": "#!/usr/bin/env bun\nimport { a, K } from '../src/a';\nnew K().run(a);\n",
    LICENSE: "import { a } from './src/a';\n",
  });
  await using own = await connect(files.root);
  const textOf = (symbol: string) => own.text("kart_references", { path: "src/a.ts", symbol });
  expect(await textOf("a")).toEndWith("\nINCOMPLETE: not searched: bin/tool:2");
  expect(await textOf("K.run")).toEndWith("\nINCOMPLETE: not searched: bin/tool:3");
  files.write("bin/tool", "#!/bin/sh\n");
  expect(await textOf("a")).toBe("No references to const a: every project that could hold one was searched.");
});

test("a member that a shorthand makes is named by keys as any other", async () => {
  const use = `import { fns, type Key } from "./fns";
export const key: Key = "lower";
export type Rest = Omit<typeof fns, "lower">;
export const has = "lower" in fns;
const given = "lower" as const;
export const got = fns[given];
let taken: unknown;
({ ["lower"]: taken } = fns);
`;
  const textOf = async (member: string) => {
    using files = new TempWorkspace({
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "lib": ["esnext"], "types": [] } }',
      "fns.ts": `const lower = (text: string) => text;\nexport const fns = {\n  ${member},\n};\nexport type Key = keyof typeof fns;\nlower("");\n`,
      "use.ts": use,
    });
    await using own = await connect(files.root);
    return await own.text("kart_references", { path: "fns.ts", symbol: "fns.lower" });
  };
  const text = await textOf("lower");
  expect(text).toBe(await textOf("lower: (text: string) => text"));
  expect(text).toContain("3 references to property fns.lower in 1 file, INCOMPLETE");
  expect(text).toContain("NOT COUNTED: 1 string that names it (keyof): use.ts:2");
});

test("the key of an export in what stands in for its module in tests is a reference", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "lib": ["esnext"], "types": [] } }',
    "src/api.ts": "export function load() {}\nexport class Client { load() {} }\nexport interface Options {}\n",
    "src/index.ts": 'export * from "./api";\n',
    "src/a.test.ts": 'vi.mock("./api", () => ({ load: () => 1, Options: 1 }));\n',
    "src/b.test.ts": 'jest.doMock("./index", () => {\n  return { other: 1, load() {} };\n});\n',
    "src/c.test.ts": 'vi.mock("./elsewhere", () => ({ load: () => 1 }));\n',
  });
  await using own = await connect(files.root);
  const placesOf = async (symbol: string) => {
    const { references, complete } = await own.data<Answer>("kart_references", { path: "src/api.ts", symbol });
    return [complete, ...references.map(({ path, line, column }) => `${path}:${line}:${column}`)];
  };
  expect(await placesOf("load")).toEqual([true, "src/a.test.ts:1:27", "src/b.test.ts:2:22"]);
  expect(await placesOf("Client.load")).toEqual([true]);
  expect(await placesOf("Options")).toEqual([true]);
});
