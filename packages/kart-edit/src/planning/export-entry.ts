import type { ModuleExportName, Statement } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import { bareName, parseNamePath } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { type Deletion, deletionOf } from "./delete.ts";
import { cutFromCommaList, cutWithLines } from "./list-removal.ts";
import { tailOf } from "./tail.ts";

/** What a file exports without declaring it by that name: `a` of `export { a } from "./a"`, `export * as a from`, `export { b as a }`. */
export interface ExportEntry {
  /** As importers write it. */
  readonly name: string;
  readonly span: Span;
  readonly statement: Statement;
}

/**
 * The entry that a name means which no declaration at the top of the file has. What only comes through `export *` has none.
 *
 * Throws `symbol_not_found` where it does not stand at the line.
 */
export function exportEntryOf(source: SourceSymbols, symbol: string, line?: number): ExportEntry | undefined {
  const [name = "", ...members] = parseNamePath(bareName(symbol)).parts;
  if (members.length > 0 || source.declarations.some((one) => one.name === name)) return undefined;
  const { program, lines } = source.parsed;
  const entry = program.body.flatMap(entriesOf).find((one) => one.name === name);
  if (entry === undefined || line === undefined) return entry;
  const [first, last] = [lines.lineAt(entry.statement.start), lines.lineAt(entry.statement.end)];
  if (first <= line && line <= last) return entry;
  throw new ToolError(
    "symbol_not_found",
    `\`${escapeInvisible(name)}\` is not exported at line ${line}, but at line ${lines.lineAt(entry.span.start)}. Leave \`line\` out.`,
  );
}

function entriesOf(statement: Statement): ExportEntry[] {
  if (statement.type === "ExportAllDeclaration")
    return statement.exported === null
      ? []
      : [{ name: nameOf(statement.exported), span: statement.exported, statement }];
  if (statement.type === "ExportDefaultDeclaration")
    return statement.declaration.type === "Identifier"
      ? [{ name: "default", span: statement.declaration, statement }]
      : [];
  if (statement.type !== "ExportNamedDeclaration") return [];
  return statement.specifiers.map((one) => ({ name: nameOf(one.exported), span: one, statement }));
}

function nameOf(name: ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}

/** The module that is loaded no more where an entry goes, by the specifier of its statement. */
export function unloadedWith({ statement }: ExportEntry): string | undefined {
  const isWhole = statement.type === "ExportAllDeclaration" || statement.type === "ExportNamedDeclaration";
  if (!isWhole || statement.source === null || statement.exportKind === "type") return undefined;
  const others = statement.type === "ExportNamedDeclaration" ? statement.specifiers.length - 1 : 0;
  return others > 0 ? undefined : statement.source.value;
}

/**
 * Takes an entry out, with its statement where it is the only one, and with the import that nothing else in the file uses.
 *
 * @param loaded specifiers of modules that are loaded all the same
 */
export function planEntryDeletion(
  source: SourceSymbols,
  entry: ExportEntry,
  loaded: ReadonlySet<string> = new Set(),
): Deletion {
  const { span, statement } = entry;
  const isLoaded = loaded.has(unloadedWith(entry) ?? "");
  return deletionOf(source, isLoaded ? loadEdits(statement) : entryEdits(source, span, statement), [span], [], loaded);
}

/** `import "./a"` in the place of `export { a } from "./a"`. */
function loadEdits(statement: Statement): TextEdit[] {
  const { start } = statement;
  const end = "source" in statement && statement.source !== null ? statement.source.start : start;
  return [{ span: { start, end }, text: "import " }];
}

function entryEdits(source: SourceSymbols, span: Span, statement: Statement): TextEdit[] {
  if (statement.type === "ExportNamedDeclaration" && statement.specifiers.length > 1)
    return cutFromCommaList(source, statement.specifiers, (item) => item.start === span.start);
  // A plain comment above may be a heading for those below it.
  const lead = source.leads.before(statement.start);
  const start = lead !== undefined && source.parsed.source.startsWith("/**", lead.start) ? lead.start : statement.start;
  return [cutWithLines(source, { start, end: tailOf(source, undefined, statement.end).end })];
}
