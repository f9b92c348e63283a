import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(30_000);

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
`);
  const taken = async (path: string, member: string) =>
    locations(await workspace.server.computedUses([workspace.at(path, member)], never));
  expect(await taken("a.ts", "about")).toEqual(["b.ts:2:38", "b.ts:3:34"]);
  expect(await taken("a.ts", "deep")).toEqual(["b.ts:5:47"]);
  expect(await taken("a.ts", "kilo")).toEqual(["b.ts:7:40"]);
  expect(await taken("a.ts", "metre")).toEqual(["b.ts:6:48"]);
  expect(await taken("a.ts", "open")).toEqual([]);
  const inTypes = await workspace.server.computedUses([workspace.at("a.ts", "open")], never, { inTypes: true });
  expect(locations(inTypes)).toEqual(["a.ts:9:29"]);
  for (const member of ["mega", "one: 1", "size", "add"]) expect(await taken("a.ts", member)).toEqual([]);
  expect(await taken("lib.js", "a: 1")).toEqual(["use.js:3:25"]);
  expect(await taken("map.js", "c: 3")).toEqual(["use.js:3:38"]);
});
