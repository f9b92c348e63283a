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
    "type parameters, and members of a parameter",
    "/**\n * @overload\n * @template {object} T\n * @template K, V\n * @param {{ a: T,\n *   b: K }} o\n * @param {T} o.a\n * @returns {V}\n */",
    ["<T extends object, K, V>(o: { a: T, b: K }): V"],
  ],
  ["types that TypeScript's syntax lacks", "/** @overload @param {function(string): void} f */", []],
  ["none", "/** @param {string} a */", []],
])("%s", (_what, lead, signatures) => expect(overloadTags(lead)).toEqual([...signatures]));
