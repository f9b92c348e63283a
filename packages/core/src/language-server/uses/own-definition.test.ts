import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

/** Where the name at the cursor is declared, besides there: the ranges. */
const DECLARED_TWICE: Readonly<Record<string, string>> = {
  "as a type too": `// @filename: a.ts
export const [|he/*|*/llo|] = 1;
export type [|hello|] = typeof hello;
`,
  "by overloads": `// @filename: a.ts
export function [|he/*|*/llo|](a: string): void;
export function [|hello|](a: number): void;
export function [|hello|](a: unknown): void { void a; }
`,
  "as a namespace, behind a comment": `// @filename: a.ts
export function [|he/*|*/llo|]() {}
export namespace /* why */ [|hello|] { export const b = 1; }
`,
  "by another file that adds to its module": `// @filename: a.ts
export interface [|He/*|*/llo|] { a: 1 }
// @filename: b.ts
import "./a";
declare module "./a" { interface [|Hello|] { b: 2 } }
`,
};

for (const [what, files] of Object.entries(DECLARED_TWICE))
  test(`what is declared ${what} has both for definitions`, async () => {
    using workspace = new LanguageWorkspace(CONFIG + files);
    expect(locations(await workspace.server.definition(atStart(workspace), never))).toEqual([...workspace.wanted]);
  });

/** The place at which the name starts that the cursor stands in. */
function atStart(workspace: LanguageWorkspace) {
  const { path, offset } = workspace.cursor;
  return { path, offset: offset - 2 };
}

const CONFIG =
  '// @filename: tsconfig.json\n{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "strict": true } }\n';

test.each([
  "export const [|he/*|*/llo|] = { hello: 1 };\nexport const b = { hello, c: (hello: string) => hello };\n",
  "export class [|he/*|*/llo|]<T> { hello?: hello<T> }\n",
  "export type [|he/*|*/llo|] = { type: 'type hello' };\n// type hello\n",
  "export declare abstract class [|he/*|*/llo|] {}\n",
])("what is declared once has itself for its definition: %s", async (source) => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.ts\n${source}`);
  expect(locations(await workspace.server.definition(atStart(workspace), never))).toEqual([...workspace.wanted]);
});

test("what is exported of a nested module alone is not asked about by its text", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.ts
export namespace A { export const [|he/*|*/llo|] = 1; }
export const other = A.hello;
`);
  expect(locations(await workspace.server.definition(atStart(workspace), never))).toEqual([...workspace.wanted]);
});
