import type { Node } from "oxc-parser";
import { nodesIn } from "@kart/core/syntax/tree";
import type { Target } from "./plan.ts";

/** Whether a node is a member whose name stands at a UTF-16 offset, with or without quotes. */
export function declaresAt(node: Node, offset: number): boolean {
  if (node.type === "TSParameterProperty") {
    const { parameter } = node;
    return (parameter.type === "AssignmentPattern" ? parameter.left : parameter).start === offset;
  }
  if (!("key" in node) || !MEMBERS.has(node.type) || ("computed" in node && node.computed)) return false;
  return node.key.start === offset || (node.key.type === "Literal" && node.key.start + 1 === offset);
}

const MEMBERS = new Set<string>([
  "AccessorProperty",
  "MethodDefinition",
  "Property",
  "PropertyDefinition",
  "TSAbstractAccessorProperty",
  "TSAbstractMethodDefinition",
  "TSAbstractPropertyDefinition",
  "TSMethodSignature",
  "TSPropertySignature",
]);

/** Whether a symbol is a member, or a parameter property, that says `private`. */
export function isPrivate({ source, declaration: { nameRange } }: Target): boolean {
  const { start } = nameRange;
  return [...nodesIn(source.parsed.program, { start, end: start + 1 })].some(
    (node) => "accessibility" in node && node.accessibility === "private" && declaresAt(node, start),
  );
}
