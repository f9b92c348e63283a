import { expect, test } from "bun:test";
import { replyOf } from "./output.ts";

const textOf = (text: string) => replyOf({ structured: {}, text }, "text").content[0]?.text ?? "";

test("a long reply is cut at line breaks, and keeps its end, where it says what it lacks", () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => `row ${index}`);
  const text = textOf([...rows, "NOT COUNTED: a.ts:1"].join("\n"));
  expect(text.length).toBeWithin(39_900, 40_001);
  const [head = "", end = ""] = text.split(
    "\n… cut at 40,000 characters of 43,909. Narrow the call to see the rest.\n",
  );
  const [first, last] = [head.split("\n"), end.split("\n")];
  expect(Bun.deepEquals(first, rows.slice(0, first.length))).toBe(true);
  expect(Bun.deepEquals(last, [...rows.slice(1 - last.length), "NOT COUNTED: a.ts:1"])).toBe(true);
  expect(end.length).toBeWithin(2_400, 2_501);
});

test("a line that is longer than a reply is cut anywhere", () => {
  const text = textOf("a".repeat(50_000));
  expect(text.length).toBe(40_000);
  expect(text).toEndWith("a\n… cut at 40,000 characters of 50,000. Narrow the call to see the rest.");
});

test("a reply of the greatest length is whole", () => {
  expect(textOf("a".repeat(40_000))).toBe("a".repeat(40_000));
});
