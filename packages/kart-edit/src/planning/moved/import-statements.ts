import type { ExportNamedDeclaration, ImportDeclaration, ImportPhase, Node, Program, Statement } from "oxc-parser";
import type { Parser } from "@kart/core/syntax/parser/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { endingAt, lineEnd } from "@kart/core/text/lines";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { indentationAt, startsLine } from "../content.ts";
import { planFileInsertion } from "../insert.ts";
import { cutEntries } from "../list-removal.ts";
import { isStylesheet } from "../paths/linked-paths.ts";
import { cutLocals } from "../unused-imports.ts";

/** A name that a file has from another: an import, or an entry of `export { … } from`. */
export interface TakenName {
  /** As the other file exports it; `*` for the whole module. */
  readonly imported: string;
  /** What it is called here; in an export, what importers of this file call it. */
  readonly local: string;
  readonly typeOnly: boolean;
  /** Of `import defer * as all`, which runs the module when something of it is used, and of `import source`. */
  readonly phase?: ImportPhase;
}

export interface TakenFrom {
  readonly specifier: string;
  /** What stands behind the specifier: `with { type: "json" }`. */
  readonly attributes?: string;
}

export type TakingKind = "import" | "export";

/** A statement that takes names from another file. */
export type Taking = ImportDeclaration | ExportFrom;

type ExportFrom = ExportNamedDeclaration & { readonly source: NonNullable<ExportNamedDeclaration["source"]> };

/** What stands behind the specifier of a statement: `with { type: "json" }`; empty where nothing does. */
export function attributesOf({ source, end }: Taking, text: string): string {
  return text.slice(source.end, end).replace(/;$/, "").trim();
}

/** The statements of a file that import, or that pass on by name. */
export function takingStatements({ body }: Program, kind: TakingKind): Taking[] {
  return body.filter((one): one is Taking =>
    kind === "import" ? one.type === "ImportDeclaration" : one.type === "ExportNamedDeclaration" && one.source !== null,
  );
}

/**
 * A text in which names are taken from another file: in the list of a statement that takes others from there, or else by statements
 * behind the last of their kind, written as the file writes its own.
 *
 * @param like whose imports show how they are written, where the file has none
 * @param beside where the statement of their kind starts that they stand behind instead
 */
export function withTaken(
  oxc: Parser,
  path: string,
  source: SourceSymbols,
  from: TakenFrom,
  names: readonly TakenName[],
  kind: TakingKind,
  like = source,
  beside?: number,
): string {
  const { source: text, program } = source.parsed;
  if (names.length === 0) return text;
  const joined = from.attributes === undefined ? joiningEdit(source, from.specifier, names, kind) : undefined;
  if (joined !== undefined) return applied(text, [joined]);
  const style = takingStatements(program, "import").length > 0 ? source : like;
  return withStatements(oxc, path, source, statementsOf(style, from, names, kind), kind, beside);
}

/** A text that loads another file for what that does, `import "./a"`, behind its other imports and written as these are. */
export function withLoad(oxc: Parser, path: string, source: SourceSymbols, specifier: string): string {
  return withStatements(oxc, path, source, statementsOf(source, { specifier }, [], "import"), "import");
}

function withStatements(
  oxc: Parser,
  path: string,
  source: SourceSymbols,
  statements: readonly string[],
  kind: TakingKind,
  beside?: number,
): string {
  const { source: text, program } = source.parsed;
  const last =
    takingStatements(program, kind).find(({ start }) => start === beside) ??
    (kind === "export" ? lastExport(program) : undefined) ??
    lastImport(program);
  if (last === undefined) return atTop(oxc, path, source, statements.join("\n"));
  const ending = endingAt(text, last.start);
  const end = lineEnd(text, last.end);
  const isLast =
    text
      .slice(last.end, end)
      .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, "")
      .trim() === "";
  const written = ending + statements.join(ending);
  const at = isLast ? end : last.end;
  return applied(text, [{ span: { start: at, end: at }, text: isLast ? written : written + ending }]);
}

function lastExport(program: Program): Statement | undefined {
  return [...takingStatements(program, "export"), ...starsOf(program)].toSorted((a, b) => a.start - b.start).at(-1);
}

/** Stylesheets often come last, and nothing that loads waits for them; other modules that are imported for what they do come first. */
function lastImport(program: Program): Statement | undefined {
  const all = takingStatements(program, "import");
  return all.findLast(({ specifiers, source }) => specifiers.length > 0 || !isStylesheet(source.value)) ?? all.at(-1);
}

/** `export * from "./a"`, which names nothing. */
function starsOf(program: Program) {
  return program.body.filter((one) => one.type === "ExportAllDeclaration");
}

/** The first imports of a file, apart from what follows them. */
function atTop(oxc: Parser, path: string, source: SourceSymbols, statements: string): string {
  const { source: text } = source.parsed;
  const { edits, result } = planFileInsertion(oxc, path, source, "before", statements);
  const after = applyEdits(text, edits);
  const [head, rest] = [after.slice(0, result.end), after.slice(result.end)];
  const gap = `${/\s*$/.exec(head)?.[0]}${/^\s*/.exec(rest)?.[0]}`;
  const isApart = rest.trim() === "" || gap.split(/\r\n|\n|\r/).length > 2;
  return isApart ? after : head + endingAt(text, 0) + rest;
}

/** The edit that adds names to the list of a statement; undefined where none has one that takes them. */
function joiningEdit(
  { parsed: { program, source } }: SourceSymbols,
  specifier: string,
  names: readonly TakenName[],
  kind: TakingKind,
): TextEdit | undefined {
  const areTypes = names.every(({ typeOnly }) => typeOnly);
  if (kind === "import" && names.some(({ imported }) => imported === "*" || imported === "default")) return undefined;
  const statement = takingStatements(program, kind).find((one) => {
    const last = one.specifiers.at(-1)?.type;
    return (
      one.source.value === specifier &&
      one.attributes.length === 0 &&
      (last === "ImportSpecifier" || last === "ExportSpecifier") &&
      isOfTypes(one) === areTypes
    );
  });
  const last = statement?.specifiers.at(-1);
  if (statement === undefined || last === undefined) return undefined;
  const entries = names.map((name) => entryOf(name, !areTypes));
  const separator = startsLine(source, last.start)
    ? `,${endingAt(source, last.start)}${indentationAt(source, last.start)}`
    : ", ";
  return { span: { start: last.end, end: last.end }, text: entries.map((one) => separator + one).join("") };
}

function isOfTypes(statement: Taking): boolean {
  return (statement.type === "ImportDeclaration" ? statement.importKind : statement.exportKind) === "type";
}

function entryOf({ imported, local, typeOnly }: TakenName, marksTypes: boolean): string {
  return `${typeOnly && marksTypes ? "type " : ""}${imported === local ? local : `${imported} as ${local}`}`;
}

function statementsOf(
  { parsed: { program, source, comments } }: SourceSymbols,
  { specifier, attributes = "" }: TakenFrom,
  names: readonly TakenName[],
  kind: TakingKind,
): string[] {
  const known = [...takingStatements(program, "import"), ...takingStatements(program, "export"), ...starsOf(program)];
  const isSingle =
    known.length > 0 ? known.every((one) => source[one.source.start] === "'") : /'/.test(source) && !/"/.test(source);
  const quote = isSingle ? "'" : '"';
  const isUnended = (one: { readonly end: number }) => source[one.end - 1] !== ";";
  const sample = known.length > 0 ? known : program.body.filter((one) => !BRACED.test(declaredBy(one).type));
  const isPlain = sample.length > 0 ? sample.every(isUnended) : UNENDED_LINE.test(source);
  const isInComment = ({ index }: { readonly index: number }) =>
    comments.some((one) => one.start <= index && index < one.end);
  const end = isPlain && source.matchAll(/;\r?$/gm).every(isInComment) ? "" : ";";
  const module = `${quote}${specifier}${quote}${attributes === "" ? "" : ` ${attributes}`}${end}`;
  if (names.length === 0) return [`${kind} ${module}`];
  const rest = ` from ${module}`;
  const whole = names.filter(({ imported }) => imported === "*" || (kind === "import" && imported === "default"));
  const listed = names.filter((name) => !whole.includes(name));
  const areTypes = listed.every(({ typeOnly }) => typeOnly);
  return [
    ...whole.map(({ imported, local, typeOnly, phase }) => {
      const name = imported === "*" ? `* as ${local}` : local;
      const how = typeOnly ? "type " : phase === undefined ? "" : `${phase} `;
      return `${kind} ${how}${name}${rest}`;
    }),
    ...(listed.length === 0
      ? []
      : [`${kind} ${areTypes ? "type " : ""}{ ${listed.map((one) => entryOf(one, !areTypes)).join(", ")} }${rest}`]),
  ];
}

/** Statements that end with a brace, whatever else a file ends its statements with. */
const BRACED = /^(?:Function|Class|TSInterface|TSEnum|TSModule|Block|If|For|While|Try|Switch)/;

function declaredBy(statement: Statement): Node {
  return statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
}

/** A line within braces that would have a semicolon in a file that writes them. */
const UNENDED_LINE = /^[ \t]+[^\s/*].*[\w)\]'"`]\r?$/m;

/** A text without some entries of a statement that takes names from another file; without the statement where none is left. */
export function withoutTaken(
  source: SourceSymbols,
  statement: Taking,
  isCut: (entry: Taking["specifiers"][number]) => boolean,
): string {
  const { source: text } = source.parsed;
  if (statement.type === "ImportDeclaration") {
    const locals = new Set(statement.specifiers.filter(isCut).map(({ local }) => local.name));
    return applied(text, cutLocals(source, statement, text, locals));
  }
  return applied(text, cutEntries(source, statement, isCut));
}

function applied(text: string, edits: readonly TextEdit[]): string {
  return applyEdits(text, textEdits(edits) as TextEdits);
}
