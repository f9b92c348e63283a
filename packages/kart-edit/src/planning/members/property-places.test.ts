import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { propertyPlaces } from "./property-places.ts";

const oxc = await loadParser();

/** `«a»` marks what gives something the property, `‹a›` what uses it. */
test.each([
  ["keys of object literals", 'const o = { «a»: 1, "«a»": 2, ["«a»"]: 3, [a]: 4, b: a }; const p = { «a» };'],
  ["members of classes", "class K { «a»() {} #a = 1; static «a» = 2; [a] = 3; }"],
  ["assignments", 'x.«a» = 1; x["«a»"] = x.‹a›; x[a] = 2; K.prototype.«a» = x; a = 3;'],
  ["uses", 'x.‹a›(); x?.‹a›; x["‹a›"]; const { ‹a›, ‹a›: b } = x; a.b; <E ‹a›={1} />;'],
])("%s", (_, marked) => {
  const wanted: { offset: number; gives: boolean }[] = [];
  const source = marked.replaceAll(/[«‹]a[»›]/g, "a");
  for (const { index, 0: mark } of marked.matchAll(/[«‹]a[»›]/g))
    wanted.push({ offset: index - 2 * wanted.length, gives: mark.startsWith("«") });
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(propertyPlaces(outcome.parsed.program, "a")).toEqual(wanted);
});
