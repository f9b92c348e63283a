import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { folderUrl, urlPaths } from "./url-paths.ts";

const oxc = await loadParser();

const found = (first: string) => {
  const source = `const a = new URL(${first}, import.meta.url);`;
  const parse = parseSource(oxc, "a.ts", source);
  if (!parse.ok) throw new Error(parse.failure.message);
  return urlPaths(parse.parsed.program, source).map(({ span, path, isStart }) => [
    source.slice(span.start, span.end),
    path,
    isStart,
  ]);
};

test("paths of URLs, as they are written or as they start", () => {
  expect(found('"./src"')).toEqual([["./src", "./src", false]]);
  expect(found("`../`")).toEqual([["../", "../", false]]);
  expect(found("`./src/${name}.json`")).toEqual([["`./src/${name}.json`", "./src/", true]]);
  expect(found('"./a%20b/"')).toEqual([['"./a%20b/"', "./a%20b/", true]]);
  for (const none of ['"/src"', '"https://a.b"', '"data:,x"', "name", '""']) expect(found(none)).toEqual([]);
});

test("a folder from another file, into it or to it", () => {
  const rows: readonly (readonly [old: string, importer: string, folder: string, fresh: string])[] = [
    ["./src", "in/a.ts", "src", "../src"],
    ["./src/", "in/a.ts", "src", "../src/"],
    ["src", "a.ts", "lib/src", "lib/src"],
    [".", "in/a.ts", ".", ".."],
    ["./", "in/a.ts", ".", "../"],
    ["..", "a.ts", "in", "./in/"],
    ["./src", "src/a.ts", "src", "../src"],
    ["./src/", "src/a.ts", "src", "./"],
  ];
  expect(rows.map(([old, importer, folder]) => folderUrl(old, importer, folder))).toEqual(rows.map((row) => row[3]));
});
