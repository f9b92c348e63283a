import { expect, test } from "bun:test";
import { mayHoldOddHeirs, membersGiven, namesGiven, oddHeirsIn } from "./odd-heirs.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();
const isGiven = (name: string) => name === "Alias";

test.each([
  ["class A extends Base {}", []],
  ["class A extends Base<T> implements I {}", []],
  ["class A extends Alias {}", ["A: Alias"]],
  ["class A extends all.Base {}", ["A: Base, of a member"]],
  ["export default class extends mixed<T>(Base, all.Other, { more: 1 }) {}", [": Base Other"]],
  ["const A = class extends one(other(Base)) {};", [": Base"]],
  ['class A extends require("./base") {}', ["A: ./base"]],
  ["class A extends make() {}", ["A: , made"]],
  ["interface A extends Alias {}", []],
])("%s", (source, wanted) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const heirs = oddHeirsIn(outcome.parsed.program, isGiven);
  expect(
    heirs.map(({ name, bases, isOfMember, maker }) => {
      const names = bases.map(({ start, end }) => source.slice(start, end)).join(" ");
      return `${name}: ${names}${isOfMember ? ", of a member" : ""}${maker === undefined ? "" : ", made"}`;
    }),
  ).toEqual(wanted);
  if (wanted.length > 0) expect(mayHoldOddHeirs(source, isGiven)).toBe(true);
});

test("names that are given to others", () => {
  const source = `import { Base as Own } from "./base";
const Alias = Base; let Other: typeof Base = all.Base
var none = Base(), more = [Base];`;
  expect(namesGiven(source)).toEqual([
    ["Base", "Alias"],
    ["Base", "Other"],
    ["Base", "Own"],
  ]);
  const members = "const all = { Inner: ns.Base, other: Base }; class K { static Inner = Base }";
  expect(membersGiven(members, new Set(["Inner"]))).toEqual([
    ["Base", "Inner"],
    ["Base", "Inner"],
  ]);
});
