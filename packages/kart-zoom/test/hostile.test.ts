import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { type Connection, connectInMemory } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { zoomServer } from "../src/server.ts";

setDefaultTimeout(90_000);

// Whatever an argument says: nothing outside the root is read, nothing at all is written, and the next call is answered.

const SECRET = "export const secret = 42;\n";

const around = new TempWorkspace({
  "secret.ts": SECRET,
  "app-evil/a.ts": SECRET,
  "app/tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
  "app/a.ts": "export const a = 1;\n",
  "app/out.ts": { symlinkTo: "../secret.ts" },
  "app/chain.ts": { symlinkTo: "out.ts" },
  "app/folder": { symlinkTo: "../app-evil" },
  "app/nul.ts": "let a = '\0';\n",
  "app/deep.ts": `export const deep = ${"(".repeat(20_000)}1${")".repeat(20_000)};\n`,
  "app/odd\u202e.ts": "export const odd = '\u001b[31m\u202e';\n",
  "app/huge.ts": `export const huge = "${"x".repeat(2_000_000)}";\nexport const small = huge;\n`,
});
const root = around.path("app");
Bun.spawnSync(["mkfifo", `${root}/fifo.ts`]);

let connection: Connection;
beforeAll(async () => {
  connection = await connectInMemory(zoomServer, { root, output: "both" });
});
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  around[Symbol.dispose]();
});

/** Every tool that takes one path, with what it needs beside. */
const TOOLS: Readonly<Record<string, Record<string, unknown>>> = {
  kart_impact: { symbol: "a" },
  kart_deps: { symbol: "a" },
  kart_definition: { symbol: "a" },
  kart_references: { symbol: "a" },
  kart_implementations: { symbol: "a" },
  kart_hover: { symbol: "a" },
  kart_completions: { line: 1, column: 1 },
};

test("every tool is tried", async () => {
  const tools = await connection.tools();
  expect(
    tools
      .filter(({ inputSchema: { properties = {} } }) => "path" in properties)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(expect.arrayContaining(Object.keys(TOOLS).sort()));
  for (const { annotations } of tools)
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

describe.each(Object.entries(TOOLS))("%s", (tool, needed) => {
  test.each([
    ["../secret.ts", "path_outside_root"],
    ["a/../../secret.ts", "path_outside_root"],
    ["/etc/passwd", "path_outside_root"],
    ["~/.ssh/id_rsa", "path_outside_root"],
    [around.path("app-evil/a.ts"), "path_outside_root"],
    ["out.ts", "path_outside_root"],
    ["chain.ts", "path_outside_root"],
    ["folder/a.ts", "path_outside_root"],
    ["file:///etc/passwd", "invalid_argument"],
    ["", "invalid_argument"],
    ["a\0.ts", "invalid_argument"],
    ["%2e%2e/secret.ts", "file_not_found"],
    ["fifo.ts", "not_a_file"],
    [".", "not_a_file"],
    ["tsconfig.json", "invalid_argument"],
    ["nul.ts", "binary_file"],
    ["; touch marker", "file_not_found"],
    ["$(touch marker)", "file_not_found"],
    ["--output=marker", "file_not_found"],
  ])("%p is refused with %s", async (path, code) => {
    const before = around.snapshot();
    const message = await connection.error(tool, { ...needed, path });
    expect(message).toStartWith(`${code}: `);
    expect(message).not.toContain("secret = 42");
    expect(around.snapshot()).toEqual(before);
    expect(existsSync(`${root}/marker`)).toBe(false);
  });

  test("a file nested deeper than the parser's stack, and the next call is answered", async () => {
    await connection.call(tool, { ...needed, path: "deep.ts", symbol: undefined, line: 1, column: 14 });
    expect(await connection.text("kart_hover", { path: "a.ts", symbol: "a" })).toStartWith("const a: 1");
  });
});

test("content in the place of a file is proven like any other path", async () => {
  for (const path of ["../new.ts", "folder/new.ts", "out.ts", "/etc/new.ts"])
    for (const tool of ["kart_hover", "kart_completions"])
      expect(await connection.error(tool, { path, line: 1, column: 1, content: "let x" })).toStartWith(
        "path_outside_root",
      );
  expect(await connection.error("kart_check", { paths: ["folder"], content: "" })).toStartWith("path_outside_root");
  expect(await connection.error("kart_check", { paths: ["a.ts", "../secret.ts"] })).toStartWith("path_outside_root");
});

test("what a content says of files outside is not shown beyond types", async () => {
  const content = 'import { secret } from "../secret";\nexport const copy = secret;\n';
  const definition = await connection.text("kart_check", { paths: ["a.ts"], content });
  expect(definition).not.toContain(around.root);
});

test("long lines are clipped, control characters escaped", async () => {
  const references = await connection.text("kart_references", { path: "huge.ts", symbol: "huge" });
  expect(references.length).toBeLessThan(500);
  const hover = await connection.text("kart_hover", { path: "huge.ts", symbol: "huge" });
  expect(hover.length).toBeLessThan(10_000);
  const zoom = await connection.data("kart_zoom", { path: "huge.ts" });
  expect(JSON.stringify(zoom).length).toBeLessThan(12_000);
  const odd = await connection.text("kart_hover", { path: "odd\u202e.ts", symbol: "odd" });
  // oxlint-disable-next-line no-control-regex -- they must not be there
  expect(odd).not.toMatch(/[\u001b\u202e]/);
});

test("absurd positions, limits and names have answers", async () => {
  for (const [line, column] of [
    [1, 99_999_999],
    [99_999_999, 1],
    [Number.MAX_SAFE_INTEGER, 1],
    [2, 2],
    [0, 1],
    [1, 0],
    [-1, -99_999_999],
  ])
    expect(await connection.data("kart_hover", { path: "a.ts", line, column })).toEqual({ found: false });
  for (const tool of ["definition", "implementations", "references", "hover", "completions"])
    expect(await connection.text(`kart_${tool}`, { path: "a.ts", line: 1, column: 0 })).toEndWith(
      "a.ts has no position 1:0; lines and columns count from 1.",
    );
  for (const line of ["1", 1.5, null])
    expect(await connection.error("kart_references", { path: "a.ts", line, column: 1 })).toStartWith(
      "invalid_argument",
    );
  expect(await connection.error("kart_impact", { path: "a.ts", symbol: "a", depth: 6 })).toStartWith(
    "invalid_argument",
  );
  expect(await connection.error("kart_impact", { path: "a.ts", symbol: "a".repeat(1999) })).toStartWith(
    "symbol_not_found",
  );
  expect(await connection.error("kart_impact", { path: "a.ts", symbol: "(a+)+$" })).toStartWith("symbol_not_found");
});
