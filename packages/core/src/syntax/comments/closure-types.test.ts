import { expect, test } from "bun:test";
import { withMarks } from "@kart/testkit/marked-source";
import { closureTypeNames } from "./closure-types.ts";
import { loadParser, parseSource } from "../parser/parse.ts";

const oxc = await loadParser();

test.each<[what: string, comment: string, path?: string]>([
  ["parameters and what it returns", "@param {function(«A», «B»): «C»} f is {function(D)}"],
  ["beside others of the type", "@type {!Array<«A»>|«Map»<string, function(number):«B»>}".replace("Array", "«Array»")],
  ["a constructor, this, and the rest", "@type {function(new:«A», this:«B», ...«C»=)}"],
  ["what leads to a module, a value and a namespace", "@returns {function(«import('./a').A», «typeof b», «n.m.C»)}"],
  ["over lines", "@typedef {function(\n *   «A»,\n *   «B»\n * ): void} F"],
  ["no keys, quotes and words", "@param {function({ A: «B», c?: «C» }, 'A', \"B\", `C`): void} A"],
  ["behind the name of a parameter", "@param f {function(«A»)}"],
  ["none", "@param {(a: A) => B} f function(C) @see {@link function(D)} @return {A}"],
  ["not closed", "@param {function(«A»"],
  ["TypeScript heeds none", "@param {function(A)} f", "a.ts"],
])("names in types that hold functions of Closure: %s", (_what, comment, path = "a.js") => {
  const source = `/** ${comment} */\nx;`;
  const outcome = parseSource(oxc, path, source.replaceAll(/[«»]/g, ""));
  const spans = outcome.ok ? closureTypeNames(outcome.parsed) : [];
  expect(withMarks(source.replaceAll(/[«»]/g, ""), spans)).toBe(source);
});
