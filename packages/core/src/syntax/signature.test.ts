import { expect, test } from "bun:test";
import { declarationsOf } from "./declarations.ts";
import { loadParser, parseSource } from "./parser/parse.ts";
import { signatureOf } from "./signature.ts";

const oxc = await loadParser();

test.each([
  [
    "export async function f<T>(a: T /* one */, // two\n  b = ')'): Promise<T> { return a }",
    "async function f<T>(a: T , b = ')'): Promise<T>",
  ],
  ["export default class A<T> extends B<T> implements C { }", "class A<T> extends B<T> implements C"],
  ["@Dec({ a: 1 }) export abstract class A {}", "abstract class A"],
  ["export declare const a: string;", "declare const a: string"],
  ["export const f = async (a: string): Promise<void> => { }", "const f = async (a: string): Promise<void> =>"],
  ["const a = 1, b = 2", "a = 1"],
  ["type T = string | number;", "type T = string | number"],
  ["function f(a: 1): void; function f(a: 2): void; function f(a) {}", "function f(a: 1): void (+2)"],
  ["function f<\n  T,\n>(\n  a: T,\n  b: () => void,\n): void {}", "function f<T>(a: T, b: () => void): void"],
  ["const a = 'http://x'", "const a = 'http://x'"],
])("%s", (source, expected) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const [first] = declarationsOf(outcome.parsed);
  expect(first === undefined ? undefined : signatureOf(first, source)).toBe(expected);
});
