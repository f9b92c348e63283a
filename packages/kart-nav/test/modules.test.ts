import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { connectInMemory } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";

const workspace = new TempWorkspace(
  markedFiles(`// @filename: package.json
{ "name": "top", "workspaces": ["packages/*"], "dependencies": { "zod": "4" } }
// @filename: tsconfig.json
{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }
// @filename: packages/lib/package.json
{ "name": "@x/lib", "exports": { ".": "./dist/index.js" } }
// @filename: packages/lib/src/index.ts
export { made as built } from "./made.js";
// @filename: packages/lib/src/made.ts
export const made = 1;
export const spare = 2;
// @filename: src/a.ts
import fs from "node:fs";
import * as z from "zod";
import { type T, b as c } from "./b";
import "./gone";
export * from "@/b";
const lazy = await import("./b");
const any = await import(fs.name);
export const a = [z, c, lazy, any] as T;
// @filename: src/b.ts
import { built } from "@x/lib";
export const b = built;
export type T = unknown;
export function unused() {}
export default class {}
// @filename: src/b.test.ts
import { b } from "./b";
b;
// @filename: calls/c.ts
export const made = 1;
// @filename: calls/all.cjs
const c = require("./c");
const { made } = require("node:fs");
require.resolve("./c");
import("./c").then(({ made }) => made);
vi.mock("./c");
new URL("./c.ts", import.meta.url);
// @filename: broken.ts
import { b } from "./src/b";
const = 1;
`),
);
const connection = await connectInMemory(navServer, { root: workspace.root });

afterAll(() => workspace[Symbol.dispose]());

test("imports: golden text, with what could not be resolved", async () => {
  expect(await connection.text("kart_imports", { path: "src/a.ts" })).toBe(
    [
      "src/a.ts: 6 imports",
      "1 { default as fs } from node:fs (external)",
      "2 * as z from zod (external)",
      "3 { type T, b as c } from ./b -> src/b.ts",
      "4 ./gone (UNRESOLVED: src/gone does not exist)",
      "5 export * from @/b -> src/b.ts",
      "6 import() * as lazy from ./b -> src/b.ts",
      "Computed when the program runs, not resolved: line 7",
    ].join("\n"),
  );
});

test("imports: every field", async () => {
  const { path, imports } = await connection.data<{ path: string; imports: unknown[] }>("kart_imports", {
    file: "src/a.ts",
  });
  expect(path).toBe("src/a.ts");
  expect(imports[2]).toEqual({
    specifier: "./b",
    resolvedPath: "src/b.ts",
    external: false,
    names: [
      { imported: "T", local: "T", typeOnly: true },
      { imported: "b", local: "c", typeOnly: false },
    ],
    line: 3,
    dynamic: false,
    reExport: false,
  });
  expect(imports[4]).toMatchObject({
    specifier: "@/b",
    reExport: true,
    names: [{ imported: "*", local: "*", typeOnly: false }],
  });
  expect(imports[0]).toMatchObject({ external: true });
  expect(imports[0]).not.toHaveProperty("resolvedPath");
});

test("imports: calls are named as what they are", async () => {
  expect(await connection.text("kart_imports", { path: "calls/all.cjs" })).toBe(`calls/all.cjs: 6 imports
1 require() * as c from ./c -> calls/c.ts
2 require() { made } from node:fs (external)
3 require.resolve() ./c -> calls/c.ts
4 import() { made } from ./c -> calls/c.ts
5 vi.mock() ./c -> calls/c.ts
6 new URL() ./c.ts -> calls/c.ts`);
});

test("imports of a file that does not parse say so", async () => {
  expect(await connection.text("kart_imports", { path: "broken.ts" })).toContain("NOT PARSED");
});

test("importers: through a workspace package that is not built, a barrel and a rename", async () => {
  expect(await connection.text("kart_importers", { path: "packages/lib/src/made.ts", symbol: "made" })).toBe(
    [
      "2 files import made of packages/lib/src/made.ts",
      "packages/lib/src/index.ts:1 { made }",
      "src/b.ts:1 { built } via packages/lib/src/index.ts",
      "MAY import it too, by a specifier computed at run time: src/a.ts:7",
      "NOT PARSED, so the answer may lack something: broken.ts:2 Unexpected token",
    ].join("\n"),
  );
});

test("importers: every field, by depth", async () => {
  const { importers, total, truncated } = await connection.data<{
    importers: unknown[];
    total: number;
    truncated: boolean;
  }>("kart_importers", {
    path: "packages/lib/src/made.ts",
    depth: 3,
  });
  expect(importers.slice(0, 2)).toEqual([
    { path: "packages/lib/src/index.ts", line: 1, names: ["made"], via: [], depth: 1, typeOnly: false },
    { path: "src/b.ts", line: 1, names: ["built"], via: ["packages/lib/src/index.ts"], depth: 1, typeOnly: false },
  ]);
  expect({ total, truncated }).toEqual({ total: importers.length, truncated: false });
  expect(importers).toContainEqual(expect.objectContaining({ path: "src/a.ts", depth: 2 }));
});

test("importers: who imports what was asked about is told from who depends on those files", async () => {
  using own = new TempWorkspace({
    "a.ts": "export const a = 1;\n",
    "b.ts": 'import { a } from "./a";\nexport const b = a;\n',
    "c.ts": 'import { b } from "./b";\nexport const c = b;\n',
    "d.ts": 'import "./c";\n',
    "e.ts": 'import "./d";\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const first = async (args: object) => (await asked.text("kart_importers", { path: "a.ts", ...args })).split("\n")[0];
  expect(await first({ symbol: "a" })).toBe("1 file imports a of a.ts");
  expect(await first({ symbol: "a", depth: 2 })).toBe("1 file imports a of a.ts; 1 more depends on that file");
  expect(await first({ depth: 9, limit: 2 })).toBe(
    "1 file imports a.ts; 3 more depend on that file, 2 shown; raise limit",
  );
});

test("importers: who takes a symbol by name is told from who takes the whole module", async () => {
  using own = new TempWorkspace({
    "lib.ts": "export const a = 1, b = 2, c = 3;\n",
    "barrel.ts": 'export * as lib from "./lib";\n',
    "all.ts": 'import * as lib from "./lib";\nconsole.log(lib);\n',
    "member.ts": 'import * as lib from "./lib";\nlib.a;\n',
    "named.ts": 'import { a } from "./lib";\n',
    "nested.ts": 'import { lib } from "./barrel";\nlib.b;\n',
    "use.ts": 'import "./named";\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const answer = (symbol: string, more = {}) => asked.text("kart_importers", { path: "lib.ts", symbol, ...more });
  expect(await answer("a", { depth: 2 }))
    .toBe(`2 files import a of lib.ts; 2 more take the whole module and may use it; 1 more depends on those files
depth 1
member.ts:1 { * }
named.ts:1 { a }
the whole module
all.ts:1 { * }
barrel.ts:1 { * }
depth 2
use.ts:1 via named.ts`);
  expect(await answer("b")).toStartWith(
    "1 file imports b of lib.ts; 2 more take the whole module and may use it\nnested.ts:1",
  );
  expect(await answer("c")).toBe(
    "No file imports c of lib.ts by name; 2 take the whole module and may use it\nall.ts:1 { * }\nbarrel.ts:1 { * }",
  );
  expect(await asked.data("kart_importers", { path: "lib.ts", symbol: "b" })).toMatchObject({
    importers: [{ path: "nested.ts" }, { path: "all.ts", whole: true }, { path: "barrel.ts", whole: true }],
  });
  expect(await asked.text("kart_importers", { path: "lib.ts" })).not.toContain("whole");
});

test("importers: what a pattern names beside the rest is taken by name, and a type in a comment gives the file nothing", async () => {
  using own = new TempWorkspace({
    "lib.js": "exports.a = 1;\nexports.b = 2;\nexports.c = 3;\n",
    "rest.js": 'const { a, b: bee, ...rest } = require("./lib");\nconsole.log(a, bee, rest);\n',
    "types.d.ts": "export interface Source { text: string }\n",
    "source.js": '/** @implements {import("./types").Source} */\nclass Source {}\nmodule.exports = Source;\n',
    "use.js": 'const Source = require("./source");\nnew Source();\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const answer = (path: string, symbol: string) => asked.text("kart_importers", { path, symbol });
  expect(await answer("lib.js", "b")).toBe("1 file imports b of lib.js\nrest.js:1 { b, * }");
  expect(await answer("lib.js", "c")).toStartWith("No file imports c of lib.js by name; 1 takes the whole module");
  expect(await answer("types.d.ts", "Source")).toBe("1 file imports Source of types.d.ts\nsource.js:1 type { Source }");
});

test("importers, imports and unused exports see what is required by another name than require", async () => {
  using own = new TempWorkspace({
    "x.cjs": "exports.used = () => 1;\nexports.dead = 2;\n",
    "y.ts": "export const used = 1;\nexport const dead = 2;\n",
    "u.mjs":
      'import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);\nconst x = load("./x.cjs");\nx.used();\n',
    "v.mjs":
      'import { createRequire } from "node:module";\nconst { used } = createRequire(import.meta.url)("./y.ts");\nused;\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const answer = (path: string, symbol: string) => asked.text("kart_importers", { path, symbol });
  expect(await answer("x.cjs", "used")).toBe("1 file imports used of x.cjs\nu.mjs:3 { * }");
  expect(await answer("y.ts", "used")).toBe("1 file imports used of y.ts\nv.mjs:2 { used }");
  expect(await asked.text("kart_imports", { path: "u.mjs" })).toEndWith("\n3 require() * as x from ./x.cjs -> x.cjs");
  expect(await asked.text("kart_unused_exports", {})).toStartWith(
    "2 of 4 exports unused in 4 files\nx.cjs\n2 const dead\ny.ts\n2 const dead\n",
  );
});

test("importers: modules that AMD loads may use all of one, and hide nothing of others", async () => {
  using own = new TempWorkspace({
    "public/client.js": 'define(["./legacy"], function () { require(["./x.mjs", name], function () {}); });\n',
    "public/scripts.js":
      "define([], function () { require(data.scripts, function () {}); System.import('./x.mjs'); });\n",
    "public/legacy.js": "define([], function () {});\n",
    "public/x.mjs": "export const used = 1;\n",
    "src/a.js": "exports.used = 1;\n",
    "src/dead.js": "module.exports = function dead() {};\n",
    "app.js": 'require("./src/a").used;\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const answer = (path: string) => asked.text("kart_importers", { path });
  expect(await answer("src/a.js")).toBe("1 file imports src/a.js\napp.js:1 { used }");
  expect(await answer("public/legacy.js")).toBe("1 file imports public/legacy.js\npublic/client.js:1 { * }");
  expect(await answer("public/x.mjs")).toBe(
    "2 files import public/x.mjs\npublic/client.js:1 { * }\npublic/scripts.js:1 { * }",
  );
  expect(await asked.text("kart_unused_exports", {})).toBe(
    "1 of 3 exports unused in 7 files\nsrc/dead.js\n1 function export=\nEntry points, whose exports count as used: app.js (convention)",
  );
});

test("a dependency of another name than its own leads to its package, installed or not", async () => {
  using own = new TempWorkspace({
    "packages/app/package.json":
      '{ "name": "app", "dependencies": { "alias": "workspace:@s/a@*", "near": "file:../a" } }',
    "packages/app/m.ts":
      'import { internal } from "alias/src/impl";\nimport { used } from "near";\nexport default [internal, used];\n',
    "packages/a/package.json": '{ "name": "@s/a", "main": "src/index.ts" }',
    "packages/a/src/index.ts": 'export { used } from "./impl";\n',
    "packages/a/src/impl.ts": "export const used = 1;\nexport const internal = 2;\n",
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_imports", { path: "packages/app/m.ts" })).toBe(
    "packages/app/m.ts: 2 imports\n1 { internal } from alias/src/impl -> packages/a/src/impl.ts\n2 { used } from near -> packages/a/src/index.ts",
  );
  expect(await asked.text("kart_importers", { path: "packages/a/src/impl.ts", symbol: "internal" })).toBe(
    "1 file imports internal of packages/a/src/impl.ts\npackages/app/m.ts:1 { internal }",
  );
  expect(await asked.text("kart_unused_exports", { path: "packages/a" })).toStartWith("0 of 3 exports unused");
});

test("importers: what another file adds to a module by declare module is imported from there", async () => {
  using own = new TempWorkspace({
    "config.ts": "export interface Base {}\n",
    "plug.ts":
      'import "./config";\ndeclare module "./config" {\n  export interface Extra { a: 1 }\n  interface Unused { b: 1 }\n}\n',
    "use.ts": 'import type { Extra } from "./config";\nexport const e: Extra = { a: 1 };\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_importers", { path: "config.ts", symbol: "Extra" })).toBe(
    "1 file imports Extra of config.ts\nuse.ts:1 type { Extra }",
  );
  expect(await asked.text("kart_importers", { path: "config.ts", symbol: "Unused" })).toStartWith(
    "Nothing imports Unused of config.ts",
  );
  expect(await asked.error("kart_importers", { path: "config.ts", symbol: "None" })).toContain("It exports Base.");
  expect(await asked.error("kart_importers", { path: "plug.ts", symbol: "Extra" })).toBe(
    "symbol_not_found: plug.ts does not export `Extra`. It exports no name. config.ts, to which it adds that, does: name that as path.",
  );
});

test("importers: what is declared by a name is imported by its other names too", async () => {
  using own = new TempWorkspace({
    "w.ts": "class Widget {}\nexport { Widget, Widget as default, Widget as Other };\n",
    "v.ts": "export class View {}\nexport default View;\n",
    "all.ts": 'export { default as W } from "./w";\n',
    "a.ts": 'import W from "./w";\nimport type V from "./v";\nexport const a: V = new W();\n',
    "b.ts": 'import { Other } from "./w";\nimport { View } from "./v";\nnew Other(View);\n',
    "c.ts": 'import { W } from "./all";\nnew W();\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const answer = (path: string, symbol: string) => asked.text("kart_importers", { path, symbol });
  expect(await answer("w.ts", "Widget")).toBe(
    "4 files import Widget of w.ts\na.ts:1 { default }\nall.ts:1 { default }\nb.ts:1 { Other }\nc.ts:1 { W } via all.ts",
  );
  expect(await answer("w.ts", "Other")).toBe("1 file imports Other of w.ts\nb.ts:1 { Other }");
  expect(await answer("v.ts", "View")).toBe("2 files import View of v.ts\na.ts:2 type { default }\nb.ts:2 { View }");
  expect(await answer("v.ts", "default")).toBe("1 file imports default of v.ts\na.ts:2 type { default }");
});

test("importers: a symbol that is not exported lists what is", async () => {
  expect(await connection.error("kart_importers", { path: "src/b.ts", symbol: "c" })).toBe(
    "symbol_not_found: src/b.ts does not export `c`. It exports T, b, default, unused. Leave symbol out to see who imports the file.",
  );
});

test("importers: a symbol of a generated file, which git ignores", async () => {
  using own = new TempWorkspace({
    ".gitignore": "gen\n",
    "gen/index.ts": 'export * from "./types";\n',
    "gen/types.ts": "export interface User {}\nexport const unused = 1, other = 2;\n",
    "a.ts": 'import type { User } from "./gen/types";\nimport * as all from "./gen/types";\nall.other;\n',
    "b.ts": 'import type { User } from "./gen";\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const answers = async (path: string, symbol: string) =>
    (await asked.text("kart_importers", { path, symbol })).split("\n");
  expect(await answers("gen/types.ts", "User")).toEqual([
    "2 files import User of gen/types.ts; 1 more takes the whole module and may use it",
    "a.ts:1 type { User }",
    "b.ts:1 type { User } via gen/index.ts",
    "the whole module",
    "gen/index.ts:1 { * }",
  ]);
  expect((await answers("gen/types.ts", "other"))[1]).toBe("a.ts:2 { * }");
  expect((await answers("gen/types.ts", "unused"))[0]).toStartWith("No file imports unused of gen/types.ts by name");
  expect((await answers("gen/index.ts", "User"))[1]).toBe("b.ts:1 type { User }");
  expect(await asked.error("kart_importers", { path: "gen/types.ts", symbol: "none" })).toContain(
    "It exports User, other, unused. Leave",
  );
  expect(await asked.error("kart_unused_exports", { path: "gen" })).toBe(
    "invalid_argument: git ignores gen, whose exports are not read. Name a path that it tracks.",
  );
});

test("what git ignores and sources import uses what it imports, as long as it is there", async () => {
  using own = new TempWorkspace({
    ".gitignore": "gen\n",
    "a.ts": "export const used = 1;\nexport const unused = 2;\n",
    "gen/made.ts": 'import { used } from "../a";\nexport const made = used;\nexport * from "./more";\n',
    "gen/more.ts": 'export { late } from "../late";\nexport const alone = 1;\n',
    "gen/nobody.ts": 'import { unused } from "../a";\n',
    "late.ts": "export const late = 1;\n",
    "main.ts": 'import { made, late } from "./gen/made";\nmade + late;\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const unused = async () => {
    const { unused: found } = await asked.data<{ unused: { path: string; name: string }[] }>("kart_unused_exports", {});
    return found.map(({ path, name }) => `${path} ${name}`);
  };
  const importers = async (path: string) => (await asked.text("kart_importers", { path })).split("\n").slice(1);
  expect(await unused()).toEqual(["a.ts unused"]);
  expect(await importers("a.ts")).toEqual(["gen/made.ts:1 { used }"]);
  expect(await importers("late.ts")).toContain("gen/more.ts:1 { late }");
  own.write("gen/more.ts", "export const late = 1;\n");
  expect(await unused()).toEqual(["a.ts unused", "late.ts late"]);
  rmSync(own.path("gen/made.ts"));
  expect(await unused()).toEqual(["a.ts used", "a.ts unused", "late.ts late"]);
  own.write("gen/made.ts", 'export { used as made, unused as late } from "../a";\n');
  expect(await unused()).toEqual(["late.ts late"]);
});

test("importers: of a declaration file beside JavaScript, and of that", async () => {
  using own = new TempWorkspace({
    "lib.js": "module.exports = function () {};\n",
    "lib.d.ts": "export interface Options {}\n",
    "a.ts": 'import type { Options } from "./lib.js";\n',
    "b.js": 'const lib = require("./lib");\nlib();\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_importers", { path: "lib.d.ts", symbol: "Options" })).toBe(
    "1 file imports Options of lib.d.ts\na.ts:1 type { Options }\nTypeScript takes lib.d.ts for lib.js: imports of that in TypeScript, and of its types, are here. JavaScript that loads it: ask for lib.js.",
  );
  expect(await asked.text("kart_importers", { path: "lib.js" })).toBe(
    "1 file imports lib.js\nb.js:1 { * }\nOnly what may load it: imports of types alone lead to lib.d.ts, which TypeScript takes for it.",
  );
  expect(await asked.error("kart_importers", { path: "lib.js", symbol: "Options" })).toEndWith(
    "lib.d.ts beside it does: name that as path.",
  );
});

test("importers: of the declarations of a style sheet", async () => {
  using own = new TempWorkspace({
    "s.css": "",
    "s.d.css.ts": "declare const s: object;\nexport default s;\n",
    "a.ts": 'import s from "./s.css";\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_importers", { path: "s.d.css.ts" })).toBe(
    "1 file imports s.d.css.ts\na.ts:1 { default }\nTypeScript takes s.d.css.ts for s.css: imports of that in TypeScript, and of its types, are here. JavaScript that loads it: ask for s.css.",
  );
});

test("importers: none says how much was searched, and what may hide some", async () => {
  const text = await connection.text("kart_importers", { path: "src/a.ts" });
  expect(text).toStartWith("Nothing imports src/a.ts (8 files searched).");
  expect(text).toContain("UNRESOLVED specifiers, which may lead here: src/a.ts:4 ./gone");
  expect(text).toContain("NOT PARSED");
});

test("imports by an alias that nobody here knows are named where they may be meant", async () => {
  using own = new TempWorkspace({
    "deno.json": '{ "imports": { "~/": "./src/" } }',
    "src/util.ts": "export const add = 1;\nexport const rest = 2;\n",
    "src/other.ts": "export const add = 1;\n",
    "src/main.ts": 'import { add } from "~/util.ts";\nimport { more } from "elsewhere";\nadd + more;\n',
    "src/direct.ts": 'import { rest } from "./util.ts";\nrest;\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const last = async (tool: string, args: Record<string, unknown>) => (await asked.text(tool, args)).split("\n").at(-1);
  const note = (what: string) => `UNRESOLVED specifiers, which may ${what}: src/main.ts:1 ~/util.ts`;
  expect(await last("kart_importers", { path: "src/util.ts" })).toBe(note("lead here"));
  expect(await last("kart_importers", { path: "src/util.ts", symbol: "add" })).toBe(note("lead here"));
  expect(await last("kart_importers", { path: "src/util.ts", symbol: "rest" })).toBe("src/direct.ts:1 { rest }");
  expect(await last("kart_importers", { path: "src/other.ts" })).toStartWith("Nothing imports src/other.ts");
  expect(await last("kart_unused_exports", {})).toBe(note("use any of them"));
});

test("imports by what looks like a package that nobody declares are named where they take what a file exports", async () => {
  using own = new TempWorkspace({
    "package.json": '{ "dependencies": { "declared": "1" } }',
    "src/x.ts": "export const used = 1;\nexport const other = 2;\n",
    "src/y.ts": "export default 1;\n",
    "scoped.ts": 'import { used } from "@app/x";\nused;\n',
    "folder.ts": 'import * as x from "app/x";\nx.used;\n',
    "plain.ts": 'import { used } from "xx";\nused;\n',
    "deno.ts": 'import x, { none } from "@x/x.ts";\nx + none;\n',
    "entry.ts": 'import y from "y";\ny;\n',
    "none.ts":
      'import { used } from "declared";\nimport { used as more } from "fs";\nimport y from "anything";\nimport { used as last } from "app/z";\n[used, more, y, last];\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const places = async (args: Record<string, unknown>) =>
    (await asked.text("kart_importers", args)).split("\n").slice(1).join("\n");
  const note = "UNRESOLVED specifiers, which may lead here: ";
  const meant = `${note}folder.ts:1 app/x; plain.ts:1 xx; scoped.ts:1 @app/x`;
  expect(await places({ path: "src/x.ts" })).toBe(meant);
  expect(await places({ path: "src/x.ts", symbol: "used" })).toBe(meant);
  expect(await places({ path: "src/x.ts", symbol: "other" })).toBe("");
  expect(await places({ path: "src/y.ts" })).toBe(`${note}entry.ts:1 y`);
  expect(await asked.text("kart_unused_exports", { path: "src/x.ts" })).toEndWith(
    "\nUNRESOLVED specifiers, which may use any of them: folder.ts:1 app/x; plain.ts:1 xx; scoped.ts:1 @app/x",
  );
});

test("unused exports: kinds, re-exports and entry points", async () => {
  const result = await connection.data<{
    unused: unknown[];
    totalExports: number;
    entryPoints: string[];
    truncated: boolean;
  }>("kart_unused_exports", {});
  expect(result.entryPoints).toContain("packages/lib/src/index.ts");
  expect(result.entryPoints).toContain("src/b.test.ts");
  expect(result.unused).toContainEqual({ path: "packages/lib/src/made.ts", name: "spare", kind: "const", line: 2 });
  expect(result.unused).not.toContainEqual(expect.objectContaining({ name: "made" }));
  expect(result.truncated).toBe(false);
});

test("unused exports of one file", async () => {
  expect(await connection.text("kart_unused_exports", { path: "packages/lib/src/made.ts" })).toStartWith(
    "1 of 2 exports unused in 8 files\npackages/lib/src/made.ts\n2 const spare\nEntry points, whose exports count as used: packages/lib/src/index.ts (package), 1 in other packages\n",
  );
});

test("unused exports: those that their own file uses stand apart", async () => {
  using own = new TempWorkspace({
    "a.ts": "export const a = 1;\nexport const b = a;\n",
    "c.ts": "export const c = 1;\n",
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const { unused } = await asked.data<{ unused: unknown[] }>("kart_unused_exports", {});
  expect(unused).toEqual([
    { path: "a.ts", name: "b", kind: "const", line: 2 },
    { path: "c.ts", name: "c", kind: "const", line: 1 },
    { path: "a.ts", name: "a", kind: "const", line: 1, usedInFile: true },
  ]);
  expect((await asked.text("kart_unused_exports", {})).split("\n").slice(1, -1).join("; ")).toBe(
    "a.ts; 2 const b; c.ts; 1 const c; Exported needlessly, USED in their own file:; a.ts; 1 const a",
  );
});

test.each([
  ['{ "compilerOptions": { "declaration": true } }', true],
  ['{ "compilerOptions": { "composite": true } }', true],
  ['{ "compilerOptions": { "strict": true } }', false],
])("types that their own file uses may be needed by declarations that are written: %s", async (config, isDoubtful) => {
  using own = new TempWorkspace({
    "tsconfig.json": config,
    "a.ts": "export interface Props { a: 1 }\nexport const with1 = (props: Props) => props;\n",
    "index.ts": 'import { with1 } from "./a";\nexport default with1({ a: 1 });\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const text = await asked.text("kart_unused_exports", {});
  expect(text).toContain("1 interface Props");
  expect(text.includes("may be needed by what `declaration` writes")).toBe(isDoubtful);
});

test("unused exports: none of a file that does not parse, which is named, while what it imports is used", async () => {
  using own = new TempWorkspace({
    "broken.ts": 'import { a } from "./ok";\nexport function fine() {}\nexport function bad( {\n',
    "ok.ts": 'import { fine } from "./broken";\nexport const a = fine();\nexport const b = 1;\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const { unused, totalExports } = await asked.data<{ unused: unknown[]; totalExports: number }>(
    "kart_unused_exports",
    {},
  );
  expect(unused).toEqual([{ path: "ok.ts", name: "b", kind: "const", line: 3 }]);
  expect(totalExports).toBe(2);
  expect(await asked.text("kart_unused_exports", {})).toMatch(
    /^1 of 2 exports unused .*\nok\.ts\n3 const b\n.*\nNOT PARSED, so the answer may lack something: broken\.ts:4 /,
  );
});

test("unused exports: who passes one on by its name is named, since the export alone cannot go", async () => {
  using own = new TempWorkspace({
    "a.ts": "export const a = 1;\nexport const b = a;\nexport const c = b;\nexport const d = c;\nexport const e = d;\n",
    "barrel.ts": 'export { a, b as other } from "./a";\nimport { c } from "./a";\nexport { c };\n',
    "star.ts": 'export * from "./a";\n',
    "space.ts": 'export * as space from "./a";\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect((await asked.text("kart_unused_exports", { path: "a.ts" })).split("\n").slice(1, -1)).toEqual([
    "a.ts",
    "5 const e",
    "Exported needlessly, USED in their own file:",
    "a.ts",
    "1 const a, passed on by barrel.ts",
    "2 const b, passed on by barrel.ts",
    "3 const c, passed on by barrel.ts",
    "4 const d",
  ]);
});

test("unused exports: declaration files are left out, and that is said", async () => {
  using own = new TempWorkspace({
    "types/a.d.ts": "export interface A {}\n",
    "types/b.d.ts": "export type B = 1;\nexport type C = 2;\n",
    "types/globals.d.ts": "declare const version: string;\n",
    "a.ts": "export const a = 1;\n",
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_unused_exports", { path: "types" })).toBe(
    [
      "0 of 0 exports unused in 4 files",
      "Entry points, whose exports count as used: none found",
      "NOT LOOKED AT: the exports of 2 declaration files; kart_importers tells who takes one of them",
    ].join("\n"),
  );
  expect(await asked.text("kart_unused_exports", { path: "a.ts" })).not.toContain("declaration file");
});

test("unused exports: of CommonJS, but where others may take them unseen", async () => {
  using own = new TempWorkspace({
    "a.js":
      "function used() {}\nfunction own() {}\nown();\nmodule.exports = { used, own, dead: 1, back() {} };\nconst later = () => module.exports.back();\n",
    "b.js": "exports.x = 1;\nregister(module.exports);\n",
    "use.js": 'const { used } = require("./a");\nconst b = require("./b");\nused();\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_unused_exports", {})).toBe(
    [
      "2 of 5 exports unused in 3 files",
      "a.js",
      "4 property dead",
      "Exported needlessly, USED in their own file:",
      "a.js",
      "4 function own",
      "Entry points, whose exports count as used: none found",
      "NOT LOOKED AT: exports that others may take unseen: b.js (hands its exports on)",
    ].join("\n"),
  );
});

test("exports of an ES module whose path is given to others may be taken by those, unless a worker runs it", async () => {
  using own = new TempWorkspace({
    "use.ts": `import { register } from "node:module";
register(new URL("./hooks.ts", import.meta.url));
load(import.meta.resolve("./found.ts"));
new Worker(new URL("./apart.ts", import.meta.url));
`,
    "hooks.ts": "export function resolve() {}\nexport interface Hook {}\n",
    "found.ts": "export const found = 1;\n",
    "tool.config.ts": 'export default { reporters: ["./by-string.ts", "./imported.ts"] };\n',
    "by-string.ts": "export default class Reporter {}\n",
    "imported.ts": "export const used = 1;\nexport const unused = 2;\n",
    "user.ts": 'import { used } from "./imported.ts";\nused;\n',
    "apart.ts": "export const dead = 1;\n",
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_unused_exports", {})).toBe(
    [
      "3 of 8 exports unused in 8 files",
      "apart.ts",
      "1 const dead",
      "hooks.ts",
      "2 interface Hook",
      "imported.ts",
      "2 const unused",
      "Entry points, whose exports count as used: tool.config.ts (config)",
      "NOT LOOKED AT: exports that others may take unseen: by-string.ts (a string in tool.config.ts names it); found.ts (a string in use.ts names it); hooks.ts (a string in use.ts names it)",
    ].join("\n"),
  );
  expect(await asked.text("kart_importers", { path: "hooks.ts", symbol: "resolve" })).toBe(
    "Nothing imports resolve of hooks.ts (8 files searched).\nMAY take it, by the path of its file: use.ts:2",
  );
  expect(await asked.text("kart_importers", { path: "apart.ts", symbol: "dead" })).not.toContain("MAY");
});

test("what `declare module` adds to an export takes it, through barrels too", async () => {
  using own = new TempWorkspace({
    "lib.ts": "export interface Register { id: number }\nexport interface Other {}\nexport interface Dead {}\n",
    "barrel.ts": 'export * from "./lib";\n',
    "use.ts": `declare module "./lib" { interface Register { user: string } }
declare module "./barrel" { interface Other { user: string } }
export {};
`,
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect(await asked.text("kart_unused_exports", {})).toStartWith(
    "1 of 3 exports unused in 3 files\nlib.ts\n3 interface Dead\n",
  );
  const importers = (symbol: string) => asked.text("kart_importers", { path: "lib.ts", symbol });
  expect(await importers("Register")).toContain("\nuse.ts:1 type { Register }");
  expect(await importers("Other")).toContain("\nuse.ts:2 type { Other } via barrel.ts");
  expect(await importers("Dead")).not.toContain("use.ts");
});

test("unused exports: what may use them and cannot be followed is named", async () => {
  using tree = new TempWorkspace({
    "package.json": JSON.stringify({ name: "lib", main: "./dist/lib.umd.js", module: "dist/lib.js" }),
    "src/entry.ts": 'export * from "./gone";\nexport const run = 1;\n',
  });
  await using asked = await connectInMemory(navServer, { root: tree.root });
  expect((await asked.text("kart_unused_exports", {})).split("\n").slice(-2)).toEqual([
    "NO SOURCE KNOWN for entry points, whose exports may stand here: package.json dist/lib.umd.js; package.json dist/lib.js",
    "UNRESOLVED specifiers, which may use any of them: src/entry.ts:1 ./gone",
  ]);
});

test("what compilers import for JSX, by the word of a file or of a tsconfig, is imported", async () => {
  using tree = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "jsx": "react-jsx", "paths": { "@x/*": ["./*/src"], "@x/p/*": ["./p/src/*"] } } }',
    "p/src/jsx-runtime.ts":
      "export const jsx = 1;\nexport const jsxs = 1;\nexport const other = 1;\nexport namespace JSX {}\n",
    "a/src/a.tsx": "/** @jsxImportSource @x/p */\n<i />;\n",
    "b/tsconfig.json": '{ "extends": "../tsconfig.json", "compilerOptions": { "jsxImportSource": "@x/p" } }',
    "b/src/b.tsx": "<i />;\n",
    "b/src/own.tsx": "/** @jsxImportSource react */\n<i />;\n",
  });
  await using asked = await connectInMemory(navServer, { root: tree.root });
  expect(await asked.text("kart_importers", { path: "p/src/jsx-runtime.ts", symbol: "jsxs" })).toContain(
    "a/src/a.tsx:1 { jsxs }\nb/src/b.tsx:1 { jsxs }",
  );
  expect(await asked.text("kart_imports", { path: "a/src/a.tsx" })).toBe(
    "a/src/a.tsx: 1 import\n1 @jsxImportSource { jsx, jsxs, jsxDEV, Fragment, type JSX } from @x/p/jsx-runtime -> p/src/jsx-runtime.ts",
  );
  expect(await asked.text("kart_unused_exports", {})).toStartWith("1 of 4 exports unused");
});

test("what JSX calls as a member of what a file imports whole is used, by the word of a tsconfig or of a comment", async () => {
  using tree = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "jsx": "react" } }',
    "package.json": '{ "name": "p", "exports": "./main.tsx" }',
    "react.ts": "export const createElement = 1;\nexport const Fragment = 2;\nexport const other = 3;\n",
    "make.ts": "export const el = 1;\nexport const Fr = 2;\nexport const createElement = 3;\n",
    "main.tsx": 'import * as React from "./react";\nexport const a = <><i /></>;\nexport { b } from "./b";\n',
    "b.tsx": '/** @jsx D.el */\n/** @jsxFrag D.Fr */\nimport * as D from "./make";\nexport const b = <><i /></>;\n',
  });
  await using asked = await connectInMemory(navServer, { root: tree.root });
  const { unused } = await asked.data<{ unused: object[] }>("kart_unused_exports", {});
  expect(unused).toMatchObject([
    { path: "make.ts", name: "createElement" },
    { path: "react.ts", name: "other" },
  ]);
  expect(await asked.text("kart_importers", { path: "make.ts", symbol: "el" })).toContain("b.tsx:3");
});

test("all three refuse what is outside", async () => {
  for (const name of ["kart_imports", "kart_importers", "kart_unused_exports"]) {
    expect(await connection.error(name, { path: "../x.ts" })).toStartWith("path_outside_root: ");
  }
  expect(await connection.error("kart_imports", { path: "src" })).toStartWith("not_a_file: ");
  expect(await connection.error("kart_imports", { path: "package.json" })).toStartWith(
    "invalid_argument: package.json is no source file",
  );
});

test("a type that a comment of JavaScript declares is exported by its module", async () => {
  using own = new TempWorkspace({
    "a.js":
      "/** @typedef {{ n: number }} Shape */\n\n/** @callback Make\n * @returns {Shape} */\n\nexport const a = 1;\n",
    "b.js": '/** @import { Shape as S } from "./a.js" */\n\n/** @type {S} */\nexport let b;\n',
    "c.ts": 'import { a } from "./a.js";\nexport type C = [import("./a.js").Make, typeof a];\n',
    "d.ts": 'export type { Shape } from "./a.js";\n',
    "e.ts": 'import type { Shape } from "./d";\nexport type E = Shape;\n',
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const ask = (symbol: string) => asked.text("kart_importers", { path: "a.js", symbol });
  expect(await ask("Shape")).toBe(
    "3 files import Shape of a.js\nb.js:1 type { Shape }\nd.ts:1 type { Shape }\ne.ts:1 type { Shape } via d.ts",
  );
  expect(await ask("Make")).toBe("1 file imports Make of a.js\nc.ts:2 type { Make }");
});

test("what a subpath of null hides is no entry point, however often the target names what its star stands for", async () => {
  const manifest = { name: "p", exports: { "./*": "./src/*/*.ts", "./secret": null, "./$$": null } };
  using files = new TempWorkspace({
    "package.json": JSON.stringify(manifest),
    "src/open/open.ts": "export const open = 1;\n",
    "src/secret/secret.ts": "export const secret = 1;\n",
    "src/$$/$$.ts": "export const money = 1;\n",
    "src/open/other.ts": "export const other = 1;\n",
  });
  await using asked = await connectInMemory(navServer, { root: files.root });
  const { unused } = await asked.data<{ unused: { name: string }[] }>("kart_unused_exports", {});
  expect(unused.map(({ name }) => name).toSorted()).toEqual(["money", "other", "secret"]);
});

test("what CommonJS exports by a variable or a parameter is imported and unused by its name", async () => {
  using own = new TempWorkspace({
    "package.json": '{ "name": "own" }',
    "image.js":
      "var image = module.exports;\nimage.size = () => 1;\nimage.dead = () => 2;\nimage.own = () => image.back();\nimage.back = 1;\n",
    "user.js": "(function (User) {\n  User.go = function () {};\n  User.stop = function () {};\n}(exports));\n",
    "groups.js": "var Groups = module.exports;\nrequire('./create')(Groups);\n",
    "create.js": "module.exports = function (Groups) {\n  Groups.create = function () {};\n};\n",
    "use.js": "require('./image').size(require('./user').go());\nrequire('./image').own(require('./groups'));\n",
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const importers = (path: string, symbol: string) => asked.text("kart_importers", { path, symbol });
  expect(await importers("image.js", "size")).toBe("1 file imports size of image.js\nuse.js:1 { size }");
  expect(await importers("user.js", "go")).toBe("1 file imports go of user.js\nuse.js:1 { go }");
  expect(await asked.error("kart_importers", { path: "groups.js", symbol: "create" })).toBe(
    "symbol_not_found: groups.js does not export `create`. No export of it is plain to see, and it may export others that cannot be seen. Leave symbol out to see who imports the file.",
  );
  expect(await asked.text("kart_unused_exports", {})).toStartWith(
    "2 of 7 exports unused in 5 files\nimage.js\n3 function dead\nuser.js\n3 function stop\n",
  );
});
