import { describe, expect, test } from "bun:test";
import { lineHash } from "@kart/core/text/line-hash";
import { Reading } from "./reading.ts";

/** What another program makes of `a b c d e f g h` line by line, the edit of line 4 (or behind it), and what must come out. */
const LINES = "abcdefgh".split("").map((letter) => `line ${letter}`);
const joined = (lines: readonly string[]) => `${lines.join("\n")}\n`;
const CHANGED: Readonly<
  Record<string, readonly [disk: readonly string[], isInsertion: boolean, wanted: readonly string[] | "refused"]>
> = {
  "lines inserted above": [["new", ...LINES], false, ["new", ...LINES.with(3, "X")]],
  "lines deleted above": [LINES.slice(1), false, LINES.with(3, "X").slice(1)],
  "lines changed far below": [LINES.with(7, "new"), false, LINES.with(3, "X").with(7, "new")],
  "the line itself changed": [LINES.with(3, "new"), false, "refused"],
  "only its indentation changed": [LINES.with(3, `  ${LINES[3]}`), false, "refused"],
  "the line deleted": [LINES.toSpliced(3, 1), false, "refused"],
  "the line moved": [[...LINES.toSpliced(3, 1), LINES[3] as string], false, "refused"],
  "the line doubled": [LINES.toSpliced(3, 0, LINES[3] as string), false, "refused"],
  "all of it doubled": [[...LINES, ...LINES], false, "refused"],
  "the line right above changed": [LINES.with(2, "new"), false, "refused"],
  "everything reformatted": [LINES.map((line) => `\t${line}`), false, "refused"],
  "an insertion, lines inserted above": [["new", ...LINES], true, ["new", ...LINES.toSpliced(4, 0, "X")]],
  "an insertion, where another line was inserted": [LINES.toSpliced(4, 0, "new"), true, "refused"],
};

describe("changed on disk since it was shown:", () => {
  for (const [what, [disk, isInsertion, wanted]] of Object.entries(CHANGED))
    test(what, async () => {
      await using file = await Reading.of(joined(LINES));
      file.desk.workspace.write("a.txt", joined(disk));
      const edit = isInsertion ? file.after(4, "X") : file.set(4, "X");
      if (wanted === "refused") {
        expect(await file.refused(edit)).toMatch(
          /^stale: Line 4 changed on disk, or can no longer be told from others/,
        );
        return;
      }
      expect((await file.edit(edit)).warnings).toEqual([
        expect.stringContaining("had changed on disk since it was shown"),
      ]);
      expect(await file.text()).toBe(joined(wanted));
    });

  test("by an edit that was taken back: the lines are those that were shown", async () => {
    await using file = await Reading.of(joined(["a", "b", "a", "b"]), "a.txt", { limit: 2 });
    for (const _ of [1, 2]) {
      expect((await file.edit(file.after(2, "X"))).warnings).toEqual([]);
      await file.desk.connection.data("kart_undo");
      expect(await file.text()).toBe(joined(["a", "b", "a", "b"]));
    }
  });

  test("the inside of a range", async () => {
    await using file = await Reading.of(joined(LINES));
    file.desk.workspace.write("a.txt", joined(LINES.with(4, "new")));
    expect(await file.refused(file.lines(4, 6, "X"))).toMatch(
      /^stale: Lines 4-6 changed on disk[^]*>>>4:..\|line d\n>>>5:..\|new\n>>>6:/,
    );
  });

  test("of several edits only the lines of those that do not fit are marked", async () => {
    await using file = await Reading.of(joined(LINES));
    file.desk.workspace.write("a.txt", joined(LINES.with(1, "new")));
    const message = await file.refused(file.set(2, "X"), file.lines(6, 7, "Y"));
    expect(message.match(/^>>>.*/gm)).toEqual([`>>>2:${lineHash("new")}|new`]);
    expect(message).toContain(`\n   6:${lineHash("line f")}|line f`);
  });

  test("rows that the refusal has no room for were not shown", async () => {
    const long = Array.from({ length: 5 }, (_, index) => `${index}${"x".repeat(1500)}`);
    await using file = await Reading.of(joined(long));
    file.desk.workspace.write("a.txt", joined(long.map((line) => `${line}!`)));
    const message = await file.refused(file.lines(1, 5, "X"));
    expect(message).toEndWith("\n… 4 more; kart_read shows them");
    const unseen = { set_line: { anchor: `5:${lineHash(`${long[4]}!`)}`, new_text: "X" } };
    expect(await file.refused(unseen)).toMatch(/^stale: Line 5 (was not shown|changed on disk)/);
  });

  test("a hash that happens to stand elsewhere moves nothing", async () => {
    await using file = await Reading.of("{\n  a\n}\n{\n  b\n}\n");
    file.desk.workspace.write("a.txt", "{\n  a\n}\n");
    expect(await file.refused(file.set(6, "]"))).toMatch(/^stale: /);
  });
});

describe("moved by an edit of ours:", () => {
  const BRACES = joined(["start", "if a", "  x", "}", "if b", "  y", "}", "end"]);

  test("a row of before, under the number of which another stands now that looks alike, is refused", async () => {
    await using file = await Reading.of(BRACES);
    await file.edit(file.after(1, ["1", "2", "3"]));
    expect(await file.refused(file.after(7, "behind b"))).toMatch(
      /^stale: Line 7 was shown before an edit that moved it: it is line 10 now, and another[^]*\n>>>10:..\|}\n/,
    );
    // The same again must not come to mean the other one, nor what is shown around where it is.
    expect(await file.refused(file.after(7, "behind b"))).toMatch(/^stale: Line 7 /);
    await file.edit({ insert_after: { anchor: `10:${lineHash("}")}`, text: "behind b" } });
    expect(await file.text()).toContain("  y\n}\nbehind b\nend\n");
  });

  test("a row that the refusal shows beside the one that is meant does not come to be meant", async () => {
    await using file = await Reading.of(joined(["a", "x", "}", "b", "}", "end"]));
    await file.edit(file.after(1, ["1", "2"]));
    const text = await file.text();
    const refusal = await file.refused(file.after(5, "behind b"));
    expect(refusal).toMatch(/it is line 7 now[^]*\n {3}5:..\|}\n {3}6:..\|b\n>>>7:..\|}\n/);
    expect(await file.refused(file.after(5, "behind b"))).toBe(refusal);
    expect(await file.text()).toBe(text);
  });

  test("so it is in a call that also names rows of now", async () => {
    await using file = await Reading.of(BRACES);
    await file.edit(file.after(1, ["1", "2", "3"]));
    const row = { set_line: { anchor: `3:${lineHash("2")}`, new_text: "two" } };
    expect(await file.refused(row, file.after(7, "behind b"))).toMatch(/^stale: Line 7 was shown before an edit/);
  });

  test("where the row of before is gone, the one of now is meant", async () => {
    await using file = await Reading.of(joined(["start", "if a", "  x", "}", "gone", "  y", "}", "if b", "  z", "}"]));
    await file.edit(file.lines(5, 7, []));
    await file.edit(file.after(7, "behind b"));
    expect(await file.text()).toEndWith("  z\n}\nbehind b\n");
  });

  test("one that leads to the same line either way is meant", async () => {
    await using file = await Reading.of(BRACES);
    await file.edit(file.after(5, ["1", "2"]));
    await file.edit(file.after(4, "behind a"));
    expect(await file.text()).toContain("}\nbehind a\nif b\n1\n2\n");
  });
});
