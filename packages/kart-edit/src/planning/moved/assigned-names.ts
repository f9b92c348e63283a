import type { Node, Program } from "oxc-parser";
import { childNodes } from "@kart/core/syntax/parser/tree";

/** Where names start that are assigned to: `a = 1`, `[a] = b`, `a++`, `for (a of b)`. UTF-16 offsets. */
export function assignedNames(program: Program): ReadonlySet<number> {
  const starts = new Set<number>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const target = targetOf(node);
    if (target !== undefined) for (const start of namesIn(target)) starts.add(start);
    pending.push(...childNodes(node));
  }
  return starts;
}

function targetOf(node: Node): Node | undefined {
  if (node.type === "AssignmentExpression") return node.left;
  if (node.type === "UpdateExpression") return node.argument;
  return node.type === "ForOfStatement" || node.type === "ForInStatement" ? node.left : undefined;
}

/** Of what an assignment gives values to; a declaration and a member of something are no names. */
function namesIn(target: Node | null): number[] {
  switch (target?.type) {
    case "Identifier":
      return [target.start];
    case "ArrayPattern":
      return target.elements.flatMap(namesIn);
    case "ObjectPattern":
      return target.properties.flatMap((one) => namesIn(one.type === "Property" ? one.value : one));
    case "AssignmentPattern":
      return namesIn(target.left);
    case "RestElement":
      return namesIn(target.argument);
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
      return namesIn(target.expression);
    default:
      return [];
  }
}
