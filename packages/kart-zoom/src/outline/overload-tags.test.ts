import { expect, test } from "bun:test";
import { overloadTags } from "./overload-tags.ts";

test.each<[what: string, lead: string, signatures: readonly string[]]>([
  [
    "each in a comment of its own",
    "/**\n * @overload\n * @param {string} s\n * @returns {string}\n */\n/**\n * @overload\n * @param {number} s of it\n * @return {number}\n */\n/** @param {any} s */",
    ["(s: string): string", "(s: number): number"],
  ],
  [
    "all in one",
    "/**\n * Both.\n * @overload\n * @param {string} s\n * @overload\n */",
    ["(s: string): any", "(): any"],
  ],
  [
    "what may be left out, and rest",
    "/** @overload @param {string=} a @param {number} [b=1] @param {...string} c @returns {void} */",
    ["(a?: string, b?: number, ...c: (string)[]): void"],
  ],
  [
    "type parameters",
    "/**\n * @overload\n * @template {object} T\n * @template K, V\n * @param {{ a: T,\n *   b: K }} o\n * @returns {V}\n */",
    ["<T extends object, K, V>(o: { a: T, b: K }): V"],
  ],
  [
    "type parameters above",
    "/**\n * @template T\n * @overload\n * @param {T} x\n * @returns {T[]}\n */",
    ["<T>(x: T): T[]"],
  ],
  [
    "what is said of the function itself below",
    "/**\n * @overload\n * @param {number} v\n * @return {void}\n *\n * @param {any} v\n * @return {any}\n */",
    ["(v: number): void"],
  ],
  ["members of a parameter", "/** @overload @param {{}} o @param {number} o.deep */", []],
  ["types that only comments have", "/** @overload @param {function(string): void} f */", []],
  ["types that mean something else there", "/** @overload @param {Array} a */", []],
  ["the same with arguments", "/** @overload @param {Array<string>} a */", ["(a: Array<string>): any"]],
  ["none", "/** @param {string} a */", []],
])("%s", (_what, lead, signatures) => expect(overloadTags(lead)).toEqual([...signatures]));
