import { expect, test } from "bun:test";
import { leftOut } from "./left-out.ts";

const numbered = (folder: string, amount: number) => Array.from({ length: amount }, (_, at) => `${folder}/${at}.ts`);

test("folders of which nothing was checked, small ones of which some was, and files", () => {
  const checked = [...numbered("a/big", 200), ...numbered("a/small", 20), "b/1.ts", "main.ts"];
  const rest = ["a/big/x.ts", "a/big/y.ts", "a/small/x.ts", "a/small/y.ts", "b/2.ts", "c/d/1.ts", "c/e/1.ts", "z.ts"];
  expect(leftOut(checked, rest)).toEqual(["a/big/x.ts", "a/big/y.ts", "a/small", "b/2.ts", "c", "z.ts"]);
  expect(leftOut(checked, [])).toEqual([]);
});
