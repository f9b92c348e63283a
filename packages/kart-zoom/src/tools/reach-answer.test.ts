import { expect, test } from "bun:test";
import type { Walk } from "../reach/breadth-first.ts";
import type { Dependence } from "../reach/dependence.ts";
import type { SymbolNode } from "../reach/symbol-node.ts";
import { reachData, reachText } from "./reach-answer.ts";

test("what took too long is told with the depth that did not, and is not complete", () => {
  const node = (name: string): SymbolNode => ({ name, kind: "function", path: "a.ts", line: 1 });
  const walk: Walk<SymbolNode, Dependence> = {
    root: { node: node("f"), fanOut: 1, next: [{ node: node("g"), via: "call", next: [] }] },
    total: 1,
    maxDepth: 1,
    isCut: false,
    isLate: true,
  };
  const words = { one: "dependent", many: "dependents", countsElsewhere: true };
  expect(reachText(walk, 3, { complete: true, notes: [] }, words, [])).toBe(
    `function f a.ts:1: 1 dependent, 1 deep, INCOMPLETE
 call g:1
ENDED at depth 1: the language server took too long for the next. Pass depth: 1, or ask about one of those.`,
  );
  expect(reachData(walk, 3, true)).toMatchObject({ complete: false, truncated: true, maxDepth: 1 });
});
