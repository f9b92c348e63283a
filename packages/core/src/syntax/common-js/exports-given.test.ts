import { expect, test } from "bun:test";
import { exportsComputedAt, exportsGivenAt } from "./exports-given.ts";
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

test.each([
  ["for (const k of ks) exports[k] = 1; exports['a'] = exports[0] = 2; exports.b[k] = 3; o[k] = 4", 1],
  ["var A = module.exports; A[k] = 1; module.exports[`${k}s`] = 2; module.exports[`s`] = 3", 2],
  [
    "Object.defineProperty(exports, k, {}); Object.defineProperty(exports, 'k', {}); Object.defineProperty(o, k, {})",
    1,
  ],
  [
    "Object.assign(exports, helpers); Object.assign(exports, { a }, { ...require('b') }, require('c')); f(exports, k)",
    1,
  ],
  [
    "Object.assign(module.exports, { ...rest }); Object.assign(exports, on ? { a } : b); Object.assign(exports, { [k]: 1 })",
    3,
  ],
  ["exports[k] = 1; export {}", 0],
])("names that are computed: %s", (source, times) => {
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(exportsComputedAt(outcome.parsed)).toHaveLength(times);
});
