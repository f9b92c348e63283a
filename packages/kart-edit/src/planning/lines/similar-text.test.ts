import { expect, test } from "bun:test";
import { similarPlaces } from "./similar-text.ts";

function found(source: string, wanted: string): string[] {
  return similarPlaces(source, wanted).map(({ start, end }) => source.slice(start, end));
}

test.each([
  ["call(a, b);", "call(a,b);"],
  ["call(a,b);", "call( a, b );"],
  ["f( x )", "f(x)"],
  ["x = -1", "x=-1"],
  ["a.b", "a\n  .b"],
  ["a  =>  {b}", "a => { b }"],
  ['return"x"', 'return "x"'],
  ["a\u00a0b", "a b"],
  ["say “hi”", 'say "hi"'],
  ["a–b", "a - b"],
])("%j is like %j", (source, wanted) => {
  expect(found(`<${source}>`, wanted)).toEqual([source]);
});

test.each([
  ["a b", "ab"],
  ["ab", "a b"],
  ["a = = b", "a == b"],
  ["a++ b", "a + + b"],
  ["= > x", "=> x"],
  ["1. 5", "1.5"],
  ["\\ n", "\\n"],
  ["# x", "#x"],
])("%j means something else than %j", (source, wanted) => {
  expect(found(source, wanted)).toEqual([]);
});
