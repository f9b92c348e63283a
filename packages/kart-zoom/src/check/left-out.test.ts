import { expect, test } from "bun:test";
import { leftNote, leftOut } from "./left-out.ts";

const numbered = (folder: string, amount: number) => Array.from({ length: amount }, (_, at) => `${folder}/${at}.ts`);

test("folders of which nothing was checked, small ones of which some was, and files", () => {
  const checked = [...numbered("a/big", 200), ...numbered("a/small", 20), "b/1.ts", "main.ts"];
  const rest = ["a/big/x.ts", "a/big/y.ts", "a/small/x.ts", "a/small/y.ts", "b/2.ts", "c/d/1.ts", "c/e/1.ts", "z.ts"];
  expect(leftOut(checked, rest)).toEqual(["a/big/x.ts", "a/big/y.ts", "a/small", "b/2.ts", "c", "z.ts"]);
  expect(leftOut(checked, [])).toEqual([]);
});

test("a large folder of which some was checked is named once its files are many", () => {
  const files = numbered("a/big", 500);
  expect(leftOut(files.slice(0, 480), files.slice(480))).toHaveLength(20);
  expect(leftOut(files.slice(0, 100), files.slice(100))).toEqual(["a"]);
  const huge = numbered("a/huge", 3_000);
  expect(leftOut(huge.slice(0, 2_000), huge.slice(2_000))).toHaveLength(1_000);
});

test("what to ask next is named, and why it was left out", () => {
  expect(leftNote(["a/1.ts"], ["a/2.ts", "b/c/1.ts", "b/1.ts"], 0)).toEqual([
    "3 files NOT checked: pass a/2.ts, b in paths.",
  ]);
  const inTime = "1 file NOT checked in time: pass b in paths, or raise KART_TIMEOUT_MS.";
  expect(leftNote(["a/1.ts"], ["b/1.ts"], 1)).toEqual([inTime]);
  expect(leftNote(["a.ts"], [], 0)).toEqual([]);
});
