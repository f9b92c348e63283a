import { expect, test } from "bun:test";
import { coveringPaths } from "./covering-paths.ts";

const FILES = ["a.ts", "b.md", "src/a.ts", "src/deep/b.ts", "src/deep/er/c.ts", "src/d.md", "test/e.ts", "test/f.ts"];

const ROWS: Readonly<Record<string, readonly [taken: RegExp, starts: string[], paths: string[]]>> = {
  "all: the root": [/./, ["."], ["."]],
  none: [/nothing/, ["."], []],
  "folders where all is taken, the highest": [/deep|^test/, ["."], ["src/deep", "test"]],
  "a folder where something is not": [/^src.*ts$/, ["."], ["src/a.ts", "src/deep"]],
  "single files": [/b\.|f/, ["."], ["b.md", "src/deep/b.ts", "test/f.ts"]],
};

for (const [name, [taken, starts, paths]] of Object.entries(ROWS))
  test(name, () => expect(coveringPaths(FILES, starts, (path) => taken.test(path))).toEqual(paths));

test("no folder above the one that was listed stands for its files: others may be in it", () => {
  const listed = FILES.filter((path) => path.startsWith("src/deep"));
  expect(coveringPaths(listed, ["src/deep"], () => true)).toEqual(["src/deep"]);
  expect(coveringPaths(["src/deep/b.ts"], ["src/deep/b.ts"], () => true)).toEqual(["src/deep/b.ts"]);
  expect(coveringPaths(["src/a.ts", "test/e.ts"], ["src", "test/e.ts"], () => true)).toEqual(["src", "test/e.ts"]);
});
