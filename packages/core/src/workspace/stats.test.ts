import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { lstatOrUndefined, statOrUndefined } from "./stats.ts";

test("what is not there, or would stand in a file, or has too long a name, is undefined", () => {
  using files = new TempWorkspace({ "a.ts": "" });
  symlinkSync("a.ts", files.path("link.ts"));
  symlinkSync("loop.ts", files.path("loop.ts"));
  for (const path of ["none.ts", "a.ts/b", "a.ts/b/c", "x".repeat(5000)])
    expect([lstatOrUndefined(files.path(path)), statOrUndefined(files.path(path))]).toEqual([undefined, undefined]);
  expect(lstatOrUndefined(files.path("link.ts"))?.isSymbolicLink()).toBe(true);
  expect(statOrUndefined(files.path("link.ts"))?.isFile()).toBe(true);
  expect(statOrUndefined(files.path("loop.ts"))).toBeUndefined();
});
