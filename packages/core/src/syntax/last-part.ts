import type { Node } from "oxc-parser";

/** Whether a node is the last part of a dotted name, which stands for what has the name: `A` of `all.A`. */
export function isLastPart(node: Node | undefined, parent: Node | undefined): boolean {
  if (parent?.type === "TSQualifiedName") return parent.right === node;
  return parent?.type === "MemberExpression" && !parent.computed && parent.property === node;
}

/** The last part of a name, dotted or not; undefined of what is none. */
export function lastPart(node: Node): Extract<Node, { readonly type: "Identifier" }> | undefined {
  const last =
    node.type === "TSQualifiedName"
      ? node.right
      : node.type === "MemberExpression" && !node.computed
        ? node.property
        : node;
  return last.type === "Identifier" ? last : undefined;
}
