import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("what is below a type in a namespace of the same name is not below that, nor what is below it", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: a.ts
export abstract class Base { abstract run(): void }
export class Widget extends Base { run() {} }
export namespace Widget { export interface Options { size: number } export class Inner { z = 1 } }
export declare function mixed<T extends new () => object>(of: T): T;
// @filename: b.ts
import { mixed, Widget } from "./a";
import * as all from "./a";
export const options: Widget.Options = { size: 1 };
export class Impl implements Widget.Options { size = 2; }
export class Sub extends Widget.Inner {}
export class SubSub extends Sub {}
export class Own extends Widget {}
export class Both extends Widget implements Widget.Options { size = 3; }
export class Far extends all.Widget {}
export class Mixed extends mixed(Widget) {}
`);
  const below = async (name: string) => {
    const { references, coverage } = await workspace.server.implementations(workspace.at("a.ts", name), never);
    expect(coverage.complete).toBe(true);
    return locations(references).filter((one) => one.startsWith("b.ts"));
  };
  const widgets = ["b.ts:7:14", "b.ts:8:14", "b.ts:9:14"];
  expect(await below("Base")).toEqual(expect.arrayContaining(widgets));
  for (const place of ["b.ts:3:40", "b.ts:4:14", "b.ts:5:14", "b.ts:6:14"]) {
    expect(await below("Base")).not.toContain(place);
    expect(await below("Widget extends")).not.toContain(place);
  }
  expect(await below("Options")).toEqual(["b.ts:3:40", "b.ts:4:14", "b.ts:8:14"]);
  expect(await below("Inner")).toEqual(["b.ts:5:14", "b.ts:6:14"]);
});
