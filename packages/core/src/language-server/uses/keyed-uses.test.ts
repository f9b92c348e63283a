import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("keys in types are uses of the member that they name, and of no other one of the name", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: invoice.ts
export interface Invoice { total: number; paid: boolean }
export interface Order { total: number }
// @filename: take.ts
import type { Invoice, Order } from "./invoice";
export type Part = { [P in "total"]: Invoice[P] };
export declare function take<K extends "paid" | "open">(key: K): (Invoice & { open: 1 })[K];
export declare function given<K extends "total">(of: Order, key: K): Order[K];
// @filename: use.ts
import type { Invoice, Order } from "./invoice";
export type Draft = Omit<Invoice, "total">;
export type Sum = Pick<Partial<Invoice>, "paid" | "total">;
export type Keys = Exclude<keyof Invoice, "total">;
export type Of<I extends Invoice> = { [P in keyof I as Exclude<P, "total">]: I[P] };
export type Other = Omit<Order, "total"> & Omit<Invoice | Order, "total">;
export const total = "total";
`);
  const uses = async (name: string) =>
    locations((await workspace.server.references(workspace.at("invoice.ts", name), never)).references);
  expect(await uses("total: number; paid")).toEqual([
    "invoice.ts:1:28",
    "take.ts:2:29",
    "use.ts:2:36",
    "use.ts:3:52",
    "use.ts:4:44",
    "use.ts:5:68",
    "use.ts:6:67",
  ]);
  expect(await uses("paid")).toEqual(["invoice.ts:1:43", "take.ts:3:41", "use.ts:3:43"]);
  expect(await uses("total: number }\n")).toEqual(["invoice.ts:2:26", "take.ts:4:42", "use.ts:6:34", "use.ts:6:67"]);
});

test("what another type is given beside the owner may be a key, and is named", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true } }
// @filename: a.ts
interface Box<T> { of: T; size: number; lid: boolean }
type Must<T, K extends keyof T> = T & { [P in K]-?: T[P] };
class Circle { constructor(readonly radius: number) {} }
type Id = "radius";
export type Flat = Omit<Circle, Id | "radius">;
type Column<T, Name extends string> = { of: T; name: Name };
export type One = Must<Box<string>, "size" | "of">;
export type Two = Column<{ lid: 1 }, "lid">;
`);
  const coverage = async (name: string) =>
    (await workspace.server.references(workspace.at("a.ts", name), never)).coverage;
  expect(await coverage("size: number")).toMatchObject({ complete: false, unseen: ["a.ts:7 (perhaps a key)"] });
  const { references } = await workspace.server.references(workspace.at("a.ts", "radius: number"), never);
  expect(locations(references)).toEqual(["a.ts:3:37", "a.ts:5:39"]);
  expect(await coverage("lid: boolean")).toMatchObject({ complete: true });
});
