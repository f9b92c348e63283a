import type { Node } from "oxc-parser";
import { isScript } from "@kart/core/syntax/module-records/is-script";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import { applyEdits, editedSpans, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { declaresAt } from "./member-names.ts";

/** A text that asks, by the places at which a name stands in it, whether types have a member of that name. */
export interface MemberQuestions {
  readonly text: string;
  /** By what it differs from the source. */
  readonly added: TextEdits;
  /** Which member's owner is asked about where: several times where that has several bases. UTF-16 offsets in the text. */
  readonly asked: readonly { readonly member: Span; readonly offset: number }[];
}

/**
 * A text in which the owners of some members name another member of what they inherit from: `this["other"]`. Nothing is asked of an
 * owner that inherits from nothing, nor where a span is a use of a member rather than the name of one. Owners are classes,
 * interfaces and types of objects.
 */
export function inheritedMembers(parsed: ParsedSource, members: readonly Span[], name: string): MemberQuestions {
  const questions = new Map<string, { readonly member: Span; readonly edit: TextEdit; readonly within: number[] }>();
  for (const member of members) {
    const asked = ownerAsked(parsed, member);
    if (asked === undefined || questions.has(asked.key)) continue;
    let text = ` ${asked.isClass ? "declare " : ""}${PROBE}: [`;
    const within = asked.owners.map((owner) => {
      text += `(${owner})[`;
      const offset = text.length + 1;
      text += `${JSON.stringify(name)}], `;
      return offset;
    });
    const edit = { span: { start: asked.at, end: asked.at }, text: `${text}]; ` };
    questions.set(asked.key, { member, edit, within });
  }
  const all = [...questions.values()].sort((a, b) => a.edit.span.start - b.edit.span.start);
  const added = textEdits(all.map(({ edit }) => edit)) as TextEdits;
  const asked = editedSpans(added).flatMap(({ start }, index) => {
    const { member, within } = all[index] as (typeof all)[number];
    return within.map((offset) => ({ member, offset: start + offset }));
  });
  return { text: applyEdits(parsed.source, added), added, asked };
}

/** The types to ask for the owner of what is named at a span, and where in its body; a key tells it from other owners. */
function ownerAsked(parsed: ParsedSource, member: Span) {
  const { source, program } = parsed;
  const around = [...nodesIn(program, { start: member.start, end: member.start + 1 })];
  const bodyAt = around.findLastIndex(({ type }) => BODIES.has(type));
  const body = around[bodyAt];
  if (body === undefined) return undefined;
  const within = around[bodyAt + 1];
  const isNamed = (node: Node) =>
    (node === within || node.type === "TSParameterProperty") && declaresAt(node, member.start);
  if (within === undefined || !around.slice(bodyAt).some(isNamed)) return undefined;
  const isStatic = "static" in within && within.static;
  const owners = ownersIn(around.slice(0, bodyAt), source, isStatic, isScript(parsed));
  if (owners.length === 0) return undefined;
  const at = body.start + 1;
  return { owners, at, isClass: body.type === "ClassBody", key: `${at} ${isStatic}` };
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
