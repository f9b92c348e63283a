import { expect, test } from "bun:test";
import { type Edit, History } from "./history.ts";

const edit = (tool: string, text = ""): Edit => ({ tool, files: [{ path: "a", before: text, after: text }] });

test("fifty edits are remembered, the oldest is forgotten first", () => {
  const history = new History();
  for (let number = 1; number <= 60; number++) history.add(edit(String(number)));
  expect([history.size, history.newest(2).map(({ tool }) => tool), history.newest(99).at(-1)?.tool]).toEqual([
    50,
    ["60", "59"],
    "11",
  ]);
});

test("no more than 64 MB are remembered", () => {
  const history = new History();
  const text = "a".repeat(10 * 1024 * 1024);
  for (const tool of ["1", "2", "3", "4"]) history.add(edit(tool, text));
  expect(history.newest(99).map(({ tool }) => tool)).toEqual(["4", "3", "2"]);
});

test("what was taken back is forgotten, and nothing else", () => {
  const history = new History();
  const [one, two] = [edit("1"), edit("2")];
  history.add(one);
  history.add(two);
  history.remove([two]);
  expect(history.newest(9)).toEqual([one]);
});
