import { describe, expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { corpusFiles } from "@kart/testkit/corpora";
import { mayMention, mentionsIn, readsLikeCode } from "./mentions.ts";

const oxc = await loadParser();

describe("a name may be spoken of", () => {
  test.each([
    ["in a comment at the end of a line", "a; // name"],
    ["in a comment of several lines", "/*\n * one\n * name\n */"],
    ["in a comment behind another", "/* one */ a;\n/*\n name */"],
    ["in a comment that begins as if it ended", "const glob = '/*';\n/*/\n name */"],
    ["in a string", "f('name')"],
    ["in a string of several lines", "f('one\\\n name')"],
    ["the same, with CRLF", "f('one\\\r\n name')"],
    ["in a template", "f(`one\n name\n two`)"],
    ["in JSX text", "<p>\n name\n</p>"],
    ["in a comment of the web", "a\n<!-- name"],
  ])("%s", (_, source) => {
    expect(mayMention(source, "name")).toBe(true);
  });

  test.each([
    ["nowhere in code alone", "const name = 1;\nf(name, x.name);"],
    ["nowhere behind a comment", "/* one\n */\nconst name = 1;\n/* two */"],
    ["nowhere before all templates", "const name = 1;\nf(`one`);"],
    ["nowhere as part of another name", "// names, $name"],
  ])("%s", (_, source) => {
    expect(mayMention(source, "name")).toBe(false);
  });

  test("wherever any word of real code is", () => {
    let found = 0;
    for (const { path, source } of corpusFiles("rxjs")) {
      const outcome = parseSource(oxc, path, source);
      if (!outcome.ok) continue;
      const words = [...new Set(source.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))];
      for (const word of words.filter((_one, index) => index % 12 === 0)) {
        const isMentioned = mentionsIn(outcome.parsed, word).length > 0;
        if (isMentioned && !mayMention(source, word)) throw new Error(`${word} in ${path}`);
        if (isMentioned) found++;
      }
    }
    expect(found).toBeGreaterThan(500);
  });
});

test("a string that is the name is told from one that holds it, and from one in a comment", () => {
  const source = "f('name', \"a name\", `name`, `name${1}`); // 'name'\ntype T = 'name';";
  const outcome = parseSource(oxc, "a.ts", source);
  const found = outcome.ok ? mentionsIn(outcome.parsed, "name") : [];
  expect(found.flatMap(({ start, isString }) => (isString ? start : []))).toEqual([3, 21, 61]);
  expect(found.length).toBe(5);
});

test.each([
  ["f('$.name')", [5]],
  ["f('a/b.name', \"p#name\", `a:name`)", [7, 17, 27]],
  ["f('./name', 'of a.name', 'name.a', 'a.name()', 'a.names'); // 'a.name'", []],
])("a string that is a path to the name: %s", (source, starts) => {
  const outcome = parseSource(oxc, "a.ts", source);
  const found = outcome.ok ? mentionsIn(outcome.parsed, "name") : [];
  expect(found.flatMap(({ start, isPath }) => (isPath === true ? start : []))).toEqual(starts);
});

test.each([
  ["client.name()", true],
  ["{@link name}", true],
  ["`name`", true],
  ["name(1)", true],
  ["a name (of one)", false],
  ["renames", false],
])("%s reads like code: %p", (line, isCode) => {
  expect(readsLikeCode(line, "name")).toBe(isCode);
});
