import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { ownFolderPaths, pathStrings } from "./path-strings.ts";

const oxc = await loadParser();

function paths(source: string): string[] {
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return pathStrings(outcome.parsed.program).map(
    ({ path, isStart, beside }) => `${beside === undefined ? "" : `${beside}>`}${path}${isStart === true ? "…" : ""}`,
  );
}

test.each([
  ["strings, wherever they stand", 'import "./a"; const b = { "../b": [`./c`, "d", "./"] }', ["./a", "../b", "./c"]],
  [
    "what is put together",
    'path.join(__dirname, "..", "lib", "a.js"); resolve(import.meta.dirname, "b"); require("path").join(__dirname, "c")',
    ["../lib/a.js", "./b", "./c"],
  ],
  ["with what is known of it", 'path.join(__dirname, "..", "lib", name); path.join(__dirname, name)', ["../lib…"]],
  [
    "texts behind the folder",
    "f(__dirname + '/../a'); f(`${__dirname}/b`); f(`${other}/c`); f(x + './d')",
    ["../a", "./b", "./d"],
  ],
  ["keys beside a path", 'proxyquire("..", { "./a": 1, b: { "./c": 1 } })', ["..", "..>./a", "./a", "./c"]],
  ["dots that are no path", 'a.split("."); b === ".."; path.join("..", c); c.startsWith("./"); rewire("..")', [".."]],
  ["folders", 'join(__dirname, "..", ".."); d === "../."', ["../..…"]],
])("%s", (_, source, wanted) => expect(paths(source).toSorted()).toEqual(wanted.toSorted()));

test("what is put together from the own folder, and that folder by itself", () => {
  const source =
    'f("./a", join(__dirname, "b", "c.css"), resolve(import.meta.dirname, "..", x), join(__dirname, x), __dirname + "/d"); g(__dirname, join(o, "e"))';
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(
    ownFolderPaths(outcome.parsed.program).map(({ path, isStart }) => `${path}${isStart === true ? "…" : ""}`),
  ).toEqual(["./b/c.css", "..…", ".…", "./d", ".…"]);
});

test("the own folder of an ES module, by a name or without", () => {
  const source =
    'const here = path.dirname(fileURLToPath(import.meta.url)); const __dirname = dirname(url.fileURLToPath(import.meta.url)); join(here, "a.txt"); join(dirname(fileURLToPath(import.meta.url)), "..", "b"); resolve(__dirname, "c"); join(there, "d"); f(import.meta.url)';
  const outcome = parseSource(oxc, "a.mjs", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(ownFolderPaths(outcome.parsed.program).map(({ path }) => path)).toEqual(["./a.txt", "../b", "./c"]);
});
