import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { copiedNames } from "./copied-names.ts";

const oxc = await loadParser();

/** The text with `@` before each string that is found. */
function marked(source: string): string {
  const outcome = parseSource(oxc, "x.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = copiedNames(outcome.parsed, "a");
  return found.reduceRight((text, at) => `${text.slice(0, at)}@${text.slice(at)}`, source);
}

const BY_NAME = "for (const k of l) Object.getOwnPropertyDescriptor(M.prototype, k);";

test.each([
  `const l = ["b", @"a"]; ${BY_NAME}`,
  `l.push("b", @'a'); ${BY_NAME}`,
  `const l = new Set([@"a"]); ${BY_NAME}`,
  'for (const k of [@"a"]) K.prototype[k] = M.prototype[k];',
  'Reflect.getOwnPropertyDescriptor(this.M.prototype, f([@"a"]));',
  `const o = { a: "a", "a": 1 }; o["a"] = o.a; require("a"); ${BY_NAME}`,
  'const l = ["a"]; Object.getOwnPropertyDescriptor(M.prototype, "b");',
  'const l = ["a"]; M.prototype[Symbol.iterator] = M.prototype["b"];',
  'const l = ["a"]; for (const k of l) Object.getOwnPropertyDescriptor(o, k);',
])("%s", (wanted) => {
  expect(marked(wanted.replaceAll("@", ""))).toBe(wanted);
});
