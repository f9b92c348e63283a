import { expect, test } from "bun:test";
import { isFailure, loadParser } from "@kart/core/syntax/parser/parse";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { enumWarnings } from "./enum-values.ts";

const oxc = await loadParser();

function symbolsOf(source: string) {
  const symbols = sourceSymbols(oxc, "a.ts", source);
  if (isFailure(symbols)) throw new Error(symbols.message);
  return symbols;
}

const REST = "and those that count on from";

test.each([
  ["one more in the middle", "enum E { A, B, C }", "enum E { A, Z, B, C }", `\`B\` ${REST} it have other values now.`],
  ["one less", "enum E { A, B, C }", "enum E { B, C }", `\`B\` ${REST} it have other values now.`],
  [
    "another value",
    "enum E { A, B, C = 9, D }",
    "enum E { A = 5, B, C = 9, D }",
    `\`B\` ${REST} it have other values now.`,
  ],
  ["a value taken away", "enum E { A = 5 }", "enum E { A }", `\`A\` ${REST} it have other values now.`],
  [
    "in two rows",
    "enum E { A, B, C = 4, D }",
    "enum E { Z, A, B, C = 5, D }",
    `\`A\`, \`D\` ${REST} them have other values now.`,
  ],
  [
    "on from what is no number",
    "enum E { A = 1 << 2, B }",
    "enum E { A = 1 << 2, Z, B }",
    `\`B\` ${REST} it have other values now.`,
  ],
  [
    "inside a function",
    "function f() { enum E { A } }",
    "function f() { enum E { Z, A } }",
    `\`A\` ${REST} it have other values now.`,
  ],
  [
    "of the second of two",
    "enum E { A } enum E { B }",
    "enum E { A } enum E { Z, B }",
    `\`B\` ${REST} it have other values now.`,
  ],
  ["one more at the end", "enum E { A, B }", "enum E { A, B, C }", undefined],
  ["one with the value it leaves", "enum E { A = 1, B }", "enum E { Z = 0, A = 1, B }", undefined],
  ["the value it had, written out", "enum E { A, B }", "enum E { A = 0, B }", undefined],
  ["every value written", "enum E { A = 1, B = 2 }", "enum E { Z = 0, A = 1, B = 3 }", undefined],
  ["strings", 'enum E { A = "a", B = "b" }', 'enum E { A = "a", Z = "z", B = "b" }', undefined],
  ["another name", "enum E { A, B }", "enum E { Z, B }", undefined],
  ["an enum that is gone", "enum E { A, B }", "enum F { B, A }", undefined],
])("%s", (_, before, after, warning) => {
  expect(enumWarnings(symbolsOf(before), symbolsOf(after))).toEqual(warning === undefined ? [] : [warning]);
});
