import { expect, test } from "bun:test";
import { wordsIn } from "./words.ts";

test("words are found whole, up to a number of them", () => {
  expect(wordsIn("a ab a.a $a", "a")).toEqual([0, 5, 7]);
  expect(wordsIn("a ab a.a $a", "a", 2)).toEqual([0, 5]);
});

test("no name stands nowhere", () => {
  expect(wordsIn("a b", "")).toEqual([]);
});
