import type { Node, Program } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import { nodesAround, scopeOf } from "../scope.ts";

/** Where a pattern of words stands, but as a member. */
export function placesOf(source: string, pattern: string): Span[] {
  const words = new RegExp(`(?<![\\p{ID_Continue}$]|(?<!\\.\\.)\\.)${pattern}(?![\\p{ID_Continue}$])`, "gu");
  return Array.from(source.matchAll(words), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

/** Wherever what is named at the end of a chain of nodes is named as a value, outermost nodes first. */
export function chainsNaming(program: Program, source: string, named: readonly Node[]): readonly (readonly Node[])[] {
  const { name } = named.at(-1) as Node & { name: string };
  const scope = scopeOf(named, name);
  return placesOf(source, RegExp.escape(name)).flatMap(({ start }) => {
    const chain = nodesAround(program, start);
    const last = chain.at(-1);
    const isOne = last?.type === "Identifier" && last.start === start && !isNoUse(chain);
    return isOne && scopeOf(chain, name) === scope ? [chain] : [];
  });
}

/** Whether a name stands for no value: that of a key, a type, or a declaration. */
export function isNoUse(chain: readonly Node[]): boolean {
  const [parent, child] = chain.slice(-2) as [Node, Node];
  if ("key" in parent && parent.key === child && !("computed" in parent && parent.computed))
    return !("shorthand" in parent && parent.shorthand);
  return parent.type === "MemberExpression" && parent.property === child && !parent.computed;
}

export function nameIn(node: Node): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}
