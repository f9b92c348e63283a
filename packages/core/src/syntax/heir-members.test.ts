import { expect, test } from "bun:test";
import { textOf } from "../text/span.ts";
import { heirMembersNamed } from "./heir-members.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

test("members of a name in whatever extends or implements, with the bases as they are written", () => {
  const source = `class A { id = 1 }
class B extends all.Base implements One, Two<string> { constructor(readonly id = 2, other: 3) {} }
const C = () => class extends mixin(A) { static id = 3; get id() { return 1; } set id(v) {} };
interface D extends One<A> { id: 4; "id"(): 1; [id]: 5 }
interface E { id: 6 }
class F extends A { [id] = 7; other = 8 }`;
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = heirMembersNamed(outcome.parsed, "id").map(({ names, end, bases }) => [
    names.map((one) => textOf(source, { ...one, end: one.end + 3 })),
    source[end],
    bases.map(({ span, name, isValue }) => [textOf(source, span), name?.text, isValue]),
  ]);
  expect(found).toEqual([
    [
      ["id = "],
      "}",
      [
        ["all.Base", "Base", true],
        ["One", "One", false],
        ["Two<string>", "Two", false],
      ],
    ],
    [["id() ", "id(v)"], "}", [["mixin(A)", undefined, true]]],
    [["id: 4", 'id"()'], "}", [["One<A>", "One", false]]],
  ]);
});
