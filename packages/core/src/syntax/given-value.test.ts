import { expect, test } from "bun:test";
import { givenValue } from "./given-value.ts";
import { loadParser, parseSource } from "./parser/parse.ts";
import { nodesIn } from "./parser/tree.ts";

const oxc = await loadParser();

const ROWS: readonly [source: string, argument: string | undefined][] = [
  ["each(x, key)", "x"],
  ["new Each(1, all.x)", "all.x"],
  ["lib.each(x!)", "x!"],
  ["each([y, [x]])", "[y, [x]]"],
  ["each({ a: 1, ...x })", "{ a: 1, ...x }"],
  ["each(x || {})", "x || {}"],
  ["each(some ? y : x)", "some ? y : x"],
  ["each(x ? 1 : 2)", undefined],
  ["each({ x })", undefined],
  ["each(x.a)", undefined],
  ["each(() => x)", undefined],
  ["x(each)", undefined],
  ["console.log(x)", undefined],
  ["Object.freeze(x)", undefined],
  ["String(x)", undefined],
];

test.each(ROWS)("%s", (source, wanted) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const start = source.search(/\bx\b/);
  const given = givenValue([...nodesIn(outcome.parsed.program, { start, end: start + 1 })]);
  if (wanted === undefined) expect(given).toBeUndefined();
  else expect(source.slice(given?.start)).toStartWith(wanted);
});
