import { expect, test } from "bun:test";
import { wordsIn } from "../../text/words.ts";
import { loadParser, parseSource } from "./parse.ts";
import { nodesHolding } from "./tree.ts";

const oxc = await loadParser();

function holding(source: string, word: string): string[] {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const offsets = wordsIn(source, word);
  return Array.from(nodesHolding(outcome.parsed.program, offsets), ({ type }) => type);
}

test("nodes that hold one of some offsets, parents first, and no others", () => {
  expect(holding("f(1, [b]);\ng(() => { other; });\n", "b")).toEqual([
    "Program",
    "ExpressionStatement",
    "CallExpression",
    "ArrayExpression",
    "Identifier",
  ]);
  expect(holding("a;\nb;\na;\n", "a").filter((type) => type === "Identifier")).toHaveLength(2);
  expect(holding("a;\n", "b")).toEqual([]);
});

test.each([
  "@dec\nexport class A {}",
  "class A { m(@dec a) {} }",
  "class A { m(@dec { a }) {} }",
  "class A { m(@dec [a]) {} }",
  "class A { m(@dec a = 1) {} }",
  "class A { m(@dec ...a) {} }",
  "class A { constructor(@dec private a) {} }",
  "class A { @dec a = 1 }",
  "class A { @dec set a(b) {} }",
])("what is decorated holds its decorators: %s", (source) => {
  expect(holding(source, "dec")).toContain("Decorator");
});

test("a row of ten thousand operators is walked", () => {
  const row = Array.from({ length: 10_000 }, (_, at) => `a${at}`).join(" + ");
  expect(holding(`${row};\n`, "a0").at(-1)).toBe("Identifier");
});
