import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

test("kart_implementations finds objects that are of a type by where they stand, not those that hold them or lack a member", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "target": "es2022" } }
// @filename: shape.ts
export interface Shape { area(): number; name: string; note?: string }
export interface Add { type: "add"; id: string }
export interface Remove { type: "remove"; id: string }
export interface Options { deep?: boolean; flat?: boolean }
export type Handler = (x: number) => string;
export type Id = string | 1;
// @filename: use.ts
import type { Add, Handler, Options, Remove, Shape } from "./shape";
declare const yes: boolean;
const area = () => 1, name = "x";
export const b: Shape = yes ? { area, name } : { area, name: "b" };
let c: Shape | undefined;
c = ({ area() { return 1; }, "name": "c" });
export function take(shape: Shape | Options | Add | Remove): void {}
take({ ["area"]: area, name: "d" });
take({ flat: true });
take({ type: "remove", id: "" });
export const list: Shape[] = [
  { area, name }];
export class Holder { set(): void {
  new Map<string, Shape>().set("x", { ...b, area }); } }
export const held = { inner:
  { area, name } } satisfies { inner: Shape };
export const part = (shape: Pick<Shape, "area">) => shape;
part({ area });
export const unrelated = { area, name };
export const on = (handler: Handler) => handler;
on((x) => String(x));
take({ ...b, name: "e" });
`),
  );
  await using server = await connect(files.root);
  const rows = async (symbol: string) =>
    (await server.text("kart_implementations", { path: "shape.ts", symbol })).split("\n");
  expect(await rows("Shape")).toEqual([
    "8 implementations, complete",
    "use.ts",
    ' 4 const b: Shape = yes ? { area, name } : { area, name: "b" }',
    ' 4 const b: Shape = yes ? { area, name } : { area, name: "b" }',
    ' 6 object c = ({ area() { return 1; }, "name": "c" });',
    ' 8 object take({ ["area"]: area, name: "d" });',
    " 12 const list: Shape[] = [{ area, name }]",
    ' 14 object new Map<string, Shape>().set("x", { ...b, area }); } }',
    " 16 held: property inner: { area, name }",
    ' 22 object take({ ...b, name: "e" });',
  ]);
  expect(await rows("Options")).toEqual(["1 implementation, complete", "use.ts:9 object take({ flat: true });"]);
  expect(await rows("Add")).toEqual(["No implementation found, complete."]);
  expect(await rows("Remove")).toEqual([
    "1 implementation, complete",
    'use.ts:10 object take({ type: "remove", id: "" });',
  ]);
  expect(await rows("Id")).toEqual(["No implementation found, complete."]);
  expect(await rows("Handler")).toEqual([
    "No implementation found, INCOMPLETE.",
    "INCOMPLETE: not searched: functions and objects that are Handler by where they stand, which no type beside them says",
  ]);
});

test("what implements a type goes with what does so inside of it", async () => {
  using files = new TempWorkspace({
    "a.ts": `export interface Runner { run(): void }
export function go(r: Runner): void { r.run(); }
export const Expr = class implements Runner { run() { go({ run() {} }); } };
export interface Tree { label: string; child?: Tree }
const base = { label: "r" };
export const tree: Tree = { ...base, child: { label: "in" } };
export const whole: Tree = { label: "a", child: { label: "b" } };
`,
  });
  await using server = await connect(files.root);
  const rows = async (symbol: string) =>
    (await server.text("kart_implementations", { path: "a.ts", symbol })).split("\n").slice(2);
  expect(await rows("Runner")).toEqual([
    " 3 const Expr = class implements Runner",
    " 3 object export const Expr = class implements Runner { run() { go({ run() {} }); } };",
  ]);
  expect(await rows("Tree")).toHaveLength(4);
});

test("kart_implementations of an interface's member: keys of objects, and no pattern that reads it", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "target": "es2022" } }
// @filename: shape.ts
export interface Shape { area(): number; label: string }
export declare const one: Shape;
// @filename: use.ts
import { one, type Shape } from "./shape";
let area: Shape["area"], other: Shape["area"], label = "";
({ area, label } = one);
({ area: other } = one);
for ({ label } of [one]);
export const f = ({ area: own, label = "" }: Partial<Shape>) => [own, label];
export const g = ({ label }: Shape) => label;
export const shape: Shape[] = [{ area, label: "b" }];
export class Square implements Shape { area() { return 1; } label = "c"; }
`),
  );
  await using server = await connect(files.root);
  const rows = async (symbol: string) =>
    (await server.text("kart_implementations", { path: "shape.ts", symbol })).split("\n");
  expect(await rows("Shape.area")).toEqual([
    "2 implementations, complete",
    "use.ts",
    ' 8 property export const shape: Shape[] = [{ area, label: "b" }];',
    " 9 Square: method area()",
  ]);
  expect(await rows("Shape.label")).toEqual([
    "2 implementations, complete",
    "use.ts",
    ' 8 property export const shape: Shape[] = [{ area, label: "b" }];',
    ' 9 Square: property label = "c"',
  ]);
});

test("keys of what is mapped from a type, and of what it extends, are none of its own", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
    "a.ts": `export interface Animal { nameOf: string }
export interface Dog extends Animal { nameOf: "rex" }
export type Pair = { left: number; right: string };
export declare function anyone(a: Animal): void;
export declare function dog(d: Dog): void;
export declare function flags(f: { [K in keyof Dog]: boolean }): void;
export declare function pair(p: Pair): void;
export declare function sides(p: { [K in keyof Pair]: boolean }): void;
anyone({ nameOf: "other" });
dog({ nameOf: "rex" });
flags({ nameOf: true });
pair({ left: 1, right: "" });
sides({ left: true, right: false });
export type Key = keyof Pair;
export type First = Pair["left"];
`,
  });
  await using server = await connect(files.root);
  const ask = (symbol: string) => server.text("kart_implementations", { path: "a.ts", symbol });
  expect(await ask("Dog")).toBe('1 implementation, complete\na.ts:10 object dog({ nameOf: "rex" });');
  const members = await ask("Dog.nameOf");
  expect(members).toContain(' 10 property dog({ nameOf: "rex" });');
  expect(members).not.toContain("anyone");
  expect(await ask("Pair")).toBe('1 implementation, complete\na.ts:12 object pair({ left: 1, right: "" });');
  for (const symbol of ["Key", "First"]) expect(await ask(symbol)).toBe("No implementation found, complete.");
});

test("objects are found by another member where the rarest tells nothing of them", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
    "a.ts": `export interface Circle { computeArea(): number; radius: number }
export interface Square { computeArea(): number; side: number }
export declare function draw(s: Circle | Square): void;
draw({ computeArea: () => 3, radius: 1 });
export type Box<T> = { valueOfBox: T; id: number };
export declare function take(b: Box<string>): void;
take({ valueOfBox: "a", id: 1 });
export interface Plan { longestName: number; short: string }
const KEY = "longestName";
export declare function plan(p: Plan): void;
plan({ [KEY]: 1, short: "x1" });
export interface Named { describe(): string; nm: string }
export interface Aged { describe(): string; ag: number }
export declare function both(s: Named & Aged): void;
both({ describe() { return ""; }, nm: "1", ag: 2 });
export interface Numbered { 1: string; longer: number }
export declare function number(n: Numbered): void;
declare const rest: { longer: number };
number({ ...rest, 1: "a" });
`,
  });
  await using server = await connect(files.root);
  const found = async (symbol: string) => {
    const text = await server.text("kart_implementations", { path: "a.ts", symbol });
    return /^1 implementation, complete\na\.ts:(\d+) object /.exec(text)?.[1] ?? text;
  };
  const lines = { Circle: "4", Box: "7", Plan: "11", Named: "15", Aged: "15", Numbered: "19" };
  for (const [symbol, line] of Object.entries(lines)) expect([symbol, await found(symbol)]).toEqual([symbol, line]);
});
