import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("a string that asks whether a value has a member is a use of the member of those that may have it", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: pets.ts
export interface Cat { meow: 1; legs: 4 }
export interface Dog { "bark": 2; legs: 4 }
export class Cow { meow = 3 }
// @filename: use.ts
import type { Cat, Cow, Dog } from "./pets";
export const isCat = (a: Cat | Dog) => ("meow" in a ? 1 : 2);
export const isDog = (a: { pet: Cat | Dog }) => \`bark\` in a.pet && 'bark' in get(a.pet);
declare function get<T>(of: T): T;
export const isCow = (a: Cow | Dog) => "meow" in a;
export const isAny = (a: object, all: any) => "meow" in a || "meow" in all;
for (const one in { meow: 1 }) console.log("meow", one);
`);
  const found = async (member: string) => {
    const { references, coverage } = await workspace.server.references(workspace.at("pets.ts", member), never);
    expect(coverage.complete).toBe(true);
    return locations(references).filter((one) => one.startsWith("use.ts"));
  };
  expect(await found("meow: 1")).toEqual(["use.ts:2:42"]);
  expect(await found('bark"')).toEqual(["use.ts:3:50", "use.ts:3:69"]);
  expect(await found("meow = 3")).toEqual(["use.ts:5:41"]);
});

test("so is the string by which functions of the language take it", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: pets.ts
export class Cow { /*|*/[|meow|] = 3 }
export class Cat { meow = 3 }
// @filename: use.ts
import { Cat, Cow } from "./pets";
const cow = new Cow();
Object.defineProperty(Cow.prototype, "[|meow|]", { enumerable: true });
Object.hasOwn(cow, '[|meow|]') && Object.getOwnPropertyDescriptor(cow, \`[|meow|]\`);
Reflect.get(cow, "[|meow|]"), Reflect.set(cow, "[|meow|]", 1), Reflect.has(new Cow(), "[|meow|]");
Reflect.has(new Cat(), "meow"), Object.hasOwn({ meow: 1 }, "meow"), Object.is(cow, "meow"), console.log(cow, "meow");
`);
  expect(await workspace.references()).toEqual([...workspace.wanted]);
});

test("so is one that asks a module for an export to which another file adds", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: mod.ts
export interface conf { a: number }
export const /*|*/[|conf|]: conf = { a: 1 };
// @filename: plugin.ts
export {};
declare module "./mod" { interface conf { b?: number } }
// @filename: use.ts
type M = typeof import("./mod");
export const f = (m: Partial<M>) => "[|conf|]" in m;
`);
  expect(await workspace.references()).toEqual([...workspace.wanted]);
});
