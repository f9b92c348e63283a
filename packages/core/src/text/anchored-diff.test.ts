import { expect, test } from "bun:test";
import { anchoredDiff } from "./anchored-diff.ts";
import { lineHunks } from "./line-diff.ts";
import { lineHash } from "./line-hash.ts";
import { splitLines } from "./lines.ts";

function diff(before: string, after: string): string[] {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  return anchoredDiff(old, fresh, lineHunks(old, fresh));
}

/** `12:3f|text` with its hash. */
const row = (line: number, text: string) => `${line}:${lineHash(text)}|${text}`;

test("kept and added rows carry the new text's anchors", () => {
  expect(diff("a\nb\nc\nd\n", "a\nB\nB2\nc\nd\n")).toEqual([
    "@@ -1,3 +1,4 @@",
    ` ${row(1, "a")}`,
    "-b",
    `+${row(2, "B")}`,
    `+${row(3, "B2")}`,
    ` ${row(4, "c")}`,
  ]);
});

test("changes with one line or two between them stand together, others apart", () => {
  expect(diff("a\nb\nc\nd\n", "A\nb\nc\nD\n").filter((line) => line.startsWith("@"))).toEqual(["@@ -1,4 +1,4 @@"]);
  expect(diff("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n").filter((line) => line.startsWith("@"))).toEqual([
    "@@ -1,2 +1,2 @@",
    "@@ -4,2 +4,2 @@",
  ]);
});

test("the end of a file, with a line break and without", () => {
  expect(diff("a\n", "a\nb\n")).toEqual(["@@ -1,1 +1,2 @@", ` ${row(1, "a")}`, `+${row(2, "b")}`]);
  expect(diff("a", "a\nb")).toEqual(["@@ -1,1 +1,2 @@", "-a", `+${row(1, "a")}`, `+${row(2, "b")}`]);
  expect(diff("a\nb\n", "a\n")).toEqual(["@@ -1,2 +1,1 @@", ` ${row(1, "a")}`, "-b"]);
});

test("a blank line at the end, whether or not what follows the final line break is among the lines", () => {
  const added = ["@@ -1,1 +1,2 @@", ` ${row(1, "a")}`, `+${row(2, "")}`];
  expect(diff("a\n", "a\n\n")).toEqual(added);
  const [old, fresh] = [splitLines("a\n").slice(0, -1), splitLines("a\n\n").slice(0, -1)];
  expect(anchoredDiff(old, fresh, lineHunks(old, fresh))).toEqual(added);
  expect(anchoredDiff(fresh, old, lineHunks(fresh, old))).toEqual(["@@ -1,2 +1,1 @@", ` ${row(1, "a")}`, "-"]);
});

test("an empty file, and no change", () => {
  expect(diff("", "a\n")).toEqual(["@@ -0,0 +1,1 @@", `+${row(1, "a")}`]);
  expect(diff("a\n", "")).toEqual(["@@ -1,1 +0,0 @@", "-a"]);
  expect(diff("a\n", "a\n")).toEqual([]);
});

test("the hash ignores white space, and is two lowercase digits", () => {
  expect(lineHash(" a  b\t")).toBe(lineHash("ab"));
  expect(["", "}", "const x = 1;", "😀"].map(lineHash)).toEqual(
    ["", "}", "constx=1;", "😀"].map((line) => (Bun.hash.xxHash32(line) % 256).toString(16).padStart(2, "0")),
  );
});
