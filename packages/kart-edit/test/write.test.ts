import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, linkSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { lineHash } from "@kart/core/text/line-hash";
import { SwappedFolder } from "@kart/testkit/swapping";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { editServer } from "../src/server.ts";
import { edit } from "../src/tools/edit.ts";
import { grep } from "../src/tools/grep.ts";
import { read } from "../src/tools/read.ts";
import { write } from "../src/tools/write.ts";
import { type Arguments, type ChangeData, Desk } from "./ask.ts";

const server = { ...editServer, tools: [...new Set([...editServer.tools, edit, grep, read, write])] };
const deskWith = (files: Readonly<Record<string, FileContent>>) => Desk.with(files, server);

interface Written extends ChangeData {
  readonly created: boolean;
  readonly lines: number;
  readonly syntaxError: boolean;
  readonly syntaxErrorMessage?: string;
}

const put = (desk: Desk, args: Arguments) => desk.change("kart_write", args) as Promise<Written>;
const bytesOf = ({ workspace }: Desk, path: string) => readFileSync(workspace.path(path));
/** Names of everything, folders too. */
const namesIn = ({ workspace }: Desk) => readdirSync(workspace.root, { recursive: true, encoding: "utf8" }).sort();

async function refusedWrite(desk: Desk, args: Arguments): Promise<string> {
  const before = namesIn(desk);
  const message = await desk.refused("kart_write", { content: "new\n", ...args });
  expect(namesIn(desk)).toEqual(before);
  return message;
}

/** Shows a file to the server's client. */
const seen = (desk: Desk, path: string, args: Arguments = {}) => desk.connection.text("kart_read", { path, ...args });

describe("a new file", () => {
  test("with its folders, and what is answered", async () => {
    await using desk = await deskWith({ "src/a.ts": "" });
    expect(await put(desk, { path: "src/x/y/b.ts", content: "export const b = 1;\nlet c;\n" })).toMatchObject({
      success: true,
      path: "src/x/y/b.ts",
      created: true,
      lines: 2,
      diff: "",
      warnings: [],
      syntaxError: false,
      diagnostics: [],
    });
    expect(desk.workspace.read("src/x/y/b.ts")).toBe("export const b = 1;\nlet c;\n");
    expect(namesIn(desk)).toEqual(["src", "src/a.ts", "src/x", "src/x/y", "src/x/y/b.ts"]);
    expect(await desk.connection.text("kart_write", { path: "c.ts", content: "let c;\n", lint: false })).toBe(
      "c.ts: created, 1 line",
    );
    expect(await desk.connection.text("kart_write", { path: "d.ts", content: "", lint: false })).toBe(
      "d.ts: created, empty",
    );
  });

  const CONTENTS: Readonly<Record<string, readonly [content: string, lines: number]>> = {
    empty: ["", 0],
    "without a final line break": ["let a;", 1],
    "with CRLF, lone CR and LF": ["let a;\r\nlet b;\rlet c;\n", 3],
    "with a byte order mark": ["\ufefflet a;\n", 1],
    "with blank lines at its ends": ["\n\nlet a;\n\n", 4],
    "with what looks like anchors": ["12:3f|let a;\n>13:aa|\n", 2],
    "beyond ASCII": ["'😀\u2028é';\n", 1],
  };
  for (const [what, [content, lines]] of Object.entries(CONTENTS))
    test(`${what}: literally`, async () => {
      await using desk = await deskWith({});
      expect(await put(desk, { path: "a.txt", content })).toMatchObject({ created: true, lines });
      expect(bytesOf(desk, "a.txt").equals(Buffer.from(content))).toBe(true);
    });

  test("that does not parse is written, and said", async () => {
    await using desk = await deskWith({});
    const data = await put(desk, { path: "a.ts", content: "let a;\nlet = 1 +;\n", lint: true });
    expect(data).toMatchObject({
      syntaxError: true,
      syntaxErrorMessage: expect.stringMatching(/^line 2: /),
      warnings: [expect.stringMatching(/^It does not parse: line 2: .*\. Mend it\.$/)],
    });
    expect(desk.workspace.read("a.ts")).toBe("let a;\nlet = 1 +;\n");
  });

  test("with the anchors of rows that were shown is refused, as it is in a replacement", async () => {
    await using desk = await deskWith({ "a.md": "# Title\n\nline\n" });
    const rows = `1:${lineHash("# Title")}|# Title\n2:${lineHash("")}|\n`;
    await seen(desk, "a.md");
    expect(await desk.connection.error("kart_write", { path: "a.md", content: rows, overwrite: true })).toContain(
      "Row 1 of `content` begins with an anchor that was shown",
    );
    const edits = [{ replace: { old_text: "line", new_text: rows } }];
    expect(await desk.connection.error("kart_edit", { path: "a.md", edits })).toContain("Row 1 of `edits[0].new_text`");
    expect(desk.workspace.read("a.md")).toBe("# Title\n\nline\n");
  });

  test("in a Markdown fence is refused, but in prose; what is called JSON and is none is said", async () => {
    await using desk = await deskWith({ "b.ts": "const b = 1;\n" });
    const fenced = "```ts\nexport const q = 1;\n```\n";
    expect(await refusedWrite(desk, { path: "a.ts", content: fenced })).toStartWith(
      "invalid_argument: `content` stands in a Markdown fence",
    );
    const edits = [{ insert_after: { anchor: "EOF", text: fenced } }];
    expect(await desk.connection.error("kart_edit", { path: "b.ts", edits })).toContain(
      "`edits[0].text` stands in a Markdown fence",
    );
    expect((await put(desk, { path: "a.md", content: fenced })).created).toBe(true);
    const { warnings } = await put(desk, { path: "a.json", content: '{ "a": 1,, }' });
    expect(warnings).toEqual([expect.stringMatching(/^It is NO JSON: line 1: /)]);
    expect((await put(desk, { path: "b.json", content: "{}" })).warnings).toEqual([]);
  });

  test("is linted", async () => {
    await using desk = await deskWith({
      "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] } }),
    });
    const args = { path: "src/a.ts", content: "export const a: number = 'x';\n", lint: true };
    expect(await put(desk, { ...args, dryRun: true })).toMatchObject({
      diagnostics: [{ code: "typescript(TS2322)", line: 1, column: 14, new: true }],
      lintProblem: "not run in a dry run",
    });
    expect(await put(desk, args)).toMatchObject({
      diagnostics: [{ code: "typescript(TS2322)", line: 1, column: 14, new: true }],
      existingDiagnostics: 0,
      oxlintAvailable: true,
      typeAware: true,
    });
  });

  test("a dry run makes nothing, no folder either, and refuses what the real one would", async () => {
    await using desk = await deskWith({ "a.ts": "" });
    expect(await put(desk, { path: "x/y/b.ts", content: "let b;\n", dryRun: true })).toMatchObject({ created: true });
    expect(namesIn(desk)).toEqual(["a.ts"]);
    expect(await refusedWrite(desk, { path: ".git/x", dryRun: true })).toMatch(/^protected_path/);
    expect(await refusedWrite(desk, { path: "a.ts", dryRun: true })).toMatch(/^already_exists/);
  });

  test("can be edited without being read: its lines are known", async () => {
    await using desk = await deskWith({});
    await put(desk, { path: "a.txt", content: "one\ntwo\n" });
    const hash = (Bun.hash.xxHash32("two") % 256).toString(16).padStart(2, "0");
    await desk.change("kart_edit", {
      path: "a.txt",
      edits: [{ set_line: { anchor: `2:${hash}`, new_text: "2" } }],
    });
    expect(desk.workspace.read("a.txt")).toBe("one\n2\n");
    await put(desk, { path: "a.txt", content: "three\n", overwrite: true });
    expect(desk.workspace.read("a.txt")).toBe("three\n");
  });

  test("and what changes a file that a program writes, say so, and what it is built from", async () => {
    await using desk = await deskWith({
      ".gitignore": "dist\n",
      "src/a.ts": "export const a = 1;\n",
      "src/b.ts": "// @generated by b\nexport const a = 1;\n",
      "dist/a.js": "export const a = 1;\n",
      "dist/a.js.map": JSON.stringify({ sources: ["../src/a.ts", "../../outside.ts", "../src/gone.ts"] }),
    });
    const told = async (file: string) =>
      (await desk.change("kart_replace", { file, symbol: "a", content: "export const a = 2;" })).warnings;
    expect(await told("dist/a.js")).toEqual(["git ignores this file: it is built from src/a.ts."]);
    expect(await told("src/a.ts")).toEqual([]);
    expect(await told("src/b.ts")).toEqual(["Line 1 says that this file is generated: what writes it may undo this."]);
    expect(await put(desk, { path: "dist/b.txt", content: "b\n" })).toMatchObject({
      warnings: ["git ignores this file."],
    });
  });

  test("`overwrite` does no harm where there is nothing", async () => {
    await using desk = await deskWith({});
    expect(await put(desk, { path: "a.ts", content: "let a;\n", overwrite: true })).toMatchObject({ created: true });
  });

  test("calls at once: one of them makes it", async () => {
    await using desk = await deskWith({});
    const calls = Array.from({ length: 10 }, (_, index) =>
      desk.connection.call("kart_write", { path: "x/a.ts", content: `let a${index};\n`, lint: false }),
    );
    const texts = (await Promise.all(calls)).map(({ content }) => JSON.stringify(content));
    expect(texts.filter((text) => text.includes("created"))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("already_exists: REJECTED"))).toHaveLength(9);
  });
});

describe("an existing file", () => {
  test("stays without `overwrite`", async () => {
    await using desk = await deskWith({ "a.ts": "old\n" });
    await seen(desk, "a.ts");
    expect(await refusedWrite(desk, { path: "a.ts" })).toMatch(
      /^already_exists: a\.ts exists\. Edit it, or .* pass overwrite: true\.$/,
    );
  });

  test("is overwritten as it was read", async () => {
    await using desk = await deskWith({ "a.txt": "one\ntwo\n" });
    await seen(desk, "a.txt");
    const data = await put(desk, { path: "a.txt", content: "one\n2\n", overwrite: true });
    expect(data).toMatchObject({ created: false, lines: 2, warnings: [] });
    expect(data.diff).toMatch(/^@@ -1,2 \+1,2 @@\n 1:..\|one\n-two\n\+2:..\|2$/);
    expect(desk.workspace.read("a.txt")).toBe("one\n2\n");
  });

  test("is overwritten as it was read without anchors, be it in parts, and after an edit of it", async () => {
    await using desk = await deskWith({ "a.txt": "1\n2\n3\n4\n" });
    await seen(desk, "a.txt", { plain: true, limit: 2 });
    await seen(desk, "a.txt", { plain: true, offset: 3 });
    await desk.change("kart_edit", { path: "a.txt", edits: [{ replace: { old_text: "1\n", new_text: "0\n" } }] });
    expect(await put(desk, { path: "a.txt", content: "new\n", overwrite: true })).toMatchObject({ created: false });
    expect(desk.workspace.read("a.txt")).toBe("new\n");
  });

  test("a blank line at its end is one of its lines, and can be edited", async () => {
    await using desk = await deskWith({ "a.txt": "a\n" });
    await seen(desk, "a.txt");
    expect(await put(desk, { path: "a.txt", content: "a\n\n", overwrite: true })).toMatchObject({ lines: 2 });
    const edits = [{ set_line: { anchor: `2:${lineHash("")}`, new_text: "b" } }];
    await desk.change("kart_edit", { path: "a.txt", edits });
    expect(desk.workspace.read("a.txt")).toBe("a\nb\n");
  });

  test("the diff is short: what was sent is not sent back", async () => {
    const text = (word: string) => Array.from({ length: 300 }, (_, index) => `${word} ${index}\n`).join("");
    await using desk = await deskWith({ "a.txt": text("old") });
    await seen(desk, "a.txt");
    const { diff } = await put(desk, { path: "a.txt", content: text("new"), overwrite: true });
    expect(diff.split("\n").length).toBeLessThan(25);
    expect(diff).toEndWith("more rows");
  });

  /** What happens between being shown and being overwritten. */
  const STALE: Readonly<Record<string, readonly [source: string, act: (desk: Desk) => unknown, message: RegExp]>> = {
    "never read": ["one\n", () => undefined, /^stale: a\.txt was not read here, so .*kart_read/],
    "read in part": [
      "1\n2\n3\n",
      (desk) => seen(desk, "a.txt", { limit: 2 }),
      /lines that were not shown .* of them 3,/,
    ],
    "read from the middle on": ["1\n2\n3\n", (desk) => seen(desk, "a.txt", { offset: 2 }), /the first of them 1,/],
    "read without anchors, in part": [
      "1\n2\n3\n",
      (desk) => seen(desk, "a.txt", { plain: true, limit: 2 }),
      /lines that were not shown .* of them 3,/,
    ],
    "read without anchors, with a line too long to be shown": [
      `one\n${"x".repeat(3000)}\n`,
      (desk) => seen(desk, "a.txt", { plain: true }),
      /the first of them 2,/,
    ],
    "shown in a search alone": [
      "one\ntwo\n",
      (desk) => desk.connection.text("kart_grep", { pattern: "two" }),
      /the first of them 1,/,
    ],
    "with a line too long to be shown": [
      `one\n${"x".repeat(3000)}\n`,
      (desk) => seen(desk, "a.txt"),
      /the first of them 2,/,
    ],
    "changed by another program": [
      "one\n",
      async (desk) => {
        await seen(desk, "a.txt");
        desk.workspace.write("a.txt", "two\n");
      },
      /^stale: a\.txt is not as it was last read here/,
    ],
    "changed in white space alone": [
      "one\n",
      async (desk) => {
        await seen(desk, "a.txt");
        desk.workspace.write("a.txt", "one\r\n");
      },
      /is not as it was last read/,
    ],
    "back at an older text than was read last": [
      "one\n",
      async (desk) => {
        await seen(desk, "a.txt");
        desk.workspace.write("a.txt", "two\n");
        await seen(desk, "a.txt");
        desk.workspace.write("a.txt", "one\n");
      },
      /is not as it was last read/,
    ],
  };
  for (const [what, [source, act, message]] of Object.entries(STALE))
    test(`stale: ${what}`, async () => {
      await using desk = await deskWith({ "a.txt": source });
      await act(desk);
      expect(await refusedWrite(desk, { path: "a.txt", overwrite: true })).toMatch(message);
      await seen(desk, "a.txt");
      if (!source.includes("xxx")) await put(desk, { path: "a.txt", content: "new\n", overwrite: true });
    });

  test("read in two parts is read", async () => {
    await using desk = await deskWith({ "a.txt": "1\n2\n3\n" });
    await seen(desk, "a.txt", { limit: 2 });
    await seen(desk, "a.txt", { offset: 3 });
    await put(desk, { path: "a.txt", content: "new\n", overwrite: true });
    expect(desk.workspace.read("a.txt")).toBe("new\n");
  });

  test("without lines has none to lose", async () => {
    await using desk = await deskWith({ "a.txt": "" });
    expect(await put(desk, { path: "a.txt", content: "new\n", overwrite: true })).toMatchObject({ created: false });
  });

  test("its own edits keep it known", async () => {
    await using desk = await deskWith({ "a.ts": "const x = 1;\nlet y;\n" });
    await seen(desk, "a.ts");
    await desk.change("kart_replace", { file: "a.ts", symbol: "x", content: "const x = 2;" });
    await put(desk, { path: "a.ts", content: "let z;\n", overwrite: true });
    expect(desk.workspace.read("a.ts")).toBe("let z;\n");
  });

  test("keeps its byte order mark and its CRLF, which a model does not see", async () => {
    await using desk = await deskWith({ "a.txt": "\ufeffone\r\ntwo\r\n" });
    await seen(desk, "a.txt");
    await put(desk, { path: "a.txt", content: "1\n2\n3\n", overwrite: true });
    expect(bytesOf(desk, "a.txt")).toEqual(Buffer.from("\ufeff1\r\n2\r\n3\r\n"));
    // What is known is what stands on disk.
    await put(desk, { path: "a.txt", content: "4\n", overwrite: true });
    expect(bytesOf(desk, "a.txt")).toEqual(Buffer.from("\ufeff4\r\n"));
  });

  test("loses its byte order mark before `#!`, which is said, and by kart_write alone", async () => {
    await using desk = await deskWith({ "a.ts": "\ufefflet a;\n" });
    await seen(desk, "a.ts");
    const edits = [{ insert_after: { anchor: "BOF", text: "#!/usr/bin/env node" } }];
    expect(await desk.refused("kart_edit", { path: "a.ts", edits })).toMatch(
      /^syntax_error: The result would not parse: a byte order mark would stand before `#!`/,
    );
    const content = "#!/usr/bin/env node\nlet b;\n";
    const { warnings } = await put(desk, { path: "a.ts", content, overwrite: true });
    expect(warnings).toEqual(["The file's byte order mark was left out: `#!` must be the first of a file."]);
    expect(bytesOf(desk, "a.ts")).toEqual(Buffer.from(content));
  });

  test("keeps its mode, its hard links, and the link by which it is named", async () => {
    await using desk = await deskWith({ "a.sh": "one\n", "link.sh": { symlinkTo: "a.sh" }, "b.sh": "one\n" });
    chmodSync(desk.workspace.path("a.sh"), 0o751);
    linkSync(desk.workspace.path("b.sh"), desk.workspace.path("b-too.sh"));
    for (const path of ["link.sh", "b.sh"]) {
      await seen(desk, path);
      await put(desk, { path, content: "new\n", overwrite: true });
    }
    expect(statSync(desk.workspace.path("a.sh")).mode & 0o7777).toBe(0o751);
    expect(lstatSync(desk.workspace.path("link.sh")).isSymbolicLink()).toBe(true);
    expect(["a.sh", "b.sh", "b-too.sh"].map((path) => desk.workspace.read(path))).toEqual(["new\n", "new\n", "new\n"]);
  });

  test("that parses must parse after; one that did not may stay broken, and that is said", async () => {
    await using desk = await deskWith({ "a.ts": "let a;\n", "b.ts": "let = ;\n", "c.json": "{}\n" });
    for (const path of ["a.ts", "b.ts", "c.json"]) await seen(desk, path);
    const broken = { content: "let a;\nlet b = ;\n", overwrite: true };
    expect(await refusedWrite(desk, { path: "a.ts", ...broken })).toMatch(
      /^syntax_error: The result would not parse: .* line 2 of the result/,
    );
    expect(await put(desk, { path: "b.ts", ...broken })).toMatchObject({
      syntaxError: true,
      syntaxErrorMessage: expect.stringMatching(/^line 2: /),
      warnings: [expect.stringMatching(/^It does not parse: line 2/)],
    });
    expect(await put(desk, { path: "c.json", content: "{", overwrite: true })).toMatchObject({
      syntaxError: false,
      warnings: [expect.stringMatching(/^It is NO JSON any more: line 2: /)],
    });
  });

  test("a dry run shows the diff and writes nothing", async () => {
    await using desk = await deskWith({ "a.txt": "one\n" });
    await seen(desk, "a.txt");
    const before = desk.workspace.snapshot();
    const args = { path: "a.txt", content: "two\n", overwrite: true };
    expect((await put(desk, { ...args, dryRun: true })).diff).toMatch(/\+1:..\|two$/);
    expect(desk.workspace.snapshot()).toEqual(before);
    // And what it showed is no text that the file ever had.
    await put(desk, args);
  });

  test("the same text writes nothing, and is said", async () => {
    await using desk = await deskWith({ "a.txt": "one\n" });
    await seen(desk, "a.txt");
    expect((await put(desk, { path: "a.txt", content: "one\n", overwrite: true })).warnings).toEqual([
      "That is what stands there already; nothing was written.",
    ]);
    expect(await desk.refused("kart_undo", {})).toMatch(/^nothing_to_undo/);
  });
});

const HOSTILE = {
  "app/src/a.ts": "",
  "app/.git/HEAD": "",
  "app/out-folder": { symlinkTo: "../outside" },
  "app/out-file.ts": { symlinkTo: "../outside/x.ts" },
  "app/dangling-out": { symlinkTo: "../outside/nothing" },
  "app/dangling-in": { symlinkTo: "src/nothing" },
  "outside/x.ts": "",
};

/** Arguments and what the message must say. */
const REFUSED: Readonly<Record<string, readonly [args: Arguments, message: RegExp]>> = {
  "a path outside": [{ path: "../b.ts" }, /^path_outside_root/],
  "an absolute path outside": [{ path: "/etc/kart-test" }, /^path_outside_root/],
  "the home folder": [{ path: "~/b.ts" }, /^path_outside_root/],
  "behind a link that leads outside": [{ path: "out-folder/x/b.ts" }, /^path_outside_root/],
  "a link to a file outside": [{ path: "out-file.ts", overwrite: true }, /^path_outside_root/],
  "a link that leads nowhere, outside": [{ path: "dangling-out" }, /^path_outside_root/],
  "a link that leads nowhere": [{ path: "dangling-in", overwrite: true }, /^file_not_found: .*leads nowhere/],
  "behind a link that leads nowhere": [{ path: "dangling-in/b.ts" }, /^path_outside_root/],
  "a hook": [{ path: ".git/hooks/pre-commit" }, /^protected_path/],
  "a hook of a folder": [{ path: "sub/.git/hooks/x" }, /^protected_path/],
  ".git as a file": [{ path: "src/.git", content: "gitdir: /tmp/evil\n" }, /^protected_path/],
  "a protected folder itself": [{ path: ".git" }, /^protected_path/],
  "and to overwrite it": [{ path: "src/../.git/", overwrite: true }, /^protected_path/],
  "another case": [{ path: "src/.Claude/settings.json" }, /^protected_path/],
  "servers of an agent": [{ path: "deep/er/.MCP.json" }, /^protected_path/],
  "an empty path": [{ path: "" }, /^invalid_argument: The path is empty/],
  "a NUL in the path": [{ path: "a\0.ts" }, /^invalid_argument: The path holds a NUL/],
  "a URI": [{ path: "file:///etc/passwd" }, /^invalid_argument: URIs are not paths/],
  "a folder's name": [{ path: "src/b/" }, /^invalid_argument: .*names a folder/],
  "a folder": [{ path: "src", overwrite: true }, /^not_a_file: .*is a folder/],
  "below a file": [{ path: "src/a.ts/b.ts" }, /^not_a_file: `src\/a\.ts` is no folder/],
  "a long name": [{ path: `${"x".repeat(300)}.ts` }, /^invalid_argument: /],
  "a long path": [{ path: "x/".repeat(2500) }, /^invalid_argument: /],
  "a NUL in the content": [{ path: "b.ts", content: "a\0" }, /^invalid_argument: `content` holds a NUL/],
  "half a surrogate pair": [{ path: "b.ts", content: "\ud83d" }, /^invalid_argument: `content` holds half/],
};

describe("refused, with nothing made", () => {
  for (const [what, [args, message]] of Object.entries(REFUSED))
    test(what, async () => {
      await using desk = await Desk.with(HOSTILE, server, "app");
      expect(await refusedWrite(desk, args)).toMatch(message);
    });
});

test("a folder swapped for a symlink is never written through", async () => {
  await using desk = await deskWith({ "p/x": "" });
  using outside = new TempWorkspace({ x: "" });
  const { mtimeMs } = statSync(outside.root);
  const codes = new Set<string>();
  {
    await using _swapped = await SwappedFolder.start(desk.workspace.path("p"), outside.root);
    for (let number = 0, end = performance.now() + 2000; performance.now() < end; number++) {
      const path = existsSync(desk.workspace.path("p")) ? `p/${number}.txt` : "y.txt";
      const { content } = await desk.connection.call("kart_write", { path, content: "new\n", lint: false });
      codes.add(JSON.stringify(content).match(/created|[a-z_]+(?=: REJECTED)/)?.[0] ?? "");
    }
  }
  expect(readdirSync(outside.root)).toEqual(["x"]);
  expect(statSync(outside.root).mtimeMs).toBe(mtimeMs);
  // How often it is made at all is chance; that it can be is shown where nothing stands between proof and writing.
  const known = new Set(["created", "already_exists", "path_outside_root", "stale"]);
  expect([...codes].filter((code) => !known.has(code))).toEqual([]);
  expect(codes.size).toBeGreaterThan(0);
});

describe("undo", () => {
  const undo = (desk: Desk, steps = 1) => desk.connection.data("kart_undo", { steps });

  test("of a new file removes it, and the folders made for it", async () => {
    await using desk = await deskWith({ "src/a.ts": "" });
    await put(desk, { path: "src/x/y/b.ts", content: "let b;\n" });
    expect(await undo(desk)).toEqual({ undone: [{ tool: "kart_write", paths: ["src/x/y/b.ts"] }], remaining: 0 });
    expect(namesIn(desk)).toEqual(["src", "src/a.ts"]);
  });

  test("folders that hold something else stay", async () => {
    await using desk = await deskWith({});
    await put(desk, { path: "x/y/b.ts", content: "let b;\n" });
    desk.workspace.write("x/mine", "");
    await undo(desk);
    expect(namesIn(desk)).toEqual(["x", "x/mine"]);
  });

  test("of a new file that was then edited: both, or one after the other", async () => {
    for (const steps of [[2], [1, 1]]) {
      await using desk = await deskWith({ "other.ts": "const x = 1;\n" });
      await put(desk, { path: "x/b.ts", content: "const x = 1;\n" });
      await desk.change("kart_replace", { file: "x/b.ts", symbol: "x", content: "const x = 2;" });
      for (const step of steps) await undo(desk, step);
      expect(namesIn(desk)).toEqual(["other.ts"]);
    }
  });

  test("of several: files made, edited and overwritten, newest first", async () => {
    await using desk = await deskWith({ "a.txt": "one\n" });
    await seen(desk, "a.txt");
    await put(desk, { path: "x/b.txt", content: "b\n" });
    await put(desk, { path: "a.txt", content: "two\n", overwrite: true });
    await put(desk, { path: "x/b.txt", content: "bb\n", overwrite: true });
    await put(desk, { path: "x/y/c.txt", content: "c\n" });
    expect(await undo(desk, 4)).toMatchObject({ remaining: 0 });
    expect([namesIn(desk), desk.workspace.read("a.txt")]).toEqual([["a.txt"], "one\n"]);
  });

  const CHANGED: Readonly<Record<string, (desk: Desk) => void>> = {
    "changed since": ({ workspace }) => workspace.write("x/b.txt", "mine\n"),
    "deleted since": ({ workspace }) => void Bun.spawnSync(["rm", workspace.path("x/b.txt")]),
    "a link to the same text since": ({ workspace }) => {
      workspace.write("same.txt", "b\n");
      Bun.spawnSync(["ln", "-sf", "../same.txt", workspace.path("x/b.txt")]);
    },
  };
  for (const [what, act] of Object.entries(CHANGED))
    test(`of a new file that was ${what} is refused, and so are the steps before it`, async () => {
      await using desk = await deskWith({ "a.ts": "const x = 1;\n" });
      await desk.change("kart_replace", { file: "a.ts", symbol: "x", content: "const x = 2;" });
      await put(desk, { path: "x/b.txt", content: "b\n" });
      act(desk);
      for (const steps of [1, 2]) {
        const before = namesIn(desk);
        expect(await desk.refused("kart_undo", { steps })).toMatch(/^stale: x\/b\.txt/);
        expect(namesIn(desk)).toEqual(before);
      }
    });

  test("where one file cannot be taken back, the file that was made stays", async () => {
    await using desk = await deskWith({ "a.ts": "const x = 1;\n" });
    await put(desk, { path: "x/b.txt", content: "b\n" });
    await desk.change("kart_replace", { file: "a.ts", symbol: "x", content: "const x = 2;" });
    desk.workspace.write("a.ts", "mine\n");
    await desk.refused("kart_undo", { steps: 2 });
    expect(namesIn(desk)).toEqual(["a.ts", "x", "x/b.txt"]);
  });

  test("and then it can be made again", async () => {
    await using desk = await deskWith({});
    await put(desk, { path: "x/b.txt", content: "b\n" });
    await undo(desk);
    await put(desk, { path: "x/b.txt", content: "c\n" });
    await undo(desk);
    expect(namesIn(desk)).toEqual([]);
  });
});
