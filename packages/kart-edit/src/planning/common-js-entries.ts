import type { Expression, Node, ObjectExpression, ObjectProperty, Statement } from "oxc-parser";
import { assignsModule } from "@kart/core/syntax/common-js/common-js-assignment";
import { calleeName, isExportsName } from "@kart/core/syntax/module-records/module-expressions";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { propertyPlaces } from "./members/property-places.ts";
import { cut, cutFromCommaList, cutWithLines } from "./list-removal.ts";
import { tailOf } from "./tail.ts";

/** Where a file exports what it declares elsewhere. */
export interface ListedExport {
  readonly entry: Span;
  /** What takes it out; none where those of another entry do. */
  readonly edits: readonly TextEdit[];
}

/**
 * Where a CommonJS file exports a variable of its top: `a` of `module.exports = { a, b: a }`, `exports.a = a`. None where the
 * file itself may use one by that: it reads a property of the name, or has all exports as a value.
 */
export function commonJsEntries(source: SourceSymbols, local: string): ListedExport[] {
  const { language, program } = source.parsed;
  if (language !== "jsx" || program.body.some(({ type }) => /^(?:Im|Ex)port/.test(type))) return [];
  const entries = program.body.flatMap((statement) => entriesIn(source, statement, local));
  // TypeScript does not know who uses what is added to a list, or to any other value of its own.
  if (program.body.some(assignsModule) && !entries.every(({ isListed }) => isListed)) return [];
  const isRead = ({ name }: NamedEntry) => propertyPlaces(program, name).some(({ gives }) => !gives);
  return entries.length > 0 && onlyNames(program) && !entries.some(isRead) ? entries : [];
}

interface NamedEntry extends ListedExport {
  readonly name: string;
  /** Whether it stands in `module.exports = { … }`. */
  readonly isListed: boolean;
}

function entriesIn(source: SourceSymbols, statement: Statement, local: string): NamedEntry[] {
  if (statement.type !== "ExpressionStatement") return [];
  const targets: string[] = [];
  let value = statement.expression;
  for (; value.type === "AssignmentExpression" && value.operator === "="; value = value.right)
    targets.push(calleeName(value.left) ?? "");
  if (targets.length === 0 || !targets.every((one) => EXPORTS.test(one))) return [];
  if (value.type === "ObjectExpression")
    return targets.includes("module.exports") ? propertiesOf(source, value, local) : [];
  const names = targets.flatMap((one) => EXPORTS.exec(one)?.[1] ?? []);
  // What assigns all exports is no entry among others.
  if (value.type !== "Identifier" || value.name !== local || names.length < targets.length) return [];
  const { start, end } = statement;
  const lead = source.leads.before(start);
  const isDoc = lead !== undefined && source.parsed.source.startsWith("/**", lead.start);
  const edit = cutWithLines(source, { start: isDoc ? lead.start : start, end: tailOf(source, undefined, end).end });
  const about = { isListed: false, entry: { start, end } };
  return names.map((name, index) => ({ ...about, name, edits: index === 0 ? [edit] : [] }));
}

/** `exports` and what is assigned to it, by its name. */
const EXPORTS = /^(?:module\.)?exports(?:\.([^.]+))?$/;

function propertiesOf(source: SourceSymbols, list: ObjectExpression, local: string): NamedEntry[] {
  const own = list.properties.filter(
    (one): one is ObjectProperty =>
      one.type === "Property" && !one.computed && one.value.type === "Identifier" && one.value.name === local,
  );
  if (own.length === 0) return [];
  const edits =
    own.length < list.properties.length
      ? cutFromCommaList(source, list.properties, (item) => own.includes(item as ObjectProperty))
      : [cut(list.start + 1, list.end - 1)];
  return own.map(({ key, start, end }, index) => ({
    name: key.type === "Literal" ? String(key.value) : key.type === "Identifier" ? key.name : "",
    isListed: true,
    entry: { start, end },
    edits: index === 0 ? edits : [],
  }));
}

/** Whether the module's exports stand for nothing but names: a statement makes a list of them, and else they are `exports.name`. */
function onlyNames(node: Node, parent?: Node): boolean {
  const all =
    node.type === "ExpressionStatement" && parent?.type === "Program" ? assignedAsAll(node.expression) : undefined;
  if (all !== undefined) return isAll(all) || (all.type === "ObjectExpression" && onlyNames(all));
  if (isAll(node))
    return parent?.type === "MemberExpression" && parent.object === node && calleeName(parent) !== undefined;
  // `require.main === module` asks nothing of it.
  if (calleeName(node) === "module") return parent?.type === "BinaryExpression";
  if (calleeName(node)?.startsWith("module.") === true) return true;
  return childNodes(node).every((child) => onlyNames(child, node));
}

/** What `exports = module.exports = …` assigns in the end; undefined where it assigns anything else, too. */
function assignedAsAll(expression: Expression): Expression | undefined {
  let value = expression;
  for (; value.type === "AssignmentExpression"; value = value.right) if (!isAll(value.left)) return undefined;
  return value === expression ? undefined : value;
}

function isAll(node: Node): boolean {
  return isExportsName(calleeName(node));
}
