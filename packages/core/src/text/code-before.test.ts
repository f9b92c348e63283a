import { expect, test } from "bun:test";
import { codeBefore } from "./code-before.ts";

test.each([
  ["{ a,  ", "{ a,"],
  ["{ // one\n  // two,\n", "{"],
  ["a, /* one */ /* two */ ", "a,"],
  ['"http://x",\n  ', '"http://x",'],
  ["a, // b, c\n", "a,"],
  [`a,\n${"/".repeat(80)}\n`, "a,"],
  ["/* only */", ""],
  ["a */", "a */"],
])("what stands before white space and comments: %p", (source, code) => {
  expect(codeBefore(source, source.length)).toBe(code);
});
