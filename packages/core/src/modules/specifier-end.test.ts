import { expect, test } from "bun:test";
import { BySpecifierEnd, endsTo, endsToOrAround, specifierEnd, specifierPattern } from "./specifier-end.ts";

test.each([
  ["./user", "user"],
  ["@/models/user.service.js", "user"],
  ["../models/", "models"],
  ["zod", "zod"],
  ["./.eslintrc.js", ".eslintrc"],
  [".", "."],
  ["./", "."],
  ["..", ".."],
  ["../..", ".."],
])("%s ends in %s", (specifier, end) => {
  expect(specifierEnd(specifier)).toBe(end);
});

test("a file is imported by its own name, an index by that of its folder or from beside it", () => {
  expect([...endsTo(["src/models/user.service.ts"])]).toEqual(["user"]);
  expect([...endsTo(["src/models/index.ts"])]).toEqual(["index", ".", "..", "models"]);
  expect([...endsTo(["index.ts"])]).toEqual(["index", ".", ".."]);
});

test("a folder around a file may have an index that passes it on", () => {
  expect([...endsToOrAround(["src/models/user.ts"])]).toEqual(["index", ".", "..", "src", "models", "user"]);
});

test("what is imported is found by the ends of its specifiers alone", () => {
  const files = new BySpecifierEnd<string>();
  files.add("./user.js", "a.ts");
  files.add("@/models/user", "b.ts");
  files.add("./users", "c.ts");
  expect(files.of(endsTo(["src/user.ts"]))).toEqual(["a.ts", "b.ts"]);
});

test("a pattern fits the whole of a specifier, whatever quotes it", () => {
  const pattern = new RegExp(`^${specifierPattern(new Set(["user", ".."]))}$`);
  for (const text of ['"./user"', "'@/user.service.js'", "`../../`", '"user"']) expect(text).toMatch(pattern);
  for (const text of ['"./users"', '"./user/other"', '"../x"']) expect(text).not.toMatch(pattern);
});
