import { expect, test } from "bun:test";
import { hyphenated, withHyphenated } from "./hyphenated.ts";

test.each([
  ["pageSize", "page-size"],
  ["UserCard", "user-card"],
  ["isOpen2Left", "is-open2-left"],
  ["toURL", "to-u-r-l"],
  ["size", undefined],
  ["Size", undefined],
  ["$_", undefined],
])("%s", (name, written) => {
  expect(hyphenated(name)).toBe(written);
});

test("names with both forms", () => {
  expect([...withHyphenated(["pageSize", "size"])]).toEqual(["pageSize", "page-size", "size"]);
});
