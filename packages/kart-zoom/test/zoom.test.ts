import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connectInMemory } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { parseSync } from "oxc-parser";
import { zoomServer } from "../src/server.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

interface Zoomed {
  path: string;
  level: number;
  symbols: {
    name: string;
    namePath: string;
    kind: string;
    signature: string;
    doc: string;
    exported: boolean;
    line: number;
    endLine: number;
    from?: string;
    children?: Zoomed["symbols"];
  }[];
  reExports?: { specifier: string; path?: string; from?: string; names: string[] }[];
  truncated: boolean;
  files?: { path: string; symbols: Zoomed["symbols"] }[];
  text?: string;
  notes?: string[];
}

const workspace = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "allowJs": true, "checkJs": true, "types": [] } }
// @filename: src/url.ts
import { base } from "./base";
/** A URL. */
export class Url extends base.Base {
  /** Where it leads. */
  readonly href = "";
  #secret = 1;
  private hidden = 2;
  /** Reads one. */
  static parse(input: string) {
    return input === "" ? undefined : new Url();
  }
  get parts() { return [this.href]; }
}
/** Joins. */
export function join(a: string, b = "/"): string { return a + b; }
export const size = [1, 2].map((n) => ({ n }));
const local = "x";
export { local as renamed, join as default };
export type Parts = { host: string; port?: number };
// @filename: src/base.ts
export namespace base { export class Base { id: string = ""; } const inner = 1; }
// @filename: src/barrel.ts
export * from "./url";
export { default as glue, Url as Link } from "./url";
export * as everything from "./url";
export { readFile } from "node:fs";
export * from "react";
export const own = 1;
export const size = "mine";
// @filename: src/barrels.ts
export * from "./barrel";
export { gone } from "./url";
// @filename: src/inner.ts
export { produce as make, Thing } from "pkg";
export * from "pkg";
// @filename: src/outer.ts
export { make as build, Thing, useState } from "./inner";
// @filename: src/doubtful.ts
export { readFile, createRoot } from "./several";
// @filename: src/several.ts
export * from "./inner";
export * from "./barrel";
// @filename: src/loop-a.ts
export * from "./loop-b";
export const a = 1;
// @filename: src/loop-b.ts
export * from "./loop-a";
export const b = 1;
// @filename: src/broken.ts
export const good = 1;
export const = 2;
// @filename: src/nothing.ts
const hidden = 1;
// @filename: src/implied.d.ts
export interface Named { unsaid: Unsaid }
interface Unsaid {}
// @filename: src/assigned.d.ts
import { Named } from "./implied";
interface Listed {}
declare function assigned(): void;
declare namespace assigned { interface Held {} export { Listed, Named as Other }; export type Own = 1; }
export = assigned;
// @filename: src/from-assigned.ts
export type { Own, Listed } from "./assigned";
// @filename: src/global.d.ts
export {};
declare global { interface Window { mine: string } }
// @filename: src/url.test.ts
export const test = 1;
// @filename: src/types.js
/** @param {string} a @returns {number[]} */
export function fromJs(a) { return [a.length]; }
/** @type {Map<string, number>} */
export const map = new Map();
export class Thing { constructor(/** @type {string} */ a) { this.a = a; } }
// @filename: src/common.cjs
exports.one = 1;
module.exports.two = function (x) { return "s"; };
// @filename: src/shapes.js
/**
 * A box.
 * @template T
 * @typedef {object} Box
 * @property {T} value what is in it
 */
/** @callback Visit @param {Box<string>} box @returns {void} */
/** @param {Visit} visit */
export function each(visit) { /** @typedef {string} Inner */ }
// @filename: src/shapes.cjs
/** @typedef {{ a: 1 }} A */
module.exports = 1;
// @filename: src/script.js
/** @typedef {{ a: 1 }} Everywhere */
// @filename: src/passes.js
export * from "./shapes";
// @filename: src/deep/in.ts
export const deep = 1;
// @filename: notes.md
Notes.
`),
);
const connection = await connectInMemory(zoomServer, { root: workspace.root });
const zoom = (args: Record<string, unknown>) => connection.data<Zoomed>("kart_zoom", args);
const text = async (args: Record<string, unknown>) => {
  const answer = await connection.text("kart_zoom", args);
  expect({ answer, errors: parseSync("a.d.ts", answer, { lang: "dts" }).errors }).toEqual({ answer, errors: [] });
  expect(answer.length).toBeLessThan(20_000);
  return answer;
};

afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

describe("level 0", () => {
  test("is what a module exports, inferred types and docs included", async () => {
    expect(await text({ path: "src/url.ts" })).toBe(`// src/url.ts
/** A URL. */
export class Url extends base.Base { // 3
  /** Where it leads. */
  readonly href = ""; // 5
  /** Reads one. */
  static parse(input: string): Url | undefined; // 9
  get parts(): string[]; // 12
}
/** Joins. */
export function join(a: string, b?: string): string; // 15
export const size: { n: number; }[]; // 16
declare const local = "x"; // 17
export { local as renamed };
export default join;
export type Parts = { host: string; port?: number }; // 19`);
  });

  test("as data has heads, members and names as importers write them", async () => {
    const { symbols, truncated, reExports, notes } = await zoom({ path: "src/url.ts" });
    expect({ truncated, reExports, notes }).toEqual({ truncated: false, reExports: undefined, notes: undefined });
    expect(
      symbols.map(
        ({ name, namePath, kind, line, endLine, exported }) =>
          `${name} ${namePath} ${kind} ${line}-${endLine} ${exported}`,
      ),
    ).toEqual([
      "Url Url class 3-13 true",
      "join join function 15-15 true",
      "size size const 16-16 true",
      "renamed local const 17-17 true",
      "default join function 15-15 true",
      "Parts Parts type 19-19 true",
    ]);
    expect(symbols[0]).toMatchObject({
      signature: "class Url extends base.Base",
      doc: "A URL.",
      children: [
        {
          name: "href",
          namePath: "Url.href",
          kind: "property",
          signature: 'readonly href = ""',
          doc: "Where it leads.",
          line: 5,
        },
        {
          namePath: "Url.parse",
          kind: "method",
          signature: "static parse(input: string): Url | undefined",
          doc: "Reads one.",
          line: 9,
        },
        { namePath: "Url.parts", kind: "getter", signature: "get parts(): string[]", doc: "" },
      ],
    });
  });

  test("follows re-exports of the workspace, and names those of packages", async () => {
    const { symbols, reExports, notes } = await zoom({ path: "src/barrels.ts" });
    expect(Object.fromEntries(symbols.map(({ name, kind, from }) => [name, `${kind} ${from}`]))).toEqual({
      own: "const src/barrel.ts",
      size: "const src/barrel.ts",
      glue: "function src/url.ts",
      Link: "class src/url.ts",
      everything: "namespace src/barrel.ts",
      Url: "class src/url.ts",
      join: "function src/url.ts",
      renamed: "const src/url.ts",
      Parts: "type src/url.ts",
    });
    expect(reExports).toEqual([
      { specifier: "./barrel", path: "src/barrel.ts", names: ["*"] },
      { specifier: "./url", path: "src/url.ts", names: ["gone"] },
      { specifier: "node:fs", from: "src/barrel.ts", names: ["readFile"] },
      { specifier: "react", from: "src/barrel.ts", names: ["*"] },
    ]);
    expect(notes).toEqual(["// Exported, but its declaration was not found: src/barrels.ts gone"]);
    const barrel = await zoom({ path: "src/barrel.ts" });
    expect(barrel.reExports).toEqual([
      { specifier: "./url", path: "src/url.ts", names: ["*"] },
      { specifier: "./url", path: "src/url.ts", names: ["default as glue", "Url as Link"] },
      { specifier: "./url", path: "src/url.ts", names: ["* as everything"] },
      { specifier: "node:fs", names: ["readFile"] },
      { specifier: "react", names: ["*"] },
    ]);
    const rows = (await text({ path: "src/barrel.ts" })).split("\n");
    expect(rows).toContain("export { join as glue };");
    expect(rows).toContain("export { Url as Link };");
    expect(rows).toContain('export * as everything from "./url"; // 3');
    expect(rows).toContain('export { readFile } from "node:fs"; // 4');
    expect(rows).toContain('export * from "react"; // 5');
    expect(rows).toContain("// from src/url.ts");
  });

  test("names what comes from a package through modules of the workspace", async () => {
    expect(await text({ path: "src/outer.ts" })).toBe(`// src/outer.ts
export { produce as build, Thing } from "pkg"; // src/inner.ts:1
export { useState } from "pkg"; // src/inner.ts:2`);
    expect(await text({ path: "src/doubtful.ts" })).toBe(`// src/doubtful.ts
export { readFile } from "node:fs"; // src/barrel.ts:4
// Exported, but its declaration was not found: src/doubtful.ts createRoot`);
    expect(await text({ path: "src/several.ts" })).toContain('export * from "pkg"; // src/inner.ts:2');
    expect(await connection.error("kart_zoom", { path: "src/outer.ts", symbol: "build" })).toStartWith(
      'symbol_not_found: src/outer.ts passes build on from "pkg": src/inner.ts line 1.',
    );
  });

  test("of modules in a circle", async () => {
    const names = async (path: string) => (await zoom({ path })).symbols.map(({ name }) => name).sort();
    expect(await names("src/loop-a.ts")).toEqual(["a", "b"]);
    expect(await names("src/loop-b.ts")).toEqual(["a", "b"]);
  });

  test("of JavaScript, with the types of its comments", async () => {
    const js = await text({ path: "src/types.js" });
    expect(js).toContain("export function fromJs(a: string): number[]; // 2");
    expect(js).toContain("export const map: Map<string, number>; // 4");
    expect(js).toContain("constructor(a: string); // 5");
    const { symbols } = await zoom({ path: "src/common.cjs" });
    expect(symbols.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(await text({ path: "src/common.cjs" })).toContain("export function two(x: any): string; // 2");
  });

  test("of JavaScript, with the types that its comments declare", async () => {
    expect(await text({ path: "src/shapes.js" })).toBe(`// src/shapes.js
/** @param {Visit} visit */
export function each(visit: Visit): void; // 9
/**
 * A box.
 */
export type Box<T> = { value: T; }; // 4
export type Visit = (box: Box<string>) => void; // 7`);
    expect(await text({ path: "src/shapes.cjs" })).toContain("export type A = { a: 1; }; // 1");
    expect(await text({ path: "src/script.js" })).toContain("// It exports nothing;");
    expect(await text({ path: "src/script.js", level: 1 })).toContain("type Everywhere = { a: 1; }; // 1");
    expect(await text({ path: "src/passes.js", symbol: "Visit" })).toContain(
      "// from src/shapes.js\nexport type Visit = (box: Box<string>) => void; // 7",
    );
    expect(await connection.text("kart_zoom", { path: "src/shapes.js", symbol: "Visit", level: 2 })).toContain(
      "@callback Visit",
    );
    const references = await connection.data<{ total: number; complete: boolean }>("kart_references", {
      path: "src/shapes.js",
      symbol: "Box",
    });
    expect(references).toMatchObject({ total: 1, complete: true });
    expect(await connection.text("kart_impact", { path: "src/shapes.js", symbol: "Box" })).toBe(
      "type Box src/shapes.js:4: 2 dependents, 2 deep, complete\n type Visit:7\n  type each:9\ntests: none",
    );
    expect(await connection.text("kart_deps", { path: "src/shapes.js", symbol: "each" })).toBe(
      "function each src/shapes.js:9: 2 dependencies, 2 deep, complete\n type Visit:7\n  type Box:4",
    );
  });

  test("of a file that exports nothing, or adds to others, or does not parse, says so", async () => {
    expect(await text({ path: "src/nothing.ts" })).toBe(
      "// src/nothing.ts\n// It exports nothing; level 1 shows what it declares.",
    );
    expect(await text({ path: "src/global.d.ts" })).toContain("// It also adds to global: level 1 shows how.");
    const broken = await text({ path: "src/broken.ts" });
    expect(broken).toContain("// NOT PARSED, so something may be missing: src/broken.ts:2");
    expect(broken).not.toContain("exports nothing");
  });

  test("of what declarations imply: all of a declaration file, what a namespace behind export = passes on", async () => {
    expect(await text({ path: "src/implied.d.ts" })).toContain("export interface Unsaid {} // 2");
    const names = async (path: string) =>
      (await zoom({ path })).symbols.map(({ name, namePath, from = "" }) => `${name} ${namePath} ${from}`);
    expect(await names("src/assigned.d.ts")).toEqual([
      "export= assigned ",
      "export= assigned ",
      "Listed Listed ",
      "Other Named src/implied.d.ts",
    ]);
    expect(await names("src/from-assigned.ts")).toEqual([
      "Own assigned.Own src/assigned.d.ts",
      "Listed Listed src/assigned.d.ts",
    ]);
  });

  test("sees the file as it is now", async () => {
    workspace.write("src/fresh.ts", "export const a = [1].map(String);\n");
    expect(await text({ path: "src/fresh.ts" })).toContain("export const a: string[]; // 1");
    workspace.write("src/fresh.ts", "\nexport const b = [1].map(Number);\n");
    expect(await text({ path: "src/fresh.ts" })).toBe("// src/fresh.ts\nexport const b: number[]; // 2");
  });
});

describe("levels 1 and 2", () => {
  test("every declaration, private ones too", async () => {
    const one = await text({ path: "src/url.ts", level: 1 });
    expect(one).toContain("  #secret: number; // 6\n  private hidden: number; // 7\n");
    expect(one).toContain('declare const local = "x"; // 17\nexport { local as renamed };\n');
    expect(await text({ path: "src/base.ts", level: 1 })).toBe(
      "// src/base.ts\nexport namespace base { // 1\n  export class Base { // 1\n    id: string; // 1\n  }\n  const inner = 1; // 1\n}",
    );
    expect(await text({ path: "src/base.ts" })).toBe(
      "// src/base.ts\nexport namespace base { // 1\n  class Base { // 1\n    id: string; // 1\n  }\n}",
    );
    expect(await text({ path: "src/global.d.ts", level: 1 })).toContain(
      "declare global { // 2\n  interface Window { // 2\n    mine: string; // 2\n  }\n}",
    );
  });

  test("the text of a file, of any kind", async () => {
    const { text: whole, truncated, symbols } = await zoom({ path: "src/url.ts", level: 2 });
    expect({ whole, truncated, symbols }).toEqual({
      whole: workspace.read("src/url.ts"),
      truncated: false,
      symbols: [],
    });
    expect(await connection.text("kart_zoom", { path: "src/url.ts", level: 2 })).toBe(workspace.read("src/url.ts"));
    expect(await connection.text("kart_zoom", { path: "notes.md", level: 2 })).toBe("Notes.\n");
    expect(await connection.error("kart_zoom", { path: "notes.md" })).toStartWith(
      "invalid_argument: notes.md is no TypeScript",
    );
  });

  test("a long text is cut at a line, and says how to go on", async () => {
    workspace.write("big/long.ts", "export const x = 1; // row\n".repeat(6000));
    const { text: whole, truncated } = await zoom({ path: "big/long.ts", level: 2 });
    expect(truncated).toBe(true);
    expect(whole?.length).toBeLessThanOrEqual(100_000);
    expect(whole).toEndWith("// row");
    const shown = await connection.text("kart_zoom", { path: "big/long.ts", level: 2 });
    expect(shown.length).toBeLessThan(40_000);
    expect(shown).toMatch(/\n\/\/ Cut behind line 1444 of 6,001 lines\. /);
  });
});

describe("one symbol", () => {
  test("alone, a member within its owner", async () => {
    expect(await text({ path: "src/url.ts", symbol: "join" })).toBe(
      "// src/url.ts\n/** Joins. */\nexport function join(a: string, b?: string): string; // 15\nexport default join;",
    );
    expect(await text({ path: "src/url.ts", symbol: "parse" })).toBe(
      "// src/url.ts\nexport class Url extends base.Base { // 3\n  /** Reads one. */\n  static parse(input: string): Url | undefined; // 9\n}",
    );
    expect(await text({ path: "src/url.ts", symbol: "Url.#secret" })).toContain("  #secret: number; // 6\n}");
    expect(await text({ path: "src/url.ts", symbol: "Parts.host" })).toContain(
      "export type Parts = { host: string; port?: number }; // 19",
    );
  });

  test("its source, with the comments above", async () => {
    const { text: source, symbols } = await zoom({ path: "src/url.ts", symbol: "Url.parse", level: 2 });
    expect(source).toBe(
      '/** Reads one. */\n  static parse(input: string) {\n    return input === "" ? undefined : new Url();\n  }',
    );
    expect(symbols).toMatchObject([{ name: "parse", namePath: "Url.parse", line: 9, endLine: 11 }]);
    expect(await connection.text("kart_zoom", { path: "src/url.ts", symbol: "join", level: 2 })).toBe(
      '// src/url.ts:14-15\n/** Joins. */\nexport function join(a: string, b = "/"): string { return a + b; }',
    );
  });

  test("that the file has from elsewhere", async () => {
    expect(await text({ path: "src/barrels.ts", symbol: "Link.parse" })).toContain(
      "static parse(input: string): Url | undefined; // 9",
    );
    const { symbols, text: source } = await zoom({ path: "src/barrels.ts", symbol: "Link.parse", level: 2 });
    expect(symbols).toMatchObject([{ name: "Link", namePath: "Url.parse", from: "src/url.ts" }]);
    expect(source).toStartWith("/** Reads one. */");
  });

  test("that is not there, or stands in a file that does not parse", async () => {
    expect(await connection.error("kart_zoom", { path: "src/url.ts", symbol: "nope" })).toStartWith(
      "symbol_not_found: No symbol `nope` in src/url.ts. It declares `Url`",
    );
    expect(await connection.error("kart_zoom", { path: "src/broken.ts", symbol: "x" })).toStartWith(
      "syntax_error: src/broken.ts does not parse: line 2",
    );
    expect(await connection.error("kart_zoom", { path: "src", symbol: "x" })).toStartWith(
      "invalid_argument: src is a folder",
    );
    expect(await connection.error("kart_zoom", { path: "src", level: 1 })).toStartWith(
      "invalid_argument: src is a folder",
    );
    expect(await connection.error("kart_zoom", { path: "nope.ts" })).toStartWith("file_not_found: ");
    expect(await connection.error("kart_zoom", { path: "srcs/url.ts" })).toEndWith(
      "The nearest existing folder is the root. Did you mean src/url.ts?",
    );
    expect(await connection.error("kart_zoom", { path: "../x.ts" })).toStartWith("path_outside_root: ");
    expect(await connection.error("kart_zoom", { path: "src/url.ts", level: 3 })).toStartWith(
      "invalid_argument: `level`",
    );
  });
});

describe("folders", () => {
  test("level 0 of each file with exports, tests and folders in it left out", async () => {
    const { files, symbols, truncated, notes } = await zoom({ path: "src" });
    expect({ symbols, truncated }).toEqual({ symbols: [], truncated: false });
    expect(files?.map(({ path }) => path)).not.toContain("src/url.test.ts");
    expect(files?.map(({ path }) => path)).not.toContain("src/nothing.ts");
    expect(files?.map(({ path }) => path)).not.toContain("src/deep/in.ts");
    expect(files?.find(({ path }) => path === "src/loop-b.ts")?.symbols.map(({ name }) => name)).toEqual(["b", "a"]);
    expect(notes?.[0]).toStartWith("// NOT PARSED, so something may be missing: src/broken.ts:2");
    expect(await text({ path: "src" })).toContain(
      'declare module "src/loop-a.ts" {\nexport const a = 1; // 2\nexport { b } from "src/loop-b.ts";\n}',
    );
    workspace.write("empty/a.test.ts", "export const a = 1;");
    expect(await text({ path: "empty" })).toBe("// No source file in empty exports anything, tests left out.");
    expect(notes?.at(-1)).toBe("// Folders in it, not shown: deep/");
    workspace.write("empty/in/deep/a.ts", "export const a = 1;");
    workspace.write("empty/__tests__/a.ts", "export const a = 1;");
    expect(await text({ path: "empty" })).toEndWith("anything, tests left out.\n// Folders in it, not shown: in/");
  });

  test("what a file passes on of others in the folder stands there by its names alone", async () => {
    workspace.write(
      "barrel/a.ts",
      "/** Doc. */\nexport class A {\n  m(): void {}\n}\nexport default A;\nexport const f = 1;\n",
    );
    workspace.write("barrel/in/b.ts", "export const b = 1;\n");
    workspace.write(
      "barrel/index.ts",
      'export * from "./a";\nexport { default, A as Other } from "./a";\nexport * from "./in/b";\nexport const own = 1;\n',
    );
    expect((await text({ path: "barrel" })).split("\n")).toEqual([
      'declare module "barrel/a.ts" {',
      "/** Doc. */",
      "export class A { // 2",
      "  m(): void; // 3",
      "}",
      "export default A;",
      "export const f = 1; // 6",
      "}",
      'declare module "barrel/index.ts" {',
      "export const own = 1; // 4",
      "// from barrel/in/b.ts",
      "export const b = 1; // 1",
      'export { default, A as Other, A, f } from "barrel/a.ts";',
      "}",
      "// Folders in it, not shown: in/",
    ]);
    const { files } = await zoom({ path: "barrel" });
    const [first] = files?.find(({ path }) => path === "barrel/index.ts")?.symbols ?? [];
    expect(first).toMatchObject({ name: "default", namePath: "A", from: "barrel/a.ts", doc: "" });
    expect(first?.children).toBeUndefined();
  });

  test("of docs the first lines, and of large declarations the heads, so that an answer stays short", async () => {
    const large = `export type Large = {\n${"  /** One of many. */\n  member: string;\n".repeat(20)}};\n`;
    workspace.write("docs/a.ts", "/**\n * First.\n *\n * @example x\n */\nexport const a = 1;\n");
    const all = 'declare module "docs/a.ts" {\n/** First. */\nexport const a = 1; // 6\n}';
    expect(await text({ path: "docs" })).toBe(`${all}\n// Of docs the first lines: zoom a file for all.`);
    for (let n = 0; n < 40; n++) workspace.write(`docs/large${n}.ts`, large);
    const cut = await text({ path: "docs" });
    expect(cut.length).toBeWithin(2_000, 12_500);
    expect(cut).toContain(all);
    expect(cut).toContain('declare module "docs/large39.ts" {\n// type Large // 1\n}');
  });

  test("of 100 files are one answer, in the detail that fits; of 3,000 the rest is counted", async () => {
    const source = (n: number) =>
      `/** The ${n}th class, which has a name and does something. */\nexport class Class${n}<T> {\n  ${Array.from({ length: n % 9 }, (_, i) => `/** Member. */ member${i}(a: string, b: T): Map<string, T> { return x; }`).join("\n  ")}\n}\nexport const value${n}: Class${n}<string> = x;\n`;
    for (let n = 0; n < 100; n++) workspace.write(`hundred/file${n}.ts`, source(n));
    const hundred = await text({ path: "hundred" });
    for (let n = 0; n < 100; n++) expect(hundred).toContain(`value${n}`);
    expect(hundred).toContain(
      "// Of some files docs, members or all but names and lines are left out: zoom one for all.",
    );
    for (let n = 0; n < 3000; n++) workspace.write(`thousands/file${n}.ts`, `export const value${n} = 1;\n`);
    const thousands = await text({ path: "thousands" });
    expect(thousands).toMatch(
      /\/\/ [\d,]+ more files are not shown, from thousands\/file\d+\.ts on: zoom them, or list thousands\.$/,
    );
    expect((await zoom({ path: "thousands" })).truncated).toBe(true);
  });
});

test("what a reader could not see is written out, in docs, strings and names", async () => {
  workspace.write(
    "src/unseen.ts",
    "/** \u001b[31mred \u202eesrever */\nexport const a = '\u001b[0m\u200b';\nexport type B = '\u202e';\n",
  );
  expect(await text({ path: "src/unseen.ts" })).toBe(
    "// src/unseen.ts\n/** \\u{1b}[31mred \\u{202e}esrever */\nexport const a = \"\\u001b[0m\\u{200b}\"; // 2\nexport type B = '\\u{202e}'; // 3",
  );
  workspace.write("src/a\nb \u202e.ts", "export const a = 1;\n");
  expect(await text({ path: "src/a\nb \u202e.ts" })).toBe("// src/a\\nb \\u{202e}.ts\nexport const a = 1; // 1");
  expect(await text({ path: "src" })).toBeString();
});

test("of many overloads level 1 shows the first, and all of one that is asked for", async () => {
  const many = Array.from({ length: 6 }, (_, n) => `export function f(a: ${n}): ${n};\n`).join("");
  const few = "export class K {\n  m(a: 1): 1;\n  m(a: 2): 2;\n  m(a: number) { return a; }\n}\n";
  workspace.write("over/a.ts", `${many}export function f(a: number) { return a; }\n${few}`);
  const path = "over/a.ts";
  expect(await text({ path, level: 1 })).toContain(
    "export function f(a: 0): 0; // 1\nexport function f(a: 1): 1; // 2\n// + 4 overloads: pass symbol f\nexport class K { // 8\n  m(a: 1): 1; // 9\n  m(a: 2): 2; // 10\n}",
  );
  expect(await text({ path, level: 1, symbol: "f" })).toContain("export function f(a: 5): 5; // 6");
  expect(await text({ path })).toContain("export function f(a: 5): 5; // 6");
});

test("a large symbol has more room, and then says how to go on", async () => {
  const member = (n: number) =>
    `  /**\n   * The ${n}th.\n   * ${"More. ".repeat(10)}\n   */\n  member${n}(): void {}\n`;
  const large = (members: number) =>
    `export class Large {\n${Array.from({ length: members }, (_, n) => member(n)).join("")}}\n`;
  workspace.write("big/class.ts", large(250));
  const whole = await connection.text("kart_zoom", { path: "big/class.ts", symbol: "Large" });
  expect(whole.length).toBeWithin(25_000, 36_000);
  expect(whole).toContain("   * The 249th.\n");
  workspace.write("big/class.ts", large(500));
  const less = await connection.text("kart_zoom", { path: "big/class.ts", symbol: "Large" });
  expect(less.length).toBeLessThan(40_000);
  expect(less).toContain("  // and 100 more members: pass symbol Large.NAME for one\n}");
  expect(less).toEndWith("// Of docs the first lines: name a member, or take level 2.");
  expect(await text({ path: "big/class.ts", symbol: "Large.member499" })).toContain("   * The 499th.\n");
});

test("a large module is shown without docs, then without members, and at last its rest is named", async () => {
  const member = (n: number) =>
    `  /**\n   * Does the ${n}th thing.\n   *\n   * At length.\n   */\n  member${n}(first: string, second: number): Promise<void>;\n`;
  const type = (n: number, members: number) =>
    `/**\n * The ${n}th type.\n *\n * ${"More. ".repeat(20)}\n */\nexport interface Type${n} {\n${Array.from({ length: members }, (_, i) => member(i)).join("")}}\n`;
  const large = (types: number, members: number) => Array.from({ length: types }, (_, n) => type(n, members)).join("");
  workspace.write("big/large.ts", large(60, 2));
  expect(await text({ path: "big/large.ts" })).toContain("/** The 3th type. */\nexport interface Type3 {");
  workspace.write("big/large.ts", large(60, 3));
  const bare = await text({ path: "big/large.ts" });
  expect(bare).not.toContain("/**");
  expect(bare).toEndWith("// Docs are left out: pass symbol for all of one.");
  expect(bare).toContain("member2(first: string, second: number): Promise<void>; // ");
  workspace.write("big/large.ts", large(60, 40));
  expect(await text({ path: "big/large.ts" })).toContain("export interface Type59 { /* member0, member1, ");
  expect((await zoom({ path: "big/large.ts" })).truncated).toBe(true);
  workspace.write("big/large.ts", large(2000, 1));
  const cut = await text({ path: "big/large.ts" });
  expect(cut).toMatch(
    /\/\/ \d+ of 2,000 declarations, without members and docs: pass symbol for one, .*Not shown:\n\/\/ Type\d+, Type/,
  );
  expect(cut).toMatch(/\n\/\/ and [\d,]+ more$/);
  expect(await text({ path: "big/large.ts", symbol: "Type1999" })).toContain("* At length.");
});

describe("where the language server does not tell", () => {
  const withServer = async (command: string, path: string) => {
    const before = process.env["KART_LANGUAGE_SERVER"];
    process.env["KART_LANGUAGE_SERVER"] = command;
    try {
      await using alone = await connectInMemory(zoomServer, { root: workspace.root });
      const start = performance.now();
      const answer = await alone.text("kart_zoom", { path });
      expect({ answer, errors: parseSync("a.d.ts", answer, { lang: "dts" }).errors }).toEqual({ answer, errors: [] });
      return { answer, seconds: (performance.now() - start) / 1000 };
    } finally {
      if (before === undefined) delete process.env["KART_LANGUAGE_SERVER"];
      else process.env["KART_LANGUAGE_SERVER"] = before;
    }
  };

  test("because it hangs, the answer comes after two seconds, and says why", async () => {
    workspace.write("hanging-server.ts", "setInterval(() => {}, 1000);\n");
    const { answer, seconds } = await withServer(
      `${process.execPath} ${workspace.path("hanging-server.ts")}`,
      "src/url.ts",
    );
    expect(seconds).toBeGreaterThan(1.9);
    // A busy machine takes several times as long as it should; other questions wait for half a minute.
    expect(seconds).toBeLessThan(12);
    expect(answer).toContain("  static parse(input: string) /* inferred */; // 9");
    expect(answer).toContain("export const size /* inferred */; // 16");
    expect(answer).toContain("export function join(a: string, b?: string): string; // 15");
    expect(answer).toEndWith(
      "// 3 types could not be inferred: the language server took longer than 2 s; ask again, it goes on loading.",
    );
  });

  test("because it cannot be started", async () => {
    const { answer } = await withServer("no-such-language-server", "src/url.ts");
    expect(answer).toContain("export const size /* inferred */; // 16");
    expect(answer).toMatch(/\n\/\/ 3 types could not be inferred: .*no-such-language-server.*$/);
  });

  test("nobody notices where everything is written down", async () => {
    workspace.write("src/annotated.ts", "export const a: number = 1;\nexport function f(b = 'x'): void {}\n");
    const { answer } = await withServer("no-such-language-server", "src/annotated.ts");
    expect(answer).toBe("// src/annotated.ts\nexport const a: number; // 1\nexport function f(b?: string): void; // 2");
  });

  test("because the type is too long, another one is told all the same", async () => {
    const members = Array.from({ length: 2000 }, (_, n) => `member${n}: { inner: [${n}] }`).join(", ");
    workspace.write("big/type.ts", `export const long = [{ ${members} }];\nexport const short = [1];\n`);
    expect(await text({ path: "big/type.ts" })).toBe(
      "// big/type.ts\nexport const long /* inferred */; // 1\nexport const short: number[]; // 2\n// 1 type could not be inferred: too long to be told.",
    );
  });
});

test("the inferred types of members with computed names", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "target": "esnext", "allowJs": true, "checkJs": true, "types": [] } }
// @filename: bag.ts
export const key = Symbol();
export class Bag<T> {
  #items: T[] = [];
  *[Symbol.iterator]() { yield* this.#items; }
  get [Symbol.toStringTag]() { return "Bag" as const; }
  static [Symbol.hasInstance](v: unknown) { return v === 1; }
  [key]<U extends T>(of: U, times = 1) { return { of, times }; }
  readonly [Symbol.species] = [1].map(String);
  ["quoted"]() { return this; }
}
export class Open {
  [key + ""]() { return [1]; }
}
// @filename: list.js
export class List {
  /** @param {number} n */
  [Symbol.match](n) { return [n]; }
}
`),
  );
  await using own = await connectInMemory(zoomServer, { root: files.root });
  expect(await own.text("kart_zoom", { path: "bag.ts" })).toBe(`// bag.ts
export const key: unique symbol; // 1
export class Bag<T> { // 2
  [Symbol.iterator](): Generator<T, void, unknown>; // 4
  get [Symbol.toStringTag](): "Bag"; // 5
  static [Symbol.hasInstance](v: unknown): v is 1; // 6
  [key]<U extends T>(of: U, times?: number): { of: U; times: number; }; // 7
  readonly [Symbol.species]: string[]; // 8
  ["quoted"](): this; // 9
}
export class Open { // 11
  [key + ""]() /* inferred */; // 12
}
// 1 type could not be inferred: the language server does not tell.`);
  expect(await own.text("kart_zoom", { path: "list.js" })).toBe(`// list.js
export class List { // 1
  /** @param {number} n */
  [Symbol.match](n: number): number[]; // 3
}`);
});

test("what is assigned to a function that a const holds, and what templates of constants are", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
    "a.ts": `export const Button = (props: { label: string }) => props.label;
Button.displayName = "Button";
Button.Item = function Item(x: number) { return x; };
const version = 3;
export const path = \`/v\${version}/users\`;
export const now = \`at \${Date.now()}\`;
`,
  });
  await using own = await connectInMemory(zoomServer, { root: files.root });
  const button = `export const Button: { // 1
  (props: { label: string }): string;
  displayName: string;
  Item(x: number): number;
};`;
  expect(await own.text("kart_zoom", { path: "a.ts" })).toBe(
    `// a.ts\n${button}\nexport const path: "/v3/users"; // 5\nexport const now: string; // 6`,
  );
  expect(await own.text("kart_zoom", { path: "a.ts", symbol: "Button.Item" })).toBe(`// a.ts\n${button}`);
});

test("no value is said to have its own type, where that is of another that goes by its name", async () => {
  using files = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "allowJs": true, "types": [] } }',
    "lib.ts": "class Model { save(): void {} }\nexport const lib = { Model };\n",
    "two.ts": 'import { lib } from "./lib";\nexport const Model = lib.Model;\nexport const other = new Model();\n',
    "held.ts": "export class Foo { a = 1; }\nexport class Outer { static Foo = Foo; }\n",
    "base.js": "class Base { a() {} }\nmodule.exports = Base;\n",
    "index.js": 'const Base = require("./base");\nmodule.exports = Base;\n',
    "list.js": "class A { m() {} }\nclass B extends A {}\nconst list = module.exports = { A, B, c: 1 };\n",
  });
  await using at = await connectInMemory(zoomServer, { root: files.root });
  const note = "// 1 type could not be inferred: the language server does not tell.";
  expect(await at.text("kart_zoom", { path: "two.ts" })).toBe(
    `// two.ts\nexport const Model /* inferred */; // 2\nexport const other: Model; // 3\n${note}`,
  );
  expect(await at.text("kart_zoom", { path: "index.js" })).toBe(
    `// index.js\ndeclare const Base /* inferred */; // 1\nexport = Base;\n${note}`,
  );
  // A member hides no name.
  expect(await at.text("kart_zoom", { path: "held.ts" })).toContain("  static Foo: typeof Foo; // 2");
  // What a list exports stands where it is declared.
  expect(await at.text("kart_zoom", { path: "list.js" })).toBe(
    "// list.js\nexport class A { // 1\n  m(): void; // 1\n}\nexport class B extends A {} // 2\nexport const c: number; // 3",
  );
});
