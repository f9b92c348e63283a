import type { AssignmentExpression, Expression, ObjectProperty, Statement } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import { isRequiredOrMember } from "./common-js-names.ts";
import { unwrap } from "../members.ts";
import { calleeName } from "../module-records/module-expressions.ts";

/** A name that an assignment exports. UTF-16 offsets. */
export interface AssignedExport {
  /** `export=` for `module.exports = …`. */
  readonly name: string;
  /** Where it is written, with its quotes; of `module.exports` the last word. */
  readonly nameRange: Span;
  /** All that is assigned to. */
  readonly target: Span;
  /** It is assigned through another name of the exports, which TypeScript does not follow. */
  readonly isUntracked?: true;
}

/** `exports.a = exports.b = value`, `module.exports = value`, `Thing.prototype.method = value`. */
export interface Assignment {
  readonly exported: readonly AssignedExport[];
  /** What is added to a prototype; without a name it is all of the prototype. */
  readonly added?: { readonly owner: string; readonly name?: string; readonly nameRange: Span };
  /** What is assigned in the end, without parentheses. */
  readonly value: Expression;
}

/**
 * What an expression of a CommonJS module assigns to its exports or to a prototype; undefined where it does neither.
 *
 * @param names by which the exports go there, besides their own
 */
export function assignmentOf(expression: Expression, names: ReadonlySet<string> = NO_NAMES): Assignment | undefined {
  if (expression.type !== "AssignmentExpression") return undefined;
  const exported: AssignedExport[] = [];
  let added: Assignment["added"];
  let value: Expression = expression;
  for (; value.type === "AssignmentExpression"; value = unwrap(value.right)) {
    if (value.operator !== "=") return undefined;
    exported.push(...exportedBy(value, names));
    added ??= addedBy(value);
  }
  return exported.length === 0 && added === undefined ? undefined : { exported, value, ...(added && { added }) };
}

/** Whether a statement assigns all of `module.exports`. */
export function assignsModule(statement: Statement): boolean {
  const values = statement.type === "VariableDeclaration" ? statement.declarations.map(({ init }) => init) : [];
  return (statement.type === "ExpressionStatement" ? [statement.expression] : values).some(
    (value) => value !== null && assignmentOf(value)?.exported.some(({ name }) => name === "export=") === true,
  );
}

const NO_NAMES: ReadonlySet<string> = new Set();

function exportedBy({ left }: AssignmentExpression, names: ReadonlySet<string>): AssignedExport[] {
  if (left.type !== "MemberExpression") return [];
  const target = { start: left.start, end: left.end };
  const nameRange = { start: left.property.start, end: left.property.end };
  const called = calleeName(left) ?? "";
  const [object = "", member, ...further] = called.split(".");
  if (member !== undefined && further.length === 0 && names.has(object))
    return [{ name: member, nameRange, target, isUntracked: true }];
  const [, whole, name] = EXPORT.exec(called) ?? [];
  if (whole !== undefined) return [{ name: "export=", nameRange, target }];
  return name === undefined ? [] : [{ name, nameRange, target }];
}

const EXPORT = /^(?:(module\.exports)|(?:module\.)?exports\.([^.]+))$/;

function addedBy({ left }: AssignmentExpression): Assignment["added"] {
  if (left.type !== "MemberExpression") return undefined;
  const [, owner, name] = PROTOTYPE.exec(calleeName(left) ?? "") ?? [];
  const nameRange = { start: left.property.start, end: left.property.end };
  return owner === undefined ? undefined : { owner, nameRange, ...(name !== undefined && { name }) };
}

const PROTOTYPE = /^([^.]+)\.prototype(?:\.([^.]+))?$/;

/** Whether what is assigned is declared elsewhere: a variable, another module or a member of it, nothing yet. */
function isPassedOn(value: Expression): boolean {
  return value.type === "Identifier" || value.type === "UnaryExpression"
    ? value.type === "Identifier" || value.operator === "void"
    : isRequiredOrMember(value);
}

/**
 * Whether it declares something: a member of a prototype whatever it is given, an export unless that is declared elsewhere.
 *
 * @param isWithin whether a name is declared in the function around: what that is has no other name outside
 */
export function isDeclaring(
  { exported, added, value }: Assignment,
  isWithin: (name: string) => boolean = () => false,
): boolean {
  if (value.type === "Identifier" && exported.length > 0 && isWithin(value.name)) return true;
  return !isPassedOn(value) || (exported.length === 0 && added?.name !== undefined);
}

/** Properties of `module.exports = { … }` that declare something, rather than export under a name what is declared elsewhere. */
export function declaringProperties(value: Expression): readonly ObjectProperty[] {
  if (value.type !== "ObjectExpression") return [];
  return value.properties.filter((one) => one.type === "Property").filter((one) => !isPassedOn(unwrap(one.value)));
}

/** Whether `module.exports = value` is a list of exports alone: `{ a, b: c }`. */
export function isExportList(value: Expression): boolean {
  return (
    value.type === "ObjectExpression" &&
    value.properties.every((one) => one.type === "Property" && isPassedOn(unwrap(one.value)))
  );
}

/**
 * Whether a comment states the type of what a statement assigns: above it, or as a cast before the value.
 *
 * @param statement where it starts, and `value` what it assigns; UTF-16 offsets
 */
export function isTypedByComment(source: string, statement: number, value: number): boolean {
  if (STATES_TYPE.test(source.slice(statement, value))) return true;
  let above = source.slice(0, statement).trimEnd();
  while (above !== "") {
    const isBlock = above.endsWith("*/");
    const open = isBlock ? above.lastIndexOf("/*") : above.lastIndexOf("\n") + 1;
    const comment = above.slice(open);
    if (open === -1 || !(isBlock || /^\s*\/\//.test(comment))) return false;
    if (isBlock && STATES_TYPE.test(comment)) return true;
    above = above.slice(0, open).trimEnd();
  }
  return false;
}

const STATES_TYPE = /\/\*\*[^]*@(?:type|satisfies)\b/;
