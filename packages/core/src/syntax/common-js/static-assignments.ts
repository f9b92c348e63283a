import type { Class, Expression, Program, Statement, VariableDeclarator } from "oxc-parser";
import { assignmentOf, isTypedByComment } from "./common-js-assignment.ts";
import { kindOf, valueMembers } from "./common-js-declarations.ts";
import { draft, exportsOf, within } from "../draft.ts";
import { declaredExports, type ExportedNames } from "../module-records/exported-names.ts";
import { headEnd, unwrap } from "../members.ts";
import { nameOf } from "../module-records/module-expressions.ts";
import { formatNamePath } from "../name-path.ts";
import type { Draft, Expando, Owner } from "../overloads.ts";

/**
 * What statements of a module give members to, by name: functions, and in JavaScript classes and object literals. The first
 * assignment to a member declares it, to the compiler too, but for literals that have members of their own: it follows none that is
 * added to these. Empty where no statement assigns to a member.
 *
 * As TypeScript has it: `getExpandoInitializer`, `isFunctionSymbol` of its binder.
 */
export function expandosOf(body: Program["body"], source: string, isJavaScript: boolean): Map<string, Expando> {
  const expandos = new Map<string, Expando>();
  if (!body.some((statement) => memberAssigned(statement) !== undefined)) return expandos;
  const exported = declaredExports(body);
  const add = (name: string, declared: Iterable<string> = [], isUntracked = false) =>
    expandos.set(name, { declared: new Set(declared), isExported: exported.has(name), isUntracked });
  for (const statement of body) {
    const isExport = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    const node = isExport ? statement.declaration : statement;
    if (node?.type === "FunctionDeclaration" && node.id !== null) add(node.id.name);
    else if (node?.type === "ClassDeclaration" && node.id !== null && isJavaScript) add(node.id.name, staticsOf(node));
    else if (node?.type === "VariableDeclaration")
      for (const declarator of node.declarations) {
        const { id, init } = declarator;
        if (id.type !== "Identifier" || init === null || isTyped(declarator, statement.start, source)) continue;
        const value = unwrap(init);
        const given = (isJavaScript ? assignmentOf(value)?.value : undefined) ?? value;
        if (!takesMembers(given, isJavaScript)) continue;
        const isFilled = given.type === "ObjectExpression" && given.properties.length > 0;
        add(id.name, ownMembers(given), given !== value || isFilled);
      }
  }
  return expandos;
}

/** A type that is stated has its members, or lacks them: none is declared by assigning it. */
function isTyped({ id, init }: VariableDeclarator, statement: number, source: string): boolean {
  if (id.type === "Identifier" && id.typeAnnotation !== null && id.typeAnnotation !== undefined) return true;
  return init !== null && isTypedByComment(source, statement, init.start);
}

function takesMembers(value: Expression, isJavaScript: boolean): boolean {
  if (value.type === "FunctionExpression" || value.type === "ArrowFunctionExpression") return true;
  if (!isJavaScript) return false;
  return value.type === "ClassExpression" || value.type === "ObjectExpression";
}

function ownMembers(value: Expression): string[] {
  if (value.type === "ClassExpression") return staticsOf(value);
  if (value.type !== "ObjectExpression") return [];
  return value.properties.flatMap((one) => (one.type === "Property" && !one.computed ? nameOf(one.key) : []));
}

function staticsOf({ body }: Class): string[] {
  return body.body.flatMap((one) =>
    "static" in one && one.static && "key" in one && one.key.type === "Identifier" && !one.computed ? one.key.name : [],
  );
}

/** The member that a statement declares by assigning it: `Thing.create = …`. */
export function staticDrafts(statement: Statement, owner: Owner, names: ExportedNames): Draft[] {
  const assigned = owner.expandos === undefined ? undefined : memberAssigned(statement);
  const expando = assigned && owner.expandos?.get(assigned.of);
  if (assigned === undefined || expando === undefined || expando.declared.has(assigned.name)) return [];
  expando.declared.add(assigned.name);
  const { of, name, nameRange, value } = assigned;
  const { exported } = exportsOf(owner, of, names, expando.isExported);
  const kind = kindOf(value);
  const head = { start: statement.start, end: headEnd(value, statement.end) };
  const inside = { ...within(owner, name, exported), prefix: `${formatNamePath([of, name])}.` };
  const children = valueMembers(value, inside);
  const own = kind === "function" ? "method" : kind === "class" ? "class" : "property";
  const drafted = draft(owner, name, own, { exported }, statement, nameRange, head, children);
  drafted.declaration.namePath = formatNamePath([of, name]);
  drafted.declaration.memberOf = [of];
  if (expando.isUntracked) drafted.declaration.isUntracked = true;
  return [drafted];
}

interface AssignedMember {
  readonly of: string;
  readonly name: string;
  readonly nameRange: { readonly start: number; readonly end: number };
  readonly value: Expression;
}

/** `of.name = value`, the first of several that are assigned at once. */
function memberAssigned(statement: Statement): AssignedMember | undefined {
  const expression = statement.type === "ExpressionStatement" ? statement.expression : undefined;
  if (expression?.type !== "AssignmentExpression" || expression.operator !== "=") return undefined;
  const { left } = expression;
  if (left.type !== "MemberExpression" || left.computed || left.object.type !== "Identifier") return undefined;
  if (left.property.type !== "Identifier" || left.property.name === "prototype") return undefined;
  let value = unwrap(expression.right);
  while (value.type === "AssignmentExpression" && value.operator === "=") value = unwrap(value.right);
  const { start, end, name } = left.property;
  return { of: left.object.name, name, nameRange: { start, end }, value };
}
