import { expect, test } from "bun:test";
import { under } from "./under.ts";

test("several paths are named by the folder that all are under", () => {
  expect(under(["a/b/c.ts"])).toBe("a/b/c.ts");
  expect(under(["a/b/c.ts", "a/b/d/e.ts"])).toBe("a/b/*");
  expect(under(["a/bc/d", "a/b/d"])).toBe("a/*");
  expect(under(["a", "b/c"])).toBe("*");
});
