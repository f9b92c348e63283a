import type { Node } from "oxc-parser";

/** Whether a node is the last part of a dotted name, which stands for what has the name: `A` of `all.A`. */
export function isLastPart(node: Node | undefined, parent: Node | undefined): boolean {
  if (parent?.type === "TSQualifiedName") return parent.right === node;
  return parent?.type === "MemberExpression" && !parent.computed && parent.property === node;
}
