import type { Node } from "oxc-parser";
import { isScript } from "@kart/core/syntax/is-script";
import type { ParsedSource } from "@kart/core/syntax/parse";
import { nodesIn } from "@kart/core/syntax/tree";
import { contains, type Span } from "@kart/core/text/span";

/** A text that asks, by the places at which a name stands in it, whether types have a member of that name. */
export interface MemberQuestion {
  readonly text: string;
  /** UTF-16 offsets in it. */
  readonly offsets: readonly number[];
}

/**
 * A text in which the owner of a member names another member of what it inherits from: `this["other"]`. Undefined where it inherits
 * from nothing, and stands alone.
 *
 * @param member where a member of a class, an interface or the type of an object is named
 */
export function inheritedMember(parsed: ParsedSource, member: Span, name: string): MemberQuestion | undefined {
  const { source, program } = parsed;
  const around = [...nodesIn(program, { start: member.start, end: member.start + 1 })];
  const at = around.findLastIndex(({ type }) => BODIES.has(type));
  const body = around[at];
  if (body === undefined) return undefined;
  const within = around[at + 1];
  const isOwn =
    (within !== undefined && "key" in within && within.key !== null && contains(within.key, member)) ||
    around.slice(at).some(({ type }) => type === "TSParameterProperty");
  if (!isOwn) return undefined;
  const isStatic = within !== undefined && "static" in within && within.static;
  const owners = ownersIn(around.slice(0, at), source, isStatic, isScript(parsed));
  if (owners.length === 0) return undefined;
  const before = source.slice(0, body.start + 1);
  let added = ` ${body.type === "ClassBody" ? "declare " : ""}${PROBE}: [`;
  const offsets = owners.map((owner) => {
    added += `(${owner})[`;
    const offset = before.length + added.length + 1;
    added += `${JSON.stringify(name)}], `;
    return offset;
  });
  return { text: `${before}${added}]; ${source.slice(body.start + 1)}`, offsets };
}

const BODIES = new Set<string>(["ClassBody", "TSInterfaceBody", "TSTypeLiteral"]);

/** No member is called so. */
const PROBE = "__asked";

/** The types that have what is inherited, as they are written where the members stand. */
function ownersIn(around: readonly Node[], source: string, isStatic: boolean, isGlobal: boolean): string[] {
  const holder = around.at(-1);
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  if (holder?.type === "ClassDeclaration" || holder?.type === "ClassExpression") {
    const { superClass } = holder;
    if (isStatic) return superClass !== null && isName(superClass) ? [`typeof ${textOf(superClass)}`] : [];
    return [...(superClass === null ? [] : ["this"]), ...(holder.implements ?? []).map(textOf)];
  }
  if (holder?.type === "TSInterfaceDeclaration") {
    // What is declared for a package or for all files may be a part of what is declared elsewhere.
    const isPart = isGlobal || around.some((one) => one.type === "TSModuleDeclaration" && one.declare);
    return holder.extends.length > 0 || isPart ? ["this"] : [];
  }
  const joined = around.findLast(({ type }) => type !== "TSParenthesizedType");
  if (joined?.type !== "TSIntersectionType") return [];
  return joined.types.filter((one) => one.type !== "TSTypeLiteral" && !around.includes(one)).map(textOf);
}

function isName(node: Node): boolean {
  return node.type === "Identifier" || (node.type === "MemberExpression" && !node.computed && isName(node.object));
}
