import { expect, test } from "bun:test";
import { type ComputedAccess, computedAccess } from "./computed-access.ts";
import { loadParser, parseSource } from "./parser/parse.ts";
import { nodesIn } from "./parser/tree.ts";

const oxc = await loadParser();

const ROWS: readonly [source: string, access: ComputedAccess | undefined][] = [
  ["x[key]", { kind: "key", nameEnd: 5 }],
  ["x[this.key]", { kind: "key", nameEnd: 10 }],
  ["x?.[key]", { kind: "key", nameEnd: 7 }],
  ["x![key]", { kind: "key", nameEnd: 6 }],
  ["all.x[key]", { kind: "key", nameEnd: 9 }],
  ["x[key as 'a']", { kind: "any" }],
  ["x[`${a}b`]", { kind: "any" }],
  ["x[a()]", { kind: "any" }],
  ["Object.entries(x)", { kind: "all" }],
  ["Object.keys(all.x)", { kind: "all" }],
  ["JSON.stringify(x, null)", { kind: "all" }],
  ["for (const key in x);", { kind: "all" }],
  ["key in x", { kind: "all" }],
  ['"key" in x', undefined],
  ['x["key"]', undefined],
  ["x[`key`]", undefined],
  ["x[0]", undefined],
  ["x[at++]", undefined],
  ["x.key", undefined],
  ["key[x]", undefined],
  ["x.all[key]", undefined],
  ["take(x)", undefined],
  ["Object.assign({}, all, x)", { kind: "all" }],
  ["Object.assign(x, all)", undefined],
  ["Object.freeze(x)", undefined],
  ["all.keys(x)", undefined],
  ["for (const x of all);", undefined],
  ["type A = (typeof x)[keyof typeof x]", { kind: "type" }],
  ["type A = typeof all.x[K]", { kind: "type" }],
  ["type A = (typeof x)['key']", undefined],
  ["type A = (typeof x)[number]", undefined],
  ["type A = keyof typeof x", undefined],
  ["type A = typeof x.all[K]", undefined],
];

test.each(ROWS)("%s", (source, wanted) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const start = source.search(/\bx\b/);
  expect(computedAccess([...nodesIn(outcome.parsed.program, { start, end: start + 1 })])).toEqual(wanted);
});
