import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";
import { unknownNotes } from "./unknown-values.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "allowJs": true, "lib": ["es2022"], "types": [] }, "include": ["src"] }
// @filename: src/task.ts
export class Task {
  isFailed() { return false; }
  #hidden() { this.#hidden(); }
}
export interface Other { isFailed: boolean; quiet: boolean }
export function lone() {}
// @filename: src/use.ts
import type { Other, Task } from "./task";
import * as tasks from "./task";
interface Open { readonly [key: string]: any; size: number }
interface Counts { [key: string]: number }
export function use(a: any, typed: Task, other: Other, keyed: Record<string, number>, un: Task | any, open: Open, counts: Counts) {
  a.[|isFailed|]();
  open.[|isFailed|](); counts.isFailed;
  a?.b.[|isFailed|];
  const { [|isFailed|], [|isFailed|]: renamed } = a;
  un.[|isFailed|]();
  JSON.parse("")
    .[|isFailed|];
  typed.isFailed(); other.isFailed; keyed.isFailed; tasks.lone; a.lone(); a.hidden;
  const { isFailed: own } = other;
  return { isFailed, renamed, own }; // a.isFailed
}
export const take = ({ [|isFailed|] }: any) => isFailed;
export function apart(a: any, typed: Task, other: Other, at: { of: unknown }) {
  const { of: { [|isFailed|] } } = a;
  const [{ [|isFailed|]: first }, ...[{ [|isFailed|]: last = 1 }]] = a;
  ({ [|isFailed|]: at.of } = a);
  ({ of: { [|isFailed|]: at.of } } = a);
  for ({ [|isFailed|]: at.of } of a);
  for (const { of: { [|isFailed|]: each } } of a) each;
  a.then(([{ [|isFailed|]: one }, { of: { [|isFailed|]: two } }]) => one ?? two);
  ({ isFailed: at.of } = typed);
  ({ of: { isFailed: at.of } } = { of: other });
  const { of: { isFailed: its } } = { of: other };
  return [isFailed, first, last, its, { of: { isFailed: a } }, [{ isFailed: a }]];
}
// @filename: src/plain.js
export function run(task, o) {
  const p = { isFailed: o };
  p.isFailed = 2;
  let isFailed;
  ({ [|isFailed|] } = task);
  ({ isFailed } = { isFailed: 2 });
  return task.[|isFailed|]() || { isFailed: true, of: { isFailed } };
}
export const inner = ({ of: { [|isFailed|] } }) => isFailed;
`);
afterAll(() => workspace[Symbol.dispose]());

async function at(text: string, shift = 0) {
  const place = workspace.at("src/task.ts", text);
  const asked = { ...place, offset: place.offset + shift };
  const { references } = await workspace.server.references(asked, never);
  return workspace.server.unknownValues([asked], references, never);
}

test("a function that a comment declares for some value may be any method of the name, in JavaScript", async () => {
  using own = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "commonjs", "allowJs": true, "lib": ["es2022"], "types": [] }, "include": ["src"] }
// @filename: src/nft.js
class Nft { load(url) { return url; } size = 1; }
module.exports = Nft;
// @filename: src/typed.ts
export class Typed { load(url: string) { return url; } }
// @filename: src/service.js
/**
 * @typedef {Object} Provider
 * @property {(url: string) => string} load
 * @property {number} size
 */
/** @param {Provider[]} providers */
exports.run = (providers) => providers.map((one) => [one.[|load|]("x"), one.size]);
/** @param {{ load: Function }} one */
exports.go = (one) => one.[|load|]("x");
class Other { load() {} }
new Other().load();
`);
  const unknown = async (path: string, name: string) => {
    const place = own.at(path, name);
    const { references } = await own.server.references(place, never);
    return locations((await own.server.unknownValues([place], references, never)).found);
  };
  expect(await unknown("src/nft.js", "load")).toEqual([...own.wanted]);
  expect(await unknown("src/nft.js", "size")).toEqual([]);
  expect(await unknown("src/typed.ts", "load")).toEqual([]);
});

describe("uses on values of unknown type", () => {
  test("of a method", async () => {
    const { found, unasked } = await at("isFailed");
    expect({ found: locations(found), unasked }).toEqual({ found: [...workspace.wanted], unasked: 0 });
  });

  test("of a property none, where nothing has the name; of what is private none at all", async () => {
    for (const one of [await at("quiet"), await at("#hidden")]) expect(one).toEqual({ found: [], unasked: 0 });
  });

  test("no more than some places are asked about, and none in files where nothing is any", async () => {
    const { files, server } = workspace;
    const user = (type: string) =>
      `import type { Other } from "./task";\nexport function f(o: ${type}) {\n${"o.quiet;\n".repeat(150)}}\n`;
    files.write("src/many.ts", user("Other"));
    files.write("src/more.ts", user("Other"));
    const place = workspace.at("src/task.ts", "quiet");
    await server.references(place, never);
    const asked = () => server.unknownValues([place], [], never);
    expect(await asked()).toEqual({ found: [], unasked: 0 });
    files.write("src/many.ts", user("any"));
    files.write("src/more.ts", user("any"));
    expect(await asked()).toMatchObject({ found: { length: 100 }, unasked: 200 });
    // One line that a build wrote comes behind what a person did.
    files.write("src/a-built.js", `export const f = (o) => { ${"o.quiet; ".repeat(150)}};`);
    expect((await asked()).found.map(({ path }) => path)).not.toContain("src/a-built.js");
  });

  test("strings in brackets behind a value of type any, and behind nothing that has a type", async () => {
    using own = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "strict": true, "lib": ["es2022"], "types": [] } }
// @filename: src/job.ts
export class Job { run() { return 1; } }
// @filename: src/use.ts
import { Job } from "./job";
class Other { run() { return 2; } }
type Run = Job["run"];
declare const some: any, table: Record<string, () => void>, get: () => any;
export const used = [
  some["[|run|]"](),
  some?.['[|run|]']?.(),
  (new Job() as any)["[|run|]"](),
  get()["[|run|]"],
  get()!.other[\`[|run|]\`],
  table["run"]?.(),
  (table)["run"],
  new Other()["run"](),
  (new Job())["run"](),
  ["run"],
];
`);
    const { found, unasked } = await own.server.unknownValues([own.at("src/job.ts", "run")], [], never);
    expect(locations(found)).toEqual([...own.wanted]);
    expect(unasked).toBe(0);
  });

  test("members that may override one, of classes that extend a value of type any", async () => {
    using own = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "strict": true, "allowJs": true, "lib": ["es2022"], "types": [] } }
// @filename: src/base.ts
export class Base { run() { return 1; } static make() {} }
// @filename: src/heirs.ts
import { Gone } from "gone";
import { Base } from "./base";
const Any: any = Base;
declare function mix(base: unknown): any;
declare function typed<T>(base: T): T;
declare const Other: new () => { other(): void };
export class A extends Any { [|run|]() {} }
export class B extends (Base as any) { [|run|]() {} static make() {} }
export class C extends mix(Base) { [|run|] = 1; }
export class D extends typed(Base) { run() { return 2; } }
export class E extends Other { run() {} }
export class F extends Gone { run() {} }
// @filename: src/mixins.js
import { Base } from "./base";
const Mixin = (base) => class extends base { other() {} };
export class G extends Mixin(Base) { [|run|]() {} }
`);
    const { references } = await own.server.references(own.at("src/base.ts", "run"), never);
    const { heirs = [] } = await own.server.unknownValues([own.at("src/base.ts", "run")], references, never);
    expect(locations(heirs)).toEqual([...own.wanted]);
    const statics = await own.server.unknownValues([own.at("src/base.ts", "make")], [], never);
    expect(statics.heirs).toBeUndefined();
    // What extends the class itself by whatever it is called implements its members.
    const { references: below } = await own.server.implementations(own.at("src/base.ts", "run"), never);
    expect(locations(below).filter((one) => one.startsWith("src/mixins"))).toEqual(
      [...own.wanted].filter((one) => one.startsWith("src/mixins")),
    );
  });

  test("what is near the member is asked about first: a bundle of the same code has its names more often", async () => {
    using own = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "allowJs": true, "lib": ["es2022"], "types": [] } }
// @filename: build/all.js
export function bundled(o) {
${"  o.test();\n".repeat(150)}}
// @filename: src/core/layers.js
export class Layers { test() {} }
// @filename: src/render.js
export const render = (o) => o.[|test|]();
`);
    const { found } = await own.server.unknownValues([own.at("src/core/layers.js", "test")], [], never);
    expect(found).toHaveLength(100);
    expect(locations(found.slice(0, 1))).toEqual([...own.wanted]);
  });
});

test("how an answer tells of them", () => {
  const use = (path: string, line: number) => ({ path, line, column: 1, file: `/${path}`, span: { start: 0, end: 1 } });
  const many = [...[1, 1, 2, 3, 4, 5, 6].map((line) => use("a.js", line)), use("b.js", 7)];
  expect([
    ...unknownNotes("NOT COUNTED", { found: [], unasked: 0 }),
    ...unknownNotes("NOT COUNTED", { found: [], unasked: 1000 }),
    ...unknownNotes("NOT COUNTED", { found: [use("b.js", 7)], unasked: 0 }),
    ...unknownNotes("NOT COUNTED", { found: many, unasked: 1 }),
    ...unknownNotes("NOT COUNTED", { found: [], unasked: 0, heirs: [use("b.js", 7)] }),
  ]).toEqual([
    "Of 1,100 other places with that name 100 were looked at for values of unknown type: none.",
    "NOT COUNTED: 1 use of that name on a value of unknown type (any): b.js:7",
    "NOT COUNTED: at least 8 uses of that name on values of unknown type (any): a.js:1,2,3,4,5,…; b.js:7",
    "NOT COUNTED: 1 member of that name in a class that extends a value of unknown type (any): b.js:7",
  ]);
});
