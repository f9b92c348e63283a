import { expect, test } from "bun:test";
import { nameSpan } from "./name-span.ts";

test.each([
  ["parse", "parse"],
  ["#token", "#token"],
  ['"a b"', "a b"],
  ["['x']", "x"],
  ["[ `x` ]", "x"],
  ["[key]", undefined],
  ["[Symbol.iterator]", undefined],
])("%s", (name, wanted) => {
  const source = `class K { ${name}() {} }`;
  const start = source.indexOf(name);
  const span = nameSpan(source, { nameRange: { start, end: start + name.length } });
  expect(span && source.slice(span.start, span.end)).toBe(wanted);
});
