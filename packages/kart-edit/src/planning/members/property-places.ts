import type { Node, Program } from "oxc-parser";
import { childNodes } from "@kart/core/syntax/parser/tree";

/** Where a name stands as that of a property. */
export interface PropertyPlace {
  /** UTF-16 offset; of a string, behind its quote. */
  readonly offset: number;
  /** Whether something gets a property of that name there: a key of an object literal, a member of a class, an assignment. */
  readonly gives: boolean;
}

/** Every place of a text where a name is that of a property, in its order: `{ name: 1 }`, `x.name`, `x["name"] = 1`, `{ name } = x`. */
export function propertyPlaces(program: Program, name: string): PropertyPlace[] {
  const found = new Map<number, PropertyPlace>();
  const add = (key: Node, gives: boolean) => {
    const offset = offsetOf(key, name);
    if (offset !== undefined && !found.has(offset)) found.set(offset, { offset, gives });
  };
  const visit = (node: Node, parent: Node | undefined): void => {
    if (node.type === "MemberExpression") {
      if (node.computed === (node.property.type === "Literal"))
        add(node.property, parent?.type === "AssignmentExpression" && parent.left === node);
    } else if (node.type === "JSXAttribute") add(node.name, false);
    else if ("key" in node && "computed" in node && node.key !== null && !(node.computed && !isString(node.key)))
      add(node.key, parent?.type !== "ObjectPattern");
    for (const child of childNodes(node)) visit(child, node);
  };
  visit(program, undefined);
  return [...found.values()].toSorted((a, b) => a.offset - b.offset);
}

function offsetOf(key: Node, name: string): number | undefined {
  if (isString(key)) return key.value === name ? key.start + 1 : undefined;
  return (key.type === "Identifier" || key.type === "JSXIdentifier") && key.name === name ? key.start : undefined;
}

function isString(node: Node): node is Extract<Node, { type: "Literal"; value: string }> {
  return node.type === "Literal" && typeof node.value === "string";
}
