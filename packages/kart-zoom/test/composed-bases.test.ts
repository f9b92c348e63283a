import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "target": "esnext", "types": [] } }
// @filename: types.ts
export interface Base { run(): number; kept: string }
export interface Extra { extra(): string }
export type Both = Base & Extra;
export type Part<T> = Pick<Base, "run"> & { value: T };
export interface Apart { run(): number }
// @filename: heirs.ts
import type { Apart, Both as Renamed, Part } from "./types";
import type * as types from "./types";
export class Impl implements Renamed { run() { return 1; } extra() { return ""; } constructor(readonly kept: string) {} }
export class Of<T> implements Part<T> { value!: T; run = () => 2; }
export interface Sub extends types.Both { run(): 3 }
export class Other implements Apart { run() { return 4; } }
export const ran = (impl: Impl, other: Other) => impl.run() + other.run();
// @filename: classes.ts
export class View { show() { return 1; } }
export const drawn = (view: View) => view.show();
// @filename: mixins.ts
import { View } from "./classes";
type Constructor<T = {}> = new (...args: any[]) => T;
const Titled = <T extends Constructor>(base: T) => class extends base { title = ""; };
export class Page extends Titled(View) { override show() { return 2; } }
const Mixed = Titled(View);
export class Sheet extends Mixed { override show() { return 3; } }
export class Last extends Page { override show() { return 4; } }
export class Window { show() { return 5; } }
export const shown = new Page().show() + new Window().show();
// @filename: keys.ts
import type { Impl } from "./heirs";
export const part = (impl: Impl): Pick<Impl, "extra"> => impl;
export const has = (impl: Impl | { other: 1 }) => ("extra" in impl ? 1 : 2);
// @filename: forms.ts
import { type Both, type Extra } from "./types";
export class Form { send() { return 1; } sent() { return this.send(); } }
type Constructor<T = {}> = new (...args: any[]) => T;
const Titled = <T extends Constructor>(base: T) => class extends base { title = ""; };
const kit = { Panel: Titled(Form) };
const { Panel } = kit;
const Held = Titled(Form);
export class Given<T extends { id: 1 }> extends Titled(Form) { given?: T; send() { return 2; } }
export class Member extends kit.Panel { send() { return 3; } }
export class Taken extends Panel { ["send"]() { return 4; } }
export const boxed = (base: typeof Held) => class extends base { send() { return 5; } };
export class Plain implements Extra { send() { return 6; } extra() { return ""; } }
export type Used = Both;
`),
);
const connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

interface Found {
  readonly path: string;
  readonly line: number;
}

interface References {
  readonly references: readonly (Found & { readonly via: string })[];
  readonly complete: boolean;
}

interface Implementations {
  readonly definitions: readonly Found[];
  readonly complete: boolean;
}

const references = async (path: string, symbol: string) => {
  const found = await connection.data<References>("kart_references", { path, symbol });
  expect(found.complete).toBe(true);
  return found.references.map(({ path: file, line, via }) => `${file}:${line} ${via}`);
};

const implementations = async (path: string, symbol: string) => {
  const found = await connection.data<Implementations>("kart_implementations", { path, symbol });
  expect(found.complete).toBe(true);
  return found.definitions.map(({ path: file, line }) => `${file}:${line}`);
};

test("what implements an intersection overrides the members of its parts, and is used where they are", async () => {
  expect(await references("types.ts", "Base.run")).toEqual([
    "heirs.ts:3 override",
    "heirs.ts:4 override",
    "heirs.ts:5 override",
    "heirs.ts:7 call",
    "types.ts:4 reference",
  ]);
  expect(await references("types.ts", "Base.kept")).toEqual(["heirs.ts:3 override"]);
  expect(await references("heirs.ts", "Impl.run")).toContain("types.ts:1 override");
  expect(await implementations("types.ts", "Base.run")).toEqual(["heirs.ts:3", "heirs.ts:4", "heirs.ts:5"]);
});

test("what extends a mixin overrides what the mixin is given", async () => {
  expect(await references("classes.ts", "View.show")).toEqual([
    "classes.ts:2 call",
    "mixins.ts:4 override",
    "mixins.ts:6 override",
    "mixins.ts:7 override",
    "mixins.ts:9 call",
  ]);
  expect(await implementations("classes.ts", "View.show")).toEqual(["mixins.ts:4", "mixins.ts:6", "mixins.ts:7"]);
  // What is beside it is not below it.
  expect(await implementations("mixins.ts", "Page.show")).toEqual(["mixins.ts:7"]);
});

test("keys of an heir name what its members override", async () => {
  expect(await references("types.ts", "Extra.extra")).toEqual([
    "forms.ts:12 override",
    "heirs.ts:3 override",
    "keys.ts:2 reference",
    "keys.ts:3 reference",
  ]);
});

test("a base is looked into whatever holds it, whatever stands in the head of the class", async () => {
  expect(await references("forms.ts", "Form.send")).toEqual([
    "forms.ts:2 call",
    "forms.ts:8 override",
    "forms.ts:9 override",
    "forms.ts:10 reference",
    "forms.ts:11 reference",
  ]);
});

test("reach and dependencies follow both", async () => {
  const text = async (tool: string, path: string, symbol: string) => {
    const { content } = await connection.call(tool, { path, symbol });
    return content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
  };
  expect(await text("kart_impact", "classes.ts", "View.show")).toMatch(/override Page\.show:4/);
  const ofParts = await text("kart_impact", "types.ts", "Base.run");
  expect(ofParts).toMatch(/override Of\.run:4.*, Sub\.run:5/);
  expect(ofParts).toMatch(/override Impl\.run:3.*\n {2}call ran:7\n/);
  expect(await text("kart_impact", "mixins.ts", "Page.show")).not.toContain("Sheet.show");
  expect(await text("kart_deps", "mixins.ts", "Sheet.show")).toContain("classes.ts: override View.show:1");
  expect(await text("kart_deps", "heirs.ts", "Of.run")).toContain("types.ts: override Base.run:1");
});

test("of many heirs as of few", async () => {
  const numbers = Array.from({ length: 12 }, (_, at) => at);
  using many = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "target": "esnext", "types": [] } }',
    "view.ts": `export class View { show() { return 0; } }
type Constructor<T = {}> = new (...args: any[]) => T;
export const Titled = <T extends Constructor>(base: T) => class extends base { title = ""; };
export class Window { show() { return 1; } }
`,
    ...Object.fromEntries(
      numbers.map((at) => [
        `v${at}.ts`,
        `import { Titled, View, Window } from "./view";
export class V${at} extends Titled(View) { show() { return ${at}; } }
export class Last${at} extends V${at} { show() { return ${at}; } }
export const shown = new V${at}().show() + new Last${at}().show() + new Window().show();
`,
      ]),
    ),
  });
  await using own = await connect(many.root);
  for (const [path, symbol] of [
    ["view.ts", "View.show"],
    ["v3.ts", "V3.show"],
  ] as const) {
    const found = await own.data<References>("kart_references", { path, symbol, limit: 1000 });
    expect(found.complete).toBe(true);
    const inEach = numbers.map((at) =>
      found.references.filter((one) => one.path === `v${at}.ts`).map(({ line, via }) => `${line} ${via}`),
    );
    const whole = ["2 override", "3 override", "4 call", "4 call"];
    expect(inEach).toEqual(numbers.map((at) => (symbol === "V3.show" && at === 3 ? whole.slice(1) : whole)));
  }
  const below = await own.data<Implementations>("kart_implementations", {
    path: "view.ts",
    symbol: "View.show",
    limit: 100,
  });
  expect(below.definitions).toHaveLength(24);
});
