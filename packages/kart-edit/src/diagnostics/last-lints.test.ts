import { expect, test } from "bun:test";
import { LastLints } from "./last-lints.ts";
import type { Problem } from "./oxlint-output.ts";

const PROBLEM: Problem = { severity: "error", code: "x", message: "m", line: 1, column: 1, isPlaced: true };

test("the problems of exactly the text that was linted last", () => {
  const lints = new LastLints();
  lints.remember("a", "text", [PROBLEM]);
  expect(lints.of("a", "text")).toEqual([PROBLEM]);
  expect(lints.of("a", "text ")).toEqual([]);
  expect(lints.of("b", "text")).toEqual([]);
  lints.remember("a", "new", []);
  expect(lints.of("a", "text")).toEqual([]);
});

test("of the 200 files that were linted last", () => {
  const lints = new LastLints();
  for (let file = 0; file < 200; file++) lints.remember(`${file}`, "text", [PROBLEM]);
  lints.remember("0", "text", [PROBLEM]);
  lints.remember("200", "text", [PROBLEM]);
  expect(lints.of("0", "text")).toHaveLength(1);
  expect(lints.of("1", "text")).toHaveLength(0);
  expect(lints.of("2", "text")).toHaveLength(1);
});
