import type { Node } from "oxc-parser";
import { type Declaration, typeOwnerOf } from "@kart/core/syntax/declaration";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { ownerOf, type Target } from "../plan.ts";

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

/** Whether a symbol is a member, or a parameter property, that says `private` wherever its class declares it. */
export function isPrivate(target: Target): boolean {
  const { source, declaration } = target;
  const siblings = ownerOf(target)?.children ?? [];
  // A setter may be private beside a getter that is not.
  return siblings.filter(({ name }) => name === declaration.name).every((one) => saysPrivate(source, one));
}

/**
 * Whether the class of a private member has another one: values of it are taken for no other type's then, whatever becomes of
 * the first.
 */
export function hasOtherPrivate({ source, declaration }: Target): boolean {
  const owner = typeOwnerOf(source.declarations, declaration);
  const members = owner?.children.flatMap((one) => (one.kind === "constructor" ? one.children : [one])) ?? [];
  return members.some((one) => one.name !== declaration.name && (one.name.startsWith("#") || saysPrivate(source, one)));
}

function saysPrivate({ parsed }: SourceSymbols, { nameRange: { start } }: Declaration): boolean {
  return [...nodesIn(parsed.program, { start, end: start + 1 })].some(
    (node) => "accessibility" in node && node.accessibility === "private" && declaresAt(node, start),
  );
}
