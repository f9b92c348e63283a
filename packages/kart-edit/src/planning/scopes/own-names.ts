import type { Node } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesAround } from "@kart/core/syntax/scope";
import { type Span, textOf } from "@kart/core/text/span";
import type { Binding } from "./scopes.ts";

/**
 * The property that has a function or class expression of the same name for its value: `f` of `{ f: function f() {} }` and of
 * `T.f = function f() {}`. Whoever speaks of the name means that; the expression's own is seen only within it.
 */
export function propertyNamed({ program, source }: ParsedSource, { name, kind, declared }: Binding): Span | undefined {
  const [place] = declared;
  if (place === undefined || (kind !== "function" && kind !== "class")) return undefined;
  const chain = nodesAround(program, place.start);
  const at = chain.findLastIndex(({ type }) => type === "FunctionExpression" || type === "ClassExpression");
  const expression = chain[at];
  if (expression === undefined || !("id" in expression) || expression.id?.start !== place.start) return undefined;
  // One value may be given to several: `T.f = T.g = function f() {}`.
  for (const holder of chain.slice(0, at).toReversed()) {
    const key = keyOf(holder);
    if (key !== undefined && textOf(source, key).replaceAll(/^["']|["']$/g, "") === name) return key;
    if (holder.type !== "AssignmentExpression" && holder.type !== "ParenthesizedExpression") return undefined;
  }
  return undefined;
}

/** What names a property that is given a value, unless that is worked out. */
function keyOf(holder: Node): Span | undefined {
  if (holder.type === "Property" || holder.type === "PropertyDefinition")
    return holder.computed ? undefined : holder.key;
  if (holder.type !== "AssignmentExpression" || holder.left.type !== "MemberExpression") return undefined;
  return holder.left.computed ? undefined : holder.left.property;
}
