import { describe, expect, test } from "bun:test";
import { type Arguments, chunk, Desk } from "./ask.ts";

describe("the answer", () => {
  test("a file that oxlint leaves out is not without problems", async () => {
    await using desk = await Desk.with({
      ".oxlintrc.json": '{ "ignorePatterns": ["gen/**"] }',
      "gen/a.ts": "let a = 1;\n",
    });
    const args = { file: "gen/a.ts", symbol: "a", content: "let a = 2;" };
    const text = await desk.connection.text("kart_replace", args);
    expect(text).toMatch(/not lint/);
    expect(text).not.toMatch(/No new problems|Linted/);
  });

  test("a problem that the replaced lines had before is not new", async () => {
    await using desk = await Desk.with({ "a.ts": "export function f() {\n  debugger;\n}\n" });
    const content = "export function f() {\n  debugger;\n  return 1;\n}";
    const kept = await desk.change("kart_replace", { file: "a.ts", symbol: "f", content, lint: true });
    expect([kept.diagnostics.length, kept.existingDiagnostics]).toEqual([0, 1]);
  });

  test("a long line hides neither the rest nor the problems", async () => {
    await using desk = await Desk.with({ "a.js": `var a=[${"1,".repeat(30_000)}];var z=1;` });
    const text = await desk.connection.text("kart_replace", {
      file: "a.js",
      symbol: "z",
      content: "var z=2;debugger;",
    });
    expect([/new problem/.test(text), text.length < 20_000]).toEqual([true, true]);
  });

  test("a dry run shows the whole diff, or all but the midst of long runs where that would be long", async () => {
    const memberOf = (_: unknown, at: number) => `  member${at}(value: number): number {}\n`;
    const source = (members: number) => `class K {\n${Array.from({ length: members }, memberOf).join("")}}\n`;
    await using desk = await Desk.with({ "few.ts": source(300), "many.ts": source(700) });
    const dry = (file: string) =>
      desk.connection.text("kart_replace", { file, symbol: "K", content: "class K {}", dryRun: true, lint: false });
    const few = (await dry("few.ts")).split("\n");
    expect(few.filter((row) => row.startsWith("-"))).toEqual(
      source(300)
        .trimEnd()
        .split("\n")
        .map((line) => `-${line}`),
    );
    const many = await dry("many.ts");
    expect(many).toMatch(/\n-… 694 more\n-  member699\(.*\n-\}\n\+1:..\|class K \{\}/);
    expect(many.length).toBeLessThan(2000);
  });

  test("however many places a change has, its answer is not long", async () => {
    const lines = Array.from({ length: 2000 }, (_, at) => `${at % 3 === 0 ? "old" : `kept ${at}`}\n`);
    await using desk = await Desk.with({ "a.txt": lines.join("") });
    const edits = [{ replace: { old_text: "old", new_text: "new", all: true } }];
    for (const dryRun of [true, false]) {
      const text = await desk.connection.text("kart_edit", { path: "a.txt", edits, dryRun });
      expect(text).toMatch(/\n… [\d,]+ more rows/);
      expect(text.length).toBeLessThan(20_000);
    }
  });

  test("the lines of a patch are lines of the file", async () => {
    await using desk = await Desk.with({ "a.ts": "let a;\nlet b;\n", "k.ts": "class K {\n  a = 1;\n  b = 2;\n}\n" });
    const swap = chunk(["let a;", "let b;"], ["let b;", "let a;"]);
    expect(await desk.change("kart_patch", { file: "a.ts", ...swap })).toMatchObject({ startLine: 1, endLine: 2 });
    const gone = await desk.change("kart_patch", { file: "k.ts", symbol: "K.a", ...chunk(["  a = 1;"], []) });
    expect(gone.endLine).toBeGreaterThanOrEqual(gone.startLine);
  });

  test("two insertions at one place have a line each", async () => {
    await using desk = await Desk.with({ "a.ts": "let a;\n" });
    const insertion = (line: string) => ({ contextBefore: "let a;", oldLines: [], newLines: [line] });
    const { chunks } = await desk.change("kart_patch", {
      file: "a.ts",
      chunks: [insertion("let b;"), insertion("let c;")],
    });
    expect(chunks?.map(({ line }) => line)).toEqual([2, 3]);
  });

  test("fewer steps than one are no advice", async () => {
    await using desk = await Desk.with({ "a.ts": "let a;\n" });
    await desk.change("kart_replace", { file: "a.ts", symbol: "a", content: "let a = 1;" });
    desk.workspace.write("a.ts", "let mine;\n");
    expect(await desk.refused("kart_undo", {})).not.toMatch(/fewer steps/);
  });
});

/** A source, the tool and its arguments: minutes of work, or hours, where it grows faster than the text. */
const HEAVY: Readonly<Record<string, readonly [source: string, tool: string, args: Arguments]>> = {
  "comments in a row before a declarator": [
    "const a = 1, b = 2;\n",
    "replace",
    { symbol: "a", content: `${"/**/".repeat(60)}a = 3` },
  ],
  "literals over several lines": [
    "class K {\n  m() {}\n}\n",
    "replace",
    { symbol: "K.m", content: `m() {\n${"`\n`;\n".repeat(60_000)}}` },
  ],
  "declarations in the place of one": [
    "let a0;\n",
    "replace",
    { symbol: "a0", content: Array.from({ length: 60_000 }, (_, index) => `let a${index};`).join("\n") },
  ],
  "a long chunk that fits nowhere in a long file": [
    "let a;\n".repeat(20_000),
    "patch",
    chunk(
      Array.from({ length: 20_000 }, (_, index) => `let b${index};`),
      [],
    ),
  ],
};

describe("answered before long", () => {
  for (const [what, [source, tool, args]] of Object.entries(HEAVY))
    test(
      what,
      async () => {
        await using desk = await Desk.with({ "a.ts": source });
        await desk.connection.call(`kart_${tool}`, { file: "a.ts", lint: false, dryRun: true, ...args });
      },
      20_000,
    );
});
