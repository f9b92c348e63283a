import type { Node } from "oxc-parser";
import type { Declaration } from "@kart/core/syntax/declaration";
import { formatNamePart, parseNamePath, resolveNamePath } from "@kart/core/syntax/name-path";
import { nodesAround } from "@kart/core/syntax/scope";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/tree";
import { contains } from "@kart/core/text/span";

/**
 * A file of JavaScript with the property among its declarations that a class is given by `this.name = …`, where that is what a name
 * path means, `Class.name`. To the compiler the first assignment declares it; it is no symbol.
 */
export function withMadeMember(source: SourceSymbols, symbol: string): SourceSymbols {
  const { parsed, declarations } = source;
  const { parts, index } = parseNamePath(symbol);
  if (index !== undefined || parsed.language !== "jsx") return source;
  if (resolveNamePath(declarations, symbol, parsed.lines).status !== "missing") return source;
  const owner = ownerClass(source, symbol);
  const member = owner === undefined ? undefined : madeMember(source, owner, parts.at(-1) as string);
  if (member === undefined) return source;
  const grown = (all: readonly Declaration[]): readonly Declaration[] =>
    all.map((one) => ({ ...one, children: one === owner ? [...one.children, member] : grown(one.children) }));
  return { ...source, declarations: grown(declarations) };
}

/** The class whose member a name path would be. */
export function ownerClass({ parsed, declarations }: SourceSymbols, symbol: string): Declaration | undefined {
  const owner = /^(.+)[./][^./]+$/s.exec(symbol)?.[1];
  const found = owner === undefined ? undefined : resolveNamePath(declarations, owner, parsed.lines);
  const declaration = found?.status === "found" ? found.match.declaration : undefined;
  return declaration?.kind === "class" ? declaration : undefined;
}

function madeMember({ parsed }: SourceSymbols, owner: Declaration, name: string): Declaration | undefined {
  for (const node of nodesIn(parsed.program, owner.span)) {
    if (node.type !== "AssignmentExpression" || node.operator !== "=") continue;
    const { left, start, end } = node;
    if (left.type !== "MemberExpression" || left.object.type !== "ThisExpression" || left.computed) continue;
    const { property } = left;
    if (property.type !== "Identifier" || property.name !== name) continue;
    if (!isOfClass(nodesAround(parsed.program, start), owner)) continue;
    return {
      name,
      namePath: `${owner.namePath}.${formatNamePart(name)}`,
      kind: "property",
      exported: owner.exported,
      span: { start, end },
      nameRange: { start: property.start, end: property.end },
      head: { start, end: left.end },
      children: [],
    };
  }
  return undefined;
}

/** Whether `this` is of a class where some nodes stand within one another: arrow functions have that of what is around them. */
function isOfClass(chain: readonly Node[], { span }: Declaration): boolean {
  const at = chain.findLastIndex(({ type }) => HOLDING_THIS.has(type));
  const isMethod = chain[at]?.type === "ClassBody" || chain[at - 1]?.type === "MethodDefinition";
  return isMethod && chain.filter((one) => one.type === "ClassBody" && contains(span, one)).length === 1;
}

const HOLDING_THIS: ReadonlySet<string> = new Set(["FunctionDeclaration", "FunctionExpression", "ClassBody"]);
