import type { AssignmentExpression, Expression, Node } from "oxc-parser";
import { unwrap } from "./members.ts";
import { calleeName, literal, nameOf, requiredNamespace } from "./module-expressions.ts";
import type { Span } from "../text/span.ts";
import type { ParsedSource } from "./parse.ts";
import { nodesIn } from "./tree.ts";

/** A name that a CommonJS module exports by an assignment. */
export interface AssignedName {
  readonly name: string;
  /** Where the name is written, with its quotes. UTF-16 offsets. */
  readonly span: Span;
  /** The variable it stands for, and where that is named. */
  readonly local?: string;
  readonly localStart?: number;
}

/** A variable that a pattern takes out of a module. UTF-16 offsets. */
export interface TakenName {
  /** Where the name stands that the module exports. */
  readonly start: number;
  readonly local: string;
  readonly localStart: number;
}

/** The names in `exports.name = …` and in `module.exports = { name: … }`, wherever these stand. */
export function assignedNames(parsed: ParsedSource): AssignedName[] {
  return nodesOf(parsed).flatMap((node) => (node.type === "AssignmentExpression" ? assignedBy(node) : []));
}

function assignedBy({ left, right }: AssignmentExpression): AssignedName[] {
  const target = calleeName(left) ?? "";
  let value: Node = right;
  while (value.type === "AssignmentExpression") value = value.right;
  if (/^(?:module\.)?exports\.[^.]+$/.test(target) && left.type === "MemberExpression")
    return [assigned(left.property, value)];
  if (target !== "module.exports" || value.type !== "ObjectExpression") return [];
  return value.properties.flatMap((property) => {
    if (property.type === "SpreadElement") return [];
    const isPlain = property.key.type === "Identifier" || literal(property.key) !== undefined;
    return property.computed || !isPlain ? [] : [assigned(property.key, property.value)];
  });
}

function assigned(key: Node, value: Node): AssignedName {
  const { start, end } = key;
  const local = value.type === "Identifier" && { local: value.name, localStart: value.start };
  return { name: nameOf(key), span: { start, end }, ...local };
}

/** The names in `const { name: local } = require("…")`, and in `import { name as local }`. */
export function takenNames(parsed: ParsedSource): TakenName[] {
  return nodesOf(parsed).flatMap((node) => {
    if (node.type === "ImportSpecifier")
      return [{ start: node.imported.start, local: node.local.name, localStart: node.local.start }];
    if (node.type !== "VariableDeclarator" || node.id.type !== "ObjectPattern" || !isRequired(node.init)) return [];
    return node.id.properties.flatMap((property) => {
      if (property.type === "RestElement" || property.computed) return [];
      const value = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
      if (value.type !== "Identifier") return [];
      return [{ start: property.key.start, local: value.name, localStart: value.start }];
    });
  });
}

/** Whether a variable is given a module: `require("…")`. */
export function isRequired(init: Node | null): boolean {
  return init !== null && requiredNamespace(init) !== undefined;
}

/** Whether a variable is given a module or a member of one: `require("…").a.b`. */
export function isRequiredOrMember(init: Expression | null): boolean {
  let node: Node | null = init && unwrap(init);
  while (node?.type === "MemberExpression") node = node.object.type === "Super" ? null : unwrap(node.object);
  return isRequired(node);
}

function nodesOf({ program, source }: ParsedSource): Node[] {
  return [...nodesIn(program, { start: 0, end: source.length })];
}
