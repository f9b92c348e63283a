import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const FILES = `// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: a.ts
export class A { static made = 1; constructor(readonly x: number) {} }
`;

/** Where the constructor is called, and what may call it unseen. */
async function users(use: string): Promise<[found: string[], unseen: string[]]> {
  using workspace = new LanguageWorkspace(`${FILES}// @filename: use.ts
import { A } from "./a";
${use}
`);
  const { references, unseen } = await workspace.covered(workspace.at("a.ts", "constructor"));
  return [references.filter((one) => one.startsWith("use.ts")), [...unseen]];
}

test.each([
  ["a const", "const B = A;\nnew B(1);", ["use.ts:3:5"]],
  ["a const of a const", "const B = A;\nconst C = B;\nnew C(1);", ["use.ts:4:5"]],
  ["a parameter", "export const make = (cls: typeof A) => new cls(1);", ["use.ts:2:44"]],
  ["a cast", "new (A as any)(1);", ["use.ts:2:6"]],
  ["a class below", "class B extends A {}\nconst C = B;\nnew C(1);", ["use.ts:4:5"]],
  [
    "none: its static members, its type",
    "export const all: A[] = [];\nA.made;\nexport type One = InstanceType<typeof A>;",
    [],
  ],
])("a constructor is called by another name of its class: %s", async (_what, use, wanted) => {
  expect(await users(use)).toEqual([wanted, []]);
});

test.each([
  ["to a function", "make(A); // here\ndeclare function make(of: new (x: number) => A): A;", []],
  ["in an object", "const all = { a: A }; // here\nnew all.a(1);", ["use.ts:3:9"]],
  ["as a class below", "class B extends A {}\nexport const all = [B]; // here", []],
])("who makes instances of a class that is passed on is unseen: %s", async (_what, use, wanted) => {
  const line = use.split("\n").findIndex((one) => one.endsWith("// here")) + 2;
  expect(await users(use)).toEqual([wanted, [`use.ts:${line} (passes the class on)`]]);
});
