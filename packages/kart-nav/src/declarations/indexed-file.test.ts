import { expect, test } from "bun:test";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { indexedFile, keptFile } from "./indexed-file.ts";

test("every declaration and every overload has its lines, after a way through JSON too", async () => {
  const source = `/** One. */
export function f(a: string): void;
export function f(
  a: number,
): void;
export function f(a: unknown) {}
export class C {
  m(): void {}

  constructor(readonly p: number) {}
  o(): 1;
  o(x?: 1): 1 { return 1 }
}
const { x, y: [z] } = f;
`;
  const outcome = parseSource(await loadParser(), "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { parsed } = outcome;
  const kept = keptFile(declarationsOf(parsed, false), parsed.lines);
  const { declarations } = indexedFile("a.ts", JSON.parse(JSON.stringify(kept)) as typeof kept);
  expect(declarations).toStrictEqual([...indexedFile("a.ts", kept).declarations]);
  const shown = declarations.map(({ declaration, depth, line, endLine, overloads = [] }) => [
    `${"  ".repeat(depth)}${declaration.name} ${line}-${endLine}`,
    ...overloads.map((one) => `${one.line}-${one.endLine}`),
  ]);
  expect(shown.map((row) => row.join(" "))).toEqual([
    "f 2-6 2-2 3-5 6-6",
    "C 7-13",
    "  m 8-8",
    "  constructor 10-10",
    "  p 10-10",
    "  o 11-12 11-11 12-12",
    "x 14-14",
    "z 14-14",
  ]);
});
