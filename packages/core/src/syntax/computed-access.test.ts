import { expect, test } from "bun:test";
import { type ComputedAccess, computedAccess, takenValues } from "./computed-access.ts";
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
  ["key in x", { kind: "any" }],
  ['"key" in x', undefined],
  ['x["key"]', undefined],
  ["x[`key`]", undefined],
  ["x[0]", undefined],
  ["x[at++]", undefined],
  ["x[some ? 'a' : ('b')]", undefined],
  ["x[some ? 'a' : b]", { kind: "key", nameEnd: 16 }],
  ["x[some ? a : b]", { kind: "any" }],
  ["x[a || 'b']", { kind: "key", nameEnd: 3 }],
  ["x[at - 1]", undefined],
  ["x.key", undefined],
  ["key[x]", undefined],
  ["x.all[key]", undefined],
  ["take(x)", undefined],
  ["Object.assign({}, all, x)", { kind: "all" }],
  ["Object.assign(x, all)", undefined],
  ["Object.freeze(x)", undefined],
  ["all.keys(x)", undefined],
  ["toString.call(x)", undefined],
  ["constructor.keys(x)", undefined],
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

test("a file's values whose members are taken without their names are found with `this`", () => {
  const source = `(this as any)[key]; all.x![1]; all.x![key]; ({ ...this, ...x }); for (const key in this); key in self;
Object.keys(this); Object.assign(this, x); take(this); make()[key]; x[y][key]; this.x`;
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = takenValues(outcome.parsed);
  expect(found.map(({ span, access }) => `${source.slice(span.start, span.end)} ${access.kind}`)).toEqual([
    "this key",
    "x key",
    "this all",
    "this all",
    "self any",
    "this all",
    "x all",
    "x key",
  ]);
});
