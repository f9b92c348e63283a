import { expect, test } from "bun:test";
import { foldersAbove } from "./folders-above.ts";

test.each([
  [".", []],
  ["a.ts", ["."]],
  ["src/in/a.ts", [".", "src", "src/in"]],
])("the folders above %s", (path, folders) => {
  expect(foldersAbove(path)).toEqual(folders);
});
