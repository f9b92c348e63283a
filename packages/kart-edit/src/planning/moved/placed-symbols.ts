import { ToolError } from "@kart/core/mcp/tool-error";
import { isScript } from "@kart/core/syntax/module-records/is-script";
import { isFailure, type Parser } from "@kart/core/syntax/parser/parse";
import { type SourceSymbols, sourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { endedAs, endingAt, withEnding } from "@kart/core/text/lines";
import { contains, type Span, textOf } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { joined } from "../delete.ts";
import { identifierUses, namespaceUses } from "../scopes/identifier-uses.ts";
import { type TakenFrom, type TakenName, type TakingKind, withLoad, withTaken } from "./import-statements.ts";
import { planFileInsertion, planStatementInsertion } from "../insert.ts";
import { keptSemicolons } from "../kept-semicolons.ts";
import { cutAllWithLines, cutEntries } from "../list-removal.ts";
import type { MovedSymbols } from "./moved-symbols.ts";
import { bindingsIn } from "../scopes/scope-walk.ts";
import { importsOnlyUsedIn } from "../unused-imports.ts";

/** Names that a file is to have from another. */
export interface Taken {
  readonly from: TakenFrom;
  readonly names: readonly TakenName[];
}

/**
 * What is left of a file whose symbols moved: without them, their entries in lists of exports and the imports that only they used; with
 * an import of those that it goes on using, and an export of those that others go on having from it.
 *
 * @param kept as importers write them
 * @param specifier leads to where they moved
 * @param jsx what JSX of the file takes of it without naming it
 * @param loaded specifiers of modules that it goes on loading, for what they do; where `specifier` is one of them, for what moved does
 */
export function remainderOf(
  oxc: Parser,
  path: string,
  source: SourceSymbols,
  moved: MovedSymbols,
  kept: ReadonlySet<string>,
  specifier: string,
  jsx: readonly string[],
  loaded: ReadonlySet<string>,
): string {
  const { source: text, program } = source.parsed;
  const [listed, unlisted] = [true, false].map((isKept) =>
    moved.entries.filter((entry) => kept.has(textOf(text, entry)) === isKept),
  ) as [Span[], Span[]];
  const gone = moved.statements.filter(({ isCopy }) => isCopy !== true).map(({ span }) => span);
  const removed = [...gone, ...unlisted];
  const isUnlisted = (item: Span) => unlisted.some((entry) => contains(item, entry));
  const entries = program.body.flatMap((one) =>
    one.type === "ExportNamedDeclaration" && one.source === null ? cutEntries(source, one, isUnlisted) : [],
  );
  const keywords = Array.from(new Set(moved.own.flatMap((one) => one.keywords)), exportAt);
  const cuts = joined([
    ...cutAllWithLines(source, gone),
    ...entries,
    ...keywords,
    ...importsOnlyUsedIn(source, removed, jsx, loaded).edits,
  ]);
  const edits = joined([...keptSemicolons(source.parsed, cuts), ...cuts]);
  const taken = (name: string): TakenName => ({ imported: name, local: name, typeOnly: moved.types.has(name) });
  const names = new Set(listed.map((entry) => textOf(text, entry)));
  const used = new Set([...moved.usedByRest, ...names]);
  const isTypeUse = (name: string) => moved.typesOfRest.has(name) && !names.has(name);
  const imported = [...used].map((name) => ({ ...taken(name), ...(isTypeUse(name) && { typeOnly: true }) }));
  const exported = [...moved.names].filter(
    (name) => kept.has(name) && !listed.some((entry) => textOf(text, entry) === name),
  );
  const left = withoutBlankTop(text, applyEdits(text, edits));
  const rest = withAll(oxc, path, left, [{ from: { specifier }, names: imported }], "import", source);
  const after = withAll(oxc, path, rest, [{ from: { specifier }, names: exported.map(taken) }], "export", source);
  const isLoaded = loaded.has(specifier) ? withLoad(oxc, path, parsedAnew(oxc, path, after), specifier) : after;
  return endedAs(text, left, keptModule(oxc, path, source, isLoaded));
}

/** What stood at the top may have been cut with what stood below it. */
function withoutBlankTop(before: string, after: string): string {
  return /^\s/.test(before) ? after : after.replace(/^\s+(?=\S)/, "");
}

function exportAt(offset: number): TextEdit {
  return { span: { start: offset, end: offset }, text: "export " };
}

function withAll(
  oxc: Parser,
  path: string,
  text: string,
  all: readonly Taken[],
  kind: TakingKind,
  like?: SourceSymbols,
): string {
  return all.reduce(
    (now, { from, names }) => withTaken(oxc, path, parsedAnew(oxc, path, now), from, names, kind, like),
    text,
  );
}

/** Throws `syntax_error` for a text that is not one of its file's language. */
function parsedAnew(oxc: Parser, path: string, text: string): SourceSymbols {
  const source = sourceSymbols(oxc, path, text);
  if (!isFailure(source)) return source;
  throw new ToolError(
    "syntax_error",
    `${escapeName(path)} would not parse: line ${source.line}: ${source.message}. Name a file of the same language, or move the code with kart_patch.`,
  );
}

/** Without any import or export a file is no module. */
function keptModule(oxc: Parser, path: string, before: SourceSymbols, after: string): string {
  if (isScript(before.parsed) || !isScript(parsedAnew(oxc, path, after).parsed)) return after;
  const ending = endingAt(before.parsed.source, 0);
  const apart = after === "" || /[\r\n]$/.test(after) ? "" : ending;
  return `${after}${apart}export {};${ending}`;
}

/** The code of what moves, in the order of its source, exported as needed. */
export function movedCode(
  { parsed: { source } }: SourceSymbols,
  { statements }: MovedSymbols,
  isExported: (name: string) => boolean,
  specifiers: readonly TextEdit[],
): string {
  const pieces = statements.map(({ span, keyword, isExported: isSo, names }) => {
    const keywords = !isSo && names.some(isExported) ? [exportAt(keyword)] : [];
    const within = [...keywords, ...specifiers.filter((one) => contains(span, one.span))].map((one) => ({
      ...one,
      span: { start: one.span.start - span.start, end: one.span.end - span.start },
    }));
    const sorted = within.toSorted((a, b) => a.span.start - b.span.start);
    return applyEdits(textOf(source, span), textEdits(sorted) as TextEdits);
  });
  return pieces.reduce((code, piece, index) => {
    const before = statements[index - 1];
    const here = statements[index];
    const gap = before === undefined || here === undefined ? "" : source.slice(before.span.end, here.span.start);
    return code + (index === 0 ? "" : gap.trim() === "" && gap !== "" ? gap : "\n\n") + piece;
  }, "");
}

/**
 * A file with moved code and the imports that this needs: at its end, or where it uses the code itself, right behind its imports and
 * what the code needs of it.
 *
 * @param needed names that the code has from the file
 * @param like the file that the code comes from
 */
export function placedIn(
  oxc: Parser,
  path: string,
  source: SourceSymbols,
  code: string,
  needs: readonly Taken[],
  {
    isUsed,
    needed,
    like,
  }: { readonly isUsed: boolean; readonly needed: ReadonlySet<string>; readonly like: SourceSymbols },
): string {
  const { body } = source.parsed.program;
  const spans = source.declarations.filter(({ name }) => needed.has(name)).map(({ span }) => span);
  const last = body.findLastIndex(
    (one) => /^(?:Import|TSImportEquals)/.test(one.type) || spans.some((span) => contains(one, span)),
  );
  const plan =
    isUsed && last < body.length - 1
      ? planStatementInsertion(oxc, path, source, last, code)
      : planFileInsertion(oxc, path, source, "after", code);
  return withAll(oxc, path, applyEdits(source.parsed.source, plan.edits), needs, "import", like);
}

/**
 * A new file of moved code.
 *
 * @param head what stands above: the licence, `"use client";`
 * @param like the file that the code comes from
 */
export function placedAlone(
  oxc: Parser,
  path: string,
  head: string,
  code: string,
  needs: readonly Taken[],
  like: SourceSymbols,
): string {
  const ending = endingAt(like.parsed.source, 0);
  const text = withAll(oxc, path, `${withEnding(code, ending)}${ending}`, needs, "import", like);
  const whole = head === "" ? text : `${withEnding(head, ending)}${ending}${ending}${text}`;
  return keptModule(oxc, path, like, whole);
}

/**
 * Throws `already_exists` where a file has another meaning for a name that moved code brings or uses, or would come to have one
 * for a name that it means otherwise.
 *
 * @param brought names that the file gets, by declarations and imports
 * @param has names among them that it imports already, and as the same
 * @param modules those that are whole packages: what `export as namespace React` gives types everywhere is the same
 */
export function refuseTakenNames(
  path: string,
  { parsed }: SourceSymbols,
  moved: MovedSymbols,
  brought: ReadonlySet<string>,
  has: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): void {
  const bindings = bindingsIn(parsed, true);
  const module = new Set(bindings.filter(({ scope }) => scope.parent === undefined).map(({ name }) => name));
  const bound = new Set(bindings.flatMap(({ declared, uses }) => [...declared, ...uses].map(({ start }) => start)));
  const namespaces = namespaceUses(parsed.program);
  const global = new Set(
    identifierUses(parsed.program)
      .filter(({ name, start }) => !bound.has(start) && !(modules.has(name) && namespaces.has(start)))
      .map(({ name }) => name),
  );
  const declared = [...brought].find((name) => module.has(name) && !has.has(name));
  const captured = [...moved.unbound].find((name) => module.has(name)) ?? [...brought].find((name) => global.has(name));
  const name = declared ?? captured;
  if (name === undefined) return;
  const shown = `\`${escapeInvisible(name)}\``;
  throw new ToolError(
    "already_exists",
    declared === undefined
      ? `${shown} means something else in ${escapeName(path)} than where it comes from. Rename one of the two first (kart_rename).`
      : `${escapeName(path)} has a ${shown} of its own. Rename one of the two first (kart_rename).`,
  );
}
