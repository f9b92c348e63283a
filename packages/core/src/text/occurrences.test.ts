import { expect, test } from "bun:test";
import { occurrences } from "./occurrences.ts";

test.each([
  ["abab", "ab", [0, 2]],
  ["aaa", "aa", [0]],
  ["abc", "d", []],
  ["abc", "", []],
  ["", "", []],
] as const)("%j holds %j at %j", (text, wanted, at) => {
  expect([...occurrences(text, wanted)]).toEqual([...at]);
});
