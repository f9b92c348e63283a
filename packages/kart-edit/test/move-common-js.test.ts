import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { markedFiles } from "@kart/testkit/marked-source";
import { sharedDesk } from "./ask.ts";

setDefaultTimeout(90_000);

interface MoveData {
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly warnings: readonly string[];
}

const deskWith = sharedDesk();

/** `from`, `to`, symbols, the files before, those that differ after, and warnings. */
interface Row {
  readonly move: readonly [from: string, to: string, ...symbols: string[]];
  readonly before: string;
  readonly after: string;
  readonly warnings?: readonly RegExp[];
  /** A file that Node.js runs afterwards, and what that prints. */
  readonly run?: readonly [code: string, printed: string];
}

const ROWS: Readonly<Record<string, Row>> = {
  "what an ES module has by the default of a namespace": {
    move: ["a.js", "n.js", "moved"],
    before: `// @filename: a.js
exports.moved = () => 1;
exports.other = 2;
// @filename: main.mjs
import * as all from "./a.js";
export const used = all.default.moved();
`,
    after: `// @filename: a.js
const { moved } = require("./n.js");
exports.moved = moved;
exports.other = 2;
// @filename: n.js
const moved = () => 1;

exports.moved = moved;
`,
    warnings: [
      /^a\.js goes on exporting what these may have in a way that is not certain to be followed: main\.mjs:1 import$/,
    ],
  },
  "from above a line that would go on with what stands before it": {
    move: ["a.js", "n.js", "moved"],
    before: `// @filename: a.js
const items = [1]
function moved() { return 2 }
[3].forEach((one) => items.push(one))
exports.moved = moved
exports.items = items
// @filename: u.js
const { moved } = require("./a")
exports.u = [moved()]
`,
    after: `// @filename: a.js
const items = [1];
[3].forEach((one) => items.push(one))
exports.items = items
// @filename: n.js
function moved() { return 2 }

exports.moved = moved
// @filename: u.js
require("./a")
const { moved } = require("./n")
exports.u = [moved()]
`,
    run: [`String([require("./a").items, require("./u").u])`, "1,3,2"],
  },
  "what a module does when it is loaded is done for who loads the old file, too": {
    move: ["a.js", "n.js", "useReg"],
    before: `// @filename: registry.js
globalThis.reg = "registered";
exports.registered = () => globalThis.reg;
// @filename: a.js
const { registered } = require("./registry");

function useReg() {
  return registered();
}

const keep = () => globalThis.reg;

exports.useReg = useReg;
exports.keep = keep;
// @filename: main.js
const { keep } = require("./a");
exports.main = keep();
`,
    after: `// @filename: a.js
require("./registry");

const keep = () => globalThis.reg;

exports.keep = keep;
// @filename: n.js
const { registered } = require("./registry");

function useReg() {
  return registered();
}

exports.useReg = useReg;
`,
    warnings: [/^KEPT in a\.js, .*: require\("\.\/registry"\) \(registry\.js\)$/],
    run: ['require("./main").main', "registered"],
  },
  "to a new file, with its comment, what it requires, and whoever requires it led there": {
    move: ["lib/a.js", "lib/deep/parse.js", "parse", "LIMIT"],
    before: `// @filename: lib/a.js
"use strict";

const path = require("path");
const { helper, other } = require("./sub/helper");

const LIMIT = 3;

/** Parses. */
function parse(text) {
  return helper(path.basename(text)).slice(0, LIMIT);
}

function load(text) {
  return [parse(text), other];
}

module.exports = {
  LIMIT,
  load,
  parse,
};
// @filename: lib/sub/helper.js
exports.helper = (text) => text;
exports.other = 1;
// @filename: lib/b.js
const { load, parse: read } = require("./a");
exports.b = () => [load("x/abcd"), read("abcd")];
// @filename: lib/c.js
const a = require("./a.js");
exports.c = () => [a.load("abcd"), a.parse("abcd"), a.LIMIT];
// @filename: lib/index.js
exports.parse = require("./a").parse;
// @filename: lib/d.js
/** @type {import("./a").parse} */
exports.d = require("./a").load;
`,
    after: `// @filename: lib/a.js
"use strict";

const { other } = require("./sub/helper");
const { parse } = require("./deep/parse");

function load(text) {
  return [parse(text), other];
}

module.exports = {
  load,
};
// @filename: lib/deep/parse.js
"use strict";

const path = require("path");
const { helper } = require("../sub/helper");

const LIMIT = 3;

/** Parses. */
function parse(text) {
  return helper(path.basename(text)).slice(0, LIMIT);
}

module.exports = { parse, LIMIT };
// @filename: lib/b.js
const { load } = require("./a");
const { parse: read } = require("./deep/parse");
exports.b = () => [load("x/abcd"), read("abcd")];
// @filename: lib/c.js
const a = require("./a.js");
const parse = require("./deep/parse.js");
exports.c = () => [a.load("abcd"), parse.parse("abcd"), parse.LIMIT];
// @filename: lib/index.js
exports.parse = require("./deep/parse").parse;
// @filename: lib/d.js
/** @type {import("./deep/parse").parse} */
exports.d = require("./a").load;
`,
    run: [
      'JSON.stringify([require("./lib/b").b(), require("./lib/c").c(), require("./lib/index").parse("abcd")])',
      '[[["abc",1],"abc"],[["abc",1],"abc",3],"abc"]',
    ],
  },
  "what is declared by what exports it, in the order of the source": {
    move: ["a.js", "lib/b.js", "parse", "Limit"],
    before: `// @filename: a.js
"use strict";

const path = require("path");

/**
 * Parses.
 */
module.exports.parse = (text) => path.basename(text).slice(0, 3);

exports.other = function () {
  return 1;
};

module.exports.Limit = class {
  size = 3;
} // Behind.
// @filename: u.js
const { parse, other } = require("./a");
const a = require("./a");
exports.u = () => [parse("x/abcd"), other(), new a.Limit().size];
`,
    after: `// @filename: a.js
"use strict";

exports.other = function () {
  return 1;
};
// @filename: lib/b.js
"use strict";

const path = require("path");

/**
 * Parses.
 */
const parse = (text) => path.basename(text).slice(0, 3);

const Limit = class {
  size = 3;
} // Behind.

module.exports.parse = parse;
module.exports.Limit = Limit;
// @filename: u.js
const { other } = require("./a");
const { parse } = require("./lib/b");
const b = require("./lib/b");
exports.u = () => [parse("x/abcd"), other(), new b.Limit().size];
`,
    run: ['JSON.stringify(require("./u").u())', '["abc",1,3]'],
  },
  "to a file that exports by statements, which used it": {
    move: ["a.js", "b.js", "make"],
    before: `// @filename: a.js
const { base } = require("./base");
const make = () => base + 1;
exports.make = make;
exports.stays = 2;
// @filename: base.js
exports.base = 1;
// @filename: b.js
const { make, stays } = require("./a");
exports.made = make() + stays;
// @filename: c.js
const { make } = require('./a')
module.exports = make()
`,
    after: `// @filename: a.js
exports.stays = 2;
// @filename: base.js
exports.base = 1;
// @filename: b.js
const { stays } = require("./a");
const { base } = require("./base");
const make = () => base + 1;

exports.make = make;
exports.made = make() + stays;
// @filename: c.js
const { make } = require('./b')
module.exports = make()
`,
    warnings: [],
    run: ['JSON.stringify([require("./b").made, require("./c")])', "[4,2]"],
  },
  "to a file with a list, in front of it, and one that exports on what some have whole": {
    move: ["a.js", "b.js", "Shape"],
    before: `// @filename: a.js
class Shape {}
class Round {}
module.exports = { Shape, Round };
// @filename: b.js
const one = 1;

module.exports = {
  one,
};
// @filename: c.js
exports.all = Object.keys(require("./a"));
`,
    after: `// @filename: a.js
const { Shape } = require("./b");
class Round {}
module.exports = { Shape, Round };
// @filename: b.js
const one = 1;

class Shape {}

module.exports = {
  one,
  Shape,
};
`,
    warnings: [/^a\.js goes on exporting what these may have .*: c\.js:1 require\(\)$/],
    run: [
      'JSON.stringify([require("./c").all, require("./a").Shape === require("./b").Shape])',
      '[["Shape","Round"],true]',
    ],
  },
  "what is not exported, and what stays uses; with what the new file needs of the old one, and its licence": {
    move: ["a.js", "b.js", "inner"],
    before: `// @filename: a.js
/** @license MIT */
'use strict';

const os = require('os');

function inner() { return os.EOL.length > 0; }

module.exports = function outer() { return inner(); };
`,
    after: `// @filename: a.js
/** @license MIT */
'use strict';

const { inner } = require('./b');

module.exports = function outer() { return inner(); };
// @filename: b.js
/** @license MIT */
'use strict';

const os = require('os');

function inner() { return os.EOL.length > 0; }

exports.inner = inner;
`,
    warnings: [/^EXPORTED from b\.js, since a\.js uses it: inner$/],
    run: ['String(require("./a")())', "true"],
  },
  "what needs what its file exports, where that does not need it": {
    move: ["a.js", "b.js", "twice"],
    before: `// @filename: a.js
const one = 1;
function twice() { return one * 2; }
exports.one = one;
exports.twice = twice;
// @filename: c.js
const { one, twice } = require("./a");
console.log(one, twice());
`,
    after: `// @filename: a.js
const one = 1;
exports.one = one;
// @filename: b.js
const { one } = require("./a");

function twice() { return one * 2; }

exports.twice = twice;
// @filename: c.js
const { one } = require("./a");
const { twice } = require("./b");
console.log(one, twice());
`,
    run: ['(require("./c"), "")', "1 2\n"],
  },
  "with a parameter that is called as what each file has, so that the old one may hand on its exports": {
    move: ["a.js", "b.js", "id"],
    before: `// @filename: a.js
function id(module) { return module.id; }
module.exports = { id };
`,
    after: `// @filename: a.js
const { id } = require("./b");
module.exports = { id };
// @filename: b.js
function id(module) { return module.id; }

exports.id = id;
`,
    warnings: [/^EXPORTED from b\.js, since a\.js uses it: id$/],
    run: ['String(require("./b").id({ id: 7 }) + require("./a").id({ id: 1 }))', "8"],
  },
  "of a file that does more than declare, which goes on being loaded": {
    move: ["a.js", "b.js", "x"],
    before: `// @filename: a.js
const x = 1;
globalThis.loaded = true;
exports.x = x;
// @filename: c.js
const { x } = require("./a");
exports.c = [x, globalThis.loaded];
`,
    after: `// @filename: a.js
globalThis.loaded = true;
// @filename: b.js
const x = 1;

exports.x = x;
// @filename: c.js
require("./a");
const { x } = require("./b");
exports.c = [x, globalThis.loaded];
`,
    run: ['JSON.stringify(require("./c").c)', "[1,true]"],
  },
};

describe("moved between CommonJS files, and taken back", () => {
  for (const [what, { move, before, after, warnings = [], run }] of Object.entries(ROWS))
    test(what, async () => {
      const desk = await deskWith(markedFiles(before));
      const snapshot = desk.workspace.snapshot();
      const [from, to, ...symbol] = move;
      const data = await desk.connection.data<MoveData>("kart_move", { from, to, symbol });
      const wanted = { ...markedFiles(before), ...markedFiles(after) };
      const read = (path: string) => (existsSync(desk.workspace.path(path)) ? desk.workspace.read(path) : "");
      expect(Object.fromEntries(Object.keys(wanted).map((path) => [path, read(path)]))).toEqual(wanted);
      expect(data.warnings.length, data.warnings.join("\n")).toBe(warnings.length);
      for (const [index, pattern] of warnings.entries()) expect(data.warnings[index]).toMatch(pattern);
      if (run !== undefined) {
        const [code, printed] = run;
        const script = `process.stdout.write(${code})`;
        const { stdout, stderr } = Bun.spawnSync(["node", "-e", script], { cwd: desk.workspace.root });
        expect(stderr.toString()).toBe("");
        expect(stdout.toString()).toBe(printed);
      }
      await desk.connection.data("kart_undo", {});
      expect(desk.workspace.snapshot()).toEqual(snapshot);
    });
});

/** The files, the symbols, what the answer says, and where it is to go, `b.js` unless told. */
type Refusal = readonly [
  files: Readonly<Record<string, string>>,
  symbol: string | string[],
  message: RegExp,
  to?: string,
];

const A = "const a = 1;\nconst b = 2;\nmodule.exports = { a, b };\n";

const REFUSED: Readonly<Record<string, Refusal>> = {
  "what is all that a file exports": [
    { "a.js": "class A {}\nmodule.exports = A;\n" },
    "A",
    /^invalid_argument: `A` is all that a\.js exports.* Move the file: leave symbol out/,
  ],
  "to a file that exports all at once": [
    { "a.js": A, "b.js": "module.exports = () => 1;\n" },
    "a",
    /^invalid_argument: b\.js exports all at once/,
  ],
  "to a file whose list is the thing itself": [
    { "a.js": A, "b.js": "module.exports = { meta: {}, create() {} };\n" },
    "a",
    /^invalid_argument: b\.js exports all at once/,
  ],
  "what uses what is not exported": [
    { "a.js": "const x = 1;\nconst y = () => x;\nfunction a() { return y(); }\nexports.a = a;\n" },
    "a",
    /^invalid_argument: It uses `y`, which a\.js does not export by a plain name\. Move `y`, `x` along/,
  ],
  "what uses what stays, and is used by it": [
    { "a.js": "const one = 1;\nconst a = () => one;\nconst c = () => a();\nmodule.exports = { one, a, c };\n" },
    "a",
    /^invalid_argument: b\.js would require `one` of a\.js, and that `a` of it: .* Move `one` along/,
  ],
  "what makes a circle by way of others": [
    {
      "a.js": 'const u = require("./u");\nconst a = () => u.u();\nmodule.exports = { a };\n',
      "b.js": "const b = 1;\nmodule.exports = { b };\n",
      "u.js": 'const { b } = require("./b");\nmodule.exports = { u: () => b };\nmodule.exports.v = b;\n',
    },
    "a",
    /^invalid_argument: Files would require others that are still loading, .*: u\.js → b\.js/,
  ],
  "what asks which file it is in": [
    { "a.js": "const a = () => __dirname;\nexports.a = a;\n" },
    "a",
    /^invalid_argument: Line 1 has `__dirname`/,
  ],
  "what computes what it requires": [
    { "a.js": "const a = (x) => require(x);\nexports.a = a;\n" },
    "a",
    /^invalid_argument: Line 1 has `require`/,
  ],
  "what is changed while its file loads": [
    { "a.js": "function a() {}\nObject.assign(a, { b: 1 });\nexports.a = a;\n" },
    "a",
    /^invalid_argument: Line 2 does something with `a`/,
  ],
  "what is assigned to": [
    { "a.js": "let a = 1;\nexports.set = () => { a = 2; };\nexports.a = a;\n" },
    "a",
    /^invalid_argument: `a` is assigned to/,
  ],
  "what is declared by what exports it": [
    { "a.js": "exports.a = 1;\n" },
    "a",
    /^invalid_argument: `a` is declared by what exports it, in line 1/,
  ],
  "what is exported under the name of something else": [
    { "a.js": "exports.fetch = () => fetch(1);\n" },
    "fetch",
    /^invalid_argument: `fetch` is declared by what exports it, in line 1/,
  ],
  "what is exported twice": [
    { "a.js": "exports.a = () => 1;\nif (process.env.X) exports.a = () => 2;\n" },
    "a",
    /^invalid_argument: /,
  ],
  "what is required": [
    { "a.js": 'const fs = require("fs");\nexports.a = fs;\n' },
    "fs",
    /^invalid_argument: `fs` is what a\.js requires/,
  ],
  "to a file that has the name": [
    { "a.js": A, "b.js": "const a = 3;\nexports.c = a;\n" },
    "a",
    /^already_exists: b\.js has a `a`/,
  ],
  "to a file that exports the name": [
    { "a.js": A, "b.js": 'exports.a = require("x");\n' },
    "a",
    /^already_exists: b\.js exports `a` already, in line 1/,
  ],
  "to a file that is strict where it was not": [
    { "a.js": A, "b.js": '"use strict";\nexports.c = 1;\n' },
    "a",
    /^invalid_argument: Only one of a\.js and b\.js says "use strict"/,
  ],
  "to a file that would no longer load what does more than declare": [
    { "a.js": `${A}console.log(1);\n`, "b.js": 'const { a } = require("./a");\nexports.c = a;\n' },
    "a",
    /^invalid_argument: b\.js requires a\.js for what moves, and that does more than declare/,
  ],
  "to a program": [
    { "a.js": A, "b.js": 'require("fs");\nconsole.log(1);\n' },
    "a",
    /^invalid_argument: b\.js is a program/,
  ],
  "to an ES module": [
    { "a.js": A, "b.js": "export const c = 1;\n" },
    "a",
    /^invalid_argument: Only one of a\.js and b\.js is an ES module/,
  ],
  "to a new file that would be one": [{ "a.js": A }, "a", /^invalid_argument: Only one of a\.js and b\.mjs/, "b.mjs"],
  "to TypeScript": [{ "a.js": A }, "a", /^invalid_argument: Only one of a\.js and b\.ts/, "b.ts"],
};

describe("refused, with every byte unchanged", () => {
  for (const [what, [files, symbol, message, to = "b.js"]] of Object.entries(REFUSED))
    test(what, async () => {
      const desk = await deskWith(files);
      expect(await desk.refused("kart_move", { from: "a.js", to, symbol })).toMatch(message);
    });
});
