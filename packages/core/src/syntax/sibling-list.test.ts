import { expect, test } from "bun:test";
import { walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { loadParser, parseSource } from "./parser/parse.ts";
import { siblingList } from "./sibling-list.ts";

const oxc = await loadParser();

/** For each symbol of a source: its list, the place in it, and how many there are. */
function lists(source: string): Record<string, string> {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const all = walkDeclarations(declarationsOf(outcome.parsed));
  return Object.fromEntries(
    all.map(({ declaration: { namePath, span } }) => {
      const list = siblingList(outcome.parsed.program, span);
      return [namePath, list === undefined ? "none" : `${list.kind} ${list.first}-${list.last}/${list.items.length}`];
    }),
  );
}

test("members stand in lists of their kind, with what is no symbol", () => {
  expect(lists("const o = { ...c, a: 1, m() {} };\nenum E { A, B }\ninterface I { (): 1; a: 1; b(): 2 }")).toEqual({
    o: "statements 0-0/3",
    "o.a": "object 1-1/3",
    "o.m": "object 2-2/3",
    E: "statements 1-1/3",
    "E.A": "enum 0-0/2",
    "E.B": "enum 1-1/2",
    I: "statements 2-2/3",
    "I.a": "signatures 1-1/3",
    "I.b": "signatures 2-2/3",
  });
});

test("overloads are one place of several, in a namespace and in a class too", () => {
  expect(
    lists("import 'x';\nnamespace N { function f(): 1; function f(): any {} }\nclass K { m(): 1; m() {} static {} }"),
  ).toEqual({
    N: "statements 1-1/3",
    "N.f": "statements 0-1/2",
    K: "statements 2-2/3",
    "K.m": "class 0-1/3",
  });
});

test("decorators before `export` belong to the item", () => {
  expect(lists("@D() export class K { @E() a = 1 }\ntype T = { a: 1 } & { b: 2 }")).toEqual({
    K: "statements 0-0/2",
    "K.a": "class 0-0/1",
    T: "statements 1-1/2",
    "T.a": "signatures 0-0/1",
    "T.b": "signatures 0-0/1",
  });
});

test("some are no element of a list", () => {
  expect(lists("class K { constructor(private a: 1) {} }\nnamespace A.B {}\nconst x = 1, y = 2;")).toEqual({
    K: "statements 0-0/3",
    "K.constructor": "class 0-0/1",
    "K.a": "none",
    A: "statements 1-1/3",
    "A.B": "none",
    x: "none",
    y: "none",
  });
});
