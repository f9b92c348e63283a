import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { Desk } from "./ask.ts";

const replaceX = (file: string, value: number) => ({ file, symbol: "x", content: `const x = ${value};` });

describe("undo", () => {
  test("takes back the last edit, byte for byte", async () => {
    const source = "\ufeffconst x = 1;\r\nlet y;\n";
    await using desk = await Desk.with({ "a.ts": source });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    expect(await desk.connection.data("kart_undo")).toEqual({
      undone: [{ tool: "kart_replace", paths: ["a.ts"] }],
      remaining: 0,
    });
    expect(desk.workspace.read("a.ts")).toBe(source);
  });

  test("newest first, several in one call", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n", "b.ts": "const x = 1;\n" });
    for (const [file, value] of [
      ["a.ts", 2],
      ["b.ts", 2],
      ["a.ts", 3],
      ["a.ts", 4],
    ] as const)
      await desk.change("kart_replace", replaceX(file, value));
    await desk.connection.data("kart_undo");
    expect(desk.workspace.read("a.ts")).toBe("const x = 3;\n");
    expect(await desk.connection.data("kart_undo", { steps: 2 })).toMatchObject({
      undone: [{ paths: ["a.ts"] }, { paths: ["b.ts"] }],
      remaining: 1,
    });
    expect([desk.workspace.read("a.ts"), desk.workspace.read("b.ts")]).toEqual(["const x = 2;\n", "const x = 1;\n"]);
  });

  test("more steps than there are take back all there are", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    await desk.change("kart_replace", replaceX("a.ts", 3));
    expect(await desk.connection.data("kart_undo", { steps: 50 })).toMatchObject({ remaining: 0 });
    expect(desk.workspace.read("a.ts")).toBe("const x = 1;\n");
    expect(await desk.refused("kart_undo", {})).toMatch(/^nothing_to_undo: /);
  });

  test("an insertion, a patch", async () => {
    await using desk = await Desk.with({ "a.ts": "enum E { A }\n" });
    await desk.change("kart_insert_after", { file: "a.ts", symbol: "A", content: "B" });
    await desk.change("kart_patch", {
      file: "a.ts",
      chunks: [{ oldLines: ["enum E { A, B }"], newLines: ["enum E { B }"] }],
    });
    await desk.connection.data("kart_undo", { steps: 2 });
    expect(desk.workspace.read("a.ts")).toBe("enum E { A }\n");
  });

  test("is refused where the file has moved on, and the edit stays to be taken back", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    desk.workspace.write("a.ts", "const x = 2;\n// mine\n");
    expect(await desk.refused("kart_undo", {})).toMatch(/^stale: a\.ts was changed by another program after the edit/);
    desk.workspace.write("a.ts", "const x = 2;\n");
    await desk.connection.data("kart_undo");
    expect(desk.workspace.read("a.ts")).toBe("const x = 1;\n");
  });

  test("an edit that somebody else took back is no longer in the way of older ones", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n", "b.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    await desk.change("kart_replace", replaceX("b.ts", 2));
    desk.workspace.write("b.ts", "const x = 1;\n");
    expect(await desk.connection.text("kart_undo"))
      .toBe(`another program had taken back kart_replace: b.ts; nothing was written for that
1 edit left to take back`);
    await desk.connection.data("kart_undo");
    expect(desk.workspace.read("a.ts")).toBe("const x = 1;\n");
  });

  test("nor are several edits of a file that somebody put back to before the first", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n", "b.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    await desk.change("kart_replace", replaceX("b.ts", 2));
    await desk.change("kart_replace", replaceX("b.ts", 3));
    desk.workspace.write("b.ts", "const x = 1;\n");
    expect(await desk.connection.data("kart_undo", { steps: 3 })).toEqual({
      undone: [{ tool: "kart_replace", paths: ["a.ts"] }],
      remaining: 0,
    });
    expect([desk.workspace.read("a.ts"), desk.workspace.read("b.ts")]).toEqual(["const x = 1;\n", "const x = 1;\n"]);
  });

  test("an edit that made a file what it once was is taken back like any other", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    await desk.change("kart_replace", replaceX("a.ts", 1));
    await desk.connection.data("kart_undo");
    expect(desk.workspace.read("a.ts")).toBe("const x = 2;\n");
  });

  test("several steps are all taken back or none", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n", "b.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    await desk.change("kart_replace", replaceX("b.ts", 2));
    desk.workspace.write("a.ts", "// mine\n");
    expect(await desk.refused("kart_undo", { steps: 3 })).toMatch(
      /^stale: a\.ts .* With `steps`: 1 the edits after that are taken back\.$/,
    );
    expect(await desk.connection.text("kart_undo", {})).toBe("took back kart_replace: b.ts\n1 edit left to take back");
  });

  test("those that are kept no more are counted", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    for (let n = 2; n < 54; n++) await desk.change("kart_replace", replaceX("a.ts", n));
    expect(await desk.connection.text("kart_undo", { steps: 50 })).toEndWith(
      "\n0 edits left to take back; 2 older ones are kept no more: use git for these",
    );
  });

  test("a change by others between two edits refuses taking back both", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    desk.workspace.write("a.ts", "const x = 2;\nlet mine;\n");
    await desk.change("kart_replace", replaceX("a.ts", 3));
    expect(await desk.refused("kart_undo", { steps: 2 })).toMatch(/^stale: a\.ts .* With `steps`: 1 /);
    await desk.connection.data("kart_undo");
    expect(desk.workspace.read("a.ts")).toBe("const x = 2;\nlet mine;\n");
  });

  test("refused and dry edits are none", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    await desk.change("kart_replace", { ...replaceX("a.ts", 2), dryRun: true });
    await desk.refused("kart_replace", { file: "a.ts", symbol: "x", content: "const = 1" });
    expect(await desk.refused("kart_undo", {})).toMatch(/^nothing_to_undo/);
  });

  test("a dry run shows what would come back, and changes nothing", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n", "b.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    await desk.change("kart_replace", replaceX("b.ts", 2));
    await desk.connection.data("kart_write", { path: "new/c.ts", content: "export const c = 1;\n" });
    const answer = await desk.connection.call("kart_undo", { steps: 2, dryRun: true, lint: false });
    expect(answer).toMatchObject({
      structuredContent: {
        undone: [
          { tool: "kart_write", paths: ["new/c.ts"] },
          { tool: "kart_replace", paths: ["b.ts"] },
        ],
        remaining: 1,
        diff: expect.stringContaining("-const x = 2;") as string,
      },
      content: [
        {
          text: expect.stringMatching(
            /^took back kart_write: new\/c\.ts \(dry run, nothing written\)\n[^]*^WARNING: who has come to use what goes is told/m,
          ) as string,
        },
      ],
    });
    expect([desk.workspace.read("b.ts"), desk.workspace.read("new/c.ts")]).toEqual([
      "const x = 2;\n",
      "export const c = 1;\n",
    ]);
    expect(await desk.connection.data("kart_undo", { steps: 3 })).toMatchObject({ remaining: 0 });
    expect([desk.workspace.read("a.ts"), desk.workspace.read("b.ts")]).toEqual(["const x = 1;\n", "const x = 1;\n"]);
  });

  test("a dry run is refused as the call itself would be", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n", "b.ts": 'import "./a.ts";\n' });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    desk.workspace.write("a.ts", "const x = 2;\n// mine\n");
    expect(await desk.refused("kart_undo", { dryRun: true })).toMatch(/^stale: a\.ts was changed by another program/);
    await desk.connection.data("kart_move", { from: "b.ts", to: "c.ts" });
    desk.workspace.write("b.ts", "// another\n");
    expect(await desk.refused("kart_undo", { dryRun: true })).toMatch(/^already_exists: /);
    expect(desk.workspace.read("c.ts")).toBe('import "./a.ts";\n');
  });

  test("what is in the way of an older move keeps newer ones from being taken back too", async () => {
    await using desk = await Desk.with({ "a.ts": "export const a = 1;\n" });
    await desk.connection.data("kart_move", { from: "a.ts", to: "b.ts" });
    await desk.connection.data("kart_move", { from: "b.ts", to: "c.ts" });
    desk.workspace.write("a.ts", "// another\n");
    const before = desk.workspace.snapshot();
    for (const more of [{ dryRun: true }, {}]) {
      expect(await desk.refused("kart_undo", { steps: 2, ...more })).toMatch(/^already_exists: .*a\.ts is there again/);
      expect(desk.workspace.snapshot()).toEqual(before);
    }
    expect(await desk.connection.data("kart_undo", {})).toMatchObject({ remaining: 1 });
    rmSync(desk.workspace.path("a.ts"));
    expect(await desk.connection.data("kart_undo", {})).toMatchObject({ remaining: 0 });
    expect(desk.workspace.read("a.ts")).toBe("export const a = 1;\n");
  });

  test("what newer edits made where something was moved from is in nobody's way", async () => {
    await using desk = await Desk.with({ "a.ts": "export const a = 1;\n", "in/b.ts": "export const b = 1;\n" });
    const before = desk.workspace.snapshot();
    await desk.connection.data("kart_move", { from: "a.ts", to: "c.ts" });
    await desk.connection.data("kart_move", { from: "in", to: "out" });
    await desk.connection.data("kart_write", { path: "a.ts", content: "export const fresh = 1;\n" });
    await desk.connection.data("kart_write", { path: "in/other.ts", content: "export const other = 1;\n" });
    expect(await desk.connection.data("kart_undo", { steps: 4, dryRun: true })).toMatchObject({ remaining: 0 });
    expect(await desk.connection.data("kart_undo", { steps: 4 })).toMatchObject({ remaining: 0 });
    expect(desk.workspace.snapshot()).toEqual(before);
  });

  test("a deleted file is not made again", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    await desk.change("kart_replace", replaceX("a.ts", 2));
    await Bun.file(desk.workspace.path("a.ts")).delete();
    expect(await desk.refused("kart_undo", {})).toMatch(/^file_not_found/);
  });
});

test("who came to use what is taken back is named", async () => {
  await using desk = await Desk.with({
    "a.ts": "export const one = 1;\n",
    "b.ts": 'import { one } from "./a";\none;\n',
    "c.ts": "export const alone = 1;\n",
  });
  const undo = () => desk.connection.text("kart_undo");
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "one", newName: "uno" });
  desk.workspace.write("later.ts", 'import { uno } from "./a";\nuno;\n');
  expect(await undo()).toContain("TAKEN BACK, and used since: later.ts:1 imports uno, which a.ts exports no more");

  desk.workspace.write("later.ts", "export {};\n");
  await desk.connection.data("kart_move", { from: "a.ts", to: "deep/e.ts" });
  desk.workspace.write("later.ts", 'import { one } from "./deep/e";\nimport "./c";\none;\n');
  expect(await undo()).toContain("TAKEN BACK, and used since: later.ts:1 imports ./deep/e, which leads nowhere");

  await desk.connection.data("kart_rename", { file: "c.ts", symbol: "alone", newName: "other" });
  desk.workspace.write("later.ts", "export {};\n");
  expect(await undo()).not.toContain("TAKEN BACK");
});
