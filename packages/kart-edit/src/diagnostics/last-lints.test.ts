import { expect, test } from "bun:test";
import { LastLints } from "./last-lints.ts";
import type { Problem } from "./oxlint-output.ts";

const PROBLEM: Problem = { severity: "error", code: "x", message: "m", line: 1, column: 1, isPlaced: true };

test("the problems of exactly the text that was linted last", () => {
  const lints = new LastLints();
  lints.remember("a", "text", true, [PROBLEM], 0);
  expect(lints.of("a", "text", true)).toEqual([PROBLEM]);
  expect(lints.of("a", "text", false)).toBeUndefined();
  expect(lints.of("a", "text ", true)).toBeUndefined();
  expect(lints.of("b", "text", true)).toBeUndefined();
  lints.remember("a", "new", true, [], 0);
  expect(lints.of("a", "text", true)).toBeUndefined();
});

test("of the 200 files that were linted last", () => {
  const lints = new LastLints();
  for (let file = 0; file < 200; file++) lints.remember(`${file}`, "text", true, [PROBLEM], 0);
  lints.remember("0", "text", true, [PROBLEM], 0);
  lints.remember("200", "text", true, [PROBLEM], 0);
  expect(lints.of("0", "text", true)).toHaveLength(1);
  expect(lints.of("1", "text", true)).toBeUndefined();
  expect(lints.of("2", "text", true)).toHaveLength(1);
});

test("as long as no other file has changed", () => {
  const lints = new LastLints();
  lints.remember("a", "text", true, [PROBLEM], lints.changes);
  lints.changed([]);
  lints.changed(["a"]);
  expect(lints.of("a", "text", true)).toHaveLength(1);
  lints.changed(["a", "b"]);
  expect(lints.of("a", "text", true)).toBeUndefined();
});

test("not where a file changed during the lint", () => {
  const lints = new LastLints();
  const since = lints.changes;
  lints.changed(["b"]);
  lints.remember("a", "text", true, [PROBLEM], since);
  expect(lints.of("a", "text", true)).toBeUndefined();
});
