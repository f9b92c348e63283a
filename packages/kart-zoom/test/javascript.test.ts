import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const FILES = {
  "package.json": '{ "type": "commonjs" }',
  "tsconfig.json": '{ "compilerOptions": { "allowJs": true, "module": "nodenext", "target": "es2022" } }',
  "names.js": `function first() { return 1; }
module.exports = { first, other: first, third: 3 };
`,
  "spread.js": `const rest = { some: 1 };
module.exports = { ...rest, more: 1 };
`,
  "value.js": `module.exports = [1].map(String);
`,
  "passed.js": `const { first, other } = require("./names");
const list = require("./value");
const { some } = require("./spread").more;
const Box = require("./box").Box;
const run = () => first() + other();
module.exports = { run, first };
`,
  "whole.js": `const fresh = require("./names");
/** An app. */
module.exports = class App {
  use(fn) { return helper(fn, fresh); }
};
module.exports.make = function (fn) { return new App(fn); };
function helper(fn) { return fn; }
`,
  "members.js": `const fresh = require("./names");
module.exports = {
  /** The head. */
  get head() { return fresh; },
  set head(value) {},
  fresh(to = 1) { return to; },
  delete() {},
};
`,
  "proto.js": `const proto = module.exports = { inspect() { return 1; }, other: (to) => to };
`,
  "single.js": `module.exports = (x) => [x];
`,
  "old.js": `function Thing() {}
Thing.prototype.bar = function (a, b = 1) { return single(a); };
Thing.prototype.late = single;
const single = require("./single");
exports.Thing = Thing;
exports.make = function () { return new Thing().late; };
`,
  "new.mjs": `export class Thing {}
Thing.prototype.bar = function (a, b = 1) { return a; };
`,
  "uses.js": `const App = require("./whole");
const proto = require("./proto");
const { fresh } = require("./members");
const single = require("./single");
exports.run = () => [new App().use(1), proto.inspect(), fresh(), single(1)];
`,
  "box.js": `class Box {
  constructor(size) {
    /** @type {number} */
    this.size = size;
    this.unit = "px";
    this.shape = { round: true };
    this.list = size > 1 ? [] : null;
    /** @private */
    this.own = 1;
    this.grow = this.grow.bind(this);
    function inner() { this.notOurs = 1; }
    inner();
  }
  grow() { this.late = 1; return this.shape; }
}
exports.Box = Box;
class Round extends Box {
  constructor() { super(1); this.unit = "em"; }
}
exports.Round = Round;
`,
  "made.js": `export class Made {
  /**
   * @param {Set<string>} left
   */
  constructor(left, ...rest) {
    /** Left. */
    this.left = left;
    this.rest = rest;
    this.none = null;
    this.list = [];
    this.map = new Map();
    this.set = new Set();
    this.own = new Other();
    this.url = new globalThis.URL("a:");
    this.self = this;
    this.word = /a/;
    this.same = left === rest;
    this.not = !left;
    this.count = 0;
    this.first = null;
    this.twice = 1;
    this.twice = "";
    if (left) this.maybe = 1;
    if (!left) return;
    this.late = 1;
  }
  grow() { this.count = ""; this.first = 1; }
}
class Other {}
`,
};

test.each<[path: string, wanted: string, level?: number]>([
  [
    "names.js",
    `export function first(): number; // 1
export { first as other };
export const third: number; // 2`,
  ],
  ["value.js", "declare const _exports: string[]; // 1\nexport = _exports;"],
  ["passed.js", "export const run: () => number; // 5\nexport const first: () => number; // 1"],
  [
    "whole.js",
    `/** An app. */
declare class App { // 3
  use(fn: any): any; // 4
}
export = App;
export function make(fn); // 6`,
  ],
  [
    "members.js",
    `/** The head. */
export const head: { first: () => number; other: () => number; third: number; }; // 4
export function fresh(to?: number): number; // 6
declare function _delete(): void; // 7
export { _delete as delete };`,
  ],
  ["proto.js", "export function inspect(): number; // 1\nexport function other(to: any): any; // 1"],
  ["single.js", "declare function _exports(x: any): any[]; // 1\nexport = _exports;"],
  [
    "old.js",
    `export function Thing(): void; // 1
interface Thing { // 2
  bar(a, b?); // 2
  late; // 3
}
export function make(): any; // 6`,
    1,
  ],
  [
    "new.mjs",
    `export class Thing {} // 1
export interface Thing { // 2
  bar(a, b?); // 2
}`,
  ],
  // What it takes for itself is declared elsewhere.
  ["passed.js", "export const first: () => number; // 1\nexport const run: () => number; // 5", 1],
  // What else is spread into it has no other place.
  [
    "spread.js",
    `declare const _exports: { some: number; more: number; }; // 2
export = _exports;
export const more: number; // 2`,
  ],
  [
    "box.js",
    `export class Box { // 1
  /** @type {number} */
  size: number; // 4
  unit: string; // 5
  shape: { round: boolean; }; // 6
  list: never[] | null; // 7
  late: number | undefined; // 14
  constructor(size: any); // 2
  grow(): { round: boolean; }; // 14
}
export class Round extends Box { // 17
  unit: string; // 18
  constructor(); // 18
}`,
  ],
  [
    "made.js",
    `export class Made { // 1
  /** Left. */
  left: Set<string>; // 7
  rest: any[]; // 8
  none: any; // 9
  list: any[]; // 10
  map: Map<any, any>; // 11
  set: Set<any>; // 12
  own: Other; // 13
  url: URL; // 14
  self: this; // 15
  word: RegExp; // 16
  same: boolean; // 17
  not: boolean; // 18
  count: number; // 19
  first: number | null; // 20
  twice: string; // 21
  maybe: number | undefined; // 23
  late: number | undefined; // 25
  /**
   * @param {Set<string>} left
   */
  constructor(left: Set<string>, ...rest: any[]); // 5
  grow(): void; // 27
}
declare class Other {} // 29`,
    1,
  ],
])("%s by its exports", async (path, wanted, level = 0) => {
  using files = new TempWorkspace(FILES);
  await using connection = await connect(files.root);
  expect(await connection.text("kart_zoom", { path, level })).toBe(`// ${path}\n${wanted}`);
});

test("what an assignment gives an object is a property, within a function too", async () => {
  using files = new TempWorkspace({
    "a.ts": "export function outer() {\n  function made() {}\n  made.extra = 2;\n  return made.extra;\n}\n",
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_definition", { path: "a.ts", line: 4, column: 15 })).toBe(
    "a.ts:3 property made.extra = 2;",
  );
});

test("what CommonJS exports by an assignment has dependents and dependencies", async () => {
  using files = new TempWorkspace(FILES);
  await using connection = await connect(files.root);
  const rows = async (tool: string, path: string, symbol: string) =>
    (await connection.text(tool, { path, symbol })).split("\n").filter((row) => !/^(?:files|tests)/.test(row));
  expect(await rows("kart_impact", "whole.js", "helper")).toEqual([
    "function helper whole.js:7: 2 dependents, 2 deep, complete",
    " call App.use:4",
    "  uses.js: call run:5",
  ]);
  expect(await rows("kart_impact", "proto.js", "proto")).toEqual([
    "const proto proto.js:1: 1 dependent, 1 deep, complete",
    " uses.js: reference run:5",
  ]);
  expect(await rows("kart_deps", "uses.js", "run")).toEqual([
    "function run uses.js:5: 9 dependencies, complete down to depth 3 (raise depth to go on)",
    " members.js: call fresh:6",
    " proto.js: reference proto:1; call proto.inspect:1",
    " single.js: call export=:1",
    " whole.js: call App.use:4",
    " whole.js: call App:3",
    "  names.js: reference export=:2",
    "   re-export first:1",
    "  call helper:7",
  ]);
  expect(await connection.text("kart_references", { path: "old.js", line: 6, column: 53 })).toBe(
    "TypeScript does not know what `late` is here. It may be Thing.late, line 3. kart_search finds text.",
  );
  expect(await rows("kart_impact", "old.js", "Thing.bar")).toEqual([
    "method Thing.bar old.js:2: no dependents, INCOMPLETE",
    "INCOMPLETE: not searched: uses of Thing.bar, which TypeScript does not follow",
    "NOT COUNTED: 1 use of that name on a value of unknown type (any): new.mjs:2",
  ]);
});

test("an export whose type a comment states may be used on values of unknown type, as the member of that type may", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": FILES["tsconfig.json"],
    "types.d.ts": "export interface Rule { meta?: string }\n",
    "rule.js": "/** @type {import('./types').Rule} */\nmodule.exports = { meta: '' };\n",
    "use.js": "exports.use = (rule) => rule.meta;\n",
  });
  await using connection = await connect(files.root);
  const unknown = "NOT COUNTED: 1 use of that name on a value of unknown type (any): use.js:1";
  for (const args of [
    { path: "rule.js", symbol: "meta" },
    { path: "types.d.ts", symbol: "Rule.meta" },
  ])
    for (const tool of ["kart_references", "kart_impact"]) {
      const answer = await connection.text(tool, args);
      expect(answer).toContain("INCOMPLETE");
      expect(answer).toContain(unknown);
    }
});

test("who extends a class implements it, the variable of its require() does not", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": FILES["tsconfig.json"],
    "client.js": "class Client { run() {} }\nmodule.exports = Client;\n",
    "dialect.js": 'const Client = require("./client");\nmodule.exports = class Dialect extends Client {};\n',
    "taken.js": 'const Client = require("./client");\nexports.made = new Client();\n',
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_implementations", { path: "client.js", symbol: "Client" })).toStartWith(
    "1 implementation, complete\ndialect.js:2 class Dialect extends Client",
  );
});

test("what depends on members of values that have no type is said to be incomplete", async () => {
  using files = new TempWorkspace({
    "a.js": `function Reply() {}
Reply.prototype.code = function (code) { return this; };
Reply.prototype.send = function (text) { own(text.length); return this.code(1).end(); };
function own(size) { size.fixed(2); }
function typed() { [1].map(String).length; }
`,
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_deps", { path: "a.js", symbol: "Reply.send" })).toBe(
    `method Reply.send a.js:3: 2 dependencies, 1 deep, INCOMPLETE
 reference Reply:1; call own:4
NOT FOLLOWED: members of values of unknown type (any): code; end; length
NOT FOLLOWED deeper (any): fixed
TypeScript's own library left out: 1 name.`,
  );
  expect(await connection.data("kart_deps", { path: "a.js", symbol: "typed" })).toMatchObject({ complete: true });
});

test("what depends on a property that is made by an assignment depends on the first of these", async () => {
  using files = new TempWorkspace({
    "box.js": `class Box {
  constructor() { this.size = start(); this.list = []; }
  grow() { this.size = this.size + 1; return () => this.list; }
}
function start() { return 2; }
module.exports = { Box };
`,
    "big.js": `const { Box } = require("./box");
class Big extends Box { area() { return this.size * this.size; } }
module.exports = { Big };
`,
    "uses.mjs": `import { Box } from "./box.js";
export const both = () => new Box().size + new Box().list.length;
`,
    "tsconfig.json": '{ "compilerOptions": { "allowJs": true, "module": "nodenext", "strict": true } }',
  });
  await using connection = await connect(files.root);
  const deps = (path: string, symbol: string) => connection.text("kart_deps", { path, symbol });
  expect(await deps("big.js", "Big.area")).toBe(
    "method Big.area big.js:2: 2 dependencies, 2 deep, complete\n box.js: reference Box.size:2\n  call start:5",
  );
  expect(await deps("box.js", "Box.grow")).toContain("\n reference Box.list:2\n reference Box.size:2\n  call start:5");
  expect(await deps("box.js", "Box")).not.toContain("Box.size");
  expect(await deps("uses.mjs", "both")).toContain("reference Box.size:2, Box.list:2");
});

test("what depends on a variable that stands for what another file exports depends on that", async () => {
  using files = new TempWorkspace({
    "one.js": "module.exports = function one() {};\n",
    "two.mjs": "class Two {}\nexport { Two };\n",
    "three.js": "function three() {}\nmodule.exports = { three };\n",
    "barrel.cjs":
      'const one = require("./one");\nconst { Two } = require("./two.mjs");\nconst { three } = require("./three");\nmodule.exports = { one, three };\nexports.Two = Two;\n',
    "use.js": 'const { one, three } = require("./barrel.cjs");\nexports.run = () => one(three());\n',
    "use-two.cjs": 'const { Two } = require("./two.mjs");\nexports.made = () => new Two();\n',
  });
  await using connection = await connect(files.root);
  const ask = (symbol: string) => connection.text("kart_impact", { path: "barrel.cjs", symbol });
  const found = (head: string, use: string, line: number) =>
    `${head}: 2 dependents, 1 deep, complete\n barrel.cjs: re-export (module):${line}\n ${use}\ntests: none`;
  expect(await ask("one")).toBe(found("function one one.js:1", "use.js: call run:2", 4));
  expect(await ask("three")).toBe(found("function three three.js:1", "use.js: call run:2", 4));
  expect(await ask("Two")).toBe(found("class Two two.mjs:1", "use-two.cjs: call made:2", 5));
});

test("an enum as compilers write it is used by who loads it", async () => {
  using files = new TempWorkspace({
    "kind.js":
      'exports.Kind = void 0;\nvar Kind;\n(function (Kind) {\n  Kind["A"] = "a";\n})(Kind || (exports.Kind = Kind = {}));\n',
    "use.js": 'const { Kind } = require("./kind");\nexports.is = (x) => x === Kind.A;\n',
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_impact", { path: "kind.js", symbol: "Kind" })).toBe(
    "var Kind kind.js:2: 2 dependents, 1 deep, complete\n reference (module):1\n use.js: reference is:2\ntests: none",
  );
});

test("of assignments to one property the first declares it, and the others use it", async () => {
  using files = new TempWorkspace({
    "a.js": `class Graph {
  constructor() { this.state = 1; }
  clear() { this.state = undefined; }
  get() { return this.state; }
}
module.exports = Graph;
`,
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "a.js", line: 4, column: 23 })).toBe(
    `2 references to property state in 1 file, complete
a.js
 3 reference in Graph.clear: clear() { this.state = undefined; }
 4 reference in Graph.get: get() { return this.state; }`,
  );
});

test("a property that a constructor or a method makes is meant by the name path of its class", async () => {
  using files = new TempWorkspace({
    "role.js": `class Role {
  constructor(data) { this.made = 1; this.patch(data); }
  patch(data) { this.hoist = data.size > 1; }
  setHoist(hoist = true) { return this.edit({ hoist }); }
  edit(options) { return this.hoist === options.first && this.made; }
  later() { return function () { this.other = 1; }; }
}
module.exports = Role;
`,
    "use.js": "const Role = require('./role');\nconst role = new Role({});\nconsole.log(role.hoist);\n",
  });
  await using connection = await connect(files.root);
  const ask = (tool: string, symbol = "Role.hoist") => connection.text(tool, { path: "role.js", symbol });
  expect(await ask("kart_references")).toBe(`2 references to property Role.hoist in 2 files, complete
role.js
 5 reference in Role.edit: edit(options) { return this.hoist === options.first && this.made; }
use.js
 3 reference: console.log(role.hoist);`);
  expect(await ask("kart_impact")).toStartWith("property Role.hoist role.js:3: 3 dependents, 2 deep, complete");
  expect(await ask("kart_hover")).toBe("Role.hoist: boolean | undefined\n// role.js:3");
  expect(await ask("kart_definition")).toStartWith("role.js:3 property patch(data) { this.hoist");
  expect(await ask("kart_references", "Role.setHoist.hoist")).toContain("property Role.setHoist.hoist");
  expect(await connection.error("kart_references", { path: "role.js", symbol: "Role.other" })).toStartWith(
    "symbol_not_found: No symbol `Role.other` in role.js.",
  );
});

test("its uses on values of no type are told where it is asked about on a line, too", async () => {
  using files = new TempWorkspace({
    "a.js": "class A {\n  set() { this.b = 1; }\n}\nexports.get = (any) => any.b;\n",
  });
  await using connection = await connect(files.root);
  for (const asked of [{ symbol: "A.b" }, { symbol: "b", line: 2 }, { symbol: "this.b", line: 2 }])
    expect(await connection.text("kart_references", { path: "a.js", ...asked })).toContain(
      "INCOMPLETE.\nNOT COUNTED: 1 use of that name on a value of unknown type (any): a.js:4",
    );
});

test("an export is asked about by its name though a variable that is only required has that too", async () => {
  using files = new TempWorkspace({
    "leaf.js": "exports.test = (x) => x === 1;\n",
    "a.js": 'const test = require("./leaf").test;\nexports.test = (x) => test(x);\n',
    "b.js": "const test = { run() {} };\nexports.test = test.run;\n",
    "use.js": 'const a = require("./a");\na.test(1);\n',
  });
  await using connection = await connect(files.root);
  const asked = { path: "a.js", symbol: "test" };
  expect(await connection.text("kart_references", asked)).toBe(
    "1 reference to function test in 1 file, complete\nuse.js\n 2 call: a.test(1);",
  );
  expect(await connection.text("kart_impact", asked)).toStartWith(
    "function test a.js:2: 1 dependent, 1 deep, complete\n use.js: call (module):2",
  );
  for (const tool of ["kart_references", "kart_impact"])
    expect(await connection.error(tool, { path: "b.js", symbol: "test" })).toStartWith(
      "symbol_ambiguous: `test` could be `test[0]` (const, line 1), `test[1]` (const, line 2).",
    );
});

test("what comments import is imported", async () => {
  using files = new TempWorkspace({
    "hash.js": "class Hash {}\nmodule.exports = Hash;\n",
    "a.js": '/** @import Hash from "./hash" */\n/** @type {Hash | undefined} */\nexports.last = undefined;\n',
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "hash.js", symbol: "Hash" })).toBe(
    `3 references to class Hash in 2 files, complete
a.js
 1 import: /** @import Hash from "./hash" */
 2 type: /** @type {Hash | undefined} */
hash.js
 2 re-export: module.exports = Hash;`,
  );
});

test("a default export is found where other tags stand before the one that imports it with more", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "types": [] } }',
    "box.js": `/** @typedef {number} Width */
export default class Box {}
`,
    "use.js": `/** @import { Width } from "./box.js" */
/**
 * @import Box, { Width as W } from "./box.js"
 */
/** @type {Box | undefined} */
export let box;
`,
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "box.js", symbol: "Box" })).toBe(
    `2 references to class Box in 1 file, complete
use.js
 3 import: * @import Box, { Width as W } from "./box.js"
 5 type in box: /** @type {Box | undefined} */`,
  );
  expect(await connection.text("kart_hover", { path: "use.js", line: 3, column: 12 })).toBe("class Box\n// box.js:2");
});

test("types are found in defaults of parameters of types, and in casts of casts", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "types": [] } }',
    "box.js": `/** @typedef {{ width: number }} Box */
/**
 * @template {object} [T=Box]
 * @typedef {{ value: T }} Wrapped
 */
export {};
`,
    "use.js": `/** @import { Box as Own } from "./box.js" */
/**
 * @template A, [T=import("./box.js").Box | Own], [B=Array<Own>]
 * @param {unknown} o
 */
export function f(o) {
  return /** @type {string} */ (/** @type {Own | string} */ (o));
}
`,
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "box.js", symbol: "Box" })).toBe(
    `7 references to type Box in 2 files, complete
box.js
 3 type: * @template {object} [T=Box]
use.js
 1 import ×2: /** @import { Box as Own } from "./box.js" */
 3 type ×3 in f: * @template A, [T=import("./box.js").Box | Own], [B=Array<Own>]
 7 type in f: return /** @type {string} */ (/** @type {Own | string} */ (o));`,
  );
  expect(await connection.text("kart_hover", { path: "box.js", line: 3, column: 26 })).toContain("type Box");
});

test("types are found in functions as Closure writes them, and behind tags of heritage without braces", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": FILES["tsconfig.json"],
    "a.js": `/** @typedef {{ id: number }} Row */
export class Local {}
/** @param {Array<function(Local, 'Local', { Local: Row }): void>} f of {@link Local} */
export const more = (f) => f;
/** @template T */
export class Base {}
/** @extends Base<Row> of Row */
export class Deep extends Base {}
`,
    "b.js": `import { Local } from "./a.js";
/** @param {function(import("./a.js").Row): void} f */
export const each = (f) => f;
/** @type {function(new:Local, ...Local=): typeof Local} */
export const made = () => Local;
`,
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "a.js", symbol: "Row" }))
    .toBe(`3 references to type Row in 2 files, complete
a.js
 3 type in more: /** @param {Array<function(Local, 'Local', { Local: Row }): void>} f of {@link Local} */
 7 type in Deep: /** @extends Base<Row> of Row */
b.js
 2 type in each: /** @param {function(import("./a.js").Row): void} f */`);
  expect(await connection.text("kart_references", { path: "a.js", symbol: "Local" }))
    .toBe(`6 references to class Local in 2 files, complete
a.js
 3 type in more: /** @param {Array<function(Local, 'Local', { Local: Row }): void>} f of {@link Local} */
b.js
 1 import: import { Local } from "./a.js";
 4 type ×3 in made: /** @type {function(new:Local, ...Local=): typeof Local} */
 5 reference in made: export const made = () => Local;
1 mention in doc comments left out.`);
});

test("types are found in casts that begin what they stand in", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "types": [] } }',
    "box.js": `export class Box {
  width = 1;
}
/** @typedef {{ depth: number }} Deep */
`,
    "use.js": `import { Box as Own } from "./box.js";
/** @param {unknown} o */
export function f(o) {
  const own = /** @type {Own} */ (o);
  return own.width + /** @type {Own} */ (o).width + /** @type {import("./box.js").Deep} */ (o).depth;
}
`,
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "box.js", symbol: "Box" })).toBe(
    `4 references to class Box in 1 file, complete
use.js
 1 import ×2: import { Box as Own } from "./box.js";
 4 type in f: const own = /** @type {Own} */ (o);
 5 type in f: return own.width + /** @type {Own} */ (o).width + /** @type {import("./box.js").Deep} */ (o).depth;`,
  );
  const cast = { path: "use.js", line: 5, column: 34 };
  expect(await connection.text("kart_hover", cast)).toBe("class Box\n// box.js:1");
  expect(await connection.text("kart_references", { path: "box.js", symbol: "Deep" })).toContain("\n 5 type in f:");
  expect(await connection.text("kart_references", { path: "box.js", symbol: "Box.width" })).toContain(
    "\n 5 reference ×2 in f:",
  );
});

test("kart_check names the types in comments that TypeScript 7 reads no more", async () => {
  using files = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "noEmit": true }, "include": ["*.js"] }',
    "a.js":
      "/** @type {function(number): void} */\nexport let a;\n/**\n * @param {function(): string} f\n */\nexport const b = (f) => f();\n",
    "b.js": "/** @type {string} */\nexport const c = 1;\nconst f = function ( { ;\n",
  });
  await using connection = await connect(files.root);
  const note =
    "as Closure writes them, function(A): B, which TypeScript 7 takes for any and 5 still reads; both read (a: A) => B.";
  expect(await connection.text("kart_check", { paths: ["a.js"] })).toContain(
    `\n2 syntax errors are types in comments ${note}\n`,
  );
  expect(await connection.text("kart_check", { paths: ["b.js"] })).not.toContain("Closure");
});

test("what is a type by @enum, which TypeScript 7 does not read, is found where comments name it", async () => {
  using files = new TempWorkspace({
    "jsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "checkJs": true, "types": [] } }',
    "a.js":
      '/** @enum {string} */\nexport const Kind = { A: "a" };\n/** @param {Kind} k */\nexport const use = (k) => k;\n',
    "b.js":
      'import { Kind } from "./a.js";\n/** @type {Kind | import("./a.js").Kind} */\nexport const kind = Kind.A;\n',
    "c.js": "/** @typedef {string} Kind */\n/** @type {Kind} */\nexport const own = '';\n",
    "d.ts":
      'import { type Kind as Sort } from "./a.js";\nexport type Both = Sort | import("./a.js").Kind;\nexport type All = typeof import("./a.js").Kind;\n',
    "e.ts": "export type Kind = 1;\nexport const one: Kind = 1;\n",
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "c.js", symbol: "Kind" })).toBe(
    "1 reference to type Kind in 1 file, complete\nc.js\n 2 type in own: /** @type {Kind} */",
  );
  expect(await connection.text("kart_references", { path: "a.js", symbol: "Kind" }))
    .toBe(`10 references to const Kind in 3 files, complete
a.js
 3 type in use: /** @param {Kind} k */
b.js
 1 import: import { Kind } from "./a.js";
 2 type ×2 in kind: /** @type {Kind | import("./a.js").Kind} */
 3 reference in kind: export const kind = Kind.A;
d.ts
 1 import ×2: import { type Kind as Sort } from "./a.js";
 2 type ×2 in Both: export type Both = Sort | import("./a.js").Kind;
 3 type in All: export type All = typeof import("./a.js").Kind;`);
});

test("JavaScript that others know by declarations elsewhere in its package: who uses a member, or extends a class, is not searched", async () => {
  using files = new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/js/package.json":
      '{ "name": "js", "type": "module", "exports": { ".": { "types": "./types/index.d.ts", "default": "./src/index.js" } } }',
    "packages/js/src/index.js": 'export { Base } from "./base.js";\n',
    "packages/js/src/base.js": "export class Base { run() { return 1; } }\n",
    "packages/js/types/index.d.ts": 'export { Base } from "./base.js";\n',
    "packages/js/types/base.d.ts": "export declare class Base { run(): number; }\n",
    "packages/use/package.json": '{ "name": "use", "type": "module", "dependencies": { "js": "*" } }',
    "packages/use/tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "nodenext" }, "include": ["src"] }',
    "packages/use/src/use.ts": 'import { Base } from "js";\nnew Base().run();\n',
    "node_modules/js": { symlinkTo: "../packages/js" },
  });
  await using own = await connect(files.root);
  const path = "packages/js/src/base.js";
  for (const symbol of ["Base", "Base.run"]) {
    const references = await own.text("kart_references", { path, symbol });
    expect([symbol, references]).toEqual([
      symbol,
      expect.stringMatching(/INCOMPLETE: not searched: .*packages\/use\/src\/use\.ts/),
    ]);
    const below = await own.text("kart_implementations", { path, symbol });
    expect([symbol, below]).toEqual([
      symbol,
      expect.stringMatching(/INCOMPLETE: not searched: .*packages\/use\/src\/use\.ts/),
    ]);
  }
});

test("what JavaScript makes from something without `class` is named where implementations are asked for", async () => {
  using files = new TempWorkspace({
    "base.cjs": `const util = require("node:util");
function Base() {}
Base.prototype.run = function () { return 1; };
function Heir() { Base.call(this); }
util.inherits(Heir, Base);
class Plain {}
module.exports = { Base, Heir, Plain };
`,
    "klass.js": `export function Class() {}
Class.extend = function (members) { return Object.assign(Object.create(this.prototype), members); };
export const Layer = Class.extend({ run() { return 1; } });
export const Marker = Layer.extend({ run() { return 2; } });
`,
  });
  await using own = await connect(files.root);
  const ask = (path: string, symbol: string) => own.text("kart_implementations", { path, symbol });
  expect(await ask("base.cjs", "Base")).toBe(`No implementation found, INCOMPLETE.
INCOMPLETE: not searched: base.cjs:4 (perhaps: made from Base without \`class\`); base.cjs:5 (perhaps: made from Base without \`class\`)`);
  expect(await ask("base.cjs", "Plain")).toBe("No implementation found, complete.");
  for (const symbol of ["Layer", "Layer.run"])
    expect(await ask("klass.js", symbol)).toContain("klass.js:4 (perhaps: made from Layer");
  expect(await ask("klass.js", "Marker")).toBe("No implementation found, complete.");
});

test("a class implements a type by the name that a comment gives it", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "types": [] } }',
    "store.d.ts": "export interface Store { get(key: string): string }\n",
    "kept.js": `/** @typedef {import("./store").Store} Own */
/** @implements {Own} */
export class Kept { get(key) { return key; } }
/** @type {Own} */
export const none = new Kept();
`,
    "by.js": `/** @import { Own } from "./kept.js" */
/** @implements {Own} */
export class By { get(key) { return key; } }
`,
  });
  await using connection = await connect(files.root);
  const at = (symbol: string) => connection.text("kart_implementations", { path: "store.d.ts", symbol });
  expect(await at("Store")).toBe("2 implementations, complete\nby.js:3 class By\nkept.js:3 class Kept");
  expect(await at("Store.get")).toContain("By: method get");
});
