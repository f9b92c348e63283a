import { describe, expect, test } from "bun:test";
import { lineHash } from "@kart/core/text/line-hash";
import { Desk } from "./ask.ts";

const row = (line: number, text: string) => `${line}:${lineHash(text)}|${text}`;

test("rows with anchors, all of a file or a part of it", async () => {
  await using desk = await Desk.with({ "a.ts": "let a;\n\n\tlet b;\r\nlet c;" });
  const read = (args = {}) => desk.connection.text("kart_read", { path: "a.ts", ...args });
  expect(await read()).toBe(
    ["a.ts: 4 lines", row(1, "let a;"), row(2, ""), row(3, "\tlet b;"), row(4, "let c;")].join("\n"),
  );
  expect(await read({ offset: 2, limit: 1 })).toBe(
    ["a.ts: lines 2-2 of 4", row(2, ""), "… go on with offset: 3"].join("\n"),
  );
  expect(await read({ plain: true, offset: 3 })).toBe("a.ts: lines 3-4 of 4\n\tlet b;\nlet c;");
});

test("as data", async () => {
  await using desk = await Desk.with({ "a.txt": "x\ny\n" });
  expect(await desk.connection.data("kart_read", { path: "a.txt" })).toEqual({
    path: "a.txt",
    totalLines: 2,
    startLine: 1,
    endLine: 2,
    lines: [
      { line: 1, hash: lineHash("x"), text: "x" },
      { line: 2, hash: lineHash("y"), text: "y" },
    ],
    truncated: false,
  });
});

test("a declaration with the comment above it", async () => {
  await using desk = await Desk.with({ "a.ts": "let z;\n/** doc */\nfunction f() {\n  1;\n}\nlet y;\n" });
  const read = (args: Record<string, unknown>) =>
    desk.connection.text("kart_read", { path: "a.ts", symbol: "f", ...args });
  expect(await read({})).toBe(
    ["a.ts: lines 2-5 of 6", row(2, "/** doc */"), row(3, "function f() {"), row(4, "  1;"), row(5, "}")].join("\n"),
  );
  expect(await read({ offset: 2, limit: 2 })).toBe(
    ["a.ts: lines 3-4 of 6", row(3, "function f() {"), row(4, "  1;"), "… go on with offset: 4"].join("\n"),
  );
});

test("the line that first gives a class of JavaScript a property", async () => {
  await using desk = await Desk.with({ "a.js": "class A {\n  set(to) {\n    this.b = to;\n    this.b = 1;\n  }\n}\n" });
  expect(await desk.connection.text("kart_read", { path: "a.js", symbol: "A.b" })).toBe(
    ["a.js: lines 3-3 of 6", row(3, "    this.b = to;")].join("\n"),
  );
});

test("there is no line behind the final line break, and none in an empty file", async () => {
  await using desk = await Desk.with({ "a.txt": "x\n", "b.txt": "", "c.txt": "\n", "d.txt": "\ufeffx\n" });
  const text = (path: string) => desk.connection.text("kart_read", { path });
  expect(await text("a.txt")).toBe(`a.txt: 1 line\n${row(1, "x")}`);
  expect(await text("b.txt")).toBe("b.txt: empty");
  expect(await text("c.txt")).toBe(`c.txt: 1 line\n${row(1, "")}`);
  expect(await text("d.txt")).toBe(`d.txt: 1 line\n${row(1, "x")}`);
});

test("a folder lists what git would not ignore, folders first", async () => {
  await using desk = await Desk.with({
    ".gitignore": "dist\n",
    "b.ts": "",
    "src/a.ts": "",
    "dist/x.js": "",
    "node_modules/y/z.js": "",
  });
  expect(await desk.connection.data("kart_read", { path: "." })).toEqual({
    path: ".",
    entries: [
      { name: "src", isDirectory: true },
      { name: ".gitignore", isDirectory: false },
      { name: "b.ts", isDirectory: false },
    ],
    truncated: false,
  });
  expect(await desk.connection.text("kart_read", { path: "dist" })).toBe("dist/: 1 entry\n x.js");
});

test("an answer stays short: it says where to go on, and only what was shown can be edited", async () => {
  await using desk = await Desk.with({ "a.txt": "some words on a line\n".repeat(5000) });
  const text = await desk.connection.text("kart_read", { path: "a.txt", limit: 5000 });
  expect(text.length).toBeWithin(30_000, 40_000);
  const next = Number(/… go on with offset: (\d+)$/.exec(text)?.[1]);
  const edit = (line: number) => ({
    path: "a.txt",
    lint: false,
    edits: [{ set_line: { anchor: `${line}:${lineHash("some words on a line")}`, new_text: "x" } }],
  });
  expect(await desk.refused("kart_edit", edit(next))).toMatch(/^stale: Line \d+ was not shown/);
  await desk.connection.data("kart_edit", edit(next - 1));
});

test("without a limit it is shorter still, and a symbol is offered", async () => {
  const code = `export const a = 1;\nexport function f() {\n${"  // some words on a line\n".repeat(1500)}}\n`;
  await using desk = await Desk.with({ "a.ts": code, "a.txt": code });
  const text = await desk.connection.text("kart_read", { path: "a.ts" });
  expect(text.length).toBeWithin(18_000, 20_000);
  const next = Number(/… go on with offset: (\d+), or pass symbol$/.exec(text)?.[1]);
  expect(await desk.connection.text("kart_read", { path: "a.ts", offset: next })).toContain(`lines ${next}-`);
  const read = (args: Record<string, unknown>) => desk.connection.text("kart_read", args);
  expect(await read({ path: "a.ts", symbol: "f" })).toMatch(/… go on with offset: \d+$/);
  expect(await read({ path: "a.txt" })).toMatch(/… go on with offset: \d+$/);
  expect((await read({ path: "a.ts", limit: 2000 })).length).toBeGreaterThan(30_000);
});

test("a line that is too long is clipped, and says so", async () => {
  await using desk = await Desk.with({ "a.txt": `${"x".repeat(5_000_000)}\nb\n` });
  const text = await desk.connection.text("kart_read", { path: "a.txt" });
  expect(text).toMatch(
    /^a\.txt: 2 lines\n1:--\|x+… \[clipped, 5,000,000 characters: cannot be edited by anchor\]\n2:..\|b$/,
  );
  expect(text.length).toBeLessThan(400);
});

test("control characters are written out", async () => {
  await using desk = await Desk.with({ "a.txt": "a\u001b[31m\u202e\u200b\n" });
  expect(await desk.connection.text("kart_read", { path: "a.txt" })).toEndWith("|a\\u{1b}[31m\\u{202e}\\u{200b}");
});

test("plain rows cannot be edited", async () => {
  await using desk = await Desk.with({ "a.txt": "x\n" });
  await desk.connection.text("kart_read", { path: "a.txt", plain: true });
  const edits = [{ set_line: { anchor: `1:${lineHash("x")}`, new_text: "y" } }];
  expect(await desk.refused("kart_edit", { path: "a.txt", edits })).toMatch(
    /^stale: Line 1 was not shown with an anchor\. /,
  );
});

describe("refused", () => {
  const ROWS: Readonly<Record<string, readonly [args: Record<string, unknown>, message: RegExp]>> = {
    "an offset behind the end": [
      { path: "a.ts", offset: 9 },
      /^invalid_argument: `offset` is 9, but a\.ts has 1 line\. Start before that\.$/,
    ],
    "an offset behind the symbol": [
      { path: "a.ts", symbol: "a", offset: 2 },
      /^invalid_argument: `offset` is 2, but `a` has 1 line/,
    ],
    "limit 0": [{ path: "a.ts", limit: 0 }, /^invalid_argument: `limit`/],
    "offset 0": [{ path: "a.ts", offset: 0 }, /^invalid_argument: `offset`/],
    "a symbol that is not there": [{ path: "a.ts", symbol: "b" }, /^symbol_not_found: /],
    "a symbol of what has none": [
      { path: "a.txt", symbol: "b" },
      /^invalid_argument: a\.txt is no TypeScript or JavaScript file/,
    ],
    "NUL bytes": [{ path: "nul.bin" }, /^binary_file: /],
    "invalid UTF-8": [{ path: "latin.txt" }, /^binary_file: /],
    "50 MB": [{ path: "large.txt" }, /^file_too_large: /],
    "a path outside": [{ path: "../a.ts" }, /^path_outside_root: /],
    "no such file": [{ path: "b.ts" }, /^file_not_found: /],
  };
  const files = {
    "a.ts": "let a;\n",
    "a.txt": "a\n",
    "nul.bin": "a\0b",
    "latin.txt": new Uint8Array([0x61, 0xe9, 0x62]),
    "large.txt": new Uint8Array(50 * 1024 * 1024).fill(0x61),
  };
  for (const [what, [args, message]] of Object.entries(ROWS))
    test(what, async () => {
      await using desk = await Desk.with(what === "50 MB" ? files : { ...files, "large.txt": "" });
      expect(await desk.connection.error("kart_read", args)).toMatch(message);
    });
});
