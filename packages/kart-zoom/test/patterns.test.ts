import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** Members of a class, taken in ways that TypeScript's own search passes by. */
const FILES = {
  "tsconfig.json":
    '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }',
  "plain.ts": `export class Plain {
  area = 1;
  label = "x";
  get half() { return 1; }
  named = 2;
}
`,
  "use.ts": `import { Plain } from "./plain";
let label = "", area = 0;
({ label } = new Plain());
export function take(p: Plain) { ({ area, half: area = 4 } = p); return area + label; }
export const quoted = ({ "half": h, ["named"]: n = 3 }: Plain) => [h, n];
export const byKey = (p: Plain) => p["named"];
export type Area = Plain["area"];
`,
  "point.ts": `export class Point { x = 1; y = 2; size = 3; }
export const sum = (p: Point) => (["x", "y"] as const).reduce((all, axis) => all + p[axis], 0);
const key = "size";
export const size = (p: Point) => p[key];
export const is = (text: string) => text === "named";
`,
  "widget.js": `class Widget {
  constructor() { this.alpha = 1; }
  first() { return 1; }
  call(name) { return this[name](); }
  exact() { return this["second"]; }
}
const widget = new Widget();
export const take = (name) => widget[name];
export const text = JSON.stringify(widget);
`,
  "each.js": `function each(object, run) { for (const key in object) run(object[key], key); }
const methods = { opened: 1, closed: 2 };
each(methods, (value, key) => console.log(key, value));
console.log(methods);
`,
};

let files: TempWorkspace;
let connection: Connection;

beforeAll(async () => {
  files = new TempWorkspace(FILES);
  connection = await connect(files.root);
});

afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const ask = (tool: string, path: string, symbol: string) => connection.text(tool, { path, symbol });

test("what assigns a member to a variable by a pattern, and what names it there by a string, refers to it", async () => {
  expect(await ask("kart_references", "plain.ts", "Plain.label"))
    .toBe(`1 reference to property Plain.label in 1 file, complete
use.ts
 3 reference: ({ label } = new Plain());`);
  expect(await ask("kart_references", "plain.ts", "Plain.half"))
    .toBe(`2 references to getter Plain.half in 1 file, complete
use.ts
 4 reference in take: export function take(p: Plain) { ({ area, half: area = 4 } = p); return area + label; }
 5 reference in quoted: export const quoted = ({ "half": h, ["named"]: n = 3 }: Plain) => [h, n];`);
  expect(await ask("kart_impact", "plain.ts", "Plain.half")).toStartWith(
    "getter Plain.half plain.ts:4: 2 dependents, 1 deep, complete\n use.ts: reference take:4, quoted:5",
  );
});

test("who takes a member so depends on it, as who names it by a string elsewhere does", async () => {
  expect(await ask("kart_deps", "use.ts", "take")).toContain("reference Plain.area:2, Plain.half:4");
  expect(await ask("kart_deps", "use.ts", "quoted")).toContain("reference Plain.half:4, Plain.named:5");
  expect(await ask("kart_deps", "use.ts", "byKey")).toContain("reference Plain.named:5");
  expect(await ask("kart_deps", "use.ts", "Area")).toContain("type Plain:1, Plain.area:2");
});

test("members are told to be taken by keys whose types name them, and not where their name is another string", async () => {
  expect(await ask("kart_references", "point.ts", "Point.x"))
    .toBe(`No use of property Point.x found by its type, INCOMPLETE.
NOT COUNTED: 1 computed key whose type names it: point.ts:2`);
  expect(await ask("kart_impact", "point.ts", "Point.size"))
    .toBe(`property Point.size point.ts:1: no dependents, INCOMPLETE
NOT COUNTED: 1 computed key whose type names it: point.ts:4`);
  expect(await ask("kart_references", "plain.ts", "Plain.named")).toContain(
    "2 references to property Plain.named in 1 file, complete",
  );
});

test("members of instances are told to be taken by keys that may be any, and fields with all others", async () => {
  expect(await ask("kart_references", "widget.js", "Widget.first"))
    .toBe(`No use of method Widget.first found by its type, INCOMPLETE.
NOT COUNTED: 2 places that take members of its owner by computed keys, or all of them: widget.js:4,8`);
  expect(await ask("kart_impact", "widget.js", "Widget.alpha"))
    .toBe(`property Widget.alpha widget.js:2: no dependents, INCOMPLETE
NOT COUNTED: 3 places that take members of its owner by computed keys, or all of them: widget.js:4,8,9`);
});

test("members are told to be taken by an untyped function that is given the object whole", async () => {
  expect(await ask("kart_references", "each.js", "methods.opened"))
    .toBe(`No use of property methods.opened found by its type, INCOMPLETE.
NOT COUNTED: 1 place that takes members of its owner by computed keys, or all of them: each.js:3`);
});
