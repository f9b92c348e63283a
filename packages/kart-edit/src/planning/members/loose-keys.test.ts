import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { looseKeys } from "./loose-keys.ts";

const oxc = await loadParser();

/** `«a»` marks the keys, `‹…›` what is spread beside them. */
test.each([
  ["keys of literals", "", 'f({ «a»: 1, "«a»": 2, [a]: 3, b: a, «a»() {} }, a); x.a = { b: { «a» } };'],
  ["no patterns, types and classes", "", "const { a } = x; type T = { a: 1 }; class K { a = 1 }"],
  [
    "what is cast",
    "cast",
    "x = { «a»: 1, b: [{ «a»: 2 }] } as any; y = <any>(b ? { «a» } : c); z = { «a» } as unknown as T;",
  ],
  ["what is not", "", "x = { «a»: 1 } as T; y = { «a»: 1 } as const; z = { b: () => ({ «a»: 1 }) } as any;"],
  ["what is spread", "", "x = { ...‹b›, «a»: 1, ...‹this.c?.d!› }; y = { ...f(), «a»: 1 }; z = { ...b, d: { «a» } };"],
])("%s", (_, cast, marked) => {
  const source = marked.replaceAll(/[«»‹›]/g, "");
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = looseKeys(outcome.parsed.program, "a");
  const at = (marks: RegExp) =>
    Array.from(marked.matchAll(marks), ({ index }) => index - (marked.slice(0, index).match(/[«»‹›]/g)?.length ?? 0));
  expect(found.map(({ offset }) => offset)).toEqual(at(/«/g));
  expect(found.every(({ isCast }) => isCast === (cast !== ""))).toBe(true);
  expect(found.flatMap(({ spreads }) => spreads.map(({ start }) => start))).toEqual(at(/‹/g));
});
