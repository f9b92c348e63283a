import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { failure, LanguageWorkspace, never } from "@kart/testkit/language-workspace";

// A busy machine is no failure.
setDefaultTimeout(90_000);

/** Nobody keeps the text of a file as long as this. */
const PADDING = `// ${"x".repeat(1_100_000)}\n`;

const source = (value: string) => `export const hello = ${value};\n${PADDING}export const last = hello;\n`;

function opened(): LanguageWorkspace {
  return new LanguageWorkspace(`// @filename: tsconfig.json
{}
// @filename: a.ts
${source("1")}`);
}

async function collected(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await setImmediate();
    Bun.gc(true);
  }
}

test("a file that is open, and whose text nobody keeps, is read again when it is asked about", async () => {
  using workspace = opened();
  const typeOf = async () => (await workspace.server.hover(workspace.at("a.ts", "hello"), never))?.markdown;
  expect(await typeOf()).toContain("const hello: 1");
  await collected();
  expect(await typeOf()).toContain("const hello: 1");
  await collected();
  workspace.files.write("a.ts", source("2"));
  expect(await typeOf()).toContain("const hello: 2");
});

test("after a question about a text in its place, the file has its own again", async () => {
  using workspace = opened();
  const { path } = workspace.at("a.ts", "hello");
  const problems = async (contents: ReadonlyMap<string, string>) =>
    (await workspace.server.diagnosticsOfAll([path], contents, never)).diagnostics.flat().map(({ code }) => code);
  expect(await problems(new Map())).toEqual([]);
  await collected();
  expect(await problems(new Map([[path.absolute, `export const n: string = 1;\n${source("1")}`]]))).toEqual([2322]);
  await collected();
  expect(await problems(new Map())).toEqual([]);
});

test("a file that is gone when its text is needed again cannot be asked about, and can be once it is back", async () => {
  using workspace = opened();
  const place = workspace.at("a.ts", "hello");
  await workspace.server.hover(place, never);
  await collected();
  rmSync(workspace.files.path("a.ts"));
  expect(await failure(workspace.server.hover(place, never))).toContain("cannot be read as text");
  workspace.files.write("a.ts", source("3"));
  expect((await workspace.server.hover(place, never))?.markdown).toContain("const hello: 3");
});
