import { expect, test } from "bun:test";
import { keyExpressions } from "./key-expressions.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

/** The keys that may be strings. */
function keys(source: string, file = "a.ts"): string[] {
  const outcome = parseSource(oxc, file, source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return keyExpressions(outcome.parsed).map(({ span }) => source.slice(span.start, span.end));
}

test.each([
  "for (let i = 0; ; i++) { a[i]; a[i + 1]; a[i - n]; a[i++]; a[(i)]; }",
  "function f(i: number, { b }) { return a[i] + (() => a[i])(); }",
  "const f = (i = 0) => a[i];",
  "{ const last = list.length - 1; a[last]; }",
  "function f() { let i: number; a[i]; const j = -1; a[j + i]; }",
  "function f(some: symbol) { a[some]; a[Symbol.iterator]; const { [some]: b } = c; }",
  "function f() { const i = 0; const j = i; return a[j]; }",
])("no number and no symbol is the key of a member: %s", (source) => {
  expect(keys(source)).toEqual([]);
});

test.each([
  ["let i = 0; a[i];", ["i"]],
  ["function f(i: number | 'a', j: number, k, l: string) { a[i]; a[j]; a[k + 1]; a[l]; }", ["i", "k + 1", "l"]],
  ["for (let i = 0; ; ) { const g = (i: string) => a[i]; }", ["i"]],
  ["for (const i of list) a[i]; for (const j in b) a[j]; for (const k of keys(b)) a[k];", ["i", "j", "k"]],
  ["function f([i]: number[]) { const { j } = b; a[i]; a[j]; { let k = other; a[k]; } }", ["i", "j", "k"]],
  ["{ const i = j; const j = i; a[i]; let k = k + 1; a[k]; }", ["i", "k"]],
])("others may be: %s", (source, found) => {
  expect(keys(source)).toEqual(found);
});

test("in JavaScript a comment may say what it is", () => {
  expect(keys("/** @param {'a' | number} [key] */ function f(key = 0) { a[key]; }", "a.js")).toEqual(["key"]);
});
