import { expect, test } from "bun:test";
import { typesInDoc } from "./doc-types.ts";

test.each([
  ["/** Doubles {@link x}, see @y. */", ""],
  ["/** @param {string} value what @returns {number} how */", "@param{string} @returns{number}"],
  [
    "/**\n * @param {string} a - one\n * @param {{\n *   b: number,\n * }} [o={}] two\n */",
    "@param{string} @param{{ b: number, }}[",
  ],
  ["/** @param {string} o.name\n * @param {number} o.list[].size */", "@param{string}.name @param{number}.list[].size"],
  ["/** @param a {string} one\n * @param b two\n * @returns three */", "@param{string}"],
  ["/** @type {Map<string, {a: 1}>} what */", "@type{Map<string, {a: 1}>}"],
  ["/** @template {object} T, [U=string] what\n * @this {T} */", "@template{object} T, [U=string] @this{T}"],
  ["/** @extends Base<Shape> what\n * @implements {I} */", "@extends Base<Shape> @implements{I}"],
  ["/** @overload\n * @param {1} a\n * @overload */", "@overload @param{1} @overload"],
  ["/** @toString @param {1} a */", "@param{1}"],
  ["/* @type {string} */", ""],
  ["/** @private @deprecated not @readonly */", "@private @readonly"],
])("%j says %j", (comment, wanted) => expect(typesInDoc(comment)).toBe(wanted));
