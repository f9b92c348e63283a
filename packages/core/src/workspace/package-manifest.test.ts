import { expect, test } from "bun:test";
import {
  hiddenTargets,
  isHidden,
  mappedTargets,
  unexportedTargets,
  versionedTargets,
  WorkspacePackages,
} from "./package-manifest.ts";

function packageOf(name: string, field: string, ...others: string[]) {
  const manifest = { name, [field]: Object.fromEntries(others.map((one) => [one, "*"])) };
  return { name, folder: name, manifest };
}

test("who depends on a package, straight or through others, and in a circle", () => {
  const packages = new WorkspacePackages([
    packageOf("base", "dependencies", "outside"),
    packageOf("a", "dependencies", "base"),
    packageOf("b", "devDependencies", "a"),
    packageOf("c", "peerDependencies", "b", "d"),
    packageOf("d", "optionalDependencies", "c"),
    packageOf("other", "dependencies", "outside"),
    { name: undefined, folder: ".", manifest: { dependencies: "not an object" } },
  ]);
  const dependents = (name: string) => {
    const own = packages.all.filter((one) => one.name === name);
    return new Set([...packages.withDependents(own)].map((one) => one.name));
  };
  expect(dependents("base")).toEqual(new Set(["a", "b", "base", "c", "d"]));
  expect(dependents("c")).toEqual(new Set(["c", "d"]));
  expect(dependents("other")).toEqual(new Set(["other"]));
});

test.each([
  ["workspace:@s/a@*", "packages/a"],
  ["workspace:@s/b@^2.0.0", "packages/b"],
  ["npm:@s/a@1", "packages/a"],
  ["npm:@s/b", "packages/b"],
  ["npm:@s/b@^2.0.0", "packages/b"],
  ["npm:@s/b@^1.0.0", undefined],
  ["npm:other@1", undefined],
  ["file:../a", "packages/a"],
  ["link:../a/", "packages/a"],
  ["portal:./../a", "packages/a"],
  ["workspace:../a", "packages/a"],
  ["../a", "packages/a"],
  ["file:../gone", undefined],
  ["workspace:*", undefined],
  ["^1.0.0", undefined],
])("a dependency on %s leads to %s", (range, folder) => {
  const dependent = { name: "app", folder: "packages/app", manifest: { devDependencies: { alias: range } } };
  const packages = new WorkspacePackages([
    { name: "@s/a", folder: "packages/a", manifest: {} },
    { name: "@s/b", folder: "packages/b", manifest: { version: "2.1.0" } },
    dependent,
  ]);
  expect(packages.named("alias", "packages/app/src/m.ts")?.folder).toBe(folder as string);
  expect(packages.named("alias", "packages/a/src/m.ts")).toBeUndefined();
  const own = packages.all.filter((one) => one.folder === folder);
  expect(packages.withDependents(own).has(dependent)).toBe(folder !== undefined);
});

const NO_CONDITIONS: ReadonlySet<string> = new Set();

test.each([
  [{ "./*": "./dist/*.js" }, "./a/b", ["./dist/a/b.js"]],
  [{ "./*": "./dist/*/*.js" }, "./$&", ["./dist/$&/$&.js"]],
  [{ "./a*": "./1/*", "./*": "./2/*" }, "./ab", ["./1/b"]],
  [{ "./lib/": "./dist/lib/" }, "./lib/a.js", ["./dist/lib/a.js"]],
  [{ "./ab*bc": "./*" }, "./abc", []],
])("of %j what %s leads to", (field, key, targets) => {
  expect(mappedTargets(field, key, NO_CONDITIONS)).toEqual(targets);
});

test.each([
  ["./a", false],
  ["./internal/a", true],
  ["./internal/open", false],
  ["./none", true],
  ["./some", false],
  [".", false],
])("whether %s leads nowhere: %s", (key, isNowhere) => {
  const field = {
    "./*": "./dist/*.js",
    "./internal/*": null,
    "./internal/open": "./dist/open.js",
    "./none": { import: null, require: null },
    "./some": { import: null, require: "./some.cjs" },
  };
  expect(isHidden(field, key)).toBe(isNowhere);
});

test.each([
  [{ "./*": "./dist/*.js" }, "./internal/*", ["./dist/internal/*.js"]],
  [{ "./*": "./dist/*/*.js" }, "./internal/*", ["./dist/internal/*/internal/*.js"]],
  [{ "./*": "./dist/*.js" }, "./$$", ["./dist/$$.js"]],
  [{ "./*": "./dist/*.js" }, "./internal/", ["./dist/internal/*.js"]],
  [{ "./lib/": "./dist/" }, "./lib/a.js", ["./dist/a.js"]],
  [{ "./ab*bc": "./*" }, "./abc", []],
])("of %j what %s hides", (field, key, targets) => {
  const entries = [...Object.entries(field), [key, null]] as [string, unknown][];
  expect(hiddenTargets(key, entries, NO_CONDITIONS)).toEqual(targets);
});

test("where typesVersions lead a path, by the first range that the compiler fits and the longest pattern", () => {
  const typesVersions = {
    "<5.0": { "*": ["./old/*"] },
    ">=5.0": { util: ["./lib/util.ts", "lib/other.ts"], "in/*": ["./*"], "./in/deep/*": ["deep/*.d.ts"] },
    "*": { "*": ["./any/*"] },
  };
  const rows: [path: string, expected: string[]][] = [
    ["./util", ["./lib/util.ts", "./lib/other.ts"]],
    ["./in/a/b", ["./a/b"]],
    ["in/deep/c", ["./deep/c.d.ts"]],
    ["./other", []],
  ];
  for (const [path, expected] of rows) expect(versionedTargets({ typesVersions }, path)).toEqual(expected);
  expect(versionedTargets({ typesVersions: { "*": null } }, "./util")).toEqual([]);
  expect(unexportedTargets({ typesVersions }, "./in/a")).toEqual(["./a"]);
  expect(unexportedTargets({ typesVersions }, "./other")).toEqual(["./other"]);
});
