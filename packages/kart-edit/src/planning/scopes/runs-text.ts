import type { Node, Program } from "oxc-parser";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";

/** Whether text is run as code in a scope, or an object gives names to it. */
export function runsText(program: Program, source: string, within: Span): boolean {
  if (!/\b(?:eval|with)\b/.test(source.slice(within.start, within.end))) return false;
  return [...nodesIn(program, within)].some(
    (node) => node.type === "WithStatement" || (node.type === "CallExpression" && isEval(node.callee)),
  );
}

function isEval(callee: Node): boolean {
  if (callee.type === "ParenthesizedExpression") return isEval(callee.expression);
  return callee.type === "Identifier" && callee.name === "eval";
}
