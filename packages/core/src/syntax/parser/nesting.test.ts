import { expect, test } from "bun:test";
import { CORPORA, corpusFiles } from "@kart/testkit/corpora";
import { isTooDeep } from "./nesting.ts";
import { loadParser, parseSource, syntaxFailure } from "./parse.ts";

const MANY = 100_000;

/** Each crashes the parser's process when it is a hundred thousand levels deep. */
const deep = (levels: number): Record<string, string> => {
  const nested = (opening: string, inside: string, closing = "") =>
    opening.repeat(levels) + inside + closing.repeat(levels);
  return {
    arrays: nested("[", "", "]"),
    parentheses: nested("(", "1", ")"),
    "an opening alone": nested("{", ""),
    calls: nested("f(", "", ")"),
    functions: nested("function f(){", "", "}"),
    classes: nested("class A{a=", "1", "}"),
    templates: nested("`${", "1", "}`"),
    arrows: nested("a=>", "1"),
    "unary operators": nested("!", "a"),
    sums: nested("1+", "1"),
    "sums of arrays": nested("[,]+", "1"),
    "sums of objects": nested("a={}+", "1"),
    "sums over lines": nested("1 +\n", "1"),
    conditions: nested("a?b:", "c"),
    "else if": nested("if(a);else ", ";"),
    "else if with blocks": nested("if(a){}else ", ";"),
    loops: nested("for(;;)", ";"),
    keywords: nested("new ", "a"),
    decorators: nested("@", "a"),
    "type arguments": `type T=${nested("A<", "B", ">")}`,
    "array types": `type T=A${nested("[]", "")}`,
    elements: `x=${nested("<a>", "", "</a>")}`,
    "brackets in a comment do not count": nested("[/*]*/", ""),
    "brackets in a string do not count": nested("[']',", ""),
  };
};

const DEEP = deep(MANY);

for (const [what, source] of Object.entries(DEEP)) {
  test(`refused: ${what}`, () => expect(isTooDeep(source)).toBe(true));
}

test("the deepest that is taken is parsed", async () => {
  const oxc = await loadParser();
  for (const what of Object.keys(DEEP)) {
    const at = (levels: number) => deep(levels)[what] as string;
    let levels = MANY;
    for (let step = MANY / 2; step >= 1; step /= 2) levels += isTooDeep(at(Math.floor(levels))) ? -step : step;
    while (isTooDeep(at(Math.floor(levels)))) levels--;
    // What overflows the stack ends the process.
    expect(syntaxFailure(oxc, "deep.tsx", at(Math.floor(levels)))?.message ?? "").not.toMatch(/too deep/);
  }
});

test("a file that is too deep is a failure like any other", async () => {
  const outcome = parseSource(await loadParser(), "deep.ts", DEEP["arrays"] as string);
  expect(outcome).toEqual({ ok: false, failure: { line: 1, message: "nested too deep to be parsed safely" } });
});

test.each([
  ["a long list", `[${"1,".repeat(MANY)}]`],
  ["many statements", "a = b + c;\n".repeat(MANY)],
  ["many blocks", "if (a) { b() }\n".repeat(MANY)],
  ["a long text", `const a = \`\n${"some words, and more\n".repeat(MANY)}\``],
  ["a long comment", `/* ${"[ ( { ".repeat(MANY)}*/ a`],
])("taken: %s", (_what, source) => expect(isTooDeep(source)).toBe(false));

for (const name of CORPORA) {
  test(`no file of ${name} is refused`, () => {
    expect([...corpusFiles(name)].filter(({ source }) => isTooDeep(source)).map(({ path }) => path)).toEqual([]);
  });
}
