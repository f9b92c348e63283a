import type { ImportDeclaration, Node } from "oxc-parser";
import { contains, type Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { holdsJsx, identifierUses } from "./scopes/identifier-uses.ts";
import { type Cuttable, cut, cutFromCommaList, cutWithLines } from "./list-removal.ts";

/** Imports that nothing needs any more. */
export interface UnusedImports {
  readonly edits: readonly TextEdit[];
  /** The local names. */
  readonly names: readonly string[];
}

/**
 * The imports of a file that only what is taken out of it uses.
 *
 * @param jsx names that its JSX takes beside {@link JSX_FACTORIES}
 * @param loaded specifiers of modules that the file goes on loading, for what they do
 */
export function importsOnlyUsedIn(
  source: Cuttable,
  removed: readonly Span[],
  jsx: readonly string[] = [],
  loaded: ReadonlySet<string> = new Set(),
): UnusedImports {
  const { program, comments, source: text } = source.parsed;
  const isRemoved = (span: Span) => removed.some((one) => contains(one, span));
  const uses = identifierUses(program);
  const gone = new Set(uses.filter(isRemoved).map(({ name }) => name));
  const kept = new Set(uses.filter((use) => !isRemoved(use)).map(({ name }) => name));
  if (holdsJsx(program, isRemoved)) for (const name of [...JSX_FACTORIES, ...jsx]) kept.add(name);
  const remarks = comments.filter((comment) => !isRemoved(comment)).map(({ value }) => value);
  const isUnused = (name: string) =>
    gone.has(name) && !kept.has(name) && !remarks.some((remark) => isReferredTo(remark, name));

  const edits: TextEdit[] = [];
  const names: string[] = [];
  for (const statement of program.body) {
    const locals = localsOf(statement).filter(isUnused);
    if (locals.length === 0) continue;
    names.push(...locals);
    if (
      statement.type === "ImportDeclaration" &&
      statement.importKind !== "type" &&
      locals.length === statement.specifiers.length &&
      loaded.has(statement.source.value)
    )
      edits.push({ span: { start: statement.start, end: statement.source.start }, text: "import " });
    else edits.push(...cutLocals(source, statement, text, new Set(locals)));
  }
  return { edits, names };
}

/** What JSX is compiled to calls these without naming them. */
export const JSX_FACTORIES = ["React", "h", "Fragment", "jsx", "preact"];

/** `{@link name}`, and the types in the comments of JavaScript. */
function isReferredTo(remark: string, name: string): boolean {
  const at = remark.indexOf(name);
  return (
    at !== -1 && Array.from(remark.matchAll(/\{[^{}]*\}/g)).some(([braced]) => braced.split(/[^\w$]+/).includes(name))
  );
}

/** The names that a statement imports, as its file has them. */
export function localsOf(statement: Node): string[] {
  if (statement.type === "TSImportEqualsDeclaration") return [statement.id.name];
  return statement.type === "ImportDeclaration" ? statement.specifiers.map(({ local }) => local.name) : [];
}

export function cutLocals(source: Cuttable, statement: Node, text: string, locals: ReadonlySet<string>): TextEdit[] {
  if (statement.type !== "ImportDeclaration" || statement.specifiers.every(({ local }) => locals.has(local.name)))
    return [cutWithLines(source, { start: statement.start, end: statement.end })];
  return cutSpecifiers(source, statement, text, locals);
}

function cutSpecifiers(
  source: Cuttable,
  { specifiers }: ImportDeclaration,
  text: string,
  locals: ReadonlySet<string>,
): TextEdit[] {
  const named = specifiers.filter(({ type }) => type === "ImportSpecifier");
  const [first] = specifiers as [ImportDeclaration["specifiers"][number]];
  const others = specifiers.slice(1);
  const isCut = ({ local }: { local: { name: string } }) => locals.has(local.name);
  if (first.type === "ImportSpecifier") return cutFromCommaList(source, named, (item) => isCut(item as typeof first));
  // `a, { b }` and `a, * as b`: what follows the default goes with its comma and braces, or the default does.
  if (isCut(first)) {
    const next = named.length > 0 ? text.indexOf("{", first.end) : (others[0] as Span).start;
    return [cut(first.start, next), ...cutNamed(source, named, isCut)];
  }
  if (others.every(isCut)) {
    const last = others.at(-1) as Span;
    return [cut(first.end, named.length > 0 ? text.indexOf("}", last.end) + 1 : last.end)];
  }
  return cutNamed(source, named, isCut);
}

function cutNamed(
  source: Cuttable,
  named: ImportDeclaration["specifiers"],
  isCut: (specifier: ImportDeclaration["specifiers"][number]) => boolean,
): TextEdit[] {
  return cutFromCommaList(source, named, (item) => isCut(item as (typeof named)[number]));
}
