import { isNaming, mayLoadNamed } from "@kart/core/modules/loads-resolved";
import type { ImportEdge, ModuleGraph } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { isRelative } from "@kart/core/modules/import-places";
import { JSX_SOURCE } from "@kart/core/syntax/module-records/jsx-runtime";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { FileText } from "../../change/file-text.ts";
import {
  attributesOf,
  type TakenFrom,
  type TakenName,
  type Taking,
  type TakingKind,
  takingStatements,
  withTaken,
  withoutTaken,
} from "../../planning/moved/import-statements.ts";
import { augmentedAnew, mayAugment } from "./augmentations.ts";
import { ledText, movedTypes } from "./moved-types.ts";
import type { SpecifiersTo } from "./specifiers-to.ts";

/** Who has exports of a file that move to another. */
export interface MovedImporters {
  /** New texts, by path from the root. */
  readonly texts: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
  /** The text that they move to, where types of it are led there. */
  readonly here?: string;
  /** Names that some have in another way than by a list of them, so that the file has to go on exporting them. */
  readonly kept: ReadonlySet<string>;
  /** Why: `b.ts:3 import * as a`. */
  readonly keeping: readonly string[];
  /** Where the file is mocked, for whom that may no longer do: `a.test.ts:3`. */
  readonly mocks: readonly string[];
}

/** What moving symbols is worked out on. */
export interface MoveWorld {
  readonly oxc: Parser;
  readonly root: WorkspaceRoot;
  readonly graph: ModuleGraph;
  readonly specifiers: SpecifiersTo;
}

/** What moves, from where to where. Paths from the root. */
export interface MovedExports {
  readonly names: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

/** Rewrites every import of moved exports, and every entry that passes one on; the file they come from and go to are left out. */
export function movedImporters({ oxc, root, graph, specifiers }: MoveWorld, moved: MovedExports): MovedImporters {
  const { names, from, to } = moved;
  const texts = new Map<string, { before: string; after: string }>();
  const kept = new Set<string>();
  const keeping: string[] = [];
  const mocks: string[] = [];
  const done = new Map<string, ReadonlySet<number>>();
  const types = movedTypes({ oxc, root, graph, specifiers }, moved);
  for (const [path, led] of types) if (path !== to) texts.set(path, { before: led.text, after: ledText(oxc, led, []) });
  const keep = ({ importer, record }: ImportEdge, some: Iterable<string>) => {
    for (const name of some) kept.add(name);
    keeping.push(`${importer.path}:${record.line} ${wayOf(record)}`);
  };
  for (const edge of graph.importsOf(from)) {
    const { importer, record } = edge;
    const { path } = importer;
    if (names.size === 0 || types.get(path)?.done.has(record.start) === true) continue;
    if (path === from) {
      // Through an import of itself: `import * as API from "./api"`.
      const own = takenBy(graph, edge, moved);
      if (own.length > 0) keep(edge, own);
      continue;
    }
    if (isMock(record.call)) {
      mocks.push(`${path}:${record.line}`);
      continue;
    }
    if (mayAugment(record)) {
      const text = texts.get(path) ?? textOf(root, path);
      const symbols = new FileText(oxc, path, text.after).symbols();
      const fresh = () => specifiers.instead(path, record.specifier, { from, to });
      texts.set(path, {
        ...text,
        after: augmentedAnew({ path, isOwn: path === to }, symbols, record.specifier, names, fresh),
      });
    }
    const taken = takenBy(graph, edge, moved);
    if (taken.length === 0) continue;
    const isPlain =
      taken.every((name) => record.names.some(({ imported }) => imported === name)) &&
      !record.dynamic &&
      record.call !== JSX_SOURCE &&
      sourceLanguage(path) !== undefined &&
      graph.targetOf(importer, record.specifier) === from &&
      graph.resolver.packages.packageOf(path) === graph.resolver.packages.packageOf(from);
    if (path === to) {
      if (!isPlain) keep(edge, taken);
      continue;
    }
    const key = `${path}\0${record.specifier}`;
    // All statements of a specifier are rewritten with the first of them.
    if (isPlain && !done.has(key)) {
      const text = texts.get(path) ?? textOf(root, path);
      const fresh = specifiers.instead(path, record.specifier, { from, to });
      done.set(key, namingStatements(oxc, path, text.before, record.specifier, names));
      texts.set(path, { ...text, after: rewritten(oxc, path, text.after, record.specifier, names, fresh) });
    }
    if (!isPlain || done.get(key)?.has(record.start) !== true) keep(edge, taken);
  }
  const computed = names.size === 0 ? [] : graph.computed(from).filter(({ prefix }) => isRelative(prefix));
  if (computed.length > 0) for (const name of names) kept.add(name);
  keeping.push(...computed.map(({ path, line, prefix }) => `${path}:${line} import(${prefix}…)`));
  for (const [path, { before, after }] of texts) if (before === after) texts.delete(path);
  const here = types.get(to);
  return { texts, ...(here !== undefined && { here: ledText(oxc, here, []) }), kept, keeping, mocks };
}

function textOf(root: WorkspaceRoot, path: string): { before: string; after: string } {
  const { text } = readForEdit(root, path);
  return { before: text, after: text };
}

/** The moved names that an import may have; all where it has the whole module and does not tell which. */
function takenBy(graph: ModuleGraph, edge: ImportEdge, { names, to }: MovedExports): string[] {
  const { importer, record } = edge;
  if (isStar(record)) {
    // Who passes on all of the other file too has them from there.
    const isPassing = importer.record.stars.some(
      ({ specifier, typeOnly }) => (record.typeOnly || !typeOnly) && graph.targetOf(importer, specifier) === to,
    );
    // A list or a declaration goes before `export *`.
    return isPassing ? [] : [...names].filter((name) => graph.exportsNamed(importer, name).length === 0);
  }
  const found = record.names.flatMap(({ imported, local, members }) => {
    if (imported !== "*") return names.has(imported) ? [imported] : [];
    // Whoever has the namespace from there may take any of them.
    const isPassedOn = importer.record.exports.some(
      (one) => one.local === local || (one.from?.imported === "*" && one.from.specifier === record.specifier),
    );
    if (isPassedOn) return [...names];
    return members === undefined || members === "all" ? [...names] : members.filter((one) => names.has(one));
  });
  // An import for its effects alone has none; what is called tells nothing.
  const isCalled = record.names.length === 0 && record.dynamic && (!isNaming(record.call) || mayLoadNamed(edge));
  return isCalled ? [...names] : found;
}

/** Whether it is `export * from`, and not `export * as name from`. */
function isStar({ reExport, names }: ImportEdge["record"]): boolean {
  return reExport && names.some(({ imported, local }) => imported === "*" && local === "*");
}

function wayOf(record: ImportEdge["record"]): string {
  const { call, names, reExport } = record;
  if (call !== undefined) return call === JSX_SOURCE ? call : `${call}()`;
  if (isStar(record)) return "export *";
  const [first] = names;
  if (first?.imported === "*" || first === undefined) return reExport ? "export * as" : "import *";
  return reExport ? "export … from" : "import";
}

/** Where the statements start that import, or pass on, one of some names from a specifier. */
function namingStatements(
  oxc: Parser,
  path: string,
  text: string,
  specifier: string,
  names: ReadonlySet<string>,
): ReadonlySet<number> {
  const { program } = new FileText(oxc, path, text).symbols().parsed;
  const all = (["import", "export"] as const).flatMap((kind) => takingStatements(program, kind));
  return new Set(all.filter((one) => isOneNaming(one, text, specifier, names)).map(({ start }) => start));
}

function isOneNaming(statement: Taking, text: string, specifier: string, names: ReadonlySet<string>): boolean {
  return statement.source.value === specifier && entriesOf(statement, text).some(({ imported }) => names.has(imported));
}

function rewritten(
  oxc: Parser,
  path: string,
  text: string,
  specifier: string,
  names: ReadonlySet<string>,
  fresh: string,
): string {
  let now = text;
  for (const kind of ["import", "export"] as const) {
    for (;;) {
      const source = new FileText(oxc, path, now).symbols();
      const statement = takingStatements(source.parsed.program, kind).find((one) =>
        isOneNaming(one, now, specifier, names),
      );
      if (statement === undefined) break;
      const entries = entriesOf(statement, now).filter(({ imported }) => names.has(imported));
      const starts = new Set(entries.map(({ start }) => start));
      const isWhole = entries.length === statement.specifiers.length;
      const attributes = attributesOf(statement, now);
      now =
        isWhole && !isTaken(source.parsed.program, fresh, kind)
          ? now.slice(0, statement.source.start + 1) + fresh + now.slice(statement.source.end - 1)
          : withTakenIn(
              oxc,
              path,
              withoutTaken(source, statement, ({ start }) => starts.has(start)),
              { specifier: fresh, ...(attributes !== "" && { attributes }) },
              entries,
              kind,
              isWhole ? undefined : statement.start,
            );
    }
  }
  return now;
}

function withTakenIn(
  oxc: Parser,
  path: string,
  text: string,
  from: TakenFrom,
  names: readonly TakenName[],
  kind: TakingKind,
  beside: number | undefined,
): string {
  const source = new FileText(oxc, path, text).symbols();
  return withTaken(oxc, path, source, from, names, kind, source, beside);
}

function isTaken(program: Parameters<typeof takingStatements>[0], specifier: string, kind: TakingKind): boolean {
  return takingStatements(program, kind).some((one) => one.source.value === specifier);
}

/** The names of a statement, with where each entry starts. */
export function entriesOf(statement: Taking, text: string): (TakenName & { readonly start: number })[] {
  if (statement.type === "ImportDeclaration") {
    const isOfTypes = statement.importKind === "type";
    return statement.specifiers.map((one) => ({
      imported:
        one.type === "ImportSpecifier"
          ? text.slice(one.imported.start, one.imported.end)
          : one.type === "ImportDefaultSpecifier"
            ? "default"
            : "*",
      local: one.local.name,
      typeOnly: isOfTypes || (one.type === "ImportSpecifier" && one.importKind === "type"),
      start: one.start,
    }));
  }
  return statement.specifiers.map((one) => ({
    imported: text.slice(one.local.start, one.local.end),
    local: text.slice(one.exported.start, one.exported.end),
    typeOnly: statement.exportKind === "type" || one.exportKind === "type",
    start: one.start,
  }));
}
