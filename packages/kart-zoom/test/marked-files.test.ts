import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** A first line with a byte order mark, which no editor shows. */
const IMPORTING = "\uFEFFimport { a, b } from './named'; export const used = [a, b];\n";

const files = new TempWorkspace({
  "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
  "named.ts": "export const a = 1;\nexport const b = 'two';\n",
  "importing.ts": IMPORTING,
  "broken.ts": "\uFEFFexport const by: string = 1;\n",
});
const connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

test.each([
  ["a", IMPORTING.indexOf("a, b")],
  ["b", IMPORTING.indexOf("b }")],
])("positions of a first line leave out its byte order mark: %s", async (name, column) => {
  const at = { path: "importing.ts", line: 1, column };
  const [definition, hover, references] = await Promise.all(
    ["definition", "hover", "references"].map((tool) => connection.text(`kart_${tool}`, at)),
  );
  expect([definition, hover, references].map((answer) => answer?.includes(`const ${name}`))).toEqual([
    true,
    true,
    true,
  ]);
});

test("columns that an answer gives can be asked about", async () => {
  const { references } = await connection.data<{ references: { path: string; line: number; column: number }[] }>(
    "kart_references",
    { path: "named.ts", symbol: "b" },
  );
  for (const { path, line, column } of references)
    expect(await connection.data("kart_references", { path, line, column })).toMatchObject({ symbol: "b" });
});

test("a complaint ends where it does", async () => {
  const { diagnostics } = await connection.data<{ diagnostics: unknown[] }>("kart_check", { paths: ["broken.ts"] });
  expect(diagnostics).toMatchObject([{ line: 1, column: 14, endLine: 1, endColumn: 16 }]);
});
