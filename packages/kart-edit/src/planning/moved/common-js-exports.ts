import type { Node, ObjectExpression, ObjectProperty, Statement } from "oxc-parser";
import { isExportList } from "@kart/core/syntax/common-js/common-js-assignment";
import { calleeName } from "@kart/core/syntax/module-records/module-expressions";
import type { ModuleRecord } from "@kart/core/syntax/module-records/module-record";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { cut, cutFromCommaList, cutWithLines } from "../list-removal.ts";
import { behindLast } from "./requirements.ts";
import { tailOf } from "../tail.ts";

/** How a CommonJS file exports. */
export type ExportStyle =
  /** By one `module.exports = { a, b: c }` at its top. */
  | { readonly kind: "list"; readonly list: ObjectExpression; readonly statement: Statement }
  /** By `exports.a = …`, if at all; with the words that it writes in front of the name. */
  | { readonly kind: "names"; readonly prefix: string; readonly isEmpty: boolean }
  /** In a way that nothing can be added to: all at once, or where its exports go to others. */
  | { readonly kind: "other" };

export function exportStyle({ parsed: { program } }: SourceSymbols, record: ModuleRecord): ExportStyle {
  const all = record.exports.filter(({ name }) => name === "export=");
  if (record.handsOnExports === true || record.stars.length > 0) return { kind: "other" };
  const lists = program.body.flatMap((statement) => {
    const list = listOf(statement);
    return list === undefined ? [] : [{ kind: "list" as const, list, statement }];
  });
  const [only] = lists;
  if (only !== undefined) return all.length === 1 && isExportList(only.list) ? only : { kind: "other" };
  if (all.length > 0 || assignsExports(program)) return { kind: "other" };
  const isLong = program.body.some((one) => targetOf(one)?.startsWith("module.exports.") === true);
  return { kind: "names", prefix: isLong ? "module.exports." : "exports.", isEmpty: record.exports.length === 0 };
}

/** `{ … }` of `module.exports = { … }`, and of `exports = module.exports = { … }`. */
function listOf(statement: Statement): ObjectExpression | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const targets: (string | undefined)[] = [];
  let value = statement.expression;
  for (; value.type === "AssignmentExpression" && value.operator === "="; value = value.right)
    targets.push(calleeName(value.left));
  const areAll = targets.every((one) => one === "exports" || one === "module.exports");
  return areAll && targets.includes("module.exports") && value.type === "ObjectExpression" ? value : undefined;
}

/** Whether any code gives the variable `exports` another value. */
function assignsExports(program: Node): boolean {
  const pending = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === "AssignmentExpression" && calleeName(node.left) === "exports") return true;
    pending.push(...childNodes(node));
  }
  return false;
}

function targetOf(statement: Statement): string | undefined {
  return statement.type === "ExpressionStatement" && statement.expression.type === "AssignmentExpression"
    ? calleeName(statement.expression.left)
    : undefined;
}

/** Where a file exports a variable of its top, and what takes that out. UTF-16 offsets. */
export interface VariableExport {
  readonly name: string;
  /** The name of the variable there. */
  readonly use: Span;
  readonly item: Node;
}

/** The plain ones alone: `a` or `b: a` of the list, and `exports.a = a` as a statement. */
export function variableExports(
  { parsed: { program } }: SourceSymbols,
  style: ExportStyle,
  local: string,
): VariableExport[] {
  const listed =
    style.kind !== "list"
      ? []
      : style.list.properties.flatMap((item) =>
          item.type === "Property" &&
          !item.computed &&
          item.key.type === "Identifier" &&
          item.value.type === "Identifier" &&
          item.value.name === local
            ? [{ name: item.key.name, use: item.value, item }]
            : [],
        );
  if (style.kind !== "names") return listed;
  return program.body.flatMap((item) => {
    const [, name] = /^(?:module\.)?exports\.([^.]+)$/.exec(targetOf(item) ?? "") ?? [];
    if (name === undefined || item.type !== "ExpressionStatement") return [];
    const { expression } = item;
    return expression.type === "AssignmentExpression" &&
      expression.operator === "=" &&
      expression.right.type === "Identifier" &&
      expression.right.name === local
      ? [{ name, use: expression.right, item }]
      : [];
  });
}

/** Takes exports of a file out: entries of its list, statements of their own. */
export function withoutExports(
  source: SourceSymbols,
  style: ExportStyle,
  exports: readonly VariableExport[],
): TextEdit[] {
  const statements = exports.filter(({ item }) => item.type === "ExpressionStatement");
  const cuts = statements.map(({ item: { start, end } }) =>
    cutWithLines(source, { start, end: tailOf(source, undefined, end).end }),
  );
  if (style.kind !== "list") return cuts;
  const { list } = style;
  const isCut = (item: Span) => exports.some((one) => one.item === item);
  const gone = list.properties.filter(isCut) as ObjectProperty[];
  if (gone.length === 0) return cuts;
  return gone.length < list.properties.length
    ? [...cuts, ...cutFromCommaList(source, list.properties, isCut)]
    : [...cuts, cut(list.start + 1, list.end - 1)];
}

/** The edit that adds names to a list. */
export function withEntries(
  { parsed: { source } }: SourceSymbols,
  list: ObjectExpression,
  names: readonly string[],
): TextEdit {
  const last = list.properties.at(-1);
  return last === undefined
    ? { span: { start: list.start + 1, end: list.end - 1 }, text: ` ${names.join(", ")} ` }
    : behindLast(source, last, names);
}
