import type { Node } from "oxc-parser";
import type { ParsedSource } from "./parser/parse.ts";
import { childNodes, holding } from "./parser/tree.ts";
import { type Span, textOf } from "../text/span.ts";
import { wordsIn } from "../text/words.ts";
import {
  constraintOf,
  isReadableIn,
  type KeyOwners,
  ownersOfKeys,
  ownersThemselves,
  plain,
  scopeIn,
  type TypeScope,
} from "./key-owners.ts";

/**
 * A name in quotes in a type, beside other types of which it may name a member: `Omit<Invoice, "total">`,
 * `{ [P in keyof Invoice as Exclude<P, "total">]: … }`, `{ [P in "total"]: Invoice[P] }`.
 */
export interface KeyInType {
  /** The name without its quotes. */
  readonly span: Span;
  /** The other types, as they are written and without `keyof`. */
  readonly owners: readonly string[];
  /** Whether TypeScript takes the name there for a member's and nothing else. */
  readonly isKey: boolean;
}

/** The places of a file where a name may be a member's in such a way. */
export function keysInTypes({ source, program }: ParsedSource, name: string): KeyInType[] {
  const found = new Map<number, KeyInType>();
  const add = (type: Node, owners: readonly string[], isKey: boolean) => {
    for (const { start, end } of namesInType(type, name)) {
      const known = found.get(start);
      // In `Pick<J, "a" & keyof I>` it is a key of both.
      const all = known?.isKey === true && isKey ? [...new Set([...known.owners, ...owners])] : owners;
      if (known === undefined || isKey)
        found.set(start, { span: { start: start + 1, end: end - 1 }, owners: all, isKey });
    }
  };
  const holds = holding(wordsIn(source, name));
  const pending: { readonly node: Node; readonly outer: TypeScope | undefined; readonly isSeen: boolean }[] = [
    { node: program, outer: undefined, isSeen: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, outer } = next;
    const scope = scopeIn(node, outer);
    // Where a type parameter may stand for the name, its own stands before what is asked by it.
    const isSeen = next.isSeen || (scope !== outer && isIn(scope, holds));
    for (const child of childNodes(node)) {
      const isConstraint = node.type === "TSMappedType" && child === node.constraint;
      if (isSeen || holds(child)) pending.push({ node: child, outer: isConstraint ? outer : scope, isSeen });
    }
    for (const { type, owners, isSure } of keyed(source, node, scope)) {
      const readable = owners.filter((owner) => isReadableIn(source, owner, scope));
      const texts = new Set(readable.map((owner) => textOf(source, owner.type)));
      if (texts.size > 0) add(type, [...texts], isSure && readable.length === owners.length);
    }
    if (node.type === "TSTypeParameterInstantiation" && node.params.length > 1)
      for (const [at, parameter] of node.params.entries())
        add(parameter, node.params.toSpliced(at, 1).map(plain).map(ownerText), false);
  }
  return [...found.values()].toSorted((a, b) => a.span.start - b.span.start);

  function ownerText(type: Node): string {
    return textOf(source, type.type === "TSTypeOperator" ? type.typeAnnotation : type);
  }
}

function isIn(scope: TypeScope | undefined, holds: (node: Node) => boolean): boolean {
  return scope?.constraints.values().some((one) => one !== null && holds(one)) === true;
}

/** A type that may hold names of members, and whose. */
interface Keyed extends KeyOwners {
  readonly type: Node;
}

function keyed(source: string, node: Node, scope: TypeScope | undefined): Keyed[] {
  const beside = (keys: Node, type: Node): Keyed => ({ type, ...ownersOfKeys(keys, scope) });
  switch (node.type) {
    case "TSIntersectionType":
      return node.types.map((type) => beside(node, type));
    case "TSConditionalType": {
      const { checkType, extendsType, trueType, falseType } = node;
      // What a key is given in its place may be another name, or no key at all.
      const given = [beside(checkType, trueType), beside(checkType, falseType)].map((one) => ({
        ...one,
        isSure: false,
      }));
      return [beside(checkType, extendsType), beside(extendsType, checkType), ...given];
    }
    case "TSTypeParameterInstantiation": {
      const [first, second] = node.params;
      if (first === undefined || second === undefined) return [];
      const generic = /[\w$]*$/.exec(source.slice(Math.max(0, node.start - 20), node.start))?.[0];
      if (generic === "Omit" || generic === "Pick") return [{ type: second, ...ownersThemselves(first, scope) }];
      if (generic !== "Exclude" && generic !== "Extract") return [];
      return [beside(first, second), beside(second, first)];
    }
    case "TSIndexedAccessType": {
      // Of `{ [P in "total" | "paid"]: Invoice[P] }` the names stand before.
      const keys = constraintOf(node.indexType, scope);
      return keys === undefined ? [] : [{ type: keys, ...ownersThemselves(node.objectType, scope) }];
    }
    default:
      return [];
  }
}

/** String literals of a type that are a name: it itself, or one of a union or an intersection. */
export function namesInType(type: Node, name: string): Node[] {
  const node = plain(type);
  if (node.type === "TSUnionType" || node.type === "TSIntersectionType")
    return node.types.flatMap((one) => namesInType(one, name));
  return node.type === "TSLiteralType" && textIn(node.literal) === name ? [node.literal] : [];
}

/** The text of a string, or of a template that nothing is put into. */
function textIn(literal: Node): unknown {
  if (literal.type !== "TemplateLiteral") return literal.type === "Literal" ? literal.value : undefined;
  return literal.expressions.length === 0 ? literal.quasis[0]?.value.cooked : undefined;
}
