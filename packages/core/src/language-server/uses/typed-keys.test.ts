import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: point.ts
export class Point {
  x = 1;
  y = 2;
  size = 3;
  kept = 4;
  on(axis: "x" | "y") { return this[axis]; }
}
export type Axis = "x" | "y";
export type Key = keyof Point;
export const SIZE = "size";
export interface Unlike { x: number; size: number }
// @filename: use.ts
import { type Axis, type Key, Point, SIZE, type Unlike } from "./point";
export const sum = (p: Point) => (["x", "y"] as const).reduce((all, k) => all + p[k], 0);
export const at = (p: Point, axis: Axis) => p[axis];
export const size = (p: Point) => p[SIZE];
export const taken = ({ [SIZE]: size }: Point) => size;
export const either = (p: Point, is: boolean) => p[is ? "x" : "y"];
export const nested = (p: Point, axes: Axis[], i: number) => p[axes[i]!];
export const unlike = (p: Unlike, axis: "x" | "size") => p[axis];
export const others = (p: Point) => (["y", "size"] as const).map((k) => p[k]);
export const get = <K extends keyof Point>(p: Point, key: K) => p[key];
export const any = (p: Point, key: string) => p[key as keyof Point];
export const named = (p: Point, key: Key) => p[key];
export const kept = (list: string[], i: number) => list[i] === "kept";
`);
afterAll(() => workspace[Symbol.dispose]());

/** Where keys may name a member of the class by their types. */
async function keyed(member: string): Promise<string[]> {
  const { keyed: found } = await workspace.server.unlistedUses([workspace.at("point.ts", member)], [], never);
  expect(found?.unasked).toBe(0);
  return locations(found?.found ?? []);
}

test.each([
  ["x =", ["point.ts:6:37", "use.ts:2:83", "use.ts:3:47", "use.ts:6:52", "use.ts:7:64"]],
  ["size =", ["use.ts:4:37", "use.ts:5:26", "use.ts:9:75"]],
  ["kept =", []],
] as const)("%s", async (member, wanted) => {
  expect(await keyed(member)).toEqual([...wanted]);
});
