import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const HEAD = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "module": "nodenext", "strict": true, "types": [] } }
`;

/** The module, who else has the name, and the uses. */
const CASES: Readonly<Record<string, string>> = {
  "a property that is short": `// @filename: a.js
function [|he/*|*/llo|]() {}
module.exports = { [|hello|] };
// @filename: b.js
const { [|hello|] } = require("./a");
[|hello|]();
// @filename: c.js
const a = require("./a");
a.[|hello|]();
a["[|hello|]"]();
const { [|hello|]: mine } = a;
mine();
// @filename: d.mjs
import a from "./a.js";
const { [|hello|] } = a;
a.[|hello|](hello);
`,
  "a property that is defined": `// @filename: a.js
Object.defineProperty(exports, "[|he/*|*/llo|]", { enumerable: true, get: () => 4 });
Object.defineProperty(exports, "other", { value: 4 });
// @filename: b.js
const { [|hello|], other } = require("./a");
const a = require("./a");
[|hello|] + a.[|hello|] + other + a.other;
// @filename: c.mts
import { [|hello|], other } from "./a.js";
[|hello|] + other;
`,
  "a variable that is given the module later, or nothing": `// @filename: a.js
exports.[|he/*|*/llo|] = () => 1;
// @filename: b.js
let a;
try { a = require("./a"); } catch { a = {}; }
a.[|hello|]();
// @filename: c.js
let a = {};
function load() { a ||= require("./a"); }
function use() { return a.[|hello|](); }
// @filename: d.js
let a = null;
if (process.platform) a = require("./a");
const { [|hello|]: mine } = a;
mine();
{ let a = { hello() {} }; a.hello(); }
`,
  "by who exports it, or something else, whole": `// @filename: a.js
exports.[|he/*|*/llo|] = () => 1;
// @filename: b.js
module.exports = process.platform ? {} : require("./a");
// @filename: c.js
if (process.platform) module.exports = {};
else module.exports = require("./a");
// @filename: d.js
require("./b").[|hello|]();
const { [|hello|] } = require("./c");
[|hello|]();
`,
  "through a star of an ES module": `// @filename: a.cjs
function [|he/*|*/llo|]() {}
module.exports = { [|hello|] };
// @filename: b.mjs
export * from "./a.cjs";
// @filename: c.mjs
export { [|hello|] } from "./b.mjs";
// @filename: d.mjs
import { [|hello|] } from "./b.mjs";
import * as all from "./b.mjs";
[|hello|](all.[|hello|]());
`,
  "by the default of a namespace": `// @filename: a.cjs
exports.[|he/*|*/llo|] = () => 1;
// @filename: b.mjs
import * as all from "./a.cjs";
all.default.[|hello|]();
`,
  "what stands for the exports at the top of the file": `// @filename: a.js
exports.[|he/*|*/llo|] = () => 1;
exports.run = () => this.[|hello|]();
exports.other = function () { return this.hello(); };
`,
  "by other names of require": `// @filename: a.cjs
exports.[|he/*|*/llo|] = () => 1;
// @filename: b.mjs
import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
const a = load("./a.cjs");
a.[|hello|]();
// @filename: c.mts
import m from "node:module";
const { [|hello|] } = m.createRequire(import.meta.url)("./a.cjs");
[|hello|]();
// @filename: d.cjs
const r = require;
r("./a.cjs").[|hello|]();
module.require("./a.cjs").[|hello|]();
r("./b.mjs").hello();
`,
  "all that is exported, which others export by names": `// @filename: a.js
class [|He/*|*/llo|] {}
module.exports = [|Hello|];
// @filename: b.js
const [|Hello|] = require("./a");
module.exports = { [|Hello|] };
// @filename: c.js
exports.Other = require([|"./a"|]);
{ const [|Inner|] = require("./a"); exports.Inner = [|Inner|]; }
// @filename: d.js
const { [|Hello|] } = require("./b");
new [|Hello|]();
const { [|Other|]: [|Mine|] } = require("./c");
new [|Mine|]();
new (require("./c").[|Other|])();
`,
  "all that is exported, which others export whole": `// @filename: a.js
module.exports = function [|he/*|*/llo|]() {};
// @filename: b.js
module.exports = require([|"./a"|]);
// @filename: c.js
const [|hello|] = require("./b");
[|hello|]();
module.exports = [|hello|];
// @filename: d.js
const [|other|] = require("./c");
[|other|]();
const own = require("./e");
own();
// @filename: e.js
const hello = require("./a.json");
module.exports = hello;
// @filename: a.json
{}
`,
  "a member that others export again": `// @filename: a.js
function [|he/*|*/llo|]() {}
module.exports = { [|hello|] };
// @filename: b.js
exports.one = require("./a").[|hello|];
const a = require("./a");
exports.two = a.[|hello|];
exports.three = a.[|hello|].length;
// @filename: c.js
const { [|one|], [|two|]: [|mine|], three } = require("./b");
[|one|]([|mine|](three));
`,
  "a property of another name": `// @filename: a.js
class [|He/*|*/llo|] {}
module.exports = exports = { "Other": [|Hello|] };
// @filename: b.js
const { [|Other|], hello } = require("./a");
new [|Other|]();
// @filename: c.js
const { [|Other|]: [|Mine|] } = require("./a");
new [|Mine|]();
{ const Other = 1; Other; }
`,
  "what is assigned to exports": `// @filename: a.js
function [|he/*|*/llo|]() {}
exports.hello = [|hello|];
exports.other = [|hello|];
// @filename: b.js
const { [|hello|], [|other|]: [|mine|] } = require("./a");
[|hello|]();
[|mine|]();
// @filename: c.mts
import { [|hello|] } from "./a.js";
import * as a from "./a.js";
[|hello|]();
a.[|hello|]();
`,
  "among words of its own, and taken over several lines": `// @filename: a.js
function [|he/*|*/llo|]() {}
exports.hello = [|hello|];
exports.other = 1;
// @filename: b.js
const hello = require("./a").[|hello|];
function run(other, hello, done) { hello(); return { hello, other, done }; }
run(1, [|hello|], require("./a")?.["[|hello|]"]);
// @filename: c.js
const {
  other = 1, // of its own
  // and that
  [|hello|] = () => {},
} = require("./a");
[|hello|](other);
module.exports = { run: [|hello|] };
`,
  "through a variable that is given it as a member": `// @filename: a.js
exports.[|he/*|*/llo|] = function () {};
// @filename: b.js
const own = require("./a").[|hello|];
exports.hello = [|own|];
// @filename: c.js
const { [|hello|] } = require("./b");
[|hello|]();
`,
  "asked at the variable that is given it": `// @filename: a.js
exports.hello = function () {};
// @filename: b.js
const [|he/*|*/llo|] = require("./a").[|hello|];
exports.hello = [|hello|];
// @filename: c.js
require("./b").[|hello|]();
`,
  "all of a module that is given to its exports as well": `// @filename: a.js
function [|he/*|*/llo|]() {}
module.exports = exports = [|hello|];
[|hello|].other = require("./b");
// @filename: b.js
module.exports = class Other {};
// @filename: c.js
const [|own|] = require("./a");
[|own|](); new [|own|].other();
require([|"./a"|])();
`,
  "a variable of another name that is exported by it": `// @filename: a.js
exports.[|he/*|*/llo|] = function () {};
// @filename: b.js
const own = require("./a").[|hello|];
exports.hello = [|own|];
// @filename: c.js
const b = require("./b");
const other = b.[|hello|] || b["[|hello|]"];
const taken = require("./b").[|hello|];
[|taken|](other);
// @filename: d.mjs
import { [|hello|] } from "./b.js";
[|hello|]();
`,
  "an assignment that takes it apart": `// @filename: a.js
function [|he/*|*/llo|]() {}
module.exports = { hello: [|hello|] };
// @filename: b.js
let own; ({ [|hello|]: own } = require("./a"));
own();
`,
  "an export that is given a member": `// @filename: a.js
const o = { check() {} };
exports.[|he/*|*/llo|] = o.check;
// @filename: b.js
require("./a").[|hello|]();
`,
  "a class that has a name of its own": `// @filename: a.js
exports.[|he/*|*/llo|] = class Other {};
exports.more = exports.[|hello|];
// @filename: b.js
const { [|hello|] } = require("./a");
new [|hello|]();
// @filename: c.js
const a = require("./a");
new a.[|hello|]();
`,
  "a function that has a name of its own": `// @filename: a.js
exports.[|he/*|*/llo|] = function hello() { return [|hello|]; };
// @filename: b.js
const { [|hello|] } = require("./a");
[|hello|]();
// @filename: c.js
const a = require("./a");
a.[|hello|]();
a["[|hello|]"]();
`,
  "two names that are given a function of its own": `// @filename: a.js
exports.[|he/*|*/llo|] = exports.other = function mine() {};
// @filename: b.js
const a = require("./a");
a.[|hello|]();
a.[|other|]();
a.mine();
`,
  "a variable and an export that are given a function of its own": `// @filename: a.js
const [|he/*|*/llo|] = exports.hello = function hello() {};
[|hello|]();
// @filename: b.js
const a = require("./a");
a.[|hello|]();
`,
  "a variable that holds what the module exports": `// @filename: a.js
const [|he/*|*/llo|] = module.exports = { one() { return [|hello|]; } };
// @filename: b.js
const [|mine|] = require("./a");
[|mine|].one();
`,
  "what has no name": `// @filename: a.js
module.[|ex/*|*/ports|] = (hello) => hello;
// @filename: b.js
const [|mine|] = require("./a");
[|mine|](1);
`,
  "a constructor": `// @filename: a.js
class Hello { [|con/*|*/structor|]() {} }
module.exports = { Hello };
// @filename: b.js
const { Hello, Hello: Mine } = require("./a");
[new [|Hello|](), new [|Mine|](), Hello];
`,
  "what others pass on": `// @filename: a.js
function [|he/*|*/llo|]() {}
module.exports = { [|hello|] };
// @filename: b.js
const { [|hello|] } = require("./a");
module.exports = { again: [|hello|] };
// @filename: c.js
const { [|again|] } = require("./b");
[|again|]();
// @filename: d.mts
import { [|again|] as [|third|] } from "./b.js";
[|third|]();
`,
  "a member of a module that another exports beside a module of its own": `// @filename: a.js
module.exports = { [|he/*|*/llo|]: 1, other: 2 };
// @filename: whole.js
module.exports = class Whole {};
// @filename: b.js
module.exports = require("./whole");
module.exports.codes = require("./a");
// @filename: c.js
module.exports = { ...require("./b") };
// @filename: d.js
const { codes, codes: { other } } = require("./b");
codes.[|hello|] + codes.other + { hello: 1 }.hello + other;
const { [|hello|]: mine } = codes;
require("./b").codes["[|hello|]"];
require("./c").codes.[|hello|];
// @filename: e.js
const hello = require("./b").hello;
`,
  "a property of the value that is the module": `// @filename: a.js
class Whole {}
function [|he/*|*/llo|]() {}
module.exports = Whole;
module.exports.hello = [|hello|];
// @filename: b.js
const Whole = require("./a");
Whole.[|hello|]();
const run = (Whole) => Whole.hello();
exports.own = [run, new Whole()];
// @filename: c.js
const { [|hello|] } = require("./a");
[|hello|](require("./a").[|hello|]);
function f(hello) { return { hello }; }
f({ [|hello|] });
// @filename: d.js
function inner() {
  const whole = require("./a");
  const { [|hello|]: [|mine|] } = require("./a");
  return whole.[|hello|]([|mine|]);
}
exports.inner = inner;
// @filename: e.mts
import Whole from "./a.js";
Whole.[|hello|]();
`,
  "a property that is given to that value by its own name, or with others": `// @filename: a.js
function whole() {}
function [|he/*|*/llo|]() {}
whole.first = [|hello|];
Object.assign(module.exports, { second: [|hello|] });
module.exports = whole;
// @filename: b.js
const whole = require("./a");
whole.[|first|]();
whole.[|second|]();
`,
  "types that comments take of it": `// @filename: a.js
class [|He/*|*/llo|] {}
module.exports = { [|Hello|] };
// @filename: b.js
/** @import { [|Hello|] } from "./a" */
/** @param {[|Hello|]} one a Hello */
exports.run = (one) => one;
// @filename: c.js
/** @typedef {import("./a").[|Hello|] | import("./other").Hello} Own */
/** @type {Own | undefined} */
exports.last = undefined;
`,
  "what is passed on, and made a property, by its name": `// @filename: a.js
class [|He/*|*/llo|] {}
module.exports = { [|Hello|] };
// @filename: b.js
const { [|Hello|] } = require("./a");
module.exports = { [|Hello|], more: 1 };
// @filename: c.js
const { [|Hello|] } = require("./b");
const own = { [|Hello|] };
function f(Hello) { return { Hello }; }
f({ [|Hello|], own });
`,
  "a value that holds the module": `// @filename: a.js
function [|he/*|*/llo|]() {}
module.exports = { [|hello|] };
// @filename: b.js
const a = require("./a");
module.exports = { a };
// @filename: c.js
const { a } = require("./b");
a.[|hello|]();
`,
};

const OTHERS = `// @filename: other.js
function hello() {}
module.exports = { hello, other: hello };
// @filename: uses-other.js
const { hello, other } = require("./other");
require("./a");
hello(other, { hello: 1 }.hello, "hello");
`;

describe("uses of what CommonJS exports by an assignment", () => {
  for (const [what, files] of Object.entries(CASES))
    test(what, async () => {
      using workspace = new LanguageWorkspace(HEAD + files + OTHERS);
      const first = await workspace.covered();
      const references = [...new Set(first.references)];
      expect({ ...first, references }).toEqual({
        references: [...workspace.wanted],
        complete: true,
        outside: [],
        unseen: [],
      });
      expect(await workspace.covered()).toEqual(first);
      if (what.includes("of its own")) return;
      // A property keeps its name when the variable gets another.
      const { found } = await workspace.server.indirectUses(workspace.cursor, [], never);
      expect(found).toEqual([]);
    });
});

/** The ES module, who loads it by `require()`, and the uses. */
const OF_ES_MODULES: Readonly<Record<string, string>> = {
  "by other names of require": `// @filename: a.mts
export const [|he/*|*/llo|] = () => 1;
// @filename: c.mjs
import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
const a = load("./a.mjs");
a.[|hello|]();
// @filename: c.cjs
const r = require;
r("./a.mjs").[|hello|]();
`,
  "by an import of package.json": `// @filename: package.json
{ "name": "own", "imports": { "#greeting": "./a.mjs" } }
// @filename: a.mjs
export const [|he/*|*/llo|] = () => 1;
// @filename: c.cjs
require("#greeting").[|hello|]();
`,
  "by TypeScript, to which it is of no type": `// @filename: a.mts
export const [|he/*|*/llo|] = () => 1;
// @filename: c.cts
declare const require: (path: string) => any;
const a = require("./a.mjs");
a.[|hello|]();
// @filename: d.cts
import a = require("./a.mjs");
({ hello: 1 }).hello + a.other;
`,
  "a declaration that is exported": `// @filename: a.mts
export function [|he/*|*/llo|]() {}
// @filename: b.cjs
const { [|hello|] } = require("./a.mjs");
[|hello|]();
// @filename: c.cjs
const a = require("./a.mjs");
a.[|hello|]();
// @filename: d.cjs
const { [|hello|]: [|mine|] } = require("./a.mjs");
[|mine|](require("./a.mjs").[|hello|], { hello: 1 }.hello);
`,
  "a name in a list of exports": `// @filename: a.mjs
// The exports of this module.
const [|he/*|*/llo|] = () => 1;
export { [|hello|] };
// @filename: b.cjs
const { [|hello|] } = require("./a.mjs");
[|hello|]();
// @filename: c.cjs
const a = require("./a.mjs");
a.[|hello|]();
// @filename: d.cjs
const { [|hello|]: [|mine|] } = require("./a.mjs");
[|mine|](require("./a.mjs").[|hello|]);
module.exports = { hello: [|mine|] };
`,
  "what is exported under another name": `// @filename: a.mjs
class [|He/*|*/llo|] {}
export { [|Hello|] as [|Other|] };
// @filename: b.cjs
const { [|Other|], Hello } = require("./a.mjs");
new [|Other|](Hello);
// @filename: c.cjs
new (require("./a.mjs").[|Other|])();
`,
};

const KEYS = /^b\.cjs:1|^c|^d\.cjs:1:9|^d\.cjs:2:25/;

describe("uses of what an ES module exports, in files that load it by require()", () => {
  for (const [what, files] of Object.entries(OF_ES_MODULES))
    test(what, async () => {
      using workspace = new LanguageWorkspace(HEAD + files);
      const first = await workspace.covered();
      const references = [...new Set(first.references)];
      expect({ ...first, references }).toEqual({
        references: [...workspace.wanted],
        complete: true,
        outside: [],
        unseen: [],
      });
      // What a rename has to change there; variables keep their names.
      const { found } = await workspace.server.indirectUses(workspace.cursor, [], never);
      expect(locations(found)).toEqual(first.references.filter((one) => KEYS.test(one)));
    });
});

test("files with more places than are asked about are said to be unseen", async () => {
  using workspace = new LanguageWorkspace(`${HEAD}// @filename: a.js
function he/*|*/llo() {}
module.exports = { hello };
// @filename: b.js
const { hello } = require("./a");
${"hello();".repeat(501)}
`);
  const { complete, unseen } = await workspace.covered();
  expect(complete).toBe(false);
  expect(unseen).toContain("b.js");
});

test("a name that CommonJS has for every file is asked about only where it is another", async () => {
  const calls = Array.from({ length: 600 }, (_, at) => `require("./${at}");`).join("\n");
  using workspace = new LanguageWorkspace(`${HEAD}// @filename: a.js
exports.re/*|*/quire = 1;
// @filename: b.js
const { [|require|]: [|mine|] } = require("./a");
exports.mine = [|mine|];
${calls}
`);
  const { references, unseen } = await workspace.covered();
  expect({ references, unseen }).toEqual({ references: ["a.js:1:9", ...workspace.wanted], unseen: [] });
});

test("what is exported beside a module of its own is found where others take it, and is said not to be followed", async () => {
  using workspace = new LanguageWorkspace(`${HEAD}// @filename: a.js
module.exports = require("./whole");
module.exports.hello = require("./hello");
// @filename: whole.js
module.exports = class Whole {};
// @filename: hello.js
module.exports = { one: 1 };
// @filename: b.js
const { [|he/*|*/llo|] } = require("./a");
[|hello|].one;
// @filename: c.js
const a = require("./a");
const { [|hello|]: [|mine|] } = a;
[|mine|] + a.[|hello|].one + { hello: 1 }.hello;
`);
  const { references, complete, unseen } = await workspace.covered();
  // The variable of a pattern that takes it out of a variable is another.
  const wanted = [...workspace.wanted].filter((one) => !/^c\.js:(?:2:16|3:1)$/.test(one));
  expect({ references: [...new Set(references)], complete }).toEqual({ references: wanted, complete: false });
  expect(unseen.map((one) => one.split("/").at(-1))).toEqual([
    "uses of hello of a.js, which TypeScript does not follow",
  ]);
});

test("a file that loads a module in a way that hides it, and holds the name, is said to be unseen", async () => {
  using workspace = new LanguageWorkspace(`${HEAD}// @filename: a.mjs
export function he/*|*/llo() {}
export const other = 1;
// @filename: b.cjs
const a = process.env.X ? {} : require("./a.mjs");
a.hello();
// @filename: c.cjs
const { other } = require("./a.mjs");
other;
`);
  const { complete, unseen } = await workspace.covered();
  expect(complete).toBe(false);
  expect(unseen.map((path) => path.split("/").at(-1))).toEqual(["b.cjs:2"]);
});

test("what was built of a module is loaded by what was built of its users", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "commonjs", "rootDir": "src", "outDir": "lib", "types": [] }, "include": ["src"] }
// @filename: src/a.ts
export function he/*|*/llo() {}
// @filename: src/b.ts
import { hello } from "./a";
hello();
// @filename: package.json
{ "name": "m", "main": "lib/b.js" }
// @filename: lib/a.js
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hello = hello;
function hello() {}
// @filename: lib/b.js
"use strict";
const a_1 = require("./a");
(0, a_1.hello)();
`);
  expect((await workspace.covered()).unseen).toEqual([]);
});

test("who has a whole export by another file, in a project that nothing else asks for", async () => {
  const config =
    '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "module": "nodenext", "types": [] } }';
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
${config}
// @filename: a/own.js
module.exports = function [|he/*|*/llo|]() {};
// @filename: b/tsconfig.json
${config}
// @filename: b/index.js
module.exports = require([|"../a/own"|]);
// @filename: c/tsconfig.json
${config}
// @filename: c/use.js
const [|mine|] = require("../b/index");
[|mine|]();
`);
  expect(await workspace.covered()).toEqual({
    references: [...workspace.wanted],
    complete: true,
    outside: [],
    unseen: [],
  });
});
