import { expect, test } from "bun:test";
import { join } from "node:path";
import { openedIn, othersListing } from "./project-sets.ts";

function opened(file: string, ...configs: string[]): string | undefined {
  return openedIn(
    join("/w", file),
    configs.map((one) => join("/w", one)),
  );
}

test("a file is opened in the only project that lists it, whatever its name", () => {
  expect(opened("p/a.ts", "p/tsconfig.app.json")).toBe(join("/w", "p/tsconfig.app.json"));
  expect(opened("shared/a.ts", "p/tsconfig.json")).toBe(join("/w", "p/tsconfig.json"));
  expect(opened("a.ts")).toBeUndefined();
});

test("of several the nearest above it is chosen that goes by the usual name", () => {
  const nearest = join("/w", "p/tsconfig.json");
  expect(opened("p/a.ts", "tsconfig.json", "p/tsconfig.json", "p/tsconfig.build.json")).toBe(nearest);
  expect(opened("p/src/a.ts", "p/tsconfig.json", "longer/by/far/tsconfig.json", "tsconfig.json")).toBe(nearest);
  expect(opened("package/a.ts", "p/tsconfig.json", "tsconfig.json")).toBe(join("/w", "tsconfig.json"));
  expect(opened("p/a.ts", "p/tsconfig.build.json", "p/tsconfig.test.json")).toBeUndefined();
});

/** @param references which projects each configuration refers to */
function others(file: string, listing: string[], references: Record<string, string[]>) {
  const at = (path: string) => join("/w", path);
  const configs = Object.entries(references).map(([path, ones]) => ({ path: at(path), references: ones.map(at) }));
  const found = othersListing(at(file), listing.map(at), configs);
  return { ...found, configs: found.configs.map((one) => one.slice(at("/").length)) };
}

const SOLUTION = { "tsconfig.json": ["app.json", "node.json"], "app.json": [], "node.json": [] };

test("the other projects that list a file are those that are referred to, without the one that is asked", () => {
  // The nearest by its name leads to one alone, which answers.
  expect(others("a.ts", ["app.json"], SOLUTION)).toEqual({ configs: [], isOneAnswering: false });
  // It leads to both, and either may answer.
  const both = { configs: ["app.json", "node.json"], isOneAnswering: true };
  expect(others("a.ts", ["app.json", "node.json"], SOLUTION)).toEqual(both);
  // What leads on is followed, and a circle too.
  const deep = { ...SOLUTION, "tsconfig.json": ["all.json"], "all.json": ["app.json", "node.json", "tsconfig.json"] };
  expect(others("a.ts", ["app.json", "node.json"], deep)).toEqual(both);
  // It lists the file itself.
  const own = { configs: ["node.json"], isOneAnswering: false };
  expect(others("a.ts", ["tsconfig.json", "node.json"], SOLUTION)).toEqual(own);
});

test("one that is found by its name alone, and referred to by none, is no other project", () => {
  const below = { "tsconfig.json": [], "p/tsconfig.json": ["p/app.json", "p/node.json"], "p/app.json": [] };
  expect(others("p/a.ts", ["tsconfig.json", "p/app.json"], below)).toEqual({ configs: [], isOneAnswering: false });
  const led = { "tsconfig.json": ["p/tsconfig.json"], "p/tsconfig.json": [] };
  expect(others("p/a.ts", ["tsconfig.json", "p/tsconfig.json"], led)).toEqual({ configs: [], isOneAnswering: false });
});

test("one that says what it holds, and that nothing extends, is what `tsc` builds in its folder", () => {
  const at = (path: string) => join("/w", path);
  const found = (bases: string[], include: string[] | undefined, name = "tsconfig.json") =>
    othersListing(
      at("test/a.ts"),
      [at(name), at("test/tsconfig.json")],
      [
        { path: at(name), references: [], ...(include && { include: include.map(at) }) },
        { path: at("test/tsconfig.json"), references: [], bases: bases.map(at) },
      ],
    ).configs;
  expect(found([], ["src", "test"])).toEqual([at("tsconfig.json")]);
  expect(found(["tsconfig.json"], ["src", "test"])).toEqual([]);
  expect(found([], undefined)).toEqual([]);
  expect(found([], ["src", "test"], "tsconfig.base.json")).toEqual([]);
});
