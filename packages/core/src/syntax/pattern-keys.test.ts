import { expect, test } from "bun:test";
import { applyEdits, textEdits, type TextEdits } from "../text/text-edit.ts";
import { loadParser, parseSource } from "./parser/parse.ts";
import { assignedPatterns, likelyKeys, likelyPlaces, patternKeys } from "./pattern-keys.ts";
import { wordNumber } from "./scan/word-table.ts";

const oxc = await loadParser();

/** A text with the probes of all its keys in it. */
function probed(source: string): string {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error("It does not parse.");
  const keys = patternKeys(
    outcome.parsed,
    Array.from(source, (_, at) => at),
    () => true,
  );
  for (const {
    name,
    span,
    probe: { edits, at },
  } of keys) {
    expect(source.slice(span.start, span.end)).toBe(name);
    expect(edits[0]?.text.startsWith(name, at)).toBe(true);
  }
  return applyEdits(source, textEdits(keys.flatMap(({ probe }) => probe.edits)) as TextEdits);
}

test.each([
  ["({ a: b } = o);", '({ a: b } = ((o)!["a"], o));'],
  ["({ a, b: c = 1 } = o);", '({ a, b: c = 1 } = ((o)!["a"], ((o)!["b"], o)));'],
  ["({ a: { 'b-c': d } = {} } = o);", `({ a: { 'b-c': d } = {} } = ((o)!["a"], ((o)!["a"]!["b-c"], o)));`],
  ["[, { [k]: { a: b } }] = o;", '[, { [k]: { a: b } }] = ((o)![1]![k]!["a"], o);'],
  ["for ({ a } of o) f();", 'for ({ a } of ([...(o)]![0]!["a"], o)) f();'],
  ["({ a } = { [`b`]: c } = o);", '({ a } = (({ [`b`]: c } = o)!["a"], { [`b`]: c } = ((o)!["b"], o)));'],
  ["const { a, 'b': c, ['d' as const]: e = 1 } = o;", `const { a, "b": c, "d": e = 1 } = o;`],
  ["({ [k]: a, ...b } = o); const { [k]: c, ...d } = o;", "({ [k]: a, ...b } = o); const { [k]: c, ...d } = o;"],
] as const)("%s", (source, wanted) => {
  expect(probed(source)).toBe(wanted);
});

test.each([
  ["({ a: b } = o)", true],
  ["return [a, { b }] = o", true],
  ["for ({ a } of o) {}", true],
  ["function f({ a } = {}) {}", true],
  ["const { a } = o", false],
  ["const a: { b: 1 } = o", false],
  ["a[0] = o; a.b![0] = o; f()[{}] = o", false],
  ["if ([a] == o) f([a] => 1)", false],
] as const)("whether values are taken apart by assignments in %s", (source, may) => {
  expect(assignedPatterns(source).length > 0).toBe(may);
});

test("strings in a pattern are seen without a tree", () => {
  for (const source of ['({ "a": b }: T) => b', '({ c, ["a" as const]: b }: T) => b']) {
    expect(likelyKeys(source)).toContain(wordNumber("a"));
    expect(likelyKeys(source)).not.toContain(wordNumber("b"));
    expect(likelyPlaces(source, "a")).toEqual([source.indexOf('"a"') + 1]);
  }
  expect(likelyPlaces("f(a); ({ a: b, c: a } = o);", "a")).toEqual([9, 18]);
  expect(likelyPlaces("const { 404: a, 4_04: b, 40: c } = o;", "404")).toEqual([8]);
  expect(likelyKeys("const { 404: a } = o;")).toContain(wordNumber("404"));
});
