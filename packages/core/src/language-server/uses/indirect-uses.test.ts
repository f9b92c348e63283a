import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const MODULE = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: a.ts
export const [|he/*|*/llo|] = 1;
`;

/** Files in which another export of the same name is used, and one that only speaks of it. */
const OTHERS = `// @filename: other.ts
export const hello = 2;
// @filename: others.ts
import * as other from "./other";
export const held = { other };
// @filename: uses-other.ts
import { held } from "./others";
import { c } from "./c";
void c;
export const [hello] = [held.other.hello, { hello: 1 }.hello, ".hello"]; // c.hello
`;

describe("uses of a module through a value that holds it", () => {
  const CASES: Readonly<Record<string, string>> = {
    "a constant": `// @filename: c.ts
import * as a from "./a";
export const c = a;
// @filename: d.ts
import { c } from "./c";
c.[|hello|];
c?.[|hello|];
c["[|hello|]"];
`,
    "an object": `// @filename: c.ts
import * as a from "./a";
export const c = { modules: { a } };
// @filename: d.ts
import { c } from "./c";
c.modules.a.[|hello|];
`,
    "a pattern": `// @filename: c.ts
import * as a from "./a";
export const c = { a };
// @filename: d.ts
import { c } from "./c";
const { a: { [|hello|]: mine } } = c;
void mine;
`,
    "a default export": `// @filename: c.ts
import * as a from "./a";
export const c = 1;
export default a;
// @filename: d.ts
import c from "./c";
c.[|hello|];
`,
    "a namespace of a barrel": `// @filename: barrel.ts
export * as ns from "./a";
// @filename: c.ts
import { ns } from "./barrel";
export const c = [ns] as const;
// @filename: d.ts
import { c } from "./c";
c[0].[|hello|];
`,
    "a module that passes all of it on": `// @filename: barrel.ts
export * from "./a";
// @filename: c.ts
import * as all from "./barrel";
export const c = () => all;
// @filename: d.ts
import { c } from "./c";
c().[|hello|];
`,
    "another name that a barrel gives it": `// @filename: barrel.ts
export { [|hello|] as [|hi|] } from "./a";
// @filename: c.ts
import * as all from "./barrel";
export const c = { all };
// @filename: d.ts
import { c } from "./c";
c.all.[|hi|];
`,
    "a module that is loaded when the program runs": `// @filename: c.ts
export const c = async () => import("./a");
// @filename: d.ts
import { c } from "./c";
void (async () => (await c()).[|hello|]);
`,
    "its type": `// @filename: c.ts
import type * as a from "./a";
export type C = typeof a;
export const c = 1;
// @filename: d.ts
import type { C } from "./c";
export const use = (c: C) => c.[|hello|];
`,
    "the type of what an import gives": `// @filename: c.ts
export type C = { readonly a: typeof import("./a") };
export const c = 1;
// @filename: d.ts
import type { C } from "./c";
export const use = (c: C) => c.a.[|hello|];
`,
    "a file that also imports it by name": `// @filename: c.ts
import * as a from "./a";
export const c = { a };
// @filename: d.ts
import { [|hello|] } from "./a";
import { c } from "./c";
void [[|hello|], c.a.[|hello|]];
`,
    "a file far from the one that holds it": `// @filename: c.ts
import * as a from "./a";
export const c = { a };
// @filename: e.ts
import { c } from "./c";
export class E { readonly deep = c; }
// @filename: d.ts
import { E } from "./e";
new E().deep.a.[|hello|];
`,
  };
  for (const [what, files] of Object.entries(CASES))
    test(what, async () => {
      using workspace = new LanguageWorkspace(MODULE + files + OTHERS);
      const first = await workspace.covered();
      // Who is given a module, or the promise of one, may look into it without its type.
      const passing = files.includes("=> import(") ? 1 : /\[ns\]|=> all|deep = c/.test(files) ? 2 : undefined;
      const file = files.includes("readonly deep = c") ? "e.ts" : "c.ts";
      const unseen = passing === undefined ? [] : [`${file}:${passing} (passes the whole module on)`];
      expect(first).toEqual({ references: [...workspace.wanted], complete: unseen.length === 0, outside: [], unseen });
      expect(await workspace.covered()).toEqual(first);
      const { references } = await workspace.server.references(workspace.cursor, never);
      const known = references.filter(({ path }) => path !== "d.ts");
      const { found } = await workspace.server.indirectUses(workspace.cursor, known, never);
      expect(found.length).toBeGreaterThan(0);
      expect([...workspace.wanted]).toEqual(expect.arrayContaining(locations(found)));
    });
});

test("what is not exported has none", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a.ts
const [|he/*|*/llo|] = 1;
export const other = { hello: [|hello|] };
// @filename: b.ts
import * as a from "./a";
export const b = a;
b.other.hello;
`);
  expect(await workspace.references()).toEqual([...workspace.wanted]);
});

const MANY_USES = `${MODULE}// @filename: c.ts
import * as a from "./a";
export const c = a;
// @filename: d.ts
import { c } from "./c";
${"c.hello;".repeat(501)}
`;

test("more places than are asked about are said to be unseen", async () => {
  using workspace = new LanguageWorkspace(MANY_USES);
  const { found, unseen } = await workspace.server.indirectUses(workspace.cursor, [], never);
  expect(found).toEqual([]);
  expect(unseen).toEqual([workspace.files.path("d.ts")]);
});

test("a member that a file names in quotes alone, and what only shares its name", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{}
// @filename: a.ts
export interface A { [|he/*|*/llo|]: 1 }
// @filename: b.ts
import type { A } from "./a";
export type B = A["[|hello|]"] | A[ '[|hello|]' ];
// @filename: other.ts
export interface Other { hello: 2 }
export type C = [Other["hello"], "hello", ["hello"]];
`);
  const { references } = await workspace.server.references(workspace.cursor, never);
  expect(locations(references)).toEqual([...workspace.wanted]);
  const { found } = await workspace.server.indirectUses(workspace.cursor, [], never);
  expect(locations(found)).toEqual(workspace.wanted.filter((one) => one.startsWith("b.ts")));
});
