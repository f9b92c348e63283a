import { describe, expect, test } from "bun:test";
import { AttributeRules, isMarked } from "./attribute-rules.ts";
import { kinship, nameFeatures } from "./kinship.ts";
import { isChangelog, isNoise } from "./noise.ts";

test("noise is what a program writes", () => {
  for (const path of ["bun.lock", "a/yarn.lock", "x/__snapshots__/a.ts", "a.test.ts.snap", "app.min.js", "a.d.ts.map"])
    expect([path, isNoise(path)]).toEqual([path, true]);
  for (const path of [
    "api.generated.ts",
    "src/routeTree.gen.ts",
    "a/__generated__/b.ts",
    "api_pb.d.ts",
    "x_generated.go",
  ])
    expect([path, isNoise(path)]).toEqual([path, true]);
  for (const path of ["generated/a.ts", "generated.ts", "gen.ts", "a.gen/b.ts", "degenerated.ts", "pb.ts"])
    expect([path, isNoise(path)]).toEqual([path, false]);
  for (const path of ["src/lock.ts", "bun.lock.ts", "snap.ts", "map.ts", "site.map", "yarn.lock/x.ts"])
    expect([path, isNoise(path)]).toEqual([path, false]);
});

test("changelogs", () => {
  for (const path of ["CHANGELOG.md", "packages/a/changelog.mdx", "HISTORY", ".changeset/red-cat.md"])
    expect([path, isChangelog(path)]).toEqual([path, true]);
  for (const path of ["src/changelog.ts", "docs/history/a.md", "changes.ts"])
    expect([path, isChangelog(path)]).toEqual([path, false]);
});

test("kinship: twin, neighbour, stranger", () => {
  const of = (a: string, b: string) => kinship(nameFeatures(a), nameFeatures(b));
  expect(of("src/router.ts", "src/router.test.ts")).toBe(7);
  expect(of("src/Router.tsx", "test/router.spec.ts")).toBe(7);
  expect(of("src/http/router.ts", "src/http/body.ts")).toBeGreaterThan(1);
  expect(of("src/router.ts", "docs/guide.md")).toBe(1);
  // Every folder has an index: the name alone says nothing.
  expect(of("a/index.ts", "b/index.ts")).toBe(1);
  expect(of("", "")).toBeGreaterThanOrEqual(1);
});

describe(".gitattributes", () => {
  const CASES: readonly (readonly [text: string, path: string, marked: boolean])[] = [
    ["gen/** linguist-generated", "gen/a.ts", true],
    ["gen/** linguist-generated=true", "gen/deep/a.ts", true],
    ["*.pb.ts text linguist-generated eol=lf", "deep/a.pb.ts", true],
    ['"with blank/*" linguist-vendored', "with blank/a.ts", true],
    ["/top.ts linguist-generated", "deep/top.ts", false],
    ["gen/** linguist-generated=false", "gen/a.ts", false],
    ["*.ts linguist-generated\nours.ts -linguist-generated", "ours.ts", false],
    ["*.ts linguist-generated\nours.ts !linguist-generated", "ours.ts", false],
    ["# *.ts linguist-generated", "a.ts", false],
    ["!*.ts linguist-generated", "a.ts", false],
    ["gen/ linguist-generated", "gen/a.ts", false],
    ["*.ts linguist-documentation", "a.ts", false],
    ["*.ts linguist-generatedx", "a.ts", false],
  ];
  test.each(CASES)("%j for %s", (text, path, marked) => {
    expect(isMarked([{ rules: new AttributeRules(text), path }])).toBe(marked);
  });

  test("the nearest folder decides", () => {
    const far = { rules: new AttributeRules("*.ts linguist-generated"), path: "a/b.ts" };
    const near = { rules: new AttributeRules("b.ts -linguist-generated"), path: "b.ts" };
    expect(isMarked([near, far])).toBe(false);
    expect(isMarked([far])).toBe(true);
  });
});
