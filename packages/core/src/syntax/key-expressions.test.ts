import { expect, test } from "bun:test";
import { textOf } from "../text/span.ts";
import { keyExpressions } from "./key-expressions.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

test.each([
  ["o[k]; o?.[a.k]; o[(b, c)]; o[k + 1]", ["k", "a.k", "(b, c)", "k + 1"]],
  ["o[a[k]][l]", ["a[k]", "k", "l"]],
  ["const { [k]: a, ['b']: c, d } = o;", ["k in [k]: "]],
  ["o['a']; o[`a`]; o[0]; o[-1]; o[i++]; o[i - 1]; o.a; o['a' as const]", []],
] as const)("%s", (source, wanted) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error("It does not parse.");
  const found = keyExpressions(outcome.parsed).map(({ span, whole, isOfPattern }) => {
    const key = textOf(source, span);
    return isOfPattern ? `${key} in ${textOf(source, whole)}` : key;
  });
  expect(found).toEqual([...wanted]);
});
