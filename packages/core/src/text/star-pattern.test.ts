import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { filled, starFilling } from "./star-pattern.ts";

test.each([
  ["./*", "./a/b", "a/b"],
  ["./*.js", "./a.js", "a"],
  ["./*.js", "./.js", ""],
  ["@/*", "@/", ""],
  ["./ab*bc", "./abc", undefined],
  ["./*.js", "./a.ts", undefined],
  ["./a", "./a", undefined],
  ["", "", undefined],
  ["./*/*.js", "./a/a.js", "a"],
  ["./*/*.js", "./a/b.js", undefined],
  ["./*/*.js", "./ab/a.js", undefined],
  ["./*", "./internal/*", "internal/*"],
  ["./*", "./$&", "$&"],
])("what the star of %s stands for in %s", (pattern, text, filling) => {
  expect(starFilling(pattern, text)).toBe(filling as string);
});

test.each([
  ["./dist/*.js", "a/b", "./dist/a/b.js"],
  ["./dist/*/*.js", "a", "./dist/a/a.js"],
  ["./dist/*.js", "$&$$", "./dist/$&$$.js"],
  ["./dist/a.js", "b", "./dist/a.js"],
])("%s filled with %s", (pattern, filling, text) => {
  expect(filled(pattern, filling)).toBe(text);
});

test("what fills a pattern is found in it again", () => {
  const part = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "$", "*"), maxLength: 6 });
  fc.assert(
    fc.property(
      part,
      part,
      fc.string({ unit: fc.constantFrom("a", "b", "/", "$", "&"), maxLength: 6 }),
      (head, tail, filling) => {
        const pattern = `${head}*${tail}`;
        expect(starFilling(pattern, filled(pattern, filling))).toBe(filling);
      },
    ),
  );
});
