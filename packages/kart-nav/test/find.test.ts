import { afterAll, expect, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { connectInMemory } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";

interface Found {
  symbols: {
    name: string;
    namePath: string;
    kind: string;
    path: string;
    line: number;
    endLine: number;
    exported: boolean;
    exportedAs?: string[];
    signature: string;
    body?: string;
  }[];
  total: number;
  truncated: boolean;
  fileCount: number;
  durationMs: number;
  unparsed: { path: string; line: number; message: string }[];
}

const workspace = new TempWorkspace(
  markedFiles(`// @filename: src/url.ts
/** A URL. */
export class Url {
  readonly href = "";
  /** Reads one. */
  static parse(input: string): Url {
    return new Url();
  }
  get v() { return 1 }
  set v(x) {}
  #secret = 1;
}
export function parse(input: string): Url { return Url.parse(input) }
function parseLocal() {}
const reparse = 1;
// @filename: src/deep/a.ts
export const PARSE = 1;
const a = 1;
export { a as renamed };
// @filename: src/deep/b.tsx
export type T = { field: string };
export const T = 1;
export default () => <div />;
// @filename: lib/c.mjs
export const { x, y: z } = o;
// @filename: lib/patterns.ts
export const { left, right } = { left: 1, right: 2 };
const [first, second = 5, ...rest] = [1, 2];
const { env } = process;
const one: 1 = 1, { two, x: { three } } = { two: 2, x: { three: 3 } };
const /* [1] */ four = [1, 2];
// @filename: lib/overloads.ts
export function over(a: 1): void;
export function over(a: 2): void;
export function over(a: number) {}
export class Over {
  m(a: 1): void;
  m(a: 2): void;
  m(a: number) {}
}
// @filename: broken.ts
export function parseBroken() {}
const = 1;
// @filename: ignored/d.ts
export function parseIgnored() {}
// @filename: node_modules/pkg/index.ts
export function parsePackage() {}
// @filename: .gitignore
ignored/
// @filename: notes.md
parse
`),
);
const connection = await connectInMemory(navServer, { root: workspace.root });
const find = (args: Record<string, unknown>) => connection.data<Found>("kart_find", args);
const paths = async (args: Record<string, unknown>) =>
  (await find(args)).symbols.map(({ path, namePath }) => `${path} ${namePath}`);

afterAll(() => workspace[Symbol.dispose]());

test("best first: exact, prefix, substring; exported before local; shallow before deep", async () => {
  expect(await paths({ name: "parse" })).toEqual([
    "src/url.ts parse",
    "src/url.ts Url.parse",
    "src/deep/a.ts PARSE",
    "src/url.ts parseLocal",
    "src/url.ts reparse",
  ]);
});

test("exact and prefix know case, substring does not", async () => {
  expect(await paths({ name: "parse", match: "exact" })).toEqual(["src/url.ts parse", "src/url.ts Url.parse"]);
  expect(await paths({ name: "PAR", match: "prefix" })).toEqual(["src/deep/a.ts PARSE"]);
});

test("a name path asks for the owners too", async () => {
  expect(await paths({ name: "Url.parse" })).toEqual(["src/url.ts Url.parse"]);
  expect(await paths({ name: "Url/v" })).toEqual(["src/url.ts Url.v", "src/url.ts Url.v"]);
  expect(await paths({ name: "#secret" })).toEqual(["src/url.ts Url.#secret"]);
});

test("an index picks one of several of a path, and one overload", async () => {
  const bodies = async (name: string, more = {}) =>
    (await find({ name, body: true, ...more })).symbols.map(({ path, line, body }) => `${path}:${line} ${body}`);
  expect(await bodies("T[0]")).toEqual(["src/deep/b.tsx:1 export type T = { field: string };"]);
  expect(await bodies("T[1]")).toEqual(["src/deep/b.tsx:2 export const T = 1;"]);
  expect(await bodies("T[1]", { kind: "type" })).toEqual([]);
  expect(await bodies("over[1]")).toEqual(["lib/overloads.ts:2 export function over(a: 2): void;"]);
  expect(await bodies("Over.m[0]", { match: "prefix" })).toEqual(["lib/overloads.ts:5 m(a: 1): void;"]);
  expect(await connection.text("kart_find", { name: "over[2]" })).toBe(
    "1 symbol\nlib/overloads.ts:3 export function over(a: number)",
  );
  expect(await bodies("parse[0]")).toEqual([
    "src/url.ts:12 export function parse(input: string): Url { return Url.parse(input) }",
    "src/url.ts:5 static parse(input: string): Url {\n    return new Url();\n  }",
  ]);
  expect(await connection.text("kart_find", { name: "over[99]" })).toStartWith(
    "No declaration `over[99]`. Did you mean `over` (function, lib/overloads.ts:1)",
  );
});

test.each(["Url.parse()", "`Url.parse`", "static parse(input: string): Url", "*rse", "pars*", "Url.par*"])(
  "%s finds Url.parse",
  async (name) => {
    expect(await paths({ name })).toContain("src/url.ts Url.parse");
  },
);

test.each(["pa*se", "^parse$", "parse|href"])("%s is said to be no name", async (name) => {
  expect(await connection.text("kart_find", { name })).toContain(
    ": that is no name; send a name or a part of one, without wildcards.",
  );
});

test("every field of a symbol", async () => {
  const { symbols, total, truncated, fileCount, unparsed } = await find({ name: "Url.parse", body: true });
  expect({ symbols, total, truncated, fileCount }).toEqual({
    symbols: [
      {
        name: "parse",
        namePath: "Url.parse",
        kind: "method",
        path: "src/url.ts",
        line: 5,
        endLine: 7,
        exported: true,
        signature: "static parse(input: string): Url",
        body: "static parse(input: string): Url {\n    return new Url();\n  }",
      },
    ],
    total: 1,
    truncated: false,
    fileCount: 3,
  });
  expect(unparsed).toMatchObject([{ path: "broken.ts", line: 2 }]);
});

test("a file that does not parse is named, in the text as well", async () => {
  const text = await connection.text("kart_find", { name: "parseBroken" });
  expect(text).toContain("NOT PARSED, so the answer may lack something: broken.ts:2 ");
});

test("filters by kind, by export, by folder and by file", async () => {
  expect(await paths({ kind: ["getter", "setter"] })).toEqual(["src/url.ts Url.v", "src/url.ts Url.v"]);
  expect(await paths({ name: "parse", exported: false })).toEqual(["src/url.ts parseLocal", "src/url.ts reparse"]);
  expect(await paths({ name: "parse", path: "src/deep" })).toEqual(["src/deep/a.ts PARSE"]);
  expect(await paths({ path: "lib/c.mjs" })).toEqual(["lib/c.mjs x", "lib/c.mjs z"]);
  expect(await paths({ path: workspace.path("lib"), name: "x", match: "exact" })).toEqual(["lib/c.mjs x"]);
});

test("names out of patterns, each alone", async () => {
  expect(await connection.text("kart_find", { path: "lib/patterns.ts" })).toBe(`10 symbols in lib/patterns.ts
lib/patterns.ts
1 export const left
1 export const right
2 const first
2 const second
2 const rest
3 const env
4 const one: 1 = 1
4 const two
4 const three
5 const four = [1, 2]`);
});

test("exports in lists, under other names, of a type and a value", async () => {
  expect((await find({ name: "a", match: "exact" })).symbols).toMatchObject([
    { exported: true, exportedAs: ["renamed"] },
  ]);
  expect((await find({ name: "T", match: "exact" })).symbols.map(({ kind }) => kind)).toEqual(["type", "const"]);
  expect((await find({ name: "default" })).symbols).toMatchObject([{ kind: "function", path: "src/deep/b.tsx" }]);
});

test("what git ignores is searched only where it is named", async () => {
  expect(await paths({ name: "parseIgnored" })).toEqual([]);
  expect(await paths({ name: "parseIgnored", path: "ignored" })).toEqual(["ignored/d.ts parseIgnored"]);
  expect(await paths({ name: "parsePackage", path: "node_modules/pkg" })).toEqual([
    "node_modules/pkg/index.ts parsePackage",
  ]);
});

test("no name lists everything, capped, with the total and the way on", async () => {
  const { symbols, total, truncated } = await find({ limit: 3 });
  expect([symbols.length, truncated]).toEqual([3, true]);
  expect(total).toBeGreaterThan(15);
  expect(await connection.text("kart_find", { limit: 3 })).toStartWith(
    `3 symbols of ${total} matches. Narrow with path, kind or match, or raise limit.`,
  );
});

test("golden text", async () => {
  expect(await connection.text("kart_find", { name: "parse", path: "src" })).toBe(
    [
      "5 symbols in src",
      "src/url.ts",
      "12 export function parse(input: string): Url",
      "5-7 method Url.parse(input: string): Url",
      "src/deep/a.ts:1 export const PARSE = 1",
      "src/url.ts",
      "13 function parseLocal()",
      "14 const reparse = 1",
    ].join("\n"),
  );
});

test("signatures are whole where there are a handful, and clipped in lists", async () => {
  const declare = (index: number) =>
    `export function wide${index}(first: Map<string, number>, second: ReadonlySet<string>): Promise<void> {}\n`;
  using wide = new TempWorkspace({ "wide.ts": declare(0) });
  await using own = await connectInMemory(navServer, { root: wide.root });
  expect(await own.text("kart_find", { name: "wide" })).toContain(
    "wide0(first: Map<string, number>, second: ReadonlySet<string>): Promise<void>",
  );
  wide.write("wide.ts", Array.from({ length: 19 }, (_none, index) => declare(index)).join(""));
  expect(await own.text("kart_find", { name: "wide" })).toContain("ReadonlySet<string>): Promise<void>");
  wide.write("wide.ts", Array.from({ length: 20 }, (_none, index) => declare(index)).join(""));
  expect(await own.text("kart_find", { name: "wide" })).toContain("wide0(first: Map<string, number>, second…");
});

test("an absent name says what was searched", async () => {
  expect(await connection.text("kart_find", { name: "nowhereToBeFound" })).toBe(
    "No declaration `nowhereToBeFound`: no source file holds the name. Ignored files and node_modules are searched only by naming them in path.",
  );
  expect(await connection.text("kart_find", { name: "div", match: "exact" })).toContain(
    "1 file holds the name without declaring it, but for parameters, keys and imports; try kart_search",
  );
});

test("of files that do not parse nobody says that they declare nothing", async () => {
  using files = new TempWorkspace({ "wide.ts": "export const target = 1;\0" });
  await using own = await connectInMemory(navServer, { root: files.root });
  const ask = () => own.text("kart_find", { name: "target" });
  const note = "\nNOT PARSED, so the answer may lack something: wide.ts:1 binary content";
  expect(await ask()).toBe(
    `No declaration \`target\`: 1 file holds the name; try kart_search. Ignored files and node_modules are searched only by naming them in path.${note}`,
  );
  files.write("use.ts", "// target\n");
  expect(await ask()).toStartWith("No declaration `target`: 1 file holds the name without declaring it, but for");
  expect(await ask()).toEndWith(note);
});

test.each([
  [{ name: "parseLocla" }, "No declaration `parseLocla`. Did you mean `parseLocal` (function, src/url.ts:13)?"],
  [{ name: "repares" }, "No declaration `repares`. Did you mean `reparse` (const, src/url.ts:14)?"],
  [
    { name: "Uri.parse", path: "src" },
    "No declaration `Uri.parse` in src. Did you mean `parse` (function, src/url.ts:12) or `Url.parse` (method, src/url.ts:5) or `PARSE` (const, src/deep/a.ts:1)?",
  ],
  [
    { name: "Parselocal", match: "exact", path: "src" },
    "No declaration with that exact name `Parselocal` in src. Did you mean `parseLocal` (function, src/url.ts:13)?",
  ],
  [
    { name: "reparse", kind: "class" },
    "No declaration `reparse` as asked for. Did you mean `reparse` (const, src/url.ts:14)?",
  ],
])("%j is answered with what was probably meant", async (args, text) => {
  expect(await connection.text("kart_find", args)).toBe(text);
});

test("what a module takes by require() is declared where it comes from; what it passes on is found", async () => {
  using files = new TempWorkspace({
    "keys.js": "const kState = Symbol();\nconst kOther = 1;\nmodule.exports = { kState, kOther };\n",
    "use.js": 'const { kState, kOther } = require("./keys");\nlet own = require("./keys").kState;\nfoo(kState);\n',
    "pass.js": 'const { kState, kOther } = require("./keys");\nmodule.exports = { kState };\n',
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  expect(await own.text("kart_find", {})).toBe(`3 symbols
keys.js
1 export const kState = Symbol()
2 export const kOther = 1
pass.js:1 export const kState`);
  expect(await own.text("kart_find", { name: "own" })).toStartWith("No declaration `own`: 1 file holds the name");
});

test("where no symbol has the name, what is declared inside of functions, by `this.name = …` or in JSDoc", async () => {
  using files = new TempWorkspace({
    "route.js":
      "/** @typedef {object} Options\n * @property {string} url */\nfunction build() {\n  function prepare(url) {\n    return url;\n  }\n}\n",
    "control.js": "class Control {\n  constructor() {\n    this.isOff = true;\n  }\n}\n",
    "use.js": "build().prepare(options, new Control().isOff);\n",
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  const ask = (args: object) => own.text("kart_find", { ...args });
  expect(await ask({ name: "prepare" })).toBe(
    "No symbol, but 1 declared locally\nroute.js:4-6 local function prepare(url) in build",
  );
  expect(await ask({ name: "build.prepare", body: true })).toContain("in build\nfunction prepare(url) {\n");
  expect(await ask({ name: "isOff" })).toContain("\ncontrol.js:3 local property isOff = true in Control");
  expect(await ask({ name: "Options", match: "exact" })).toBe(
    "No symbol, but 1 declared in comments\nroute.js:1-2 JSDoc type Options",
  );
  expect(await ask({ name: "prepare", exported: true })).toBe(
    "No declaration `prepare` as asked for. Did you mean `prepare` (local function in build, route.js:4)?",
  );
  expect(await own.data("kart_find", { name: "prepare" })).toMatchObject({
    symbols: [{ name: "prepare", namePath: "build.prepare", kind: "function", line: 4, endLine: 6, local: true }],
    total: 1,
    fileCount: 2,
  });
});

test("where no symbol has the name, members further in, by the path that other tools take", async () => {
  using files = new TempWorkspace({
    "types.ts":
      "export type Options =\n  | { on: true; size: number }\n  | { size?: 0 };\nexport const make = () => ({ getOne: () => 1 });\n",
    "use.ts": "export const used = make().getOne() + options.size;\nfunction f() {\n  const size = 1;\n}\n",
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  const ask = (args: Record<string, unknown>) => own.text("kart_find", args);
  expect(await ask({ name: "getOne" })).toBe(
    "No symbol, but 1 declared inside of symbols\ntypes.ts:4 nested property make.getOne: () =>",
  );
  expect(await ask({ name: "size", exported: true })).toBe(
    "No symbol, but 2 declared inside of symbols\ntypes.ts\n2 nested property Options.size: number\n3 nested property Options.size?: 0",
  );
  expect(await ask({ name: "size" })).toStartWith("No symbol, but 3 declared locally\n");
  expect(await ask({ name: "Options.getOne" })).toBe(
    "No declaration `Options.getOne`. Did you mean `make.getOne` (property, types.ts:4)?",
  );
});

test("where symbols have the name, functions and members of it that are none are counted, the nearest named", async () => {
  using files = new TempWorkspace({
    "src/pagination.js": "var p = {};\np.create = function () {};\nmodule.exports = p;\n",
    "src/groups/create.js": "module.exports = function (Groups) {\n  Groups.create = function () {};\n};\n",
    "public/client.js": "function start() {\n  const create = 1;\n  function create2() {}\n}\n",
    "public/form.js": "(function () {\n  function create() {}\n})();\n",
    "src/other.js": "exports.other = (user) => user.create();\n",
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  const ask = (args: Record<string, unknown>) => own.text("kart_find", args);
  const symbol = "1 symbol\nsrc/pagination.js:2 method p.create = function ()";
  const beside = "and 2 declared locally: src/groups/create.js:2 Groups.create, public/form.js:2 create";
  expect(await ask({ name: "create", match: "exact" })).toBe(`${symbol}\n${beside}`);
  expect(await ask({ name: "create" })).toBe(`${symbol}\n${beside}`);
  expect(await own.data("kart_find", { name: "create" })).toMatchObject({
    total: 1,
    locals: {
      total: 2,
      first: [
        { namePath: "Groups.create", path: "src/groups/create.js", line: 2 },
        { namePath: "create", path: "public/form.js", line: 2 },
      ],
    },
  });
  // What was asked for counts, and nothing is said of what is not.
  const method = "and 1 declared locally: src/groups/create.js:2 Groups.create";
  expect(await ask({ name: "create", kind: "method" })).toBe(`${symbol}\n${method}`);
  expect(await ask({ name: "p.create" })).toBe(symbol);
  expect(await ask({ name: "creat" })).toBe(symbol);
  expect(await ask({ name: "Groups.create" })).toStartWith(
    "No symbol, but 1 declared locally\nsrc/groups/create.js:2 ",
  );
  expect(await ask({ name: "create", path: "src/pagination.js" })).not.toContain("locally");
});

test("local declarations are sought in so many files, and what is left is told", async () => {
  using files = new TempWorkspace(
    Object.fromEntries(
      Array.from({ length: 101 }, (_none, at) => [
        `f${at + 100}.js`,
        at === 50 ? "f(() => { let deep = 1 })\n" : "deep();\n",
      ]),
    ),
  );
  await using own = await connectInMemory(navServer, { root: files.root });
  const ask = () => own.text("kart_find", { name: "deep" });
  expect(await ask()).toBe(
    "No symbol, but 1 declared locally in 100 of 101 files that hold the name\nf150.js:1 local let deep = 1",
  );
  files.write("f150.js", "deep();\n");
  expect(await ask()).toContain(
    "101 files hold the name, no symbol has it, and 100 of them declare none inside functions either; narrow with path",
  );
});

test("of many files those that seem to declare the name are read first, and a part of a symbol's name hides none", async () => {
  using files = new TempWorkspace({
    ...Object.fromEntries(Array.from({ length: 110 }, (_none, at) => [`a${at + 100}.js`, "db.create();\n"])),
    "posts/create.js": "module.exports = function (Posts) {\n  Posts.create = () => 1;\n};\n",
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  expect(await own.text("kart_find", { name: "Posts.create" })).toBe(
    "No symbol, but 1 declared locally in 100 of 111 files that hold the name\nposts/create.js:2 local method create = () => in Posts",
  );
  files.write("posts/user.js", "var Posts = {};\nPosts.createUser = () => 1;\nmodule.exports = Posts;\n");
  expect(await own.text("kart_find", { name: "Posts.create" })).toBe(
    "1 symbol\nposts/user.js:2 method Posts.createUser = () =>\nand 1 declared locally: posts/create.js:2 Posts.create",
  );
});

test("where nothing has the name but an export of what is called otherwise, that is told", async () => {
  using files = new TempWorkspace({
    "url.ts": "export function parse() {}\nexport { parse as read };\n",
    "index.ts": 'export { parse as parseUrl } from "./url";\nexport * as urls from "./url";\n',
    "use.ts": 'import { parseUrl as own } from "./index";\nown();\n',
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  const text = (name: string) => own.text("kart_find", { name });
  expect(await text("read")).toBe("No declaration `read`, but exported under that name: `parse` (url.ts:2)");
  expect(await text("parseUrl")).toBe(
    'No declaration `parseUrl`, but exported under that name: `parse` of "./url" (index.ts:1)',
  );
  expect(await text("urls")).toBe('No declaration `urls`, but exported under that name: all of "./url" (index.ts:2)');
  expect(await text("own")).toStartWith("No declaration `own`: 1 file holds the name without declaring it, but for");
});

test("what CommonJS exports by an assignment, and what JavaScript adds to a prototype, is declared", async () => {
  using files = new TempWorkspace({
    "app.js": "'use strict'\nmodule.exports = class App {\n  onerror(error) {}\n}\n",
    "request.js": "module.exports = {\n  get head() {},\n  onerror: () => {},\n}\n",
    "old.js": "function Old() {}\nOld.prototype.onerror = function (error) {}\nexports.onerror = (a) => a\n",
    "use.js": "require('./old').onerror(1)\n",
    "module.mjs": "export class New {}\nNew.prototype.onerror = function () {}\n",
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  expect(await own.text("kart_find", { name: "onerror" })).toBe(`5 symbols
module.mjs:2 method New.onerror = function ()
old.js:3 export function onerror = (a) =>
request.js:3 export property onerror: () =>
app.js:3 method App.onerror(error)
old.js:2 method Old.onerror = function (error)`);
  expect(await own.text("kart_find", { path: "request.js", kind: ["const", "getter"] })).toBe(`2 symbols in request.js
request.js
1-4 export const export=
2 export getter head()`);
  expect(await own.data("kart_find", { name: "App" })).toMatchObject({
    symbols: [
      { namePath: "App", exported: true, exportedAs: ["export="], signature: "class App", line: 2, endLine: 4 },
    ],
  });
});

test("members that statements add to functions, and in JavaScript to classes and empty objects, are symbols", async () => {
  using files = new TempWorkspace({
    "a.js":
      "class A {}\nA.create = function () { return new A() }\nconst bag = {}\nbag.create = 1\nmodule.exports = { A }\n",
    "b.ts": "export const b = () => 1;\nb.create = 'b';\nconst typed: Typed = () => 1;\ntyped.create = 1;\n",
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  expect(await own.text("kart_find", { name: "create" })).toBe(`3 symbols
a.js:2 method A.create = function ()
b.ts:2 property b.create = 'b'
a.js:4 property bag.create = 1`);
  expect(await own.text("kart_find", { name: "A.create", body: true })).toEndWith(
    "\nA.create = function () { return new A() }",
  );
});

test("a type in a comment of that very name comes before symbols that have it in theirs; its properties are found", async () => {
  using files = new TempWorkspace({
    "diff.js":
      "/**\n * @typedef {object} Diff\n * @property {string} text\n */\nexport const makeDiff = () => 1;\n// Diff\n",
  });
  await using own = await connectInMemory(navServer, { root: files.root });
  expect(await own.text("kart_find", { name: "Diff" })).toBe(`2 symbols
diff.js
1-4 JSDoc type Diff
5 export const makeDiff = () =>`);
  expect(await own.text("kart_find", { name: "Diff", kind: "const" })).toBe(
    "1 symbol\ndiff.js:5 export const makeDiff = () =>",
  );
  expect(await own.text("kart_find", { name: "Diff.text" })).toBe(
    "No symbol, but 1 declared locally\ndiff.js:3-4 local property text in Diff",
  );
});

test("golden errors", async () => {
  expect(await connection.error("kart_find", { name: "" })).toStartWith("invalid_argument: `name`:");
  expect(await connection.error("kart_find", { path: "notes.md" })).toBe(
    "invalid_argument: notes.md is no TypeScript or JavaScript file. Search its text with kart_search.",
  );
  expect(await connection.error("kart_find", { path: "src/urls.ts" })).toBe(
    "file_not_found: `src/urls.ts` does not exist. The nearest existing folder is src. Did you mean src/url.ts?",
  );
  expect(await connection.error("kart_find", { limit: 5001 })).toStartWith("invalid_argument: `limit`:");
});

test("the disk as it is now: changed, added, deleted, and a syntax error mended", async () => {
  using fresh = new TempWorkspace({ "a.ts": "export const one = 1;\n", "b.ts": "export const = 1;\n" });
  await using own = await connectInMemory(navServer, { root: fresh.root });
  const names = async () => (await own.data<Found>("kart_find", {})).symbols.map(({ name, line }) => `${name}:${line}`);
  expect(await names()).toEqual(["one:1"]);
  fresh.write("a.ts", "\nexport const two = 1;\n");
  fresh.write("b.ts", "export const mended = 1;\n");
  fresh.write("c.ts", "export const three = 1;\n");
  expect(await names()).toEqual(["two:2", "mended:1", "three:1"]);
  const { unlinkSync } = await import("node:fs");
  unlinkSync(fresh.path("c.ts"));
  expect(await names()).toEqual(["two:2", "mended:1"]);
});

test("every member is found by the path that is shown of it, however its name is spelled", async () => {
  using own = new TempWorkspace({
    "a.ts": `export const keys = { "prs.": 1, "amp;": 2, "(": 3, "<T>": 4, "f()": 5, "const x": 6, "\\t": 7, "\\"": 8, "a\\nb": 9, "": 10 };
export function f() {}
`,
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const namePaths = async (args: Record<string, unknown>) =>
    (await asked.data<Found>("kart_find", args)).symbols.map(({ namePath }) => namePath);
  const all = await namePaths({ path: "a.ts" });
  expect(all).toHaveLength(12);
  for (const name of all) expect(await namePaths({ name, match: "exact" }), name).toEqual([name]);
  expect(await namePaths({ name: "f();" })).toEqual(["f", "keys.f()"]);
});

test("a name with dots in it is found without its quotes", async () => {
  using files = new TempWorkspace({ "a.ts": 'export interface Log { "key.made"?: string; other: 1 }\n' });
  await using own = await connectInMemory(navServer, { root: files.root });
  expect(await own.text("kart_find", { name: "key.made" })).toBe('1 symbol\na.ts:1 property Log."key.made"?: string');
  expect(await own.text("kart_find", { name: "key.mode" })).toStartWith("No declaration `key.mode`");
});
