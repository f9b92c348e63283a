import { contains } from "@kart/core/text/span";
import type { Step } from "./breadth-first.ts";
import type { Dependence } from "./dependence.ts";
import { nodeKey, type SymbolNode, symbolNode } from "./symbol-node.ts";

type Dependency = Step<SymbolNode, Dependence>;

/** Members of one type from which on a symbol depends on that rather than on each. */
const MANY = 4;

/** Steps with those that lead to many members of one interface, type or enum made one that leads to that whole. */
export function withWholeTypes(steps: readonly Dependency[], from: SymbolNode): readonly Dependency[] {
  if (steps.length < MANY) return steps;
  const owners = Map.groupBy(steps, ({ node }) => keyOf(ownerOf(node, from)));
  const isMany = ([key, { length }]: readonly [string | undefined, readonly Dependency[]]) =>
    key !== undefined && length >= MANY;
  const many = new Map([...owners].filter(isMany));
  if (many.size === 0) return steps;
  const vias = new Map(steps.map(({ node, via }) => [nodeKey(node), via]));
  const told = new Set<string>();
  return steps.flatMap((step) => {
    const owner = ownerOf(step.node, from);
    const whole = many.has(keyOf(owner)) ? owner : many.has(nodeKey(step.node)) ? step.node : undefined;
    if (whole === undefined) return [step];
    const key = nodeKey(whole);
    if (told.has(key)) return [];
    told.add(key);
    return [{ node: { ...whole, members: many.get(key)?.length ?? 0 }, via: vias.get(key) ?? "reference" }];
  });
}

function keyOf(node: SymbolNode | undefined): string | undefined {
  return node && nodeKey(node);
}

/** The type that something is a member of, where that is not the one that leads to it. */
function ownerOf({ symbol }: SymbolNode, from: SymbolNode): SymbolNode | undefined {
  if (symbol === undefined) return undefined;
  const { file, declaration } = symbol;
  const owner = file.outline.declarations.find((one) => one !== declaration && contains(one.span, declaration.span));
  if (owner === undefined || !/^(?:interface|type|enum)$/.test(owner.kind)) return undefined;
  const isOwn =
    file.path === from.path && from.symbol !== undefined && contains(owner.span, from.symbol.declaration.span);
  return isOwn ? undefined : symbolNode(file, owner);
}
