import { expect, test } from "bun:test";
import { Sources } from "../../modules/sources.ts";
import { mayBeReadAsBuilt } from "./built-packages.ts";

const SOURCES = ["p/index.js", "p/src/index.ts", "p/src/deep/a.ts", "p/lib/index.js", "p/types.d.ts"];

test.each<[what: string, manifest: Record<string, unknown>, may: boolean]>([
  ["nothing at all", {}, false],
  ["a source", { main: "index.js", types: "./types.d.ts" }, false],
  ["a source by the ending it is built with", { exports: "./src/index.js" }, false],
  ["a folder of sources", { exports: { ".": "./src/index.ts", "./*": "./src/deep/*.ts" } }, false],
  ["what is no module", { exports: { "./x.css": "./x.css", "./package.json": "./package.json" } }, false],
  ["what is not there", { types: "./index.d.ts", main: "main.js" }, true],
  ["under one condition", { exports: { source: "./src/index.ts", default: "./dist/index.js" } }, true],
  ["what stands behind types", { exports: { types: "./src/index.ts", default: "./dist/index.js" } }, false],
  ["behind types of a condition", { exports: { import: { types: "./src/index.ts", default: "./dist/i.js" } } }, false],
  ["behind types, by fields", { main: "dist/index.js", types: "src/index.ts" }, false],
  ["behind what is no condition", { exports: { typings: "./src/index.ts", default: "./dist/index.js" } }, true],
  ["by a field that is read before", { typings: "dist/index.d.ts", types: "src/index.ts" }, true],
  ["before types", { exports: { node: "./dist/index.js", types: "./src/index.ts" } }, true],
  ["behind types that are not there", { exports: { types: "./types/i.d.ts", default: "./dist/index.js" } }, true],
  ["behind types of a version", { main: "dist/index.js", types: "src/index.ts", typesVersions: { "*": {} } }, true],
  ["another entry", { exports: { ".": { types: "./src/index.ts" }, "./b": "./dist/b.js" } }, true],
  ["through a pattern", { exports: { "./*": "./made/*.js" } }, true],
  ["a folder that compilers fill, though git knows it", { main: "lib/index.js" }, true],
])("%s", (_, manifest, may) => {
  expect(mayBeReadAsBuilt({ name: "p", folder: "p", manifest }, new Sources(SOURCES))).toBe(may);
});
