import { expect, test } from "bun:test";
import { exportsGivenAt } from "./exports-given.ts";
import { loadParser, parseSource } from "../parser/parse.ts";

const oxc = await loadParser();

test.each([
  ["require('./create')(exports)", ["require('./create')(exports)"]],
  ["var A = module.exports; f(1, A); new B(A)", ["f(1, A)"]],
  ["(function (A) { f(A); A.b(); g({ A }) })(exports)", ["f(A)"]],
  ["const A = exports; function g(A) { f(A) }", []],
  ["Object.defineProperty(exports, '__esModule', {}); __exportStar(require('a'), exports); tslib.__b(exports)", []],
  ["f(exports); export {}", []],
])("calls that are given the exports: %s", (source, expected) => {
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const given = exportsGivenAt(outcome.parsed);
  expect(given.map((start) => expected.find((one) => source.startsWith(one, start)))).toEqual(expected);
  expect(given).toHaveLength(expected.length);
});
