import { expect, test } from "bun:test";
import { loadParser, parseSource } from "./parse.ts";

const oxc = await loadParser();

test.each([
  ["a.js", "if (done) return;", true],
  ["a.ts", "if (done) return;", false],
  ["a.js", "for await (const one of all) f(one);", true],
  ["a.ts", "for await (const one of all) f(one);", true],
  ["a.js", "for await (const one of all) f(one); if (done) return;", false],
  ["a.js", "import 'b'; return;", false],
])("%s: %s parses: %p", (path, source, parses) => {
  expect(parseSource(oxc, path, source).ok).toBe(parses);
});
