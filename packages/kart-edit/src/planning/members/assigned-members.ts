import type { CallExpression, Node } from "oxc-parser";
import { calleeName, literal } from "@kart/core/syntax/module-records/module-expressions";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import { applyEdits, editedSpans, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { MemberQuestions } from "./inherited-member.ts";

/**
 * A text in which what functions of the language give a member of one name is asked for another one:
 * `Object.assign(K.prototype["other"], { name() {} })`. To the compiler no such call declares a member.
 */
export function assignedMembers({ program, source }: ParsedSource, name: string, other: string): MemberQuestions {
  const text = `[${JSON.stringify(other)}]`;
  const given: { readonly member: Span; readonly edit: TextEdit }[] = [];
  for (const node of nodesIn(program, { start: 0, end: source.length })) {
    const [target] = node.type === "CallExpression" ? node.arguments : [];
    if (node.type !== "CallExpression" || target === undefined || !TAKING.has(target.type)) continue;
    const member = givenBy(node).find((one) => nameOf(one) === name);
    if (member !== undefined) given.push({ member, edit: { span: { start: target.end, end: target.end }, text } });
  }
  given.sort((a, b) => a.edit.span.start - b.edit.span.start);
  const added = textEdits(given.map(({ edit }) => edit)) as TextEdits;
  const asked = editedSpans(added).flatMap(({ start }, at) => {
    const member = given[at]?.member;
    return member === undefined ? [] : [{ member, offset: start + '["'.length }];
  });
  return { text: applyEdits(source, added), added, asked };
}

/** What a text has that may hold a call which gives members. */
export const ASSIGNING = /\b(?:assign|definePropert(?:y|ies))\b/;

/** What a member may be asked of as it is written. */
const TAKING: ReadonlySet<Node["type"]> = new Set(["Identifier", "MemberExpression", "ThisExpression"]);

/** The names, as they are written, of what a call gives to its first argument. */
function givenBy({ callee, arguments: [, ...values] }: CallExpression): Node[] {
  const [first] = values;
  switch (calleeName(callee)) {
    case "Object.assign":
      return values.flatMap(keysOf);
    case "Object.defineProperties":
      return first === undefined ? [] : keysOf(first);
    case "Object.defineProperty":
    case "Reflect.defineProperty":
      return first === undefined || first.type === "Identifier" ? [] : [first];
    default:
      return [];
  }
}

function keysOf(value: Node): Node[] {
  if (value.type !== "ObjectExpression") return [];
  return value.properties.flatMap((one) =>
    one.type === "SpreadElement" || (one.computed && one.key.type === "Identifier") ? [] : [one.key],
  );
}

function nameOf(key: Node): string | undefined {
  return key.type === "Identifier" ? key.name : literal(key);
}
