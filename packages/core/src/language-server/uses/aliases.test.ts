import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const CONFIG =
  '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }';

test("uses by an alias of a namespace's member are uses of that, in other modules, by other aliases and in another project too", async () => {
  using workspace = new LanguageWorkspace(`// @filename: one/tsconfig.json
${CONFIG}
// @filename: one/lib.ts
export namespace N { export function [|/*|*/f|](a: number) { return a; } }
export import g = N.[|f|];
import own = N.[|f|];
export const viaOwn = () => [|own|](1);
export namespace M { export import h = N.[|f|]; export import All = N; }
M.[|h|](2);
M.All.[|f|](3);
namespace Other { export const f = 1; }
import other = Other.f;
void other;
// @filename: one/all.ts
import * as all from "./lib";
import again = all.[|g|];
[|again|](4);
// @filename: two/tsconfig.json
${CONFIG}
// @filename: two/use.ts
import { [|g|], M } from "../one/lib";
[|g|](5) + M.[|h|](6);
`);
  expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
});

test("uses of a namespace by an alias that calls it otherwise are uses of it", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${CONFIG}
// @filename: a.ts
namespace [|/*|*/N|] { export const a = 1; }
import Own = [|N|];
export const b: typeof [|Own|].a = [|Own|].a;
`);
  expect(await workspace.references()).toEqual([...workspace.wanted]);
});

test("what extends or implements a type by an alias is below it, at any depth and by an alias of an alias", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${CONFIG}
// @filename: shapes.ts
export namespace Shapes {
  export class [|/*|*/Circle|] { r = 1; }
  export class [|Small|] extends Circle { s = 1; }
}
export namespace More { export import Round = Shapes.Circle; }
// @filename: use.ts
import { More, Shapes } from "./shapes";
import Circle = Shapes.Circle;
import Round = More.Round;
import Small = Shapes.Small;
export class [|Big|] extends Circle { big = true; }
export class [|Bigger|] extends Big { bigger = true; }
export class [|Rounder|] implements Round { r = 2; }
export class [|Smaller|] extends Small { smaller = true; }
`);
  const { references, coverage } = await workspace.server.implementations(workspace.cursor, never);
  expect(locations(references)).toEqual([...workspace.wanted]);
  expect(coverage.complete).toBe(true);
});

test("uses by the global that `export as namespace` makes of what `export =` exports are uses of that, and what extends it is below it", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${CONFIG}
// @filename: vendor.d.ts
export = [|Vendor|];
export as namespace VendorLib;
declare class [|/*|*/Vendor|] { run(): void }
// @filename: global.ts
function start(v: [|VendorLib|]) { v.run(); return new [|VendorLib|](); }
class Own extends [|VendorLib|] {}
// @filename: other.d.ts
export as namespace OtherLib;
export declare class Vendor { run(): void }
// @filename: uses-other.ts
function other(v: OtherLib.Vendor) { v.run(); }
`);
  expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
  const { references } = await workspace.server.implementations(workspace.cursor, never);
  expect(locations(references)).toContain("global.ts:2:7");
  const atGlobal = await workspace.server.definition(workspace.at("global.ts", "VendorLib"), never);
  expect(locations(atGlobal)).toEqual(["vendor.d.ts:3:15"]);
});

test("what extends or implements a type by the name of another that is all of it is below it, by an alias of an alias too", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${CONFIG}
// @filename: run.ts
export interface /*|*/Run { go?(): void }
export type Alias = Run;
export type Both = Alias & { z: number };
export type Either = Run | { y: 1 };
export type Held = { run: Run };
export type Late = { a: 1 | 2; b: string } & Run;
export type List = Run[];
export class Other implements Held { run = {}; }
// @filename: use.ts
import type { Alias, Both, Late } from "./run";
export class [|L|] implements Late { a = 1 as const; b = ""; }
export class [|A|] implements Alias { go() {} }
export interface [|I|] extends Both {}
export class [|C|] implements I { z = 1; }
export class [|D|] extends A {}
`);
  const { references, coverage } = await workspace.server.implementations(workspace.cursor, never);
  expect(locations(references)).toEqual([...workspace.wanted]);
  expect(coverage.complete).toBe(true);
});
