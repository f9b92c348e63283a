import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("members are said to be taken where a key may be any, or all are, and not where a type tells the key", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: a.ts
export const routes = { home: () => 1, about: () => 2 };
export const frozen = Object.freeze({ inner: { deep: 1 } } as const);
export class Units { static kilo = 1; mega = 2 }
const exact = { one: 1, two: 2 };
export const get = (key: keyof typeof exact) => exact[key];
export type Shape = { size: number };
export const config = { units: { metre: 1 } };
export const State = { open: "o", shut: "s" } as const;
export type State = (typeof State)[keyof typeof State];
declare function make(options: { reducers: Record<string, number> }): number;
export const slice = make({ reducers: { add: 1 } });
export function run() {}
run.code = 1;
export const runs = Object.keys(run);
// @filename: b.ts
import { config, routes as all, frozen, Units } from "./a";
export const run = (name: string) => all[name as keyof typeof all]();
export const names = Object.keys(all);
export const one = all.home() + all["about"]();
export const part = (name: string) => (frozen.inner as Record<string, number>)[name];
export const metres = (name: string) => config.units[name as "metre"];
export const unit = (name: string) => (Units as any)[name];
// @filename: lib.js
const table = { a: 1, b: 2 };
module.exports = { table };
// @filename: map.js
module.exports = { c: 3 };
// @filename: use.js
const { table } = require("./lib");
const map = require("./map");
exports.look = (key) => table[key] + map[key] + map.c;
// @filename: node.js
const names = { rule: 1 };
exports.nameOf = (node) => names[node.type] + names[node.a.b.kind()];
`);
  const taken = async (path: string, member: string) =>
    locations(await workspace.server.computedUses([workspace.at(path, member)], never));
  expect(await taken("a.ts", "about")).toEqual(["b.ts:2:38", "b.ts:3:34"]);
  expect(await taken("a.ts", "deep")).toEqual(["b.ts:5:47"]);
  expect(await taken("a.ts", "kilo")).toEqual(["b.ts:7:40"]);
  expect(await taken("a.ts", "metre")).toEqual(["b.ts:6:48"]);
  expect(await taken("a.ts", "open")).toEqual([]);
  expect(await taken("a.ts", "code = 1")).toEqual(["a.ts:14:33"]);
  const inTypes = await workspace.server.computedUses([workspace.at("a.ts", "open")], never, { inTypes: true });
  expect(locations(inTypes)).toEqual(["a.ts:9:29"]);
  for (const member of ["mega", "one: 1", "size", "add"]) expect(await taken("a.ts", member)).toEqual([]);
  expect(await taken("lib.js", "a: 1")).toEqual(["use.js:3:25"]);
  expect(await taken("map.js", "c: 3")).toEqual(["use.js:3:38"]);
  // The member of a parameter that has no type has none either.
  expect(await taken("node.js", "rule")).toEqual(["node.js:2:28", "node.js:2:47"]);
});

test("members are said to be taken by who is given an object whole, where the parameter's type names none of them", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"], "allowJs": true } }
// @filename: a.ts
export const methods = { first: 1, last: 2 };
export class Units { static kilo = 1 }
export const all = { inner: { deep: 1 } };
// @filename: b.ts
import { all, methods, Units } from "./a";
declare function any(at: number, value: any): void;
declare function fields(value?: Record<string, number> | null, ...more: object[]): void;
declare function list(values: { [name: string]: number }[]): void;
declare function exact(value: { first: number }, own: typeof methods): void;
declare function same<T>(value: T): T;
any(1, methods);
fields(methods, methods);
list([methods]);
any(1, { ...methods });
new Set<any>().add(methods);
exact(methods, methods);
same(methods).first;
console.log(methods, Object.freeze(methods));
any(methods.first, [Units]);
any(1, all.inner);
exact(true ? methods : { first: 3 }, methods);
// @filename: c.js
import { methods } from "./a";
function each(object, run) { for (const key in object) run(object[key], key); }
each(methods, console.log);
`);
  const taken = async (member: string) =>
    locations(await workspace.server.computedUses([workspace.at("a.ts", member)], never));
  const whole = ["b.ts:10:13", "b.ts:11:20", "b.ts:7:8", "b.ts:8:17", "b.ts:8:8", "b.ts:9:7", "c.js:3:6"];
  expect((await taken("first")).toSorted()).toEqual(whole);
  expect(await taken("kilo")).toEqual([]);
  expect(await taken("deep")).toEqual(["b.ts:16:12"]);
});

test("members of enums are taken by keys, by values, and with all others", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a.ts
export enum Color { Red = "red", Blue = "blue" }
export enum Count { One, Two }
export enum Plain { A, B }
export const parse = (key: string) => Color[key as keyof typeof Color];
export const nameOf = (count: Count) => Count[count];
export const all = Object.values(Color);
export const one = [Color.Red, Count.One, Plain.A, Plain["B"]];
export const typed: Plain = Plain.A;
`);
  const taken = async (member: string) =>
    locations(await workspace.server.computedUses([workspace.at("a.ts", member)], never));
  expect(await taken("Blue")).toEqual(["a.ts:4:39", "a.ts:6:34"]);
  expect(await taken("Two")).toEqual(["a.ts:5:41"]);
  expect(await taken("A, B")).toEqual([]);
});
