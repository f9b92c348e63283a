import { expect, test } from "bun:test";
import { rememberSize, threadArguments } from "./ripgrep-threads.ts";

const scope = { root: "/nowhere", paths: ["."], signal: new AbortController().signal };
const ONE = ["--threads", "1"];

test("one thread does where the workspace was seen to be small, and for no more than that", () => {
  expect(threadArguments(scope, "list")).toEqual([]);
  rememberSize(scope, 100);
  expect([threadArguments(scope, "list"), threadArguments(scope, "search")]).toEqual([ONE, ONE]);
  // What git ignores was not counted.
  expect(threadArguments({ ...scope, includeIgnored: true }, "list")).toEqual([]);
  rememberSize(scope, 1000);
  expect([threadArguments(scope, "list"), threadArguments(scope, "search")]).toEqual([ONE, []]);
  rememberSize(scope, 1001);
  expect(threadArguments(scope, "list")).toEqual([]);
});

test("a part of the workspace says nothing of its size", () => {
  const root = "/elsewhere";
  for (const part of [
    { paths: ["src"] },
    { fileNames: ["*.ts"] },
    { type: "ts" },
    { maxDepth: 1 },
    { includeIgnored: true },
  ])
    rememberSize({ ...scope, root, ...part }, 1);
  expect(threadArguments({ ...scope, root }, "search")).toEqual([]);
});
