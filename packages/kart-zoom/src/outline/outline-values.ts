import type { Declaration } from "@kart/core/syntax/declaration";
import { headStart } from "@kart/core/syntax/members";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Class, Expression, Node } from "oxc-parser";
import type { Outlined, OutlineSource } from "./outline.ts";
import { classMembers } from "./outline-members.ts";
import type { Piece } from "./pieces.ts";
import { callable, isUniqueSymbol, literalInitializer, valueType, withoutParentheses } from "./spelled-type.ts";

/** Longest head of a class or an interface that is put on one line, in UTF-16 units. */
export const MAX_HEAD = 400;

/** A class that is a value, under a name that it is given. */
export function classValue(
  node: Class,
  name: string,
  declaration: Declaration,
  source: OutlineSource,
): Pick<Outlined, "signatures" | "children"> {
  const heritage = classHead(node, node.id?.end ?? headStart(node) + "class".length, source);
  const isAbstract = node.abstract ? "abstract " : "";
  const rest = heritage === "" || heritage.startsWith("<") ? heritage : ` ${heritage}`;
  return {
    signatures: [source.signature(declaration.span, `${isAbstract}class ${name}${rest}`)],
    children: classMembers(node, declaration.namePath, source),
  };
}

/** Longest expression behind `extends` that is shown whole, in UTF-16 units. */
const MAX_SUPERCLASS = 200;

/** The text of a class before its body, from an offset on. Of what is computed behind `extends` the callee is shown. */
export function classHead(node: Class, start: number, source: OutlineSource): string {
  const { superClass, body } = node;
  const isLong = superClass !== null && (superClass.end - superClass.start > MAX_SUPERCLASS || holdsBody(superClass));
  const whole = source.slices.compact({ start, end: body.start }, MAX_HEAD).trim();
  if (!isLong) return withoutDeclare(whole);
  const before = source.slices.compact({ start, end: superClass.start }, MAX_HEAD);
  const after = source.slices.compact({ start: superClass.end, end: body.start }, MAX_HEAD).trimEnd();
  return withoutDeclare(`${before.trim()} ${calleeOf(superClass, source)}(/* … */)${after}`);
}

function holdsBody(node: Node): boolean {
  return /Function|^Class/.test(node.type) || childNodes(node).some(holdsBody);
}

function calleeOf(node: Expression, source: OutlineSource): string {
  if (node.type === "CallExpression") return calleeOf(node.callee, source);
  return node.type === "Identifier" || (node.type === "MemberExpression" && node.end - node.start < MAX_SUPERCLASS)
    ? source.slices.compact(node)
    : "computed";
}

/** `: T`, or ` = "x"` of what holds a literal and never changes. */
export function typeOf(value: Expression, at: number, holding: "const" | "widened", source: OutlineSource): Piece[] {
  const { slices } = source;
  const literal = holding === "const" ? literalInitializer(value, slices) : undefined;
  if (literal !== undefined) return [` = ${literal}`];
  if (holding === "const" && isUniqueSymbol(value) && !source.hasTypeTag(at)) return [": unique symbol"];
  if (source.isJavaScript) return [{ at, part: "type" }];
  const known = valueType(value, slices, holding);
  if (known !== undefined) return [`: ${known}`];
  const inner = withoutParentheses(value);
  return inner.type === "ArrowFunctionExpression" || inner.type === "FunctionExpression"
    ? [": ", ...callable(inner, slices, at, "type")]
    : [{ at, part: "type" }];
}

export function withoutDeclare(text: string): string {
  return text.replace(/^declare\s+/, "");
}
