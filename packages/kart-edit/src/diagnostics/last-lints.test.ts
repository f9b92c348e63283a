import { expect, test } from "bun:test";
import { LastLints } from "./last-lints.ts";
import type { Problem } from "./oxlint-output.ts";

const PROBLEM: Problem = { severity: "error", code: "x", message: "m", line: 1, column: 1, isPlaced: true };

test("the problems of exactly the text that was linted last", () => {
  const lints = new LastLints();
  lints.remember("a", "text", [PROBLEM], 0);
  expect(lints.of("a", "text")).toEqual([PROBLEM]);
  expect(lints.of("a", "text ")).toEqual([]);
  expect(lints.of("b", "text")).toEqual([]);
  lints.remember("a", "new", [], 0);
  expect(lints.of("a", "text")).toEqual([]);
});

test("of the 200 files that were linted last", () => {
  const lints = new LastLints();
  for (let file = 0; file < 200; file++) lints.remember(`${file}`, "text", [PROBLEM], 0);
  lints.remember("0", "text", [PROBLEM], 0);
  lints.remember("200", "text", [PROBLEM], 0);
  expect(lints.of("0", "text")).toHaveLength(1);
  expect(lints.of("1", "text")).toHaveLength(0);
  expect(lints.of("2", "text")).toHaveLength(1);
});

test("as long as no other file has changed", () => {
  const lints = new LastLints();
  lints.remember("a", "text", [PROBLEM], lints.changes);
  lints.changed([]);
  lints.changed(["a"]);
  expect(lints.of("a", "text")).toHaveLength(1);
  lints.changed(["a", "b"]);
  expect(lints.of("a", "text")).toHaveLength(0);
});

test("not where a file changed during the lint", () => {
  const lints = new LastLints();
  const since = lints.changes;
  lints.changed(["b"]);
  lints.remember("a", "text", [PROBLEM], since);
  expect(lints.of("a", "text")).toHaveLength(0);
});
