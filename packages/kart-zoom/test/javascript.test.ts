import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(60_000);

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
  list /* inferred */; // 7
  late: number | undefined; // 14
  constructor(size: any); // 2
  grow(): { round: boolean; }; // 14
}
export class Round extends Box { // 17
  unit /* inferred */; // 18
  constructor(); // 18
}`,
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
