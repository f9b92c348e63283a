import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { markedFiles } from "@kart/testkit/marked-source";
import { sharedDesk } from "./ask.ts";

setDefaultTimeout(90_000);

const CONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "allowJs": true, "checkJs": true, "types": [] } }
// @filename: types.js
/** @typedef {{ id: number }} Source */
/** @typedef {{ id: string }} Other */
/** @template T @typedef {{ value: T }} Held */
export default class Base {}
`;

const deskWith = sharedDesk();

/** Symbols of `src/a.js`, where they go, that file and the other before, and after. */
interface Row {
  readonly symbols: readonly string[];
  readonly to: string;
  readonly before: string;
  readonly after: string;
}

const ROWS: Readonly<Record<string, Row>> = {
  "a class that comments alone name is none that runs while the file loads": {
    symbols: ["read"],
    to: "src/b.js",
    before: `// @filename: src/a.js
export class Decoder {
  pos = 0;
}
/** @param {Decoder} d */
export const read = (d) => d.pos++;
/** @param {Decoder} d */
export const twice = (d) => read(d) + read(d);
`,
    after: `// @filename: src/a.js
import { read } from "./b";

export class Decoder {
  pos = 0;
}
/** @param {Decoder} d */
export const twice = (d) => read(d) + read(d);
// @filename: src/b.js
import { Decoder } from "./a";

/** @param {Decoder} d */
export const read = (d) => d.pos++;
`,
  },
  "what import tags bring and what the file declares, to a new file": {
    symbols: ["read"],
    to: "src/deep/b.js",
    before: `// @filename: src/a.js
/** @import { Source, Other } from '../types.js' */
/** @import Base, * as types from '../types.js' */

/** @typedef {{ n: number }} Shape */

/**
 * Reads.
 * @param {Source} s
 * @param {Shape} shape
 * @param {types.Held<Base>} held
 */
export function read(s, shape, held) {
  return [s.id, shape.n, held.value];
}

/** @type {Other} */
export const other = { id: "" };
`,
    after: `// @filename: src/a.js
/** @import { Other } from '../types.js' */

/** @typedef {{ n: number }} Shape */

/** @type {Other} */
export const other = { id: "" };
// @filename: src/deep/b.js
/** @import { Source } from '../../types.js' */
/** @import Base from '../../types.js' */
/** @import * as types from '../../types.js' */
/** @import { Shape } from '../a.js' */

/**
 * Reads.
 * @param {Source} s
 * @param {Shape} shape
 * @param {types.Held<Base>} held
 */
export function read(s, shape, held) {
  return [s.id, shape.n, held.value];
}
`,
  },
  "not between a function and its doc, which imports too; the last of a list": {
    symbols: ["C"],
    to: "src/b.js",
    before: `// @filename: src/a.js
/** @import { Held, Source, Other } from "../types.js" */
/** @template Local */
export class C {
  /** @type {Held<Local | Source | Other> | undefined} */
  held;
}

/** @type {Held<1> | undefined} */
export let rest;
// @filename: src/b.js
/** @import {} from "../types.js" */
/** @typedef {string} Local */

/**
 * Of g.
 * @import { Held } from "../types.js"
 * @param {Held<Local>} b
 */
export function g(b) {
  return b.value;
}
`,
    after: `// @filename: src/a.js
/** @import { Held } from "../types.js" */

/** @type {Held<1> | undefined} */
export let rest;
// @filename: src/b.js
/** @import {} from "../types.js" */
/** @typedef {string} Local */

/**
 * Of g.
 * @import { Held, Source, Other } from "../types.js"
 * @param {Held<Local>} b
 */
export function g(b) {
  return b.value;
}

/** @template Local */
export class C {
  /** @type {Held<Local | Source | Other> | undefined} */
  held;
}
`,
  },
  "above a function whose doc imports from elsewhere": {
    symbols: ["f"],
    to: "src/b.js",
    before: `// @filename: src/a.js
/** @import { Source } from "../types.js" */
/** @param {Source} s */
export function f(s) {}
// @filename: src/b.js
/**
 * Of g.
 * @import Base from "../types.js"
 * @param {Base} b
 */
export function g(b) {}
`,
    after: `// @filename: src/b.js
/** @import { Source } from "../types.js" */

/**
 * Of g.
 * @import Base from "../types.js"
 * @param {Base} b
 */
export function g(b) {}

/** @param {Source} s */
export function f(s) {}
`,
  },
  "into the list of a tag and behind others, past what is there already": {
    symbols: ["read", "load"],
    to: "src/b.js",
    before: `// @filename: src/a.js
/**
 * @import {
 *   Source,
 *   Other as Second,
 *   Held,
 * } from "../types.js"
 */
/** @typedef {typeof import("../types.js").default} Class */
/** @typedef {import("./b.js").Own} Own */
/** @typedef {{ same: 1 }} Same */

/** @type {(s: Source, t: Second, own: Own, same: Same) => void} */
export const read = () => {};

/** @param {Class} o */
export function load(o) {}

/** @type {Source | Held<1> | undefined} */
export let rest;
// @filename: src/b.js
// Of b.
/**
 * @import {
 *   Source,
 * } from "../types.js"
 */

/** @typedef {{ own: 1 }} Own */

/** @typedef {{ same: 1 }} Same */

/** @type {Source | undefined} */
export let b;
`,
    after: `// @filename: src/a.js
/**
 * @import {
 *   Source,
 *   Held,
 * } from "../types.js"
 */
/** @typedef {typeof import("../types.js").default} Class */
/** @typedef {import("./b.js").Own} Own */
/** @typedef {{ same: 1 }} Same */

/** @type {Source | Held<1> | undefined} */
export let rest;
// @filename: src/b.js
// Of b.
/**
 * @import {
 *   Source,
 *   Other as Second,
 * } from "../types.js"
 */
/** @typedef {typeof import("../types.js").default} Class */

/** @typedef {{ own: 1 }} Own */

/** @typedef {{ same: 1 }} Same */

/** @type {Source | undefined} */
export let b;

/** @type {(s: Source, t: Second, own: Own, same: Same) => void} */
export const read = () => {};

/** @param {Class} o */
export function load(o) {}
`,
  },
  "as the files write them, where none has import tags; a function beside a type of its name is none": {
    symbols: ["read"],
    to: "src/b.js",
    before: `// @filename: src/a.js
"use strict";

/** @typedef {import("../types.js").Source} Source */
/** @typedef {{ n: number }} Shape */
/** @template T @typedef {T[]} List */
/** @typedef {import("../types.js").Other} read */

/** @param {Source} s @param {Shape} shape */
const check = (s, shape) => [s.id, shape.n];

/**
 * @param {Source} s
 * @param {Shape} shape
 */
function read(s, shape) {
  return [s.id, shape.n];
}

/** @type {read} */
const other = { id: "" };

module.exports = { check, read, other };
// @filename: src/b.js
"use strict";

const one = 1;

module.exports = { one };
`,
    after: `// @filename: src/a.js
"use strict";

/** @typedef {import("../types.js").Source} Source */
/** @typedef {{ n: number }} Shape */
/** @template T @typedef {T[]} List */
/** @typedef {import("../types.js").Other} read */

/** @param {Source} s @param {Shape} shape */
const check = (s, shape) => [s.id, shape.n];

/** @type {read} */
const other = { id: "" };

module.exports = { check, other };
// @filename: src/b.js
"use strict";

/** @typedef {import("../types.js").Source} Source */
/** @typedef {import("./a.js").Shape} Shape */

const one = 1;

/**
 * @param {Source} s
 * @param {Shape} shape
 */
function read(s, shape) {
  return [s.id, shape.n];
}

module.exports = { one, read };
`,
  },
  "those that others have of what moves are led on, but one that may be another's of its name": {
    symbols: ["Box", "make"],
    to: "src/b.js",
    before: `// @filename: src/a.js
/** @typedef {{ n: number }} Shape */
/** @typedef {{ n: string }} make */

/** @import { Source } from "../types.js" */
export class Box {
  /** @type {Source | undefined} */
  source;
}

/** @type {import("../types.js").Source | undefined} */
export let rest;

export function make() {}
// @filename: src/b.js
/** @import { Box } from "./a.js" */

/** @type {import("./a.js").Box | Box | undefined} */
export let b;
// @filename: src/c.js
/** @import { Box as First, Shape } from './a.js' */
/** @import { b } from "./b.js" */

/** @type {First | Shape | typeof b | undefined} */
export let c;

/** @type {Map<import('./a.js').Box, import('./a.js').Shape | import('./a.js').make> | undefined} */
export let map;

export const text = "/** import('./d.js').Box */";
// @filename: src/d.js
/** @import { Box } from './a.js' */

/** @param {Box} box */
export function d(box) {}
// @filename: src/e.ts
export type Held = [import("./a").Box, import("./a").Shape];
`,
    after: `// @filename: src/a.js
/** @typedef {{ n: number }} Shape */
/** @typedef {{ n: string }} make */

export { make } from "./b.js";

/** @type {import("../types.js").Source | undefined} */
export let rest;
// @filename: src/b.js
/** @import { Source } from "../types.js" */

/** @type {import("./b.js").Box | Box | undefined} */
export let b;

export class Box {
  /** @type {Source | undefined} */
  source;
}

export function make() {}
// @filename: src/c.js
/** @import { Shape } from './a.js' */
/** @import { b, Box as First } from "./b.js" */

/** @type {First | Shape | typeof b | undefined} */
export let c;

/** @type {Map<import('./b.js').Box, import('./a.js').Shape | import('./a.js').make> | undefined} */
export let map;

export const text = "/** import('./d.js').Box */";
// @filename: src/d.js
/** @import { Box } from './b.js' */

/** @param {Box} box */
export function d(box) {}
// @filename: src/e.ts
export type Held = [import("./b").Box, import("./a").Shape];
`,
  },
  "those that others have of what CommonJS exports": {
    symbols: ["Box"],
    to: "src/b.js",
    before: `// @filename: src/a.js
"use strict";
class Box {}
class Other {}
exports.Box = Box;
exports.Other = Other;
// @filename: src/c.js
"use strict";
/** @import { Box, Other } from './a.js' */
const { Box: First } = require("./a.js");
/** @type {Box | Other | import("./a").Box | undefined} */
const c = new First();
exports.c = c;
// @filename: src/d.js
"use strict";
/** @import { Box } from "./a.js" */
/** @type {Box | undefined} */
let d;
exports.d = d;
// @filename: src/e.ts
export type Held = [import("./a.js").Box, import("./a.js").Other];
`,
    after: `// @filename: src/a.js
"use strict";
class Other {}
exports.Other = Other;
// @filename: src/b.js
"use strict";

class Box {}

exports.Box = Box;
// @filename: src/c.js
"use strict";
/** @import { Other } from './a.js' */
/** @import { Box } from './b.js' */
const { Box: First } = require("./b.js");
/** @type {Box | Other | import("./b").Box | undefined} */
const c = new First();
exports.c = c;
// @filename: src/d.js
"use strict";
/** @import { Box } from "./b.js" */
/** @type {Box | undefined} */
let d;
exports.d = d;
// @filename: src/e.ts
export type Held = [import("./b.js").Box, import("./a.js").Other];
`,
  },
  "a type that what moves needs as a value is imported as one": {
    symbols: ["make"],
    to: "src/b.js",
    before: `// @filename: src/a.js
export class Box {}

export const make = () => new Box();
// @filename: src/b.js
/**
 * Of b.
 * @import { Box } from "./a.js"
 */

/** @type {Box | undefined} */
export let b;
`,
    after: `// @filename: src/a.js
export class Box {}
// @filename: src/b.js
/**
 * Of b.
 */

import { Box } from "./a.js";

/** @type {Box | undefined} */
export let b;
export const make = () => new Box();
`,
  },
};

describe("types of comments that moved code names", () => {
  test.each(Object.entries(ROWS))("%s", async (_what, { symbols, to, before, after }) => {
    const at = await deskWith(markedFiles(CONFIG + before));
    await at.connection.data("kart_move", { from: "src/a.js", to, symbol: symbols });
    for (const [path, text] of Object.entries(markedFiles(after)))
      expect(existsSync(at.workspace.path(path)) ? at.workspace.read(path) : "").toBe(text);
  });
});

test.each([
  ["one that is declared", "/** @typedef {string} Shape */\nexport const b = 1;\n"],
  ["one that is imported", '/** @import { Other as Shape } from "../types.js" */\nexport const b = 1;\n'],
  ["what code imports", 'import Shape from "../types.js";\nexport const b = new Shape();\n'],
  ["a class", "export class Shape {}\n"],
])("refused where the name is another type already: %s", async (_what, text) => {
  const a = "/** @typedef {{ n: number }} Shape */\n\n/** @param {Shape} s */\nexport function f(s) {}\n";
  const at = await deskWith({ ...markedFiles(CONFIG), "src/a.js": a, "src/b.js": text });
  expect(await at.refused("kart_move", { from: "src/a.js", to: "src/b.js", symbol: "f" })).toBe(
    "invalid_argument: Comments of it name the type `Shape`, which is another one in src/b.js. Give one of the two another name first.",
  );
});

test.each([
  ["a new file", "b.js", undefined],
  ["one that has it too", "src/deep/b.js", "/** @import { Gone } from '../gone' */\nexport const b = 1;\n"],
  ["one that a typedef has it in", "b.js", '/** @typedef {import("./src/gone").Gone} Gone */\nexport const b = 1;\n'],
])("a module that is missing already is complained of by another path in %s", async (_what, to, text) => {
  const a = "/** @import { Gone } from './gone.js' */\n\n/** @param {Gone} gone */\nexport function f(gone) {}\n";
  const at = await deskWith({ ...markedFiles(CONFIG), "src/a.js": a, ...(text !== undefined && { [to]: text }) });
  await at.connection.data("kart_move", { from: "src/a.js", to, symbol: "f" });
  expect(at.workspace.read(to)).toContain("export function f(gone) {}");
  expect(at.workspace.read(to).match(/gone(?:\.js)?["']/g)).toHaveLength(1);
});

test.each([
  ["of another folder", "/** @typedef {import('./own.js').Own[]} List */\n", "src/deep/b.js", ""],
  ["of other parts", "/** @typedef {Own[]} List */\n", "src/b.js", "/** @typedef {string} Own */\n"],
])("refused where the same words declare another type: %s", async (_what, text, to, own) => {
  const files = {
    "src/own.js": "/** @typedef {number} Own */\nexport {};\n",
    "src/deep/own.js": "/** @typedef {string} Own */\nexport {};\n",
    "src/a.js": `/** @typedef {number} Own */\n${text}\n/** @param {List} list */\nexport function f(list) {}\n`,
    [to]: `${own}${text}export const b = 1;\n`,
  };
  const at = await deskWith({ ...markedFiles(CONFIG), ...files });
  expect(await at.refused("kart_move", { from: "src/a.js", to, symbol: "f" })).toContain(
    `Comments of it name the type \`List\`, which is another one in ${to}.`,
  );
});

test("refused where the file has what moves by another name in a comment", async () => {
  const b = '/** @import { f as first } from "./a.js" */\n\n/** @type {typeof first | undefined} */\nexport let b;\n';
  const at = await deskWith({ ...markedFiles(CONFIG), "src/a.js": "export function f() {}\n", "src/b.js": b });
  expect(await at.refused("kart_move", { from: "src/a.js", to: "src/b.js", symbol: "f" })).toBe(
    "invalid_argument: src/b.js has `f` as `first`, by @import. Give it one name first.",
  );
});
