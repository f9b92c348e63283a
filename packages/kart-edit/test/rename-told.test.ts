import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";
import { type RenameData, textOf, TSCONFIG, renameDesks } from "./rename-desk.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const deskOf = renameDesks();

test("mentions are counted and listed, and stay", async () => {
  const desk = await deskOf(`export const oldName = 1; // oldName
const s = "oldName is" + \`oldName\`;
// @filename: b.ts
// oldName, not oldNames
export const other = { oldName: 1 };
// @filename: docs/x.md
Use \`oldName\`.
`);
  const { totalMentions, mentions, files } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "oldName",
    newName: "newName",
  });
  expect(files).toEqual([{ path: "a.ts", edits: 1 }]);
  expect(totalMentions).toBe(4);
  expect(mentions.map(({ path, line }) => `${path}:${line}`)).toEqual(["a.ts:2", "a.ts:1", "b.ts:1", "docs/x.md:1"]);
  expect(desk.workspace.read("a.ts")).toContain('// oldName\nconst s = "oldName is" + `oldName`');
});

test("mentions in the changed files, and few in others, are rows that kart_edit takes; many in others are counted", async () => {
  const prose = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `// @filename: far/x${from + at}.md\noldName\n\noldName\n`).join(
      "",
    );
  const files = `export const oldName = 1;\n// oldName\n// ${"long ".repeat(80)} oldName\n`;
  const args = { file: "a.ts", symbol: "oldName", newName: "newName" };
  const many = await deskOf(files + prose(1, 6));
  const head = "12 mentions in comments, strings and other files, not changed";
  expect(await many.connection.text("kart_rename", { ...args, dryRun: true })).toContain(
    `\n${head.replace("12", "14")}:\na.ts\n2|// oldName\n3|// long`,
  );
  const text = await many.connection.text("kart_rename", args);
  const rest = "far/x1.md:1,3; far/x2.md:1,3; far/x3.md:1,3; far/x4.md:1,3; far/x5.md:1,3; and 1 more";
  expect(text).toMatch(/\na\.ts\n2:[0-9a-f]{2}\|\/\/ oldName\n3:--\|\/\/ long [^\n]{100,130}\n/);
  expect(text).toEndWith(`\n… and 12 more in 6 files: ${rest}`);
  const few = await deskOf(files.replaceAll(/\/\/.*/g, "") + prose(1, 2));
  const rows = (await few.connection.text("kart_rename", args)).split("not changed:\n")[1]?.split("\n") ?? [];
  expect(rows).toEqual(["far/x1.md", expect.any(String), rows[2], "far/x2.md", rows[4], rows[5]]);
  const edits = [{ set_line: { anchor: rows[2]?.split("|")[0], new_text: "newName" } }];
  await few.change("kart_edit", { path: "far/x1.md", edits });
  expect(few.workspace.read("far/x1.md")).toBe("oldName\n\nnewName\n");
  const none = await deskOf("export const oldName = 1;\n" + prose(1, 6));
  expect(await none.connection.text("kart_rename", args)).toEndWith(`\n${head}, in 6 files: ${rest}`);
});

test("strings of the code that are the name come first and apart; of a common word only what reads like code is named", async () => {
  const prose = "an item, another item\n\n".repeat(120);
  const desk = await deskOf(`export const item = 1; // item
// @filename: b.ts
// "item"
const said = pick("item");
const told = "an item";
// @filename: notes/x.md
${prose}Call \`item()\`.
`);
  const args = { file: "a.ts", symbol: "item", newName: "entry", dryRun: true };
  const text = await desk.connection.text("kart_rename", args);
  expect(text.split("\n").slice(-4)).toEqual([
    "1 string in code that is the name, not changed:",
    "b.ts",
    '2|const said = pick("item");',
    "124 other mentions in comments, strings and other files, not changed, in 3 files. Those that read like code: b.ts:1; notes/x.md:241",
  ]);
  const { totalMentions, mentions } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(totalMentions).toBe(125);
  expect(mentions.map(({ path, line }) => `${path}:${line}`)).toEqual(["b.ts:2", "b.ts:1", "notes/x.md:241"]);
});

test("in a call that hangs on a name in quotes it is changed, and where any string is taken it may be one too", async () => {
  const desk = await deskOf(`export interface Actions { read: () => number; write: () => void }
export function loose(name: keyof Actions | (string & {})): void { void name; }
// @filename: loose.ts
import { loose } from "./a";
loose("read");
// @filename: run.ts
import type { Actions } from "./a";
interface Client<N extends number | undefined = number | undefined> { id: N; [key: string]: unknown }
declare function run<N extends number | undefined, C extends Client<N>, P, R>(client: C, action: (_: any, of: P) => R, name: keyof Actions): (of: P) => R;
declare function read<N extends number | undefined>(client: Client<N>, { at }?: { at?: number }): Promise<bigint>;
export const go = (client: Client): Promise<bigint> => run(client, read, "read")({ at: 1 });
`);
  const args = { file: "a.ts", symbol: "Actions.read", newName: "fetch" };
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(warnings).toEqual([
    "Changed in quotes too, where types ask for the name: run.ts:5",
    "NOT CHANGED: 1 string that may name it, as a key beside which any other string is taken too: loose.ts:2",
  ]);
  expect(desk.workspace.read("run.ts")).toContain('run(client, read, "fetch")({ at: 1 });');
});

test("a name that the language calls by itself, lost or given: it is said", async () => {
  const desk = await deskOf("export class Money { toJSON() {} add() {} }\n");
  const rename = async (symbol: string, newName: string) =>
    desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol, newName, dryRun: true });
  const rest = "without being named, and no search finds where.";
  expect(await rename("Money.toJSON", "json")).toMatchObject({
    complete: false,
    warnings: [`\`toJSON\` is called by JSON.stringify ${rest}`],
  });
  expect(await rename("Money.add", "then")).toMatchObject({
    complete: true,
    warnings: [`\`then\` is called by await ${rest}`],
  });
  expect(await rename("Money", "then")).toMatchObject({
    complete: true,
    warnings: [`\`then\` is called by import() of its module, which awaits that ${rest}`],
  });
});

test("a variable that the global object has for a member: its uses on values of unknown type are told", async () => {
  const desk = await deskOf(`// @filename: g.ts
declare global { var bar: string; const fixed: string; }
export {};
// @filename: b.ts
(globalThis as any).bar = "s";
(globalThis as any).fixed = "s";
console.log(bar, fixed);
export {};
`);
  const rename = async (symbol: string) =>
    desk.connection.data<RenameData>("kart_rename", { file: "g.ts", symbol, newName: "other", dryRun: true });
  expect(await rename("global.bar")).toMatchObject({
    complete: false,
    warnings: ["NOT CHANGED: 1 use of that name on a value of unknown type (any): b.ts:1"],
  });
  expect(await rename("global.fixed")).toMatchObject({ complete: true, warnings: [] });
});

describe("the public name that users outside the workspace write", () => {
  const text = (manifest: object) => `// @filename: package.json
${JSON.stringify({ name: "p", exports: { ".": "./index.ts", "./all": "./all.ts" }, ...manifest })}
// @filename: index.ts
export { a, hidden as shown } from "./a";
export * from "./types";
// @filename: all.ts
export * as all from "./a";
// @filename: a.ts
export const a = 1;
export const hidden = 2;
export const inner = 3;
// @filename: types.ts
export interface Options { size: number }
`;
  const said = async (desk: Desk, file: string, symbol: string) =>
    (await desk.connection.data<RenameData>("kart_rename", { file, symbol, newName: "z", dryRun: true })).warnings;
  const rest = "it, and users outside the workspace go on using the old name.";

  test("is said to change where an entry point of a package exports it", async () => {
    const desk = await deskOf(text({}));
    const both = `PUBLIC: all.ts and 1 more are entry points of their packages and export ${rest}`;
    expect(await said(desk, "a.ts", "a")).toEqual([both]);
    const one = (path: string) => `PUBLIC: ${path} is an entry point of its package and exports ${rest}`;
    expect(await said(desk, "a.ts", "hidden")).toEqual([one("all.ts")]);
    expect(await said(desk, "types.ts", "Options.size")).toEqual([one("index.ts")]);
  });

  test("not of a package that is private", async () => {
    expect(await said(await deskOf(text({ private: true })), "a.ts", "a")).toEqual([]);
  });

  const COMMON_JS: readonly [what: string, index: string, text: string][] = [
    ["a variable that a pattern takes", 'const { K } = require("./k");\nexports.K = K;\n', "exports.K = K;\n"],
    ["an object", 'const { K: L } = require("./k");\nmodule.exports = { L };\n', "module.exports = { K };\n"],
    ["all of a module", 'const K = require("./k");\nexports.K = K;\n', "module.exports = K;\n"],
    ["a module within", 'const lib = require("./k");\nmodule.exports = { lib };\n', "exports.K = K;\n"],
  ];
  test.each(COMMON_JS)("CommonJS exports it by %s", async (_, index, exported) => {
    const desk = await deskOf(`// @filename: package.json
{ "name": "p", "main": "./index.js" }
// @filename: index.js
${index}// @filename: inner.js
const { K } = require("./k");
exports.Other = class extends K {};
// @filename: k.js
class K { a() {} }
K.made = 1;
${exported}`);
    const warnings = [`PUBLIC: index.js is an entry point of its package and exports ${rest}`];
    for (const symbol of ["K.a", "K.made"]) expect(await said(desk, "k.js", symbol)).toEqual(warnings);
  });

  test("of a default export is the one that an entry point imports it by and exports", async () => {
    const desk = await deskOf(`// @filename: package.json
{ "name": "p", "exports": { ".": "./index.js", "./by": "./by-alias.js" } }
// @filename: index.js
import Day from "./day.js";
export { Day };
// @filename: by-alias.js
export { default as Day } from "./day.js";
// @filename: day.js
export default class Day {}
`);
    expect(await said(desk, "day.js", "Day")).toEqual([
      `PUBLIC: index.js is an entry point of its package and exports ${rest}`,
    ]);
  });

  test("of a default export is one that an entry point passes it on by, which changes along", async () => {
    const desk = await deskOf(`// @filename: package.json
{ "name": "p", "exports": "./index.ts" }
// @filename: index.ts
export * from "./all";
export { default as Week } from "./week";
// @filename: all.ts
export { default as Day } from "./day";
// @filename: day.ts
const Day = (): number => 1;
export default Day;
// @filename: week.ts
const same = <T>(value: T): T => value;
const Week = (): number => 1;
export default same(Week);
`);
    const warnings = [`PUBLIC: index.ts is an entry point of its package and exports ${rest}`];
    expect(await said(desk, "day.ts", "Day")).toEqual(warnings);
    expect(await said(desk, "week.ts", "Week")).toEqual(warnings);
    expect(await said(desk, "week.ts", "same")).toEqual([]);
  });

  test("stands in declaration files beside JavaScript, which are named", async () => {
    const desk = await deskOf(`// @filename: package.json
{ "name": "p", "private": true, "main": "./index.js", "types": "types/index.d.ts", "exports": { "./k": { "types": "./k.d.ts", "default": "./k.js" } } }
// @filename: index.js
const { K } = require("./lib/k");
exports.K = K;
// @filename: lib/k.js
class K { a() {} b() {} }
class L { a() {} }
const go = () => 1;
module.exports = { K, L, go };
// @filename: types/index.d.ts
export * from "./all";
export class L { b(): void }
export function go(): number;
// @filename: types/all.d.ts
declare namespace inner {
  class K { a(): void }
}
export import K = inner.K;
// @filename: types/other.d.ts
export class K { a(): void }
// @filename: k.d.ts
export class K {
  a(): void;
  a(more: number): void;
}
// @filename: k.js
exports.K = require("./lib/k").K;
`);
    const rename = (symbol: string) =>
      desk.connection.data<RenameData>("kart_rename", { file: "lib/k.js", symbol, newName: "z", dryRun: true });
    const note = "NOT CHANGED: declaration files that describe it to users of the package:";
    expect(await rename("K.a")).toMatchObject({
      complete: false,
      warnings: [`${note} k.d.ts:2; types/all.d.ts:2`],
    });
    expect((await rename("go")).warnings).toEqual([`${note} types/index.d.ts:3`]);
    for (const symbol of ["K.b", "L.a"]) expect(await rename(symbol)).toMatchObject({ complete: true, warnings: [] });
  });
});

test("files in no tsconfig are named only where their imports may lead there with one", async () => {
  const desk = await deskOf(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true }, "include": ["src"] }
// @filename: src/a.ts
export class A { m() {} }
// @filename: loose/near.js
import { A } from "../src/a";
new A().m();
`);
  const args = { file: "src/a.ts", symbol: "A.m", newName: "n", dryRun: true };
  const files = ["loose/near.js", "src/a.ts"].map((path) => ({ path, edits: 1 }));
  expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    files,
    complete: true,
    warnings: [],
  });
  desk.workspace.write(
    "loose/tsconfig.base.json",
    '{ "compilerOptions": { "lib": ["esnext"], "paths": { "~/*": ["../src/*"] } } }',
  );
  desk.workspace.write("loose/tsconfig.json", '{ "extends": "./tsconfig.base.json", "include": ["other"] }');
  desk.workspace.write("loose/alias.ts", 'import { A } from "~/a";\nexport const m = (one: A) => one.m();\n');
  const note = "in no tsconfig, and may use it through an import that leads somewhere only with one: loose/alias.ts";
  expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    files,
    complete: false,
    warnings: [`NOT CHANGED: ${note}`],
  });
  expect(await desk.refused("kart_delete", { file: "src/a.ts", symbol: "A.m" })).toEndWith(`\nNOT SEEN: ${note}`);
});

test("of files in no tsconfig those nearest to the declaration are named first", async () => {
  const desk = await deskOf(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "paths": { "~/*": ["./src/*"] } }, "include": ["src/*.ts", "src/tabs/*.ts"] }
// @filename: src/tabs/a.ts
export class A { m() {} }
// @filename: src/card/x.ts
import { A } from "~/tabs/a";
export const m = (one: A) => one.m();
// @filename: src/tabs/examples/x.ts
import { A } from "~/tabs/a";
export const m = (one: A) => one.m();
`);
  const note =
    "in no tsconfig, and may use it through an import that leads somewhere only with one: src/tabs/examples/x.ts";
  const args = { file: "src/tabs/a.ts", symbol: "A.m", newName: "n", dryRun: true };
  expect((await desk.connection.data<RenameData>("kart_rename", args)).warnings).toEqual([
    `NOT CHANGED: ${note}, src/card/x.ts`,
  ]);
  const deletion = { file: args.file, symbol: args.symbol, dryRun: true };
  expect((await desk.change("kart_delete", deletion)).warnings).toEqual([`NOT SEEN: ${note}; src/card/x.ts`]);
});

test("packages that know each other only through node_modules", async () => {
  const base = JSON.stringify({ name: "@x/a", exports: "./index.ts" });
  const desk = await deskOf(`// @filename: packages/a/package.json
${base}
// @filename: packages/a/index.ts
export const a = 1;
// @filename: packages/a/tsconfig.json
${TSCONFIG}
// @filename: packages/b/tsconfig.json
${TSCONFIG}
// @filename: packages/b/b.ts
import { a } from "@x/a";
a;
`);
  desk.workspace.write("packages/b/node_modules/@x/a", { symlinkTo: "../../../a" });
  const { files, complete } = await desk.connection.data<RenameData>("kart_rename", {
    file: "packages/a/index.ts",
    symbol: "a",
    newName: "renamed",
  });
  expect({ files, complete }).toEqual({
    files: [
      { path: "packages/a/index.ts", edits: 1 },
      { path: "packages/b/b.ts", edits: 2 },
    ],
    complete: true,
  });
  expect(desk.workspace.read("packages/b/b.ts")).toBe('import { renamed } from "@x/a";\nrenamed;\n');
});

test("types may need an export where its module is a value", async () => {
  const rows: readonly [use: string, error: string | undefined][] = [
    ["const p = c ? a : b;\np.draw();", "c.ts:5 Property 'paint' does not exist on type"],
    ["const all = { a, b } satisfies Record<string, { draw(): void }>;", "c.ts:4 Property 'draw' is missing in type"],
    ["console.log(a, b);", undefined],
  ];
  for (const [use, error] of rows) {
    const desk = await deskOf(
      `export function draw() {}
// @filename: b.ts
export function draw() {}
// @filename: c.ts
import * as a from "./a";
import * as b from "./b";
declare const c: boolean;
${use}
`,
    );
    const args = { file: "a.ts", symbol: "draw", newName: "paint", dryRun: true };
    if (error === undefined) {
      const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", args);
      expect([complete, warnings.join()]).toEqual([
        false,
        "NOT CHANGED, though they may use it: TypeScript does not see them do so: c.ts:4 (passes the whole module on)",
      ]);
    } else expect(await desk.refused("kart_rename", args), use).toContain(`\n${error}`);
  }
});

test("what TypeScript does not see is said to be missing", async () => {
  const desk = await deskOf(
    `export const a = { m: 1 };
export default function f() {}
export const store = [{ put() {} }];
// @filename: b.vue
<script>
import { a } from "./a";
</script>
{{ a.m }}
// @filename: d.vue
<script>
import { store } from "./a";
</script>
{{ store[0].put() }}
// @filename: c.ts
export const load = () => import("./a");
export const use = async () => (await load()).a;
`,
  );
  const rename = (symbol: string) =>
    desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol, newName: "b", dryRun: true });
  const missed = async (symbol: string) => {
    const { complete, warnings } = await rename(symbol);
    expect(complete).toBe(warnings.length === 0);
    return warnings.join().replace("NOT CHANGED, though they may use it: TypeScript does not see them do so: ", "");
  };
  expect((await rename("a")).files.map(({ path, edits }) => `${path} ${edits}`)).toEqual([
    "a.ts 1",
    "c.ts 1",
    "b.vue 1",
  ]);
  expect(await missed("a")).toBe("c.ts:1 (passes the whole module on)");
  expect(await missed("a.m")).toBe("b.vue:4");
  desk.workspace.write("b.vue", '<script>\nimport { a } from "./a";\nconst = a;\n{{ a.m }}\n');
  expect(await missed("a.m")).toBe("b.vue:4 (NOT PARSED)");
  expect(await missed("store.put")).toBe("d.vue:4");
  // Its importers know it by another name.
  expect(await missed("f")).toBe("");
});

test("components import an export by its new name, and go on using it by the old one", async () => {
  const desk = await deskOf(
    `export function close() {}
export type Kind = 1;
// @filename: index.ts
export * from "./a";
// @filename: a.vue
<script setup lang="ts">
import { close, type Kind } from "./a";
import { close as shut } from ".";
</script>
<template><a @click="close()" @blur="shut">close</a></template>
// @filename: b.svelte
<script>
  import * as all from "./a";
  import { close } from "./a";
</script>
<a on:click={close}>{all.close()}</a>
// @filename: c.mdx
import { other as close } from "./other";
// @filename: other.ts
export const other = 1;
`,
  );
  const rename = (symbol: string, newName: string) =>
    desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol, newName });
  const ofFunction = await rename("close", "hide");
  expect(ofFunction.complete).toBe(false);
  // Its namespace is used in a way that nobody sees.
  expect(ofFunction.warnings).toEqual([
    "NOT CHANGED, though they may use it: TypeScript does not see them do so: b.svelte:3",
  ]);
  const ofType = await rename("Kind", "Sort");
  expect([ofType.complete, ofType.warnings]).toEqual([true, []]);
  expect(desk.workspace.read("a.vue").split("\n").slice(1, 4)).toEqual([
    'import { hide as close, type Sort as Kind } from "./a";',
    'import { hide as shut } from ".";',
    "</script>",
  ]);
  expect(desk.workspace.read("b.svelte").split("\n")[2]).toBe('  import { hide as close } from "./a";');
  expect(desk.workspace.read("c.mdx")).toContain("{ other as close }");
});

test("components keep their imports of what a barrel exports under the name in place of what its star brings", async () => {
  const desk = await deskOf(
    `export const add = 1;
// @filename: other.ts
export const add = 2;
// @filename: index.ts
export * from "./a";
export { add } from "./other";
// @filename: a.vue
<script setup lang="ts">
import { add } from ".";
</script>
<template>{{ add }}</template>
`,
  );
  const before = desk.workspace.read("a.vue");
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "add", newName: "plus" });
  expect(desk.workspace.read("a.vue")).toBe(before);
});

test("components keep their imports of another symbol that is exported under the name", async () => {
  const desk = await deskOf(
    `const close = () => 1;
const shut = () => 2;
export { close as hide, shut as close };
// @filename: a.vue
<script setup lang="ts">
import { close } from "./a";
</script>
<template><a @click="close()">close</a></template>
`,
  );
  const before = desk.workspace.read("a.vue");
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "close", newName: "fresh" });
  expect(desk.workspace.read("a.vue")).toBe(before);
});

test("a component that may mean a global by the old name is said to be left", async () => {
  const desk = await deskOf("interface Meta { title: string }\n// @filename: b.vue\n{{ meta.title as Meta }}\n");
  for (const symbol of ["Meta", "Meta.title"]) {
    const args = { file: "a.ts", symbol, newName: "other", dryRun: true };
    expect(await desk.connection.data<RenameData>("kart_rename", args), symbol).toMatchObject({
      complete: false,
      warnings: ["NOT CHANGED, though they may use it: TypeScript does not see them do so: b.vue:1"],
    });
  }
});

test("a private name is complete, though a file of no project holds the word", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "include": ["src"] }',
    "src/a.ts": "export class K {\n  #a = 1;\n  m() {\n    return this.#a;\n  }\n}\n",
    "eslint.config.js": 'export default [{ a: "a" }];\n',
  });
  const args = { file: "src/a.ts", symbol: "K.#a", newName: "#b" };
  expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({ complete: true, warnings: [] });
});

test("a dry run shows the whole diff by file and writes nothing; undo takes all files back", async () => {
  const importer = 'import { a } from "./a";\r\n\r\na;';
  const desk = await deskOf("\ufeffexport const a = 1;\n");
  desk.workspace.write("b.ts", importer);
  const before = desk.workspace.snapshot();
  const args = { file: "a.ts", symbol: "a", newName: "b" };
  const { diff, totalEdits } = await desk.connection.data<RenameData>("kart_rename", { ...args, dryRun: true });
  expect(totalEdits).toBe(3);
  expect(diff).toMatch(/^a\.ts: 1 edit\n@@ -1,1 \+1,1 @@\n-.*\n\+1:..\|.*export const b = 1;\nb\.ts: 2 edits\n@@/);
  expect(desk.workspace.snapshot()).toEqual(before);
  expect(await desk.connection.text("kart_rename", args)).toStartWith("renamed `a` to `b`: 3 edits in 2 files\n");
  expect(desk.workspace.read("b.ts")).toBe('import { b } from "./a";\r\n\r\nb;');
  expect(await desk.connection.data("kart_undo")).toMatchObject({
    undone: [{ tool: "kart_rename", paths: ["a.ts", "b.ts"] }],
  });
  expect(desk.workspace.snapshot()).toEqual(before);
});

test("what stands in for the file on other platforms and exports the name too is said to keep it", async () => {
  const one = (path: string) => `// @filename: ${path}\nexport const a = 1;\n`;
  const manifest = {
    private: true,
    name: "p",
    browser: { "./dist/a.js": "./dist/instead.js" },
    exports: { "./a": { browser: "./web/a.ts", default: "./src/a.ts" }, "./b": "./src/b.ts" },
  };
  const paths = ["src/a.ts", "src/a.native.ts", "src/a.test.ts", "src/ab.ts", "src/b.ts", "src/instead.ts", "web/a.ts"];
  const config =
    '// @filename: tsconfig.json\n{ "compilerOptions": { "lib": ["esnext"], "rootDir": "src", "outDir": "dist" } }\n';
  const at = await deskOf(
    `// @filename: package.json\n${JSON.stringify(manifest)}\n${config}${paths.map(one).join("")}`,
  );
  const rename = async (file: string) =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol: "a", newName: "z", dryRun: true })).warnings;
  expect(await rename("src/a.ts")).toEqual([
    "NOT RENAMED: what may be loaded in its place exports `a` too: src/a.native.ts:1; src/instead.ts:1; web/a.ts:1",
  ]);
  expect(await rename("src/a.native.ts")).toEqual([
    "NOT RENAMED: what may be loaded in its place exports `a` too: src/a.ts:1",
  ]);
  expect(await rename("src/b.ts")).toEqual([]);
});

test("what another project leads the same imports to, and exports the name too, is said to keep it", async () => {
  const project = (name: string) =>
    `// @filename: tsconfig.${name}.json\n{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "types": [], "paths": { "@env": ["./env/${name}.ts"] } }, "include": ["src"] }\n// @filename: env/${name}.ts\nexport function getEnv() {}\n`;
  const at = await deskOf(
    `// @filename: tsconfig.json\n{ "files": [], "references": [{ "path": "./tsconfig.web.json" }, { "path": "./tsconfig.node.json" }] }\n${project("web")}${project("node")}// @filename: src/use.ts\nimport { getEnv } from "@env";\ngetEnv();\n`,
  );
  const rename = async (file: string) =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol: "getEnv", newName: "z", dryRun: true }))
      .warnings;
  const kept = (file: string) => [`NOT RENAMED: what may be loaded in its place exports \`getEnv\` too: ${file}:1`];
  expect(await rename("env/node.ts")).toEqual(kept("env/web.ts"));
  expect(await rename("env/web.ts")).toEqual(kept("env/node.ts"));
});

test("what CommonJS exports whole in place of it, and exports the name too, is said to keep it", async () => {
  const at = await deskOf(
    '// @filename: a.js\nexports.run = () => 1;\n// @filename: b.js\nexports.run = () => 2;\n// @filename: c.js\nmodule.exports = process.platform ? require("./a") : require("./b");\n// @filename: d.js\nrequire("./c").run();\n',
  );
  const args = { file: "a.js", symbol: "run", newName: "z", dryRun: true };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 2,
    warnings: ["NOT RENAMED: what may be loaded in its place exports `run` too: b.js:1"],
  });
});

test("a member of what stands in a file for platforms is said to have others, and users that TypeScript leads to these", async () => {
  const at = await deskOf(
    '// @filename: tsconfig.json\n{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "moduleSuffixes": [".ios", ""], "noEmit": true, "types": [] } }\n// @filename: disk.ios.ts\nexport class Disk { open() {} }\n// @filename: disk.ts\nexport class Disk { open() {} own() {} }\n// @filename: use.ts\nimport { Disk } from "./disk";\nnew Disk().open();\n',
  );
  const rename = async (file: string, symbol = "Disk.open") =>
    at.connection.data<RenameData>("kart_rename", { file, symbol, newName: "start", dryRun: true });
  const twin = (file: string) => `NOT RENAMED: what may be loaded in its place exports \`open\` too: ${file}:1`;
  expect(await rename("disk.ts")).toMatchObject({
    complete: false,
    warnings: [
      "NOT CHANGED, though they may use it: TypeScript does not see them do so: use.ts:1",
      twin("disk.ios.ts"),
    ],
  });
  expect(await rename("disk.ios.ts")).toMatchObject({ complete: true, totalEdits: 2, warnings: [twin("disk.ts")] });
  expect((await rename("disk.ts", "Disk.own")).warnings).toEqual([]);
  const error = await at.connection.error("kart_delete", { file: "disk.ts", symbol: "Disk.open" });
  expect(error).toEndWith("\nNOT SEEN: use.ts:1 (led here on some platforms, under conditions or in tests)");
  expect(
    (await at.connection.call("kart_delete", { file: "disk.ts", symbol: "Disk.own", dryRun: true })).isError,
  ).not.toBe(true);
});

test("where files for platforms pass it on, the one that declares the name itself is said to keep it", async () => {
  const at = await deskOf(
    "// @filename: src/impl.ts\nexport const a = 1;\n// @filename: src/view.ios.ts\nexport { a } from './impl';\n// @filename: src/view.android.ts\nexport { a } from './impl';\n// @filename: src/view.ts\nexport const a = 1;\n",
  );
  const args = { file: "src/impl.ts", symbol: "a", newName: "z", dryRun: true };
  expect((await at.connection.data<RenameData>("kart_rename", args)).warnings).toEqual([
    "NOT RENAMED: what may be loaded in its place exports `a` too: src/view.ts:1",
  ]);
});

test("a manual mock that exports the name too is said to keep it", async () => {
  const at = await deskOf(
    '// @filename: src/api.ts\nexport const load = 1;\nexport const rest = 2;\n// @filename: src/__mocks__/api.ts\nexport const other = 1;\nexport const load = 2;\n// @filename: src/a.test.ts\nimport { load } from "./api";\njest.mock("./api");\nload;\n',
  );
  const rename = async (file: string, symbol: string) =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol, newName: "z", dryRun: true })).warnings;
  expect(await rename("src/api.ts", "load")).toEqual([
    "NOT RENAMED: tests may get `load` of its manual mock instead: src/__mocks__/api.ts:2",
  ]);
  expect(await rename("src/api.ts", "rest")).toEqual([]);
  expect(await rename("src/__mocks__/api.ts", "load")).toEqual([
    "NOT CHANGED, though they may use it: TypeScript does not see them do so: src/a.test.ts:1",
  ]);
  expect(await rename("src/__mocks__/api.ts", "other")).toEqual([]);
});

test("members of what mocks put in the place of a module are said to keep their names", async () => {
  const at = await deskOf(
    '// @filename: src/api.ts\nexport class Api { load() {} rest() {} }\nexport const flags = { "own": 2 };\n// @filename: src/__mocks__/api.ts\nexport class Api { load() {} }\n// @filename: src/a.test.ts\nimport { Api } from "./api";\njest.mock("./api", () => ({\n  Api: class { load() { load(); } },\n  flags: { "own": 3 },\n  others: class { rest() {} },\n}));\nnew Api().load();\n',
  );
  const rename = async (symbol: string, file = "src/api.ts") =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol, newName: "z", dryRun: true })).warnings;
  const mocked = (name: string, line: number) =>
    `NOT RENAMED: mocks of the module have \`${name}\` too, which no type ties to it: src/a.test.ts:${line}`;
  const twin = "NOT RENAMED: what may be loaded in its place exports `load` too:";
  expect(await rename("Api.load")).toEqual([`${twin} src/__mocks__/api.ts:1`, mocked("load", 3)]);
  expect(await rename("flags.own")).toEqual([mocked("own", 4)]);
  expect(await rename("Api.rest")).toEqual([]);
  expect(await rename("Api.load", "src/__mocks__/api.ts")).toEqual([
    "NOT CHANGED, though they may use it: TypeScript does not see them do so: src/a.test.ts:1",
    `${twin} src/api.ts:1`,
  ]);
});

test("files that say they are generated are changed, and named", async () => {
  const at = await deskOf(
    '// @filename: made.ts\n/* DO NOT EDIT. */\nexport interface User { id: 1 }\n// @filename: use.ts\nimport type { User } from "./made";\nexport type Id = User["id"];\n',
  );
  const args = { file: "made.ts", symbol: "User", newName: "Person" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 3,
    complete: true,
    warnings: [
      "Changed too, though they say that they are generated: what writes them may write the old name again: made.ts",
    ],
  });
});

test("a member that values of unknown type may use keeps its name there, which is said", async () => {
  const at = await deskOf(
    "export class A {\n  run() {}\n}\nnew A().run();\n// @filename: b.js\nexport const f = (a) => a.run();\n",
  );
  const args = { file: "a.ts", symbol: "A.run", newName: "start" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 2,
    complete: false,
    warnings: ["NOT CHANGED: 1 use of that name on a value of unknown type (any): b.js:1"],
  });
});

test("an export of CommonJS whose type a comment states is a member of values too, which may have no type", async () => {
  const typed = "/** @type {import('./types').Rule} */";
  const at = await deskOf(`// @filename: types.d.ts
export interface Rule { meta?: string; make(): void }
// @filename: a.js
${typed}
module.exports = { meta: "", make() {} };
// @filename: b.js
module.exports = ${typed} ({ meta: "", make() {} });
// @filename: c.js
const meta = "";
function make() {}

${typed}
// The rule.
module.exports = { meta, make };
// @filename: d.js
module.exports = { meta: "" };
// @filename: use.js
exports.use = (rule) => rule.meta;
`);
  const rename = async (file: string, symbol = "meta") => {
    const args = { file, symbol, newName: "info", dryRun: true };
    const { complete, totalEdits, warnings } = await at.connection.data<RenameData>("kart_rename", args);
    return { complete, totalEdits, warnings };
  };
  const unknown = "NOT CHANGED: 1 use of that name on a value of unknown type (any): use.js:1";
  const told = { complete: false, totalEdits: 4, warnings: [unknown] };
  for (const [file, symbol] of [["a.js"], ["b.js"], ["c.js", "module.exports.meta"]] as const)
    expect(await rename(file, symbol)).toEqual(told);
  expect(await rename("d.js")).toEqual({ complete: true, totalEdits: 1, warnings: [] });
});

test("a member that is copied to another class by its name in a string is not said to be renamed everywhere", async () => {
  const at = await deskOf(`// @filename: a.js
class Mixin {
  send() {}
  static apply(to) {
    for (const key of ["send"])
      Object.defineProperty(to.prototype, key, Object.getOwnPropertyDescriptor(Mixin.prototype, key));
  }
}
module.exports = Mixin;
`);
  const rename = async (symbol: string) => {
    const args = { file: "a.js", symbol, newName: "other", dryRun: true };
    const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", args);
    return { complete, warnings };
  };
  expect(await rename("Mixin.send")).toEqual({
    complete: false,
    warnings: ["NOT CHANGED: strings by which members of a prototype are taken, and may be this one: a.js:4"],
  });
  expect(await rename("Mixin.apply")).toEqual({ complete: true, warnings: [] });
});

test("values of other types that give a member by its old name, which nobody misses, are named", async () => {
  const files = (name: string) => `// @filename: a.ts
export interface Action { id: string; ok?: boolean }
export interface Item { id: string; ${name}?: boolean; more?: 1 }
export interface Special extends Item { ${name}: true }
export class Own implements Item { id = "own"; ${name} = true }
export const item = ({ ${name}: is = false }: Item) => is;
// @filename: b.ts
import { type Action, item, Own, type Special } from "./a";
import * as all from "./c";
declare const action: Action, special: Special;
export const direct = item(action);
export const spread = item({ ...action, id: "x" });
export const own = [item(special), item(new Own()), item({ ...special }), item({ id: "", ${name}: true })];
export const other = item({ id: "x" });
export const whole = item({ ...all });
// @filename: c.ts
export const id = "c";
export const ok = true;
`;
  const at = await deskOf(files("ok"));
  const args = { file: "a.ts", symbol: "Item.ok", newName: "fine" };
  const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", args);
  expect(textOf(at, files("ok"))).toBe(files("fine"));
  expect([complete, warnings]).toEqual([
    false,
    ["LEFT: values of other types that give it by the old name: b.ts:4,5,8"],
  ]);
});

test("values of a renamed member's type that others take by its old name, which nobody misses, are named", async () => {
  const files = (name: string) => `// @filename: a.ts
export interface Config { url: string; ${name}: number }
export class Plugin { id = "p"; ${name}() {} }
export const plain = { url: "", ${name}: 1 };
// @filename: b.ts
export interface Options { url?: string; wait?: number }
export interface Hooks { id?: string; wait?(): void }
export interface Loose { url: string; wait?: any }
export const request = (options: Options) => options.wait;
export const deep = (options: { http: Options }) => options.http.wait;
export const part = (options: Partial<{ url: string; wait: number }>) => options.wait;
export const loose = (options: Loose) => options.wait;
export const use = (hooks: Hooks) => hooks.wait?.();
// @filename: c.ts
import { type Config, plain, Plugin } from "./a";
import { deep, loose, part, request, use } from "./b";
declare const config: Config;
export const direct = [request(config), request({ ...config })];
export const nested = deep({ http: config });
export const more = [part(config), loose(config)];
export const literal = request(plain);
use(new Plugin());
export const own = [request({ url: "", wait: 1 }), loose({ url: "" })];
`;
  const warnings = async (symbol: string) => {
    const at = await deskOf(files("wait"));
    const args = { file: "a.ts", symbol, newName: "delay" };
    const renamed = await at.connection.data<RenameData>("kart_rename", args);
    expect(renamed.complete).toBe(false);
    return renamed.warnings.filter((one) => one.includes("take by"));
  };
  const left = "LEFT: values of it that other types take by the old name";
  expect(await warnings("Config.wait")).toEqual([`${left}: c.ts:4,5,6`]);
  expect(await warnings("Plugin.wait")).toEqual([`${left}: c.ts:8`]);
  expect(await warnings("plain.wait")).toEqual([`${left}: c.ts:7`]);
});

test("keys of the old name in object literals of no type are named, those first that surely or likely mean the member", async () => {
  const at = await deskOf(`// @filename: a.ts
export interface Props { w: number; grow: number }
export interface Other { grow: number }
export abstract class Util {
  onResize?(props: Props): Partial<Props>;
}
export const use = (props: Props) => props.grow;
// @filename: b.ts
import { type Other, type Props, use, Util } from "./a";
const loose = { grow: 1 };
export class Geo extends Util {
  override onResize(props: Props) {
    return { w: 1, grow: 0 };
  }
}
export const other: Other = { grow: 1 };
const grow = 2;
export const shorthand: Other = { grow };
export const reset = (props: Props) => {
  const next = { ...props, grow: 0 };
  const beside = { ...other, grow };
  return use(next) + use({ grow } as any) + use({ grow: 1 } as unknown as Props);
};
// @filename: c.test.ts
expect(use).toHaveBeenCalledWith(expect.objectContaining({ grow }));
`);
  const args = { file: "a.ts", symbol: "Props.grow", newName: "extra" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 2,
    complete: false,
    warnings: [
      "LEFT: values of other types that give it by the old name: b.ts:4,14",
      "LEFT: 7 keys of that name in object literals of no type, first 1 beside a spread of what had it, then 2 cast to any or unknown: b.ts:12,14,2,5,13; c.test.ts:1",
    ],
  });
});

test("of a literal's own member only those are, beside which it is spread", async () => {
  const at = await deskOf(`export const o = { a: 1 };
export const one = { ...o, a: 2 };
export const two = { a: 2 };
`);
  const args = { file: "a.ts", symbol: "o.a", newName: "b" };
  expect((await at.connection.data<RenameData>("kart_rename", args)).warnings).toEqual([
    "LEFT: 1 key of that name in object literals of no type, first 1 beside a spread of what had it: a.ts:2",
  ]);
});

test("a member that a .d.ts declares keeps its name in the JavaScript that has it, which is said", async () => {
  const at = await deskOf(`// @filename: app.d.ts
export interface App {
  run(): void;
}
// @filename: app.js
import { Other } from "./other";
export const make = () => ({
  run() {},
});
export const loud = () => {
  const app = make();
  app.run();
  new Other().run();
};
// @filename: later.js
export function later(it) {
  it.run = setTimeout;
}
// @filename: other.ts
export class Other {
  run() {}
}
`);
  const args = { file: "app.d.ts", symbol: "App.run", newName: "start" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 1,
    complete: false,
    warnings: [
      "NOT CHANGED: 1 use of that name on a value of unknown type (any): later.js:2",
      "NOT CHANGED: the name in JavaScript, which no type ties to app.d.ts: app.js:3,7; later.js:2",
    ],
  });
});

test("an export that a .d.ts declares keeps its name in the JavaScript beside it, which is said", async () => {
  const left = async (file: string, text: string) => {
    const at = await deskOf(`// @filename: ${file}\n${text}`);
    const declaring = file.replace(/(m?)js$/, "d.$1ts");
    at.workspace.write(declaring, "export declare function go(): void;\n");
    const args = { file: declaring, symbol: "go", newName: "run" };
    return (await at.connection.data<RenameData>("kart_rename", args)).warnings;
  };
  const note = "NOT CHANGED: the name in JavaScript, which no type ties to";
  expect(await left("a.js", "exports.go = 1;\n")).toEqual([`${note} a.d.ts: a.js:1`]);
  expect(await left("a.mjs", "const go = 1;\nexport { go };\n")).toEqual([`${note} a.d.mts: a.mjs:2`]);
});

test("a hundred files: the answer is capped and says so", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `u${index}.ts`);
  const users = names.map((name) => `// @filename: ${name}\nimport { a } from "./a";\nexport const x = a + a;\n`);
  const desk = await deskOf(`export const a = 1;\n${users.join("")}`);
  const { totalEdits, diff } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "a",
    newName: "b",
  });
  expect(totalEdits).toBe(301);
  expect(diff.length).toBeLessThan(20_000);
  expect(diff).toContain("u50.ts: 3 edits, not shown");
});

test("files beyond those whose types are checked are counted, and the answer is not called complete", async () => {
  const users = Array.from(
    { length: 120 },
    (_, at) => `// @filename: u${at}.ts\nimport { K } from "./a";\nexport const v = new K().size;\n`,
  );
  const at = await deskOf(`// @filename: a.ts\nexport class K {\n  size = 1;\n}\n${users.join("")}`);
  const args = { file: "a.ts", symbol: "K.size", newName: "extent", dryRun: true };
  expect(await at.connection.data("kart_rename", args)).toMatchObject({
    complete: false,
    totalEdits: 121,
    warnings: ["21 files that may use it by its shape alone NOT type-checked: check the whole workspace."],
  });
});

test("a member that uses mean with another type's, which has the new name for something else of the same type", async () => {
  const desk = await deskOf(`export interface Box { a: number }
export interface Bag { a: number; b: number }
export const f = (of: Box | Bag) => of.a;
export interface Net { c: number }
export const g = (of: Net) => of.c;
`);
  expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "Box.a", newName: "b" })).toMatch(
    /^already_exists: `b` is taken .*\na\.ts:3 /s,
  );
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "Box.a",
    newName: "c",
  });
  expect(warnings).toEqual(["Renamed with it, as some uses mean both: a.ts:2"]);
  expect(desk.workspace.read("a.ts")).toContain("of.c;\nexport interface Net");
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "Net.c", newName: "b" });
  expect(desk.workspace.read("a.ts")).toContain("interface Net { b: number }");
});

test("the variable that gives a shorthand its value keeps its name, wherever the new one stands besides", async () => {
  const before = `// @filename: a.ts
export interface Box { kind: 1; size: number }
export interface Bag { kind: 2; size: number }
export const size = 1;
export const box: Box = { kind: 1, size };
export const make = (size: number): Box => ({ kind: 1, size });
export const take = ({ size }: Box): Box => ({ kind: 1, size });
export function late(size = 1): Box { const width = size; void width; return { kind: 1, size }; }
export class Own implements Box { kind = 1 as const; constructor(public size = 2) {} }
// @filename: u.ts
import { type Box, size } from "./a";
export const used: Box = { kind: 1, size };
// @filename: z.ts
// width
`;
  const after = before
    .replaceAll("kind: 1, size }", "kind: 1, width: size }")
    .replace("Box { kind: 1; size", "Box { kind: 1; width")
    .replace("({ size }: Box)", "({ width: size }: Box)")
    .replace("public size", "public width");
  const desk = await deskOf(before);
  const args = { file: "a.ts", symbol: "Box.size", newName: "width" };
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(textOf(desk, before)).toBe(after);
  expect(warnings).toEqual([]);
});

test("what has the name of another thing that the file exports is renamed without it, which is said", async () => {
  const desk = await deskOf("function part() {}\nconst _part = [part];\nexport { _part as part };\n");
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "part",
    newName: "piece",
  });
  expect(warnings).toEqual(["Importers' `part` is another symbol, exported under that name: `_part` (a.ts:2)."]);
  expect(desk.workspace.read("a.ts")).toBe("function piece() {}\nconst _part = [piece];\nexport { _part as part };\n");
});

test("a name by which an export list exports what the file calls otherwise is renamed for its importers alone", async () => {
  const list = "const own = () => 1;\nexport { own as one, own as two };\n";
  const desk = await deskOf(
    `${list}// @filename: b.ts\nexport { one } from "./a";\nexport { one as other } from "./a";\n// @filename: c.ts\nimport { one } from "./b";\nimport { one as uno, two } from "./a";\nconst o = { one };\nexport const s = one() + uno() + two() + o.one();\nexport const d = import("./a").then(({ one }) => one());\n`,
  );
  const rename = (symbol: string, newName: string, line?: number) =>
    desk.connection.data<RenameData>("kart_rename", {
      file: "a.ts",
      symbol,
      newName,
      ...(line !== undefined && { line }),
    });
  for (const taken of ["two", "uno"])
    expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "one", newName: taken })).toStartWith(
      "already_exists",
    );
  expect(await rename("one", "first")).toMatchObject({ complete: true, warnings: [] });
  expect(["a.ts", "b.ts", "c.ts"].map((path) => desk.workspace.read(path))).toEqual([
    "const own = () => 1;\nexport { own as first, own as two };\n",
    'export { first } from "./a";\nexport { first as other } from "./a";\n',
    'import { first } from "./b";\nimport { first as uno, two } from "./a";\nconst o = { one: first };\nexport const s = first() + uno() + two() + o.one();\nexport const d = import("./a").then(({ first }) => first());\n',
  ]);
  // Where something else has the name, the line of the list tells.
  desk.workspace.write("a.ts", "function two() {}\nconst own = () => [two];\nexport {\n  own as two,\n};\n");
  expect(await rename("two", "second", 4)).toMatchObject({ complete: true, warnings: [] });
  expect(desk.workspace.read("a.ts")).toBe(
    "function two() {}\nconst own = () => [two];\nexport {\n  own as second,\n};\n",
  );
  expect(desk.workspace.read("c.ts")).toContain("import { first as uno, second }");
  desk.workspace.write("a.ts", 'import { second } from "./c";\nexport { second as passed };\n');
  expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "passed", newName: "x" })).toStartWith(
    "symbol_not_found",
  );
  desk.workspace.write("a.ts", "const own = (two: number) => two;\nexport { own as two };\n");
  await rename("two", "local");
  expect(desk.workspace.read("a.ts")).toBe("const own = (local: number) => local;\nexport { own as two };\n");
});

describe("members of what a function declares", () => {
  const TEXT = `export function f(size: number) {
  type Options = { size: number };
  const options: Options = { size: 1 };
  const made = { size: size };
  return options.size + made.size;
}
run({ key: 1 });
declare function run<T>(given: T): void;
`;

  test("go by the names around them, or by their line", async () => {
    for (const more of [{ symbol: "f.Options.size" }, { symbol: "size", line: 2 }]) {
      await using desk = await Desk.with({ "a.ts": TEXT });
      await desk.connection.text("kart_rename", { file: "a.ts", newName: "width", ...more });
      expect(desk.workspace.read("a.ts")).toBe(
        TEXT.replace("= { size: number }", "= { width: number }")
          .replace("{ size: 1 }", "{ width: 1 }")
          .replace("options.size", "options.width"),
      );
    }
  });

  test("are told where the name, or the line, may mean others", async () => {
    await using desk = await Desk.with({ "a.ts": TEXT });
    const refused = (symbol: string, line?: number) =>
      desk.refused("kart_rename", { file: "a.ts", symbol, newName: "width", ...(line !== undefined && { line }) });
    expect(await refused("size", 4)).toBe(
      "symbol_ambiguous: `size` at line 4 could be `f.made.size` (property, line 4) or `f.size` (parameter, line 1). Pass one of these as symbol, with its line.",
    );
    expect(await refused("size", 5)).toStartWith(
      "symbol_not_found: No `size` is declared at line 5. One is elsewhere, `f.size` (parameter, line 1)",
    );
    expect(await refused("Others.size")).toContain("`f.Options.size` (property, line 2), `f.options.size`");
    expect(await refused("key", 7)).toBe(
      "symbol_not_found: No symbol or local `key` in a.ts. A key of what a call is given has the name, `key` (property, line 7): rename what it takes it for, or change it with kart_patch.",
    );
    expect(desk.workspace.read("a.ts")).toBe(TEXT);
  });
});

test("of `this.name = name` the line alone does not tell the property from the parameter", async () => {
  const text = (declared: string) =>
    `export class K {\n${declared}  constructor(size) {\n    this.size = size;\n    this.width = 1;\n  }\n  width2() { const width = this.width; return width; }\n}\n`;
  await using desk = await Desk.with({ "a.js": text(""), "b.ts": text("  size;\n") });
  const ask = (file: string, symbol: string, line: number, newName = "fresh") =>
    desk.connection.call("kart_rename", { file, symbol, line, newName });
  for (const [file, line, at] of [
    ["a.js", 3, 3],
    ["b.ts", 4, 2],
  ] as const)
    expect(JSON.stringify(await ask(file, "size", line))).toContain(
      `symbol_ambiguous: REJECTED, nothing written. \`size\` at line ${line} could be \`K.size\` (property, line ${at}) or \`K.constructor.size\` (parameter, line ${line - 1}).`,
    );
  await ask("a.js", "K.size", 3);
  await ask("a.js", "width", 4, "wide");
  expect(desk.workspace.read("a.js")).toBe(
    text("").replace("this.size", "this.fresh").replaceAll("this.width", "this.wide"),
  );
});

test("strings that are a path to the name are shown, however many lines speak of it", async () => {
  const text = `${"// a prop\n".repeat(30)}export const kind = "prop";\nexport const call = "$.prop";\n`;
  await using desk = await Desk.with({ "a.ts": "export function prop() {}\n", "b.ts": text });
  const answer = await desk.connection.text("kart_rename", { file: "a.ts", symbol: "prop", newName: "fresh" });
  expect(answer.split("\n").slice(5)).toEqual([
    "2 strings in code that are the name, or a path to it, not changed:",
    "b.ts",
    expect.stringMatching(/^31:..\|export const kind = "prop";$/),
    expect.stringMatching(/^32:..\|export const call = "\$\.prop";$/),
    expect.stringMatching(
      /^30 other mentions in comments, strings and other files, not changed, in 1 file: b\.ts:1,2,/,
    ),
  ]);
});

test("a use that TypeScript leaves out, since its type hangs on what was checked before, is found by the complaint about it", async () => {
  const use = (name: string) => `/** @import { AST } from './gone.js' */
import { walk } from 'walks';
import { Scope, set_scope } from './scope.js';

/** @param {any} root @param {any} node @param {Scope} scope @param {any} scopes */
export function run(root, node, scope, scopes) {
  walk(/** @type {AST.SvelteNode} */ (root), null, {
    EachBlock(node) {
      const scope = /** @type {Scope} */ (scopes.get(node));
      const state = { scope: /** @type {Scope} */ (scope.parent), scopes };
      walk(node.expression, state, {
        // @ts-expect-error
        _: set_scope,
        Identifier(node, context) {
          const found = context.state.scope.${name}(node.name);
        }
      });
    }
  });
}
`;
  await using desk = await Desk.with({
    ".gitignore": "node_modules\n",
    "tsconfig.json": JSON.stringify({
      compilerOptions: { module: "esnext", target: "esnext", allowJs: true, checkJs: true, strict: false, types: [] },
      include: ["src"],
    }),
    "node_modules/walks/package.json": '{ "name": "walks", "types": "index.d.ts" }',
    "node_modules/walks/index.d.ts": `type BaseNode = { type: string };
export function walk<T extends BaseNode, U extends Record<string, any> | null>(node: T, state: U, visitors: Visitors<T, U>): T;
type NodeOf<T extends string, X> = X extends { type: T } ? X : never;
type SpecialisedVisitors<T extends BaseNode, U> = { [K in T["type"]]?: Visitor<NodeOf<K, T>, U, T> };
export type Visitor<T, U, V> = (node: T, context: Context<V, U>) => V | void;
export type Visitors<T extends BaseNode, U> = T["type"] extends "_"
  ? never
  : SpecialisedVisitors<T, U> & { _?: Visitor<T, U, T> };
export interface Context<T, U> { next: (state?: U) => T | void; path: T[]; state: U; visit: (node: T, state?: U) => T }
`,
    "src/scope.js": `/** @import { Context } from 'walks' */
/** @import { AST } from './gone.js' */
export class Scope {
  /** @type {Scope | null} */
  parent = null;
  /** @param {string} name */
  get(name) { return name; }
}
/**
 * @template {{ scope: Scope, scopes: Map<AST.SvelteNode, Scope> }} State
 * @param {AST.SvelteNode} node
 * @param {Context<AST.SvelteNode, State>} context
 */
export function set_scope(node, { next, state }) {
  const scope = state.scopes.get(node);
  next(scope !== undefined && scope !== state.scope ? { ...state, scope } : state);
}
`,
    "src/use.js": use("get"),
  });
  await desk.connection.data("kart_rename", { file: "src/scope.js", symbol: "Scope.get", newName: "find" });
  expect(desk.workspace.read("src/use.js")).toBe(use("find"));
});

test("where the name of a class or a function is taken as a string is told: it is another one then", async () => {
  const desk = await deskOf(`export class User { id = 1 }
export function job() {}
export const conf = { name: 1 };
// @filename: main.ts
import { conf, job, User } from "./a";
const tables: Record<string, string> = { User: "users" };
export const all = [tables[User.name], new User().id, job?.name, conf.name];
`);
  const warningsOf = async (symbol: string) => {
    const args = { file: "a.ts", symbol, newName: "other", dryRun: true };
    return (await desk.connection.data<RenameData>("kart_rename", args)).warnings;
  };
  const told = ["READS THE NAME itself when it runs, which is another now: main.ts:3"];
  expect(await warningsOf("User")).toEqual(told);
  expect(await warningsOf("job")).toEqual(told);
  expect(await warningsOf("conf")).toEqual([]);
});
