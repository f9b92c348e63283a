import type { Node } from "oxc-parser";
import { nameAt } from "../text/name-at.ts";
import { contains } from "../text/span.ts";
import { type Declaration, walkDeclarations } from "./declaration.ts";
import { formatNamePart, isOnLine, parseNamePath, resolveNamePath } from "./name-path.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { nodesAround } from "./scope.ts";
import { nodesIn } from "./parser/tree.ts";

/**
 * The declarations of a file of JavaScript with the property among them that a class is given by `this.name = …`, where that is what a
 * name path means, `Class.name`, or a name on the line of such an assignment; the same where it is not. To the compiler the first
 * assignment declares it; it is no symbol.
 *
 * @param line 1-based
 */
export function withMadeMember(
  parsed: ParsedSource,
  declarations: readonly Declaration[],
  symbol: string,
  line?: number,
): readonly Declaration[] {
  const { parts, index } = parseNamePath(symbol);
  if (index !== undefined || parsed.language !== "jsx") return declarations;
  const known = resolveNamePath(declarations, symbol, parsed.lines, line);
  if (known.status === "found" || (known.status === "ambiguous" && line === undefined)) return declarations;
  const name = parts.at(-1) as string;
  const isAlone = line !== undefined && parts.length === 1;
  const owner = isAlone ? classGiven(parsed, declarations, name, line) : ownerClass(parsed, declarations, symbol);
  const isDeclared = owner?.children.some((one) => one.name === name) === true;
  const member = owner === undefined || isDeclared ? undefined : madeMember(parsed, owner, name, line);
  if (member === undefined) return declarations;
  const grown = (all: readonly Declaration[]): readonly Declaration[] =>
    all.map((one) => ({ ...one, children: one === owner ? [...one.children, member] : grown(one.children) }));
  return grown(declarations);
}

/** The same, with the property that the assignment of a name at an offset makes (UTF-16); none where that makes none. */
export function withMadeAt(
  parsed: ParsedSource,
  declarations: readonly Declaration[],
  start: number,
): readonly Declaration[] {
  const { source, lines } = parsed;
  const name = isOfThis(source, start) ? nameAt(source, start) : undefined;
  return name === undefined ? [] : withMadeMember(parsed, declarations, name, lines.lineAt(start));
}

/** Whether what stands at an offset (UTF-16) is a property of `this`. */
export function isOfThis(source: string, start: number): boolean {
  return /\bthis\s*\.\s*$/.test(source.slice(Math.max(0, start - 40), start));
}

/** The class whose member a name path would be. */
export function ownerClass(
  { lines }: ParsedSource,
  declarations: readonly Declaration[],
  symbol: string,
): Declaration | undefined {
  const owner = /^(.+)[./][^./]+$/s.exec(symbol)?.[1];
  const found = owner === undefined ? undefined : resolveNamePath(declarations, owner, lines);
  const declaration = found?.status === "found" ? found.match.declaration : undefined;
  return declaration?.kind === "class" ? declaration : undefined;
}

/** The class that `this.name = …` gives a property on a line, 1-based. */
export function classGiven(
  parsed: ParsedSource,
  declarations: readonly Declaration[],
  name: string,
  line: number,
): Declaration | undefined {
  return walkDeclarations(declarations)
    .map(({ declaration }) => declaration)
    .filter((one) => one.kind === "class" && isOnLine(one, parsed.lines, line))
    .find((one) => madeMember(parsed, one, name, line) !== undefined);
}

/** @param line of the assignment, 1-based; the first one where it is left out */
function madeMember(parsed: ParsedSource, owner: Declaration, name: string, line?: number): Declaration | undefined {
  for (const node of nodesIn(parsed.program, owner.span)) {
    if (node.type !== "AssignmentExpression" || node.operator !== "=") continue;
    const { left, start, end } = node;
    if (left.type !== "MemberExpression" || left.object.type !== "ThisExpression" || left.computed) continue;
    const { property } = left;
    if (property.type !== "Identifier" || property.name !== name) continue;
    if (line !== undefined && parsed.lines.lineAt(property.start) !== line) continue;
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
