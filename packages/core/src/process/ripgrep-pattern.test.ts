import { expect, test } from "bun:test";
import { literally } from "./ripgrep-pattern.ts";

test("what means something to ripgrep is escaped, and no letter or sign beyond ASCII", () => {
  expect(literally("a.b-c $d/漢😀 \u2028x")).toBe("a\\.b\\-c\\ \\$d\\/漢😀\\ \u2028x");
});
