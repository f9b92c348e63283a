import { expect, test } from "bun:test";
import { textHunks } from "@kart/core/text/line-diff";
import { lineHash } from "@kart/core/text/line-hash";
import { Snapshots } from "./snapshots.ts";

const ALL = [{ from: 1, to: 9 }];
const texts = (snapshots: Snapshots, path = "a") => snapshots.versions(path).map(({ text }) => text);

test("four versions of a file are remembered, newest first; the oldest is forgotten first", () => {
  const snapshots = new Snapshots();
  for (const text of ["1", "2", "3", "4", "5"]) snapshots.show("a", text, ALL);
  snapshots.show("b", "other", ALL);
  expect([texts(snapshots), texts(snapshots, "b")]).toEqual([["5", "4", "3", "2"], ["other"]]);
});

test("a text that is shown again is the newest, and what was shown of it before stays known", () => {
  const snapshots = new Snapshots();
  snapshots.show("a", "1\n2\n3\n", [{ from: 1, to: 1 }]);
  snapshots.show("a", "other", ALL);
  snapshots.show("a", "1\n2\n3\n", [{ from: 3, to: 3 }]);
  const [newest] = snapshots.versions("a");
  expect([texts(snapshots), [1, 2, 3].map((line) => newest?.isShown(line))]).toEqual([
    ["1\n2\n3\n", "other"],
    [true, false, true],
  ]);
});

test("no more than 64 MB are remembered, whatever the file", () => {
  const snapshots = new Snapshots();
  for (const path of ["a", "b", "c", "d"]) snapshots.show(path, path.repeat(20 * 1024 * 1024), [{ from: 1, to: 1 }]);
  expect(["a", "b", "c", "d"].map((path) => snapshots.versions(path).length)).toEqual([0, 1, 1, 1]);
});

test("after a change, lines that it left alone are known under their new numbers", () => {
  const snapshots = new Snapshots();
  const [before, after] = ["a\nb\nc\n", "new\na\nb\nchanged\n"];
  snapshots.show("f", before, [{ from: 2, to: 3 }]);
  snapshots.carry("f", before, after, textHunks(before, after));
  const [newest] = snapshots.versions("f");
  expect([1, 2, 3, 4].map((line) => newest?.isShown(line))).toEqual([false, false, true, false]);
  expect([1, 2, 3, 4].map((line) => newest?.isDisplayed(line))).toEqual([false, false, false, false]);
  snapshots.show("f", after, [{ from: 3, to: 4 }]);
  expect([2, 3, 4].map((line) => newest?.isDisplayed(line))).toEqual([false, true, true]);
});

test("what was shown without anchors is seen, also after a change, and no anchor; shown with them it is one", () => {
  const snapshots = new Snapshots();
  const [before, after] = ["a\nb\n", "new\na\nb\n"];
  snapshots.see("f", before, [{ from: 1, to: 1 }]);
  expect(snapshots.isIssued("f", 1, lineHash("a"))).toBe(false);
  snapshots.carry("f", before, after, textHunks(before, after));
  const [newest] = snapshots.versions("f");
  const known = () => [1, 2, 3].map((line) => [newest?.isSeen(line), newest?.isShown(line)]);
  expect(known()).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ]);
  snapshots.show("f", after, [{ from: 2, to: 3 }]);
  snapshots.see("f", after, [{ from: 1, to: 2 }]);
  expect(known()).toEqual([
    [true, false],
    [true, true],
    [true, true],
  ]);
});

test("an anchor was issued where that line was shown, in any version", () => {
  const snapshots = new Snapshots();
  snapshots.show("f", "a\nb\n", [{ from: 2, to: 2 }]);
  snapshots.show("f", "c\nd\n", ALL);
  expect([
    snapshots.isIssued("f", 2, lineHash("b")),
    snapshots.isIssued("f", 1, lineHash("a")),
    snapshots.isIssued("f", 2, lineHash("d")),
    snapshots.isIssued("g", 2, lineHash("b")),
  ]).toEqual([true, false, true, false]);
});
