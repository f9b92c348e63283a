import type { Expression, Statement } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import {
  assignmentOf,
  type Assignment,
  declaringProperties,
  isDeclaring,
  isExportList,
  isTypedByComment,
} from "./common-js-assignment.ts";
import { calledWithExports, type CalledWithExports } from "./exports-names.ts";
import type { Declaration } from "../declaration.ts";
import { draft, type Exports, exportsOf, range, within } from "../draft.ts";
import type { ExportedNames } from "../module-records/exported-names.ts";
import { classMembers, headEnd, literalMembers } from "../members.ts";
import { formatNamePart, formatNamePath } from "../name-path.ts";
import type { Draft, Owner } from "../overloads.ts";

/** What a statement of JavaScript declares by assigning it to a prototype, or, in CommonJS, to the exports. */
export function assignedDrafts(statement: Statement, owner: Owner, names: ExportedNames): Draft[] {
  if (owner.prototypesOf === undefined || statement.type !== "ExpressionStatement") return [];
  const called = owner.exportsNames && calledWithExports(statement, owner.exportsNames);
  if (called !== undefined) return called.statements.flatMap((one) => calledDrafts(one, called, owner));
  const assignment = assignmentOf(statement.expression, owner.exportsNames);
  if (assignment === undefined || !isDeclaring(assignment)) return [];
  return owner.isCommonJs === true && assignment.exported.length > 0
    ? exportDrafts(assignment, statement, owner)
    : prototypeDrafts(assignment, statement, owner, names);
}

/** What a function declares that is called at once with the exports: what it gives to them, for all else is its own. */
function calledDrafts(statement: Statement, { names, declares }: CalledWithExports, owner: Owner): Draft[] {
  if (statement.type !== "ExpressionStatement") return [];
  const assignment = assignmentOf(statement.expression, names);
  const isExport = assignment !== undefined && assignment.exported.length > 0 && isDeclaring(assignment, declares);
  return isExport ? exportDrafts(assignment, statement, owner) : [];
}

function exportDrafts({ exported, value }: Assignment, statement: Span, owner: Owner): Draft[] {
  const [first] = exported;
  if (first === undefined || (first.name === "export=" && isExportList(value))) return [];
  // What has no name of its own goes by the one that importers write.
  const isNamed = ({ name }: { readonly name: string }) => name !== "export=" && name !== "default";
  const own = valueName(value);
  const given = exported.find(isNamed) ?? own ?? first;
  const { name } = given;
  // As that of `export =`, up to the sign.
  const end = name === "export=" ? owner.source.indexOf("=", given.nameRange.end) + 1 : given.nameRange.end;
  const nameRange = { start: given.nameRange.start, end };
  const all = [...new Set(exported.map((one) => one.name))];
  const exports: Exports = { exported: true, ...((all.length > 1 || all[0] !== name) && { exportedAs: all }) };
  const isModule = name === "export=" && value.type === "ObjectExpression";
  const start = given === own ? value.start : statement.start;
  const head = { start, end: isModule ? value.start : headEnd(value, statement.end) };
  const inside = isModule ? owner : within(owner, name, true);
  const children = isModule
    ? literalMembers({ ...value, properties: [...declaringProperties(value)] }, inside)
    : valueMembers(value, inside);
  const drafted = draft(owner, name, kindOf(value), exports, statement, nameRange, head, children);
  drafted.declaration.otherNames = otherNames(exported, own, nameRange);
  if (isModule) drafted.declaration.holdsExports = true;
  if (isModule && isTypedByComment(owner.source, statement.start, value.start)) drafted.declaration.isTyped = true;
  const isUnknown = owner.isReplaced === true && !all.includes("export=");
  if (isUnknown || exported.every((one) => one.isUntracked === true)) drafted.declaration.isUntracked = true;
  return [drafted];
}

/** Where the compiler may say that it is declared, apart from its name. */
export function otherNames(
  exported: Assignment["exported"],
  own: { readonly nameRange: Span } | undefined,
  nameRange: Span,
): Span[] {
  const targets = exported.map((one) => (one.name === "export=" ? one.target : one.nameRange));
  const all = own === undefined ? targets : [...targets, own.nameRange];
  return all.filter(({ start }) => start !== nameRange.start).map(range);
}

/** `name` of `function name() {}`. */
function valueName(value: Expression): { readonly name: string; readonly nameRange: Span } | undefined {
  if ((value.type !== "FunctionExpression" && value.type !== "ClassExpression") || value.id === null) return undefined;
  return { name: value.id.name, nameRange: value.id };
}

export function kindOf({ type }: Expression): Declaration["kind"] {
  if (type === "ArrowFunctionExpression" || type === "FunctionExpression") return "function";
  return type === "ClassExpression" ? "class" : "const";
}

export function valueMembers(value: Expression, owner: Owner): Declaration[] {
  if (value.type === "ObjectExpression") return literalMembers(value, owner);
  return value.type === "ClassExpression" ? classMembers(value.body.body, owner) : [];
}

/** Members that stand outside of what they are members of. */
function prototypeDrafts({ added, value }: Assignment, statement: Span, owner: Owner, names: ExportedNames): Draft[] {
  if (added === undefined) return [];
  const { exported } = exportsOf(owner, added.owner, names, owner.prototypesOf?.has(added.owner) === true);
  const memberOf = added.owner;
  if (added.name === undefined)
    return valueMembers(value, { ...owner, exported, prefix: `${formatNamePart(memberOf)}.` }).map((one) => ({
      declaration: { ...one, memberOf: [memberOf], isUntracked: true },
    }));
  const kind = kindOf(value) === "function" ? "method" : "property";
  const head = { start: statement.start, end: headEnd(value, statement.end) };
  const drafted = draft(owner, added.name, kind, { exported }, statement, added.nameRange, head, []);
  drafted.declaration.namePath = formatNamePath([memberOf, added.name]);
  drafted.declaration.memberOf = [memberOf];
  drafted.declaration.isUntracked = true;
  return [drafted];
}
