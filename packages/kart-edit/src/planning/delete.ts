import type { ExportNamedDeclaration, Node } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import { type ListKind, siblingList } from "@kart/core/syntax/sibling-list";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { escapeInvisible } from "@kart/core/text/display";
import { contains, type Span, textOf } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { commonJsEntries, type ListedExport } from "./common-js-entries.ts";
import { cutTypes, typesNamedIn } from "./scopes/comment-imports.ts";
import { saidAmongOthers } from "./comment-type.ts";
import { commaBefore, cut, cutFromCommaList, cutWithLines } from "./list-removal.ts";
import { keptSemicolons } from "./kept-semicolons.ts";
import { leadOf, ownerOf, type Plan, type Target } from "./plan.ts";
import { refuseSharedLead } from "./shared-lead.ts";
import { tailOf } from "./tail.ts";
import { importsOnlyUsedIn, localsOf } from "./unused-imports.ts";

/** A deletion, worked out and not yet made. */
export interface Deletion extends Plan {
  /** Everything that goes, in the old text: references in it count for nothing. */
  readonly removed: readonly Span[];
  /** Specifiers of the imports of values that go whole. */
  readonly unloaded: readonly string[];
}

/**
 * Deletes a symbol, one overload of it, or one of several names that a statement declares: with the comments above and
 * behind it, its entries in the file's export lists, and the imports that nothing else in the file uses.
 *
 * @param jsx what JSX of the file takes of it without naming it
 * @param loaded specifiers of modules that the file goes on loading, for what they do
 *
 * Throws `invalid_argument` for what cannot be taken out of what stands around it.
 */
export function planDeletion(target: Target, jsx: readonly string[], loaded?: ReadonlySet<string>): Deletion {
  const own = ownEdits(target);
  const listed = isLastOfItsName(target) && !isTakenOver(target) ? exportEntries(target) : [];
  const removed = [target.span, ...listed.map(({ entry }) => entry)];
  return deletionOf(target.source, [...own, ...listed.flatMap((one) => one.edits)], removed, jsx, loaded);
}

/** What is cut out of a file, with the imports that nothing else there uses; a module stays one. */
export function deletionOf(
  source: SourceSymbols,
  cuts: readonly TextEdit[],
  removed: readonly Span[],
  jsx: readonly string[] = [],
  loaded?: ReadonlySet<string>,
): Deletion {
  const imports = importsOnlyUsedIn(source, removed, jsx, loaded);
  // Those above a declaration go with it.
  const gone = joined(cuts).map(({ span }) => span);
  const types = cutTypes(source, typesNamedIn(source, gone), gone);
  const taken = joined([...cuts, ...imports.edits, ...types]);
  const kept = keptModule(source, taken);
  const edits = joined([...keptSemicolons(source.parsed, taken), ...taken, ...kept]);
  return {
    edits,
    removed,
    result: { start: edits[0]?.span.start ?? 0, end: edits[0]?.span.start ?? 0 },
    warnings: [...importWarnings(imports.names), ...leftWarnings(source, taken, kept.length > 0)],
    unloaded: source.parsed.program.body.flatMap((one) =>
      one.type === "ImportDeclaration" && one.importKind !== "type" && isGone(one, taken) ? one.source.value : [],
    ),
  };
}

/** Whether an import has the name of a declaration beside it, which is not exported itself: without it the file's names mean the import. */
export function isTakenOver(target: Target): boolean {
  const { source, declaration, span, overload } = target;
  if (overload !== undefined || ownerOf(target) !== undefined) return false;
  const { body } = source.parsed.program;
  return (
    body.some((one) => localsOf(one).includes(declaration.name)) &&
    body.some((one) => contains(one, span) && !one.type.startsWith("Export"))
  );
}

/** Two cuts may take out the same blank lines: a statement at the top those below it, one at the bottom those above. */
export function joined(list: readonly TextEdit[]): TextEdits {
  const apart: TextEdit[] = [];
  for (const edit of list.toSorted((a, b) => a.span.start - b.span.start)) {
    const last = apart.at(-1);
    if (last === undefined || last.span.end <= edit.span.start || last.text !== "" || edit.text !== "")
      apart.push(edit);
    else apart[apart.length - 1] = cut(last.span.start, Math.max(last.span.end, edit.span.end));
  }
  const edits = textEdits(apart);
  if (edits === undefined) throw new Error("what a deletion takes out overlaps");
  return edits;
}

function ownEdits(target: Target): readonly TextEdit[] {
  const { source, declaration, span, overload } = target;
  if (overload !== undefined) refuseImplementation(target);
  if (target.inComment === "shared") throw saidAmongOthers(target, "Cut");
  if (target.inComment === "alone") return [cutWithLines(source, span)];
  if (declaration.statement !== undefined) return partOfStatement(target);
  const list = siblingList(source.parsed.program, span);
  if (list === undefined) throw notAlone(target);
  const whole = { start: leadOf(target)?.start ?? span.start, end: tailOf(source, list.kind, span.end).end };
  refuseSharedLead(source, whole);
  const lines = cutWithLines(source, whole);
  return [...commaOfPrevious(target, list.kind, list.items, list.first, list.last), lines];
}

/** The last of a list without a comma at its end leaves none behind the one before it. */
function commaOfPrevious(
  { source, span }: Target,
  kind: ListKind,
  items: readonly Span[],
  first: number,
  last: number,
): TextEdit[] {
  const previous = items[first - 1];
  if ((kind !== "object" && kind !== "enum") || previous === undefined || last < items.length - 1) return [];
  if (tailOf(source, kind, span.end).comma !== undefined) return [];
  const comma = commaBefore(source.parsed.source, source.parsed.comments, previous);
  return comma === undefined ? [] : [cut(comma.start, comma.end)];
}

function refuseImplementation({ declaration, source, overload }: Target): void {
  const overloads = declaration.overloads ?? [];
  const last = overloads.at(-1);
  const hasBody = last !== undefined && /\}\s*;?$/.test(textOf(source.parsed.source, last.span));
  if (overload === overloads.length - 1 && hasBody && overloads.length > 1)
    throw new ToolError(
      "invalid_argument",
      `\`${escapeInvisible(declaration.namePath)}[${overload}]\` is the implementation of the overloads before it. Name one of those, or delete \`${escapeInvisible(declaration.namePath)}\` as a whole.`,
    );
}

/** A declarator, or an element of a pattern. */
function partOfStatement(target: Target): TextEdit[] {
  const { source, declaration } = target;
  for (const node of nodesIn(source.parsed.program, declaration.span)) {
    const items = partsOf(node);
    const item = items.find((one) => one?.start === declaration.span.start && one.end === declaration.span.end);
    if (item === undefined || item === null) continue;
    const present = items.filter((one) => one !== null);
    if (node.type === "ObjectPattern" && present.at(-1)?.type === "RestElement" && item.type !== "RestElement")
      throw new ToolError(
        "invalid_argument",
        `\`${escapeInvisible(declaration.name)}\` stands beside \`...\`, which would take its property in. Change the pattern with kart_patch.`,
      );
    // Those behind it keep their places.
    if (node.type === "ArrayPattern" && items.at(-1) !== item) return [cut(item.start, item.end)];
    if (present.length === 1) return [cut(item.start, item.end)];
    return cutFromCommaList(source, present, (one) => one === item);
  }
  throw notAlone(target);
}

function partsOf(node: Node): readonly (Node | null)[] {
  if (node.type === "VariableDeclaration") return node.declarations;
  if (node.type === "ObjectPattern") return node.properties;
  return node.type === "ArrayPattern" ? node.elements : [];
}

function notAlone({ declaration }: Target): ToolError {
  const name = escapeInvisible(declaration.namePath);
  return new ToolError(
    "invalid_argument",
    declaration.kind === "property"
      ? `\`${name}\` is a parameter of the constructor, whose callers pass it. Change them and the constructor with kart_patch.`
      : `\`${name}\` is a part of the declaration around it. Delete that one, or change it with kart_patch.`,
  );
}

/** Whether nothing else of the file's top goes by the name, so that export lists mean this symbol alone. */
function isLastOfItsName(target: Target): boolean {
  const { source, declaration, overload } = target;
  if (overload !== undefined || ownerOf(target) !== undefined) return false;
  return source.declarations.filter(({ name }) => name === declaration.name).length === 1;
}

/** `a` of `export { a, b }`, and the whole statement where no other name is left. */
function exportEntries({ source, declaration }: Target): ListedExport[] {
  const { program } = source.parsed;
  const listed = program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null || statement.declaration !== null)
      return [];
    const isOwn = ({ local }: ExportNamedDeclaration["specifiers"][number]) =>
      local.type !== "Literal" && local.name === declaration.name;
    const own = statement.specifiers.filter(isOwn);
    if (own.length === 0) return [];
    const edits =
      own.length < statement.specifiers.length
        ? cutFromCommaList(source, statement.specifiers, (item) => own.includes(item as (typeof own)[number]))
        : [cutStatement(source, statement)];
    return own.map(({ start, end }, index) => ({ entry: { start, end }, edits: index === 0 ? edits : [] }));
  });
  return [...listed, ...commonJsEntries(source, declaration.name)];
}

function cutStatement(source: Target["source"], statement: ExportNamedDeclaration): TextEdit {
  return cutWithLines(source, { start: statement.start, end: tailOf(source, undefined, statement.end).end });
}

/**
 * Without any import or export a file is no module: what it declares is global, and no one can import it. An empty list of
 * exports keeps it one.
 */
function keptModule({ parsed: { program, source } }: Target["source"], taken: TextEdits): TextEdit[] {
  const reasons = program.body.filter(({ type }) => /^(?:Import|Export|TSImportEquals|TSExport)/.test(type));
  if (reasons.length === 0 || !reasons.every((statement) => isGone(statement, taken))) return [];
  const rest = applyEdits(source, taken).replace(/^\ufeff/, "");
  const lineBreak = source.includes("\r\n") ? "\r\n" : "\n";
  const before = rest === "" || rest.endsWith("\n") ? "" : lineBreak;
  const after = source.endsWith("\n") ? lineBreak : "";
  return [{ span: { start: source.length, end: source.length }, text: `${before}export {};${after}` }];
}

function isGone(statement: Span, taken: TextEdits): boolean {
  return taken.some(({ span }) => contains(span, statement));
}

function leftWarnings({ parsed: { program } }: Target["source"], taken: TextEdits, isKept: boolean): string[] {
  const isEmpty = program.body.every((statement) => isGone(statement, taken));
  if (!isKept) return isEmpty ? ["No statement is left in the file."] : [];
  return [
    isEmpty
      ? "No statement is left in the file but `export {};`, which keeps it a module."
      : "`export {};` keeps the file a module: nothing else here imports or exports.",
  ];
}

function importWarnings(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const listed = names.map((name) => `\`${name}\``).join(", ");
  return [`Took out what nothing else here used: the import of ${listed}.`];
}
