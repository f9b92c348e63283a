import { expect, test } from "bun:test";
import { problemsOf } from "./ripgrep.ts";

test("a crash is no complaint about the pattern, and nothing that was said before it is passed on", () => {
  const said = "rg: ./in/OUTSIDE: No such file or directory (os error 2)\nthread 'main' panicked at walk.rs:1129:48";
  expect(() => problemsOf(101, said)).toThrow(
    /^ripgrep crashed with status 101, perhaps since files changed under it\. Try again\.$/,
  );
  expect(problemsOf(2, "rg: ./a: No such file or directory (os error 2)")).toEqual([]);
  expect(problemsOf(2, "rg: ./a: Permission denied (os error 13)")).toEqual(["a: Permission denied (os error 13)"]);
  expect(() => problemsOf(2, "rg: regex parse error: unclosed group")).toThrow("unclosed group. Mend the pattern.");
});
