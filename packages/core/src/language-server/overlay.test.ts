import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, never } from "@kart/testkit/language-workspace";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const FILES = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "types": [] } }
// @filename: a.ts
export const /*|*/a = 1;
// @filename: b.ts
import { a } from "./a";
export const o = { a };
`;

test("a rename in texts that stand in the place of several files, of which none is changed", async () => {
  using workspace = new LanguageWorkspace(FILES);
  const path = (name: string) => workspace.files.path(name);
  const contents = new Map([
    [path("a.ts"), "// one\nexport const a = 1;\n"],
    [path("b.ts"), 'import { a } from "./a";\nexport const o = { a: a };\n'],
  ]);
  const overlay = { contents, offset: "// one\nexport const ".length, seen: [] };
  const renamed = await workspace.server.rename(workspace.cursor, "b", never, overlay);
  expect(
    Object.fromEntries(renamed.files.map(({ file, edits }) => [file, edits.map(({ span }) => span.start)])),
  ).toEqual({
    [path("a.ts")]: [20],
    [path("b.ts")]: [9, 47],
  });
  const plain = await workspace.server.rename(workspace.cursor, "b", never);
  expect(plain.files.flatMap(({ edits }) => edits.map(({ span }) => span.start)).sort((a, b) => a - b)).toEqual([
    9, 13, 44,
  ]);
});

test("complaints about several files, in texts of their own and as they are", async () => {
  using workspace = new LanguageWorkspace(FILES);
  const files = ["a.ts", "b.ts"].map((name) => workspace.workspace.root.proveFile(name));
  const contents = new Map([[workspace.files.path("a.ts"), "export const c = 1;\n"]]);
  const codes = async (texts: ReadonlyMap<string, string>) =>
    (await workspace.server.diagnosticsOfAll(files, texts, never)).diagnostics.map((list) =>
      list.map(({ code }) => code),
    );
  expect(await codes(contents)).toEqual([[], [2305]]);
  expect(await codes(new Map())).toEqual([[], []]);
});

test("every file that is asked about sees the text, however many they are", async () => {
  using workspace = new LanguageWorkspace(FILES);
  const { root } = workspace.workspace;
  for (let at = 0; at < 40; at++)
    workspace.files.write(`user${at}.ts`, `import { a } from "./a";\nexport const b = a;\n`);
  const files = Array.from({ length: 40 }, (_, at) => root.proveFile(`user${at}.ts`));
  const contents = new Map([[workspace.files.path("a.ts"), "export const c = 1;\n"]]);
  const { diagnostics } = await workspace.server.diagnosticsOfAll(files, contents, never);
  expect(diagnostics.flat().map(({ code }) => code)).toEqual(files.map(() => 2305));
});
