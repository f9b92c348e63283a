import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(60_000);

/** Names with several declarations: overloads, a value and a type. */
const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "jsx": "preserve" } }
// @filename: over.ts
/** Of text. */
export function f(a: string): string;
/** Of numbers. */
export function f(a: number): number;
export function f(a: any): any {
  return a;
}
export class K {
  m(a: string): void;
  m(a: number): void;
  m(a: any) {}
}
export interface I {
  q(a: string): void;
  q(a: number): void;
}
export type Deep = {
  inner: { call(): void; value: 1 };
  (a: string): void;
};
export const use = (k: K, i: I, deep: Deep) => {
  f(1);
  k.m(2);
  i.q(3);
  deep.inner.call();
  return deep.inner.value;
};
export function local() {
  class Inside { get v() { return 1; } m() {} }
  new Inside().m();
  return new Inside().v;
}
// @filename: both.ts
export const User = { id: 1 };
export type User = { id: number };
export type Late = { id: number };
export const Late = { id: 1 };
export const user: User = User;
export const late: Late = Late;
// @filename: use.ts
import { f, K } from "./over";
import { Late, User } from "./both";
f(1);
f("");
new K().m("");
export { f as g } from "./over";
export const there: User = User, then: Late = Late;
`),
);
const connection: Connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

/** The position of the last name in a text of a file, 1-based. */
function at(path: string, text: string): { path: string; line: number; column: number } {
  const source = files.read(path);
  const offset = source.indexOf(text) + text.search(/\w+\W*$/);
  const lines = source.slice(0, offset).split("\n");
  return { path, line: lines.length, column: (lines.at(-1) as string).length + 1 };
}

describe("kart_definition", () => {
  test.each([
    ["the overload that a call means", at("over.ts", "=> {\n  f("), "over.ts:4 function f(a: number): number"],
    ["of a method", at("over.ts", "k.m("), "over.ts:10 method m(a: number): void"],
    ["of an interface's method", at("over.ts", "i.q("), "over.ts:15 method q(a: number): void"],
    [
      "a member of a type in a type",
      at("over.ts", "inner.call("),
      "over.ts:18 method inner: { call(): void; value: 1 };",
    ],
    ["a property of it", at("over.ts", "inner.value;"), "over.ts:18 property inner: { call(): void; value: 1 };"],
    [
      "a method of a class in a function",
      at("over.ts", "Inside().m("),
      "over.ts:29 method class Inside { get v() { return 1; } m() {} }",
    ],
    ["its getter", at("over.ts", "Inside().v;"), "over.ts:29 getter class Inside { get v() { return 1; } m() {} }"],
    [
      "all overloads of a name",
      { path: "over.ts", symbol: "K.m" },
      "3 definitions\nover.ts\n 9 method m(a: string): void\n 10 method m(a: number): void\n 11 method m(a: any)",
    ],
  ])("%s", async (_what, place, wanted) => {
    expect(await connection.text("kart_definition", place)).toBe(wanted);
  });
});

test("a symbol depends on what it calls by another signature than the first", async () => {
  const { callees } = await connection
    .data<{ root: { callees: { name: string; via: string }[] } }>("kart_deps", {
      path: "over.ts",
      symbol: "use",
      depth: 1,
    })
    .then(({ root }) => root);
  expect(callees.map(({ via, name }) => `${via} ${name}`)).toContain("call f");
  expect(callees.map(({ via, name }) => `${via} ${name}`)).toContain("call K.m");
});
