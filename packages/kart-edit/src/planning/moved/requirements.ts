import type { BindingProperty, Node, ObjectPattern, Program, Statement, VariableDeclaration } from "oxc-parser";
import { literal } from "@kart/core/syntax/module-records/module-expressions";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { endingAt, lineEnd } from "@kart/core/text/lines";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { indentationAt, startsLine } from "../content.ts";
import { isDirective } from "./file-head.ts";
import { planStatementInsertion } from "../insert.ts";
import type { Parser } from "@kart/core/syntax/parser/parse";

/** A module, or a member of one, as `require("./a").b.c` names it. */
export interface Required {
  readonly specifier: string;
  /** What stands behind the call: `.b.c`. */
  readonly behind: string;
}

/** A variable at the top of a CommonJS file that holds what another module exports. */
export interface Requirement extends Required {
  readonly local: string;
  /** The key of a pattern that takes it: `{ key: local }`. Absent where the variable holds all of it. */
  readonly key?: string;
  readonly declaration: VariableDeclaration;
  readonly pattern?: ObjectPattern;
  /** What declares it in its list: the declarator, or the property of the pattern. */
  readonly item: Node;
}

/** What a file requires at its top into variables, by plain names alone: no defaults, rests, or patterns within patterns. */
export function requirementsOf({ parsed: { program } }: SourceSymbols): Requirement[] {
  return program.body.flatMap((declaration) => {
    if (declaration.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap((declarator): Requirement[] => {
      const required = declarator.init === null ? undefined : requiredBy(declarator.init);
      if (required === undefined) return [];
      const { id } = declarator;
      if (id.type === "Identifier") return [{ ...required, local: id.name, declaration, item: declarator }];
      const names = id.type === "ObjectPattern" ? plainNames(id) : undefined;
      return (names ?? []).map(({ key, local, item }) => ({
        ...required,
        local,
        key,
        declaration,
        pattern: id as ObjectPattern,
        item,
      }));
    });
  });
}

/** The names that a pattern takes; undefined where one is anything but `key` or `key: local`. */
export function plainNames(
  pattern: ObjectPattern,
): { readonly key: string; readonly local: string; readonly item: BindingProperty }[] | undefined {
  const names = pattern.properties.map((item) =>
    item.type === "Property" && !item.computed && item.key.type === "Identifier" && item.value.type === "Identifier"
      ? { key: item.key.name, local: item.value.name, item }
      : undefined,
  );
  return names.every((one) => one !== undefined) ? names : undefined;
}

/** What an expression requires: `require("./a")`, `require("./a").b`. */
export function requiredBy(init: Node): Required | undefined {
  let behind = "";
  let node = init;
  while (node.type === "MemberExpression" && !node.computed && !node.optional && node.property.type === "Identifier") {
    behind = `.${node.property.name}${behind}`;
    node = node.object;
  }
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier" || node.callee.name !== "require")
    return undefined;
  const [first] = node.arguments;
  const isPlain = node.arguments.length === 1 && (first?.type === "Literal" || first?.type === "TemplateLiteral");
  const specifier = isPlain ? literal(first) : undefined;
  return specifier === undefined || node.optional ? undefined : { specifier, behind };
}

/** The last of the statements at the top of a file that do nothing but require, directives among them; -1 for none. */
export function lastLeading({ body }: Program): number {
  const first = body.findIndex((one) => !isDirective(one) && !isRequiring(one));
  return (first === -1 ? body.length : first) - 1;
}

function isRequiring(statement: Statement): boolean {
  if (statement.type === "ExpressionStatement") return requiredBy(statement.expression)?.behind === "";
  return (
    statement.type === "VariableDeclaration" &&
    statement.declarations.every(({ init }) => init !== null && requiredBy(init) !== undefined)
  );
}

/** What a file is to require: names of a module, or all of it where there is no key. */
export interface WantedRequirement extends Required {
  readonly key?: string;
  readonly local: string;
}

/**
 * A text that requires more: in the pattern of a statement that takes other names from there, or else by statements behind those at the
 * top that require.
 *
 * @param like whose requires show how they are written, where the file has none
 */
export function withRequired(
  oxc: Parser,
  path: string,
  sourceOf: (text: string) => SourceSymbols,
  before: string,
  wanted: readonly WantedRequirement[],
  like: SourceSymbols,
): string {
  let text = before;
  const groups = Map.groupBy(wanted, ({ key, local, specifier, behind }) =>
    [specifier, behind, key === undefined ? local : ""].join("\0"),
  );
  for (const group of groups.values()) {
    const source = sourceOf(text);
    const [first] = group as [WantedRequirement, ...WantedRequirement[]];
    const names = group.flatMap(({ key, local }) =>
      key === undefined ? [] : [key === local ? key : `${key}: ${local}`],
    );
    const edit = names.length === 0 ? undefined : joiningEdit(source, first, names);
    if (edit !== undefined) {
      text = applied(text, [edit]);
      continue;
    }
    const { quote, end } = styleOf(source, like);
    const what = names.length === 0 ? first.local : `{ ${names.join(", ")} }`;
    const statement = `const ${what} = require(${quote}${first.specifier}${quote})${first.behind}${end}`;
    text = withStatement(oxc, path, source, statement);
  }
  return text;
}

function withStatement(oxc: Parser, path: string, source: SourceSymbols, statement: string): string {
  const { program, source: text } = source.parsed;
  const index = lastLeading(program);
  const last = program.body[index];
  if (last === undefined || isDirective(last))
    return applied(text, planStatementInsertion(oxc, path, source, index, statement).edits);
  const end = lineEnd(text, last.end);
  const isLast = /^[ \t]*(?:\/\/.*|\/\*[^\r\n]*\*\/[ \t]*)?$/.test(text.slice(last.end, end));
  const ending = endingAt(text, last.start);
  const at = isLast ? end : last.end;
  return applied(text, [{ span: { start: at, end: at }, text: ending + statement + (isLast ? "" : ending) }]);
}

/** The edit that adds names to a pattern at the top that takes others from there. */
function joiningEdit(source: SourceSymbols, wanted: Required, names: readonly string[]): TextEdit | undefined {
  const { program, source: text } = source.parsed;
  const leading = program.body.slice(0, lastLeading(program) + 1) as readonly Node[];
  const found = requirementsOf(source).findLast(
    ({ specifier, behind, pattern, declaration }) =>
      specifier === wanted.specifier &&
      behind === wanted.behind &&
      pattern !== undefined &&
      leading.includes(declaration),
  );
  const last = found?.pattern?.properties.at(-1);
  return last === undefined ? undefined : behindLast(text, last, names);
}

/** The edit that writes more behind the last item of a list whose commas stand between items, on lines of their own where that is on one. */
export function behindLast(text: string, last: Node, items: readonly string[]): TextEdit {
  const separator = startsLine(text, last.start)
    ? `,${endingAt(text, last.start)}${indentationAt(text, last.start)}`
    : ", ";
  return { span: { start: last.end, end: last.end }, text: items.map((one) => separator + one).join("") };
}

/** How a file writes strings, and ends statements. */
export function styleOf(source: SourceSymbols, like: SourceSymbols): { readonly quote: string; readonly end: string } {
  const sample = [source, like].find((one) => requirementsOf(one).length > 0);
  if (sample === undefined) {
    const { source: text } = (source.parsed.program.body.length > 0 ? source : like).parsed;
    return {
      quote: /'/.test(text) && !/"/.test(text) ? "'" : '"',
      end: /;\r?$/m.test(text) || !/[\w)\]'"]\r?$/m.test(text) ? ";" : "",
    };
  }
  const { source: text } = sample.parsed;
  const all = requirementsOf(sample).map(({ declaration }) => text.slice(declaration.start, declaration.end));
  const quote = all.every((one) => /require\(\s*'/.test(one)) ? "'" : '"';
  return { quote, end: all.some((one) => one.endsWith(";")) ? ";" : "" };
}

export function applied(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start);
  return applyEdits(text, textEdits(sorted) as TextEdits);
}
