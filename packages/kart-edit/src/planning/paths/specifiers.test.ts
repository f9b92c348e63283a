import { expect, test } from "bun:test";
import { isDetour, specifierCandidates } from "./specifiers.ts";

const HELPERS = "src/helpers/join.ts";
const UP = "src/helpers/up.ts";

test.each<[what: string, specifier: string, importer: [string, string], target: [string, string], wanted: string]>([
  ["the shortest way", "./up.js", [HELPERS, HELPERS], [UP, "src/up.ts"], "../up.js"],
  ["a detour stays one", "../helpers/up.js", [HELPERS, HELPERS], [UP, "src/helpers/in/up.ts"], "../helpers/in/up.js"],
  ["and goes no further up", "../helpers/up.js", [HELPERS, HELPERS], [UP, "src/commands/up.ts"], "../commands/up.js"],
  ["nor out of what its file moves up in", "../helpers/up.js", [HELPERS, "src/join.ts"], [UP, UP], "./helpers/up.js"],
  [
    "both ends in a folder of another name",
    "../helpers/up.js",
    [HELPERS, "app/a/b.ts"],
    [UP, "app/a/up.ts"],
    "../a/up.js",
  ],
  ["nor from another folder", "../helpers/up.js", [HELPERS, "src/commands/a.ts"], [UP, UP], "../helpers/up.js"],
  ["what was none becomes none", "../helpers/up.js", ["src/commands/a.ts", HELPERS], [UP, UP], "./up.js"],
])("%s: %s", (_what, specifier, importer, target, wanted) => {
  const [from, to] = [importer, target].map(([before, after]) => ({ from: before, to: after }));
  expect(specifierCandidates(specifier, from as never, to as never)).toEqual([wanted]);
});

test("what had no ending goes by the folder whose index it becomes, but from within", () => {
  const candidates = (specifier: string, importer: string) =>
    specifierCandidates(specifier, { from: importer, to: importer }, { from: "src/a.ts", to: "src/b/index.ts" });
  expect(candidates("./a", "src/c.ts")).toEqual(["./b", "./b/index"]);
  expect(candidates("./a.js", "src/c.ts")).toEqual(["./b/index.js"]);
  expect(candidates("../a", "src/b/c.ts")).toEqual(["./index"]);
  expect(candidates("@/a", "src/c.ts").slice(0, 2)).toEqual(["@/b", "@/b/index"]);
});

test("a detour goes up further than it must", () => {
  expect(isDetour(HELPERS, "../helpers/up.js")).toBe(true);
  for (const plain of ["./up.js", "../commands/a.js", "../index.js"])
    expect(isDetour(HELPERS, plain), plain).toBe(false);
});
