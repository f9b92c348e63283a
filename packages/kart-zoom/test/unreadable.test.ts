import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, truncateSync } from "node:fs";
import { MAX_SOURCE_BYTES } from "@kart/core/workspace/read-file";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { commitIn, connect, gitIn } from "./ask.ts";

setDefaultTimeout(90_000);

/** The start of an MPEG transport stream, whose files end in `.ts` too. */
const VIDEO = Uint8Array.of(0x47, 0x00, 0x01);

let files: TempWorkspace;
let connection: Connection;

beforeEach(async () => {
  files = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
    "src/a.ts": "export const a: number = 1;\n",
  });
  git("init", "-q");
  commit();
  connection = await connect(files.root);
});
afterEach(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const git = (...args: string[]) => gitIn(files.root, ...args);
const commit = () => commitIn(files.root);

function writeLarge(path: string, text: string): void {
  files.write(path, `${text}//`);
  truncateSync(files.path(path), MAX_SOURCE_BYTES + 1);
}

describe("a check", () => {
  const text = (args: object = {}) => connection.text("kart_check", { ...args });
  const WRONG = "src/b.ts\n 1:14 TS2322 Type 'number' is not assignable to type 'string'.";

  test("leaves out what cannot be read and was not named, names it, and checks the rest", async () => {
    files.write("vid.ts", VIDEO);
    files.write("src/b.ts", "export const b: string = 1;\n");
    const gap = "NOT checked: vid.ts (binary content)";
    expect(await text()).toBe(`1 error in 1 file, new since HEAD; 1 of 2 files checked. \
Files that import what changed were NOT checked: pass dependents: true.\n${gap}\n${WRONG}`);
    expect(await text({ changed: true, dependents: true })).toBe(
      `1 error in 1 file, new since HEAD; 1 of 2 files checked.\n${gap}\n${WRONG}`,
    );
    expect(await text({ paths: ["."] })).toBe(`1 error in 1 file; 2 of 3 files checked.\n${gap}\n${WRONG}`);
    expect(await connection.data("kart_check", { paths: ["."] })).toMatchObject({ filesChecked: 2, complete: false });
    rmSync(files.path("src/b.ts"));
    expect(await text()).toBe(`0 of 1 file checked.\n${gap}`);
    expect(await connection.data("kart_check")).toMatchObject({ success: true, filesChecked: 0, complete: false });
  });

  test("leaves out one below a folder that is too large", async () => {
    writeLarge("src/big.ts", "");
    expect(await text({ paths: ["src"] })).toBe(
      "No problems; 1 of 2 files checked.\nNOT checked: src/big.ts (larger than 20 MB)",
    );
  });

  test("of one that was named itself tells why it cannot be; a content in its place can be checked", async () => {
    files.write("vid.ts", VIDEO);
    writeLarge("src/big.ts", "");
    expect(await connection.error("kart_check", { paths: ["src", "vid.ts"] })).toBe(
      "binary_file: vid.ts is no text. Name another file.",
    );
    expect(await connection.error("kart_check", { paths: ["src/big.ts"] })).toBe(
      "file_too_large: src/big.ts is larger than 20 MB. Search it with kart_search.",
    );
    expect(await text({ paths: ["vid.ts"], content: "export const x = 1;\n" })).toBe("No problems; 1 file checked.");
  });
});

test("every tool that is asked about one says why it is not read", async () => {
  files.write("vid.ts", VIDEO);
  writeLarge("src/big.ts", "export const big = 1;\n");
  const position = { line: 1, column: 1 };
  const asked: [tool: string, args: object][] = [
    ["kart_zoom", {}],
    ["kart_zoom", { level: 1 }],
    ["kart_zoom", { level: 2 }],
    ["kart_zoom", { symbol: "big" }],
    ["kart_impact", { symbol: "big" }],
    ["kart_deps", { symbol: "big" }],
    ["kart_definition", { symbol: "big" }],
    ["kart_references", { symbol: "big" }],
    ["kart_implementations", { symbol: "big" }],
    ["kart_hover", position],
    ["kart_completions", position],
  ];
  for (const [tool, args] of asked) {
    expect(await connection.error(tool, { path: "vid.ts", ...args })).toBe(
      "binary_file: vid.ts is no text. Name another file.",
    );
    expect(await connection.error(tool, { path: "src/big.ts", ...args })).toStartWith("file_too_large: src/big.ts is");
  }
});

test("the outline of a folder, or of a module that passes it on, names what is not read as what does not parse", async () => {
  writeLarge("src/big.ts", "export const target = 1;\n");
  files.write("src/vid.ts", VIDEO);
  files.write("src/index.ts", 'export * from "./big";\nexport * from "./a";\n');
  const gap = "// NOT PARSED, so something may be missing: src/big.ts:1 larger than 20 MB";
  const folder = await connection.text("kart_zoom", { path: "src" });
  expect(folder).toContain("export const a: number; // 1");
  expect(folder).toEndWith(`${gap}; src/vid.ts:1 binary content`);
  expect(await connection.text("kart_zoom", { path: "src/index.ts" })).toEndWith(gap);
});

test("an answer about all files says which of them could not be searched", async () => {
  files.write("src/b.ts", "import { a } from './a';\nexport const b = a;\n");
  // Latin-1, which no path can be told in.
  Bun.spawnSync(["sh", "-c", `cp src/b.ts "$(printf 'src/c\\377.ts')"`], { cwd: files.root });
  const named = "src/c\ufffd.ts: the name is not UTF-8";
  const at = { path: "src/a.ts", symbol: "a" };
  expect(await connection.text("kart_references", at)).toContain(`INCOMPLETE: not searched: ${named}`);
  expect(await connection.text("kart_impact", at)).toContain(`INCOMPLETE: not searched: ${named}`);
  expect(await connection.text("kart_check", { paths: ["src/a.ts"], dependents: true })).toContain(
    `NOT SEARCHED, and may import what is checked: ${named}`,
  );
});
