import { expect, test } from "bun:test";
import { jsDocTypes } from "./jsdoc-types.ts";
import { loadParser, parseSource } from "../parser/parse.ts";

const oxc = await loadParser();

test.each([
  ["/** @typedef {{ a: { b: 1 } }} A */", "a.js", ["A"]],
  ["/**\n * @template T\n * @typedef {object} A\n * @property {T} b\n */", "a.jsx", ["A"]],
  ["/** @callback A\n * @param {B} b */\n/** @typedef {\n * B } C */ let d;", "a.mjs", ["A", "C"]],
  ["/** @typedef {1} A @typedef {2} B */", "a.cjs", ["A", "B"]],
  ["/** @typedef {1} A.B */", "a.js", []],
  ["/** @typedef {1} A~B */ class A {}", "a.js", []],
  ["/** @typedef {1} */ let a;", "a.js", []],
  ["/* @typedef {1} A */ // @typedef {1} A", "a.js", []],
  ["function f() { /** @typedef {1} A */ }", "a.js", []],
  ['let a = "/** @typedef {1} A */";', "a.js", []],
  ["/** @typedef {1} A */", "a.ts", []],
])("%s in %s", (source, path, names) => {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const types = jsDocTypes(outcome.parsed);
  expect(types.map(({ name }) => name)).toEqual(names);
  for (const { name, start } of types) expect(source.slice(start, start + name.length)).toBe(name);
});
