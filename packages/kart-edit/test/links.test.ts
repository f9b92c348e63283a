import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const open = (link: string, to: string, more: Record<string, string> = {}) =>
  Desk.with({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" }, "include": ["src", "test"] }',
    "src/index.ts": "export class Page {}\n",
    "test/page.ts": 'import { Page } from "../src/index";\nexport const page = new Page();\n',
    ...more,
    [link]: { symlinkTo: to },
  });

const rename = (desk: Desk) =>
  desk.connection.data<{ complete: boolean; warnings: string[] }>("kart_rename", {
    file: "src/index.ts",
    symbol: "Page",
    newName: "Sheet",
  });

// TypeScript lists each folder once, by the name that comes first.
test.each([
  ["of a file", "src/linked.ts", "../test/page.ts"],
  ["of a folder", "src/linked", "../test"],
])("a rename changes a file that has another name by a symlink, once: %s", async (_, link, to) => {
  await using desk = await open(link, to);
  expect(await rename(desk)).toMatchObject({ complete: true, warnings: [] });
  expect(desk.workspace.read("test/page.ts")).toBe(
    'import { Sheet } from "../src/index";\nexport const page = new Sheet();\n',
  );
});

test("what uses a symbol by the path of a symlink alone is not renamed: by its own it means something else", async () => {
  const other = 'import { Page } from "./index";\nexport const other = Page;\n';
  await using desk = await open("src/linked.ts", "../test/other.ts", {
    "test/other.ts": other,
    "test/index.ts": "export class Page {}\n",
  });
  const renaming = rename(desk);
  expect(renaming).rejects.toThrow("src/linked.ts would change with it, and leads by a symlink to test/other.ts");
  await renaming.catch(() => {});
  expect([desk.workspace.read("src/index.ts"), desk.workspace.read("test/other.ts")]).toEqual([
    "export class Page {}\n",
    other,
  ]);
});
