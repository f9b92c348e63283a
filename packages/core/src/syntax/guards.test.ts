import { expect, test } from "bun:test";
import { textOf } from "../text/span.ts";
import { walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

/** The statements of a source, and the members of what it declares. */
function ended(source: string): string[] {
  const outcome = parseSource(oxc, "a.tsx", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { parsed } = outcome;
  const members = walkDeclarations(declarationsOf(parsed)).filter(({ depth }) => depth > 0);
  return [...parsed.program.body, ...members.map(({ declaration: { span } }) => span)].map((span) =>
    textOf(source, span),
  );
}

const ROWS: Readonly<Record<string, readonly [source: string, ended: readonly string[]]>> = {
  "a statement": ["const a = 1\n;[b].c()", ["const a = 1", "[b].c()"]],
  "what is exported": ["export const a = 1, b = 2\r\n\r\n  ;(c)()", ["export const a = 1, b = 2", "(c)()"]],
  "a statement in another": ["if (a) b()\n;[c].d()", ["if (a) b()", "[c].d()"]],
  "comments between": ["let a /* b */ // c\n// d\n;`e`.f()", ["let a", "`e`.f()"]],
  "a regular expression behind": ["let a\n;/b/.test(c)", ["let a", "/b/.test(c)"]],
  "a member of a class": ["class K {\n  a = 1\n  ;['b']\n}", ["class K {\n  a = 1\n  ;['b']\n}", "a = 1", "['b']"]],
  "a member of a type": ["type T = {\n  a: 1\n  ;b: 2\n}", ["type T = {\n  a: 1\n  ;b: 2\n}", "a: 1", "b: 2"]],
  "none: alone on its line": ["let a\n;\nlet b\n; // c", ["let a\n;", "let b\n;"]],
  "none: the body of a loop": ["while (a)\n;(b)()", ["while (a)\n;", "(b)()"]],
  "none: text": ["a(<b>\n;{c}</b>)\nlet d = `\n;${e}`", ["a(<b>\n;{c}</b>)", "let d = `\n;${e}`"]],
};

for (const [what, [source, wanted]] of Object.entries(ROWS))
  test(`ends before a guard: ${what}`, () => expect(ended(source)).toEqual([...wanted]));

test("a file of nothing else is read as fast as any", () => {
  expect(ended("let a // b\n;[c].d()\n".repeat(20_000))).toHaveLength(40_000);
});
