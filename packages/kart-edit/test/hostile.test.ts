import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readlinkSync } from "node:fs";
import { type Connection, connectInMemory, connectStdio } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { editServer } from "../src/server.ts";
import type { Arguments } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

// Whatever an argument says: only files of the workspace are written, none of what decides which programs run, and a
// refusal leaves every byte as it was, inside and outside.

const MARKER = "let a = 1;\n";
const ODD_NAME = "\u001b[31m\u202egnp.ts";

const around = new TempWorkspace({
  "marker.ts": MARKER,
  "app-evil/a.ts": MARKER,
  "folder/marker.ts": MARKER,
  "app/a.ts": MARKER,
  "app/deep/b.ts": MARKER,
  "app/.git/config": "[core]\n",
  "app/.git/hooks/a.ts": MARKER,
  "app/.mcp.json": "{}\n",
  "app/.claude/a.ts": MARKER,
  "app/deep/.mcp.json": "{}\n",
  "app/deep/.claude/a.ts": MARKER,
  "app/deep/.git/a.ts": MARKER,
  "app/hooks.ts": { symlinkTo: ".git/hooks/a.ts" },
  "app/hooks": { symlinkTo: ".git/hooks" },
  "app/.claude/out.ts": { symlinkTo: "../a.ts" },
  "app/marker.ts": { symlinkTo: "../marker.ts" },
  "app/chain.ts": { symlinkTo: "marker.ts" },
  "app/folder": { symlinkTo: "../folder" },
  "app/dangling.ts": { symlinkTo: "nowhere.ts" },
  "app/dangling-out.ts": { symlinkTo: "../nowhere.ts" },
  "app/folder.ts/a.ts": MARKER,
  "app/nul.ts": "let a = '\0';\n",
  "app/latin1.ts": Buffer.from("let a = '\xe9';\n", "latin1"),
  [`app/${ODD_NAME}`]: "let b = '\u001b[31m\u202e';\n",
});
const root = around.path("app");
Bun.spawnSync(["mkfifo", `${root}/fifo.ts`]);

let connection: Connection;
beforeAll(async () => {
  connection = await connectInMemory(editServer, { root, output: "both" });
});
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  around[Symbol.dispose]();
});

/** Every tool that changes a file, with arguments that would change the marker. */
const TOOLS: Readonly<Record<string, Arguments>> = {
  kart_replace: { symbol: "a", content: "let a = 2;", lint: false },
  kart_insert_after: { symbol: "a", content: "let z;", lint: false },
  kart_insert_before: { content: "import 'z';", lint: false },
  kart_patch: { chunks: [{ oldLines: ["let a = 1;"], newLines: ["let a = 2;"] }], lint: false },
  kart_delete: { symbol: "a", force: true, lint: false },
  kart_rename: { symbol: "a", newName: "renamed" },
  kart_edit: { edits: [{ replace: { old_text: "let a = 1;", new_text: "let a = 2;" } }], lint: false },
};

test("every tool that changes a file is tried", async () => {
  const takeFiles = (await connection.tools()).filter(
    ({ inputSchema: { properties = {} }, annotations }) =>
      ("file" in properties || "path" in properties) && annotations?.readOnlyHint === false,
  );
  // The paths of new files are tried in write.test.ts.
  expect(takeFiles.map(({ name }) => name).sort()).toEqual([...Object.keys(TOOLS), "kart_write"].sort());
});

async function refused(tool: string, args: Arguments): Promise<string> {
  const before = around.snapshot();
  const message = await connection.error(tool, args);
  expect(around.snapshot()).toEqual(before);
  expect(message).toMatch(/^[a-z_]+: REJECTED, nothing written\. /);
  return message;
}

/** The path, and the code of the refusal. */
const PATHS: readonly (readonly [path: string, code: string])[] = [
  ["../a.ts", "path_outside_root"],
  ["deep/../../a.ts", "path_outside_root"],
  [around.path("marker.ts"), "path_outside_root"],
  [`${root}-evil/a.ts`, "path_outside_root"],
  [`${root}/../marker.ts`, "path_outside_root"],
  ["~/a.ts", "path_outside_root"],
  ["/", "path_outside_root"],
  ["marker.ts", "path_outside_root"],
  ["chain.ts", "path_outside_root"],
  ["folder/marker.ts", "path_outside_root"],
  ["dangling-out.ts", "path_outside_root"],
  [`file://${root}/a.ts`, "invalid_argument"],
  ["file:///etc/hosts", "invalid_argument"],
  ["", "invalid_argument"],
  ["a\0.ts", "invalid_argument"],
  ["x".repeat(10_000), "invalid_argument"],
  ["x".repeat(100_000), "invalid_argument"],
  ["../".repeat(3000), "invalid_argument"],
  ["%2e%2e/a.ts", "file_not_found"],
  ["%2e%2e%2fa.ts", "file_not_found"],
  ["a.ts\n", "file_not_found"],
  ["deep\\b.ts", "file_not_found"],
  ["a.ts/a.ts", "file_not_found"],
  ["dangling.ts", "file_not_found"],
  ["--output=a.ts", "file_not_found"],
  [":(exclude)*", "file_not_found"],
  ["*.ts", "file_not_found"],
  [".", "not_a_file"],
  ["deep", "not_a_file"],
  ["folder.ts", "not_a_file"],
  ["fifo.ts", "not_a_file"],
  ["nul.ts", "binary_file"],
  ["latin1.ts", "binary_file"],
  [".git", "protected_path"],
  ["deep/.claude", "protected_path"],
  ["hooks", "protected_path"],
  [".git/config", "protected_path"],
  [".git/hooks/a.ts", "protected_path"],
  ["./.git/../.git/hooks/a.ts", "protected_path"],
  [`${root}/.git/hooks/a.ts`, "protected_path"],
  ["hooks.ts", "protected_path"],
  ["hooks/a.ts", "protected_path"],
  [".mcp.json", "protected_path"],
  [".claude/a.ts", "protected_path"],
  [".claude/out.ts", "protected_path"],
  ["deep/.mcp.json", "protected_path"],
  ["deep/.claude/a.ts", "protected_path"],
  ["deep/.git/a.ts", "protected_path"],
];

for (const [tool, args] of Object.entries(TOOLS))
  describe(`${tool}, refused`, () => {
    for (const [path, code] of PATHS)
      test(JSON.stringify(path.length > 60 ? `${path.slice(0, 60)}…` : path).replaceAll(around.root, "…"), async () =>
        expect(await refused(tool, { file: path, ...args })).toStartWith(`${code}: `),
      );
  });

describe("kart_move, refused", () => {
  // A link is moved itself, wherever it leads; elsewhere nothing is moved to, and from nowhere else.
  const isLink = (path: string) => /^(?:(?:marker|chain|dangling-out|hooks)\.ts|hooks)$/.test(path);
  const isBarred = (code: string) => ["path_outside_root", "protected_path", "invalid_argument"].includes(code);
  for (const [path, code] of PATHS.filter((row) => isBarred(row[1])))
    test(JSON.stringify(path.length > 60 ? `${path.slice(0, 60)}…` : path).replaceAll(around.root, "…"), async () => {
      const message = await refused("kart_move", { from: "a.ts", to: path });
      expect(message).toStartWith(isLink(path) ? "already_exists: " : `${code}: `);
      if (!isLink(path)) await refused("kart_move", { from: path, to: "new/a.ts" });
    });
});

describe("kart_read, refused", () => {
  // A folder is listed, and what is protected may be read.
  const refusals = PATHS.filter(([path, code]) => code !== "protected_path" && !/^(\.|deep|folder\.ts)$/.test(path));
  for (const [path, code] of refusals)
    test(JSON.stringify(path.length > 60 ? `${path.slice(0, 60)}…` : path).replaceAll(around.root, "…"), async () =>
      expect(await connection.error("kart_read", { path })).toStartWith(`${code}: `),
    );
});

/** Arguments other than the path that must not get through, each with its file. */
const ARGUMENTS: Readonly<Record<string, readonly [tool: string, args: Arguments, code: string]>> = {
  "10 MB of content": ["kart_replace", { symbol: "a", content: "x".repeat(10_000_000) }, "invalid_argument"],
  "10 MB of symbol": ["kart_insert_after", { symbol: "x".repeat(10_000_000), content: "let z;" }, "invalid_argument"],
  "10 MB of path": ["kart_replace", { file: "x".repeat(10_000_000), symbol: "a", content: "x" }, "invalid_argument"],
  "10 MB in a chunk": [
    "kart_patch",
    { chunks: [{ oldLines: "x".repeat(10_000_000), newLines: [] }] },
    "invalid_argument",
  ],
  "100,000 lines in a chunk": [
    "kart_patch",
    { chunks: [{ oldLines: Array.from({ length: 100_000 }, () => "x"), newLines: [] }] },
    "invalid_argument",
  ],
  "10,000 chunks": [
    "kart_patch",
    { chunks: Array.from({ length: 10_000 }, () => ({ oldLines: ["x"], newLines: [] })) },
    "invalid_argument",
  ],
  "content nested too deep": [
    "kart_replace",
    { symbol: "a", content: `let a = ${"(".repeat(200_000)}` },
    "syntax_error",
  ],
  "a NUL in content": ["kart_insert_before", { content: "let z = '\0';" }, "invalid_argument"],
  "a NUL in a symbol": ["kart_replace", { symbol: "a\0", content: "let a;" }, "symbol_not_found"],
  "half a character in a chunk": [
    "kart_patch",
    { chunks: [{ oldLines: ["let a = 1;"], newLines: ["'\ud83d'"] }] },
    "invalid_argument",
  ],
  "a pattern for a symbol": ["kart_replace", { symbol: "(a+)+$", content: "let a;" }, "symbol_not_found"],
  "a prototype's name for a symbol": ["kart_replace", { symbol: "__proto__", content: "let a;" }, "symbol_not_found"],
  "a prototype's name for a parameter": [
    "kart_replace",
    { symbol: "a", content: "let a;", constructor: {} },
    "invalid_argument",
  ],
  "a negative line": ["kart_replace", { symbol: "a", content: "let a;", line: -1 }, "invalid_argument"],
  "a line beyond all": ["kart_replace", { symbol: "a", content: "let a;", line: 1e300 }, "invalid_argument"],
  "no text for content": ["kart_replace", { symbol: "a", content: { toString: "let a;" } }, "invalid_argument"],
};

describe("arguments, refused", () => {
  for (const [what, [tool, args, code]] of Object.entries(ARGUMENTS))
    test(what, async () => expect(await refused(tool, { file: "a.ts", ...args })).toStartWith(`${code}: `));

  test("and the next call works", async () => {
    const { diff } = await connection.data<{ diff: string }>("kart_replace", {
      file: "a.ts",
      dryRun: true,
      ...TOOLS["kart_replace"],
    });
    expect(diff).toContain("let a = 2;");
  });

  test("no refusal gives characters back that act on a terminal or hide text", async () => {
    for (const [tool, args] of Object.entries(TOOLS)) {
      if (tool === "kart_insert_before") continue;
      const message = await refused(tool, { file: ODD_NAME, ...args });
      // oxlint-disable-next-line no-control-regex -- naming them is the point
      expect(message).not.toMatch(/[\0-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/);
    }
  });
});

/** Names that a shell, oxlint or git would take for something else. */
const NAMES = [
  "--fix.ts",
  "-c.ts",
  "!a.ts",
  "@a.ts",
  "a b.ts",
  "$(touch P).ts",
  "; touch P.ts",
  "`touch P`.ts",
  "%2e%2e/a.ts",
];

describe("a name is a name", () => {
  for (const name of [...NAMES, "ignored/a.ts"])
    test(name, async () => {
      const unused = "export const kept = 1;\nif (!!kept) {\n  debugger;\n}\n";
      using workspace = new TempWorkspace({ [name]: MARKER, "marker.ts": unused, ".gitignore": "ignored/\n" });
      await using desk = await connectInMemory(editServer, { root: workspace.root, output: "both" });
      const before = workspace.snapshot();
      const data = await desk.data("kart_replace", { file: name, symbol: "a", content: "let a = 2;\ndebugger;" });
      expect(data).toMatchObject({ path: name, oxlintAvailable: true });
      expect(data["diagnostics"]).toContainEqual(expect.objectContaining({ code: "eslint(no-debugger)", line: 2 }));
      expect(workspace.snapshot()).toEqual({ ...before, [workspace.path(name)]: btoa("let a = 2;\ndebugger;\n") });
      expect([existsSync(workspace.path("P")), workspace.read("marker.ts")]).toEqual([false, unused]);
    });

  test("a symlink inside is followed, and stays one", async () => {
    using workspace = new TempWorkspace({ "a.ts": MARKER, "link.ts": { symlinkTo: "a.ts" } });
    await using desk = await connectInMemory(editServer, { root: workspace.root, output: "both" });
    expect(await desk.data("kart_patch", { file: "link.ts", ...TOOLS["kart_patch"] })).toMatchObject({ path: "a.ts" });
    expect([workspace.read("a.ts"), readlinkSync(workspace.path("link.ts"))]).toEqual(["let a = 2;\n", "a.ts"]);
  });
});

test("a message of 10 MB does not end a server on stdio", async () => {
  using workspace = new TempWorkspace({ "a.ts": MARKER });
  const command = [process.execPath, `${import.meta.dir}/../src/main.ts`] as const;
  await using desk = await connectStdio({ root: workspace.root, command, output: "both" });
  const args = { file: "a.ts", symbol: "a", lint: false };
  expect(await desk.error("kart_replace", { ...args, content: "x".repeat(10_000_000) })).toStartWith(
    "invalid_argument: ",
  );
  expect(workspace.read("a.ts")).toBe(MARKER);
  await desk.data("kart_replace", { ...args, content: "let a = 2;" });
  expect(workspace.read("a.ts")).toBe("let a = 2;\n");
});
