import type { EcmaScriptModule, ParseResult, StaticExport, StaticImport } from "oxc-parser";
import { LineIndex } from "../../text/line-index.ts";
import type { Span } from "../../text/span.ts";
import { commentImports } from "./comment-imports.ts";
import { treeRecord } from "./module-record-tree.ts";
import { type JsxPragmas, jsxPragmas } from "./jsx-factory.ts";
import { pragmaImports } from "./jsx-runtime.ts";
import { needsTree } from "./needs-tree.ts";
import { type MemberUses, memberUses } from "./member-uses.ts";
import { firstError, isFailure, type Parser, runParser, type SyntaxFailure } from "../parser/parse.ts";
import { relativePaths } from "./relative-paths.ts";
import { sourceLanguage } from "../parser/source-language.ts";

/** One name that an import takes. `*` is the whole namespace, `default` the default export. */
export interface ImportedName {
  readonly imported: string;
  /** The binding in the importing file; for a re-export the name it is exported under, `*` for `export *`, and for what no name is given to. */
  readonly local: string;
  readonly typeOnly: boolean;
  /** Which members of a namespace the file uses, and of what it takes of one without naming it; absent elsewhere. */
  readonly members?: MemberUses;
  /** The file does nothing with the binding but export it. */
  readonly onlyExported?: true;
  /** The binding is declared elsewhere in the file, and may hold something else too: `name = require("…")`. */
  readonly isAssigned?: true;
}

/** An import, a re-export, `import()`, `require()`, a type import or a reference path, with a specifier that is plain to see. */
export interface ImportRecord {
  readonly specifier: string;
  /** 1-based; where the statement or the call starts. */
  readonly line: number;
  /** `import()`, `require()` and their like, which may run at any time. */
  readonly dynamic: boolean;
  /** What is called, of those: `import`, `require.resolve`, `vi.mock`, `new URL`; for a file that a decorator names, the property: `templateUrl`; for what a compiler imports, what asks for it: `@jsxImportSource`. */
  readonly call?: string;
  /** It is given to a `Worker` where it stands, which runs the module and takes nothing of it. */
  readonly isRunApart?: true;
  readonly reExport: boolean;
  /** Every name of it is a type, so that nothing is loaded when the program runs. */
  readonly typeOnly: boolean;
  /** Empty for a side effect. */
  readonly names: readonly ImportedName[];
  /** What `declare module` adds to the exports of the module; absent where it adds nothing. */
  readonly augments?: readonly string[];
  /** UTF-16 offsets of the statement or the call, without its type arguments, which may hold an import of their own. */
  readonly start: number;
  readonly end: number;
}

/** An import whose specifier is computed when the program runs. */
export interface ComputedImport {
  readonly line: number;
  /** What the specifier certainly starts with; empty where nothing is known. */
  readonly prefix: string;
}

export interface ExportRecord {
  /** As importers write it: `default`, a string name without quotes, `export=` for `export =` and `module.exports =`. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  readonly typeOnly: boolean;
  /** The binding that is exported, where the file declares or imports one. */
  readonly local?: string;
  /** Set where the export passes on another module's: `imported` as in {@link ImportedName}. */
  readonly from?: { readonly specifier: string; readonly imported: string };
  /** Assigned to `exports` when the program runs: others of the kind may exist that cannot be seen. */
  readonly commonJs?: true;
  /** A member of this namespace, which `export =` exports: importers name it as if the module exported it. */
  readonly namespace?: string;
  /** UTF-16 offset. */
  readonly start: number;
}

/** `export * from "…"`. */
export interface StarExport {
  readonly specifier: string;
  readonly line: number;
  readonly typeOnly: boolean;
}

/** What one file imports and exports, as plain data that keeps nothing of the source text alive. */
export interface ModuleRecord {
  /** In the order of the source. */
  readonly imports: readonly ImportRecord[];
  readonly computed: readonly ComputedImport[];
  readonly exports: readonly ExportRecord[];
  readonly stars: readonly StarExport[];
  readonly hasShebang: boolean;
  /** The object with its CommonJS exports is used as a value, so that others may come by any of them unseen. */
  readonly handsOnExports?: true;
  /** Names of its CommonJS exports that the module itself takes from the object that holds them; absent where there are none. */
  readonly takesBack?: readonly string[];
  /** Relative paths in strings of which it is not plain to see whether they load a module; absent where there are none. */
  readonly paths?: readonly string[];
  /** What it says of how its JSX is compiled; absent where it can hold none. */
  readonly jsx?: JsxPragmas;
}

export type ModuleRecordOutcome =
  | { readonly ok: true; readonly record: ModuleRecord }
  /** `recovered` is what could be read in spite of the error; it may lack anything. */
  | { readonly ok: false; readonly failure: SyntaxFailure; readonly recovered?: ModuleRecord };

/**
 * Reads the imports and exports of one source text. `path` decides the dialect.
 *
 * The parser's module record is enough for most files and costs half of what the tree does; the tree is read only where
 * the text holds something that it alone shows. Until a result is collected it holds a large native buffer: a caller that
 * reads many files must let `Bun.gc(true)` and the event loop run in between.
 *
 * @param result of the parser, where it has run already
 */
export function moduleRecord(
  oxc: Parser,
  path: string,
  source: string,
  result = runParser(oxc, path, source),
): ModuleRecordOutcome {
  const lines = new LineIndex(source);
  if (isFailure(result)) return { ok: false, failure: result };
  const failure = firstError(result, lines);
  const record = recordWithin(oxc, result, path, source, lines);
  if (record instanceof Error) return { ok: false, failure: { line: 1, message: record.message } };
  return failure === undefined ? { ok: true, record } : { ok: false, failure, recovered: record };
}

/** An expression of ten thousands of terms is deeper than the stack. */
function recordWithin(
  oxc: Parser,
  result: ParseResult,
  path: string,
  source: string,
  lines: LineIndex,
): ModuleRecord | RangeError {
  try {
    return recordOf(oxc, result, path, source, lines);
  } catch (error) {
    if (error instanceof RangeError) return new RangeError("nested too deeply to read");
    throw error;
  }
}

function recordOf(oxc: Parser, result: ParseResult, path: string, source: string, lines: LineIndex): ModuleRecord {
  const module = result.module;
  const fixed = staticRecord(module, source, lines);
  const language = sourceLanguage(path);
  const tree = needsTree(module, source, language)
    ? treeRecord(oxc, result.program, source, lines, module.hasModuleSyntax, language)
    : undefined;
  const mayHoldJsx = language === "tsx" || language === "jsx";
  const jsx = mayHoldJsx ? jsxPragmas(source) : undefined;
  const comments = [
    ...commentImports(source, language === "jsx", lines),
    ...(mayHoldJsx ? pragmaImports(source, lines) : []),
  ];
  const imports = [...fixed.imports, ...(tree?.imports ?? []), ...comments].sort((a, b) => a.start - b.start);
  const paths = language === "dts" ? [] : relativePaths(source, imports);
  return {
    imports,
    computed: tree?.computed ?? [],
    exports: [...withBindings(fixed.exports, imports), ...withBindings(tree?.exports ?? [], imports)],
    stars: [...fixed.stars, ...(tree?.stars ?? [])],
    hasShebang: source.startsWith("#!"),
    ...(tree?.handsOnExports === true && { handsOnExports: true }),
    ...(tree !== undefined && tree.takesBack.length > 0 && { takesBack: tree.takesBack }),
    // Strings that are cut from the source keep all of it alive.
    ...(paths.length > 0 && { paths: JSON.parse(JSON.stringify(paths)) as string[] }),
    ...(jsx !== undefined && { jsx }),
  };
}

type StaticRecord = Pick<ModuleRecord, "imports" | "exports" | "stars">;

function staticRecord(module: EcmaScriptModule, source: string, lines: LineIndex): StaticRecord {
  const importAt = new Map(module.staticImports.map((statement) => [statement.start, statement]));
  const exports = module.staticExports.flatMap((statement) =>
    exportRecords(statement, importAt.get(statement.start), source, lines),
  );
  // No statement that names a module uses a binding, but the module may be called like one.
  const statements = [
    ...module.staticImports,
    ...module.staticExports.filter(({ entries }) => entries.some((one) => one.moduleRequest !== null)),
  ];
  const imports = module.staticImports.map((statement) => importRecord(statement, exports, statements, source, lines));
  // The parser lists `import { a } from "f"; export { a }` as an export that stands at the import.
  const reExports = module.staticExports.flatMap((statement) =>
    importAt.has(statement.start) ? [] : reExportRecord(statement, lines),
  );
  const stars = reExports.flatMap(({ specifier, line, typeOnly, names }) =>
    names.some(({ local }) => local === "*") ? [{ specifier, line, typeOnly }] : [],
  );
  return { imports: [...imports, ...reExports], exports, stars };
}

function importRecord(
  statement: StaticImport,
  exports: readonly ExportRecord[],
  statements: readonly Span[],
  source: string,
  lines: LineIndex,
): ImportRecord {
  const { start, end, moduleRequest, entries } = statement;
  const names = entries.map(({ importName, localName, isType }): ImportedName => {
    const imported =
      importName.kind === "NamespaceObject" ? "*" : importName.kind === "Default" ? "default" : (importName.name ?? "");
    const exported = exports.filter(({ local }) => local === localName.value);
    const name = { imported, local: localName.value, typeOnly: isType };
    // Scanning is worth its time only where the answer matters: for namespaces, and for what is exported again.
    if (imported !== "*" && exported.length === 0) return name;
    const uses = memberUses(source, localName.value, [
      ...statements,
      ...exported.map((one) => ({ start: one.start, end: one.start + 1 })),
    ]);
    const onlyExported = exported.length > 0 && uses !== "all" && uses.length === 0;
    return { ...name, ...(imported === "*" && { members: uses }), ...(onlyExported && { onlyExported }) };
  });
  const typeOnly =
    names.length > 0 ? names.every((name) => name.typeOnly) : /^import\s+type\b/.test(source.slice(start, start + 40));
  return {
    specifier: moduleRequest.value,
    line: lines.lineAt(start),
    dynamic: false,
    reExport: false,
    typeOnly,
    names,
    start,
    end,
  };
}

function reExportRecord({ start, end, entries }: StaticExport, lines: LineIndex): ImportRecord[] {
  const specifier = entries[0]?.moduleRequest?.value;
  if (specifier === undefined) return [];
  const names = entries.map(({ importName, exportName, isType }) => ({
    imported: importName.name ?? "*",
    local: exportName.name ?? "*",
    typeOnly: isType,
  }));
  const typeOnly = names.every((name) => name.typeOnly);
  return [{ specifier, line: lines.lineAt(start), dynamic: false, reExport: true, typeOnly, names, start, end }];
}

/** @param passedOn the import whose binding is exported, where the parser took the two together */
function exportRecords(
  statement: StaticExport,
  passedOn: StaticImport | undefined,
  source: string,
  lines: LineIndex,
): ExportRecord[] {
  const isList =
    passedOn !== undefined || /^export\s*(?:type\s*)?\{/.test(source.slice(statement.start, statement.start + 60));
  return statement.entries.flatMap(
    ({ exportName, importName, localName, moduleRequest, isType, start: entryStart }): ExportRecord[] => {
      if (exportName.kind === "None") return [];
      const isDeclaration = !isList && moduleRequest === null;
      const start = isDeclaration && localName.start !== null ? localName.start : entryStart;
      const local = passedOn === undefined ? localName.name : bindingAt(passedOn, source, start);
      const imported = importName.name ?? (importName.kind === "All" ? "*" : undefined);
      return [
        {
          name: exportName.name ?? "default",
          line: lines.lineAt(start),
          typeOnly: isType && (!isDeclaration || declaresType(source, entryStart)),
          ...(local !== null && local !== "" && { local }),
          ...(moduleRequest !== null &&
            imported !== undefined && { from: { specifier: moduleRequest.value, imported } }),
          start,
        },
      ];
    },
  );
}

function bindingAt({ entries }: StaticImport, source: string, start: number): string | null {
  const names = entries.map(({ localName }) => localName.value).filter((name) => source.startsWith(name, start));
  return names.reduce<string | null>((longest, name) => (name.length > (longest?.length ?? 0) ? name : longest), null);
}

/** The parser marks `export declare const` as type too. */
function declaresType(source: string, start: number): boolean {
  return /^(?:declare\s+)?(?:type|interface)\b/.test(source.slice(start, start + 60));
}

/** Exports of a binding that an import made pass on that import. */
function withBindings(exports: readonly ExportRecord[], imports: readonly ImportRecord[]): ExportRecord[] {
  return exports.map((record) => {
    if (record.from !== undefined || record.local === undefined) return record;
    for (const { specifier, names, reExport, dynamic } of imports) {
      const name = reExport || dynamic ? undefined : names.find(({ local }) => local === record.local);
      if (name !== undefined)
        return { ...record, typeOnly: record.typeOnly || name.typeOnly, from: { specifier, imported: name.imported } };
    }
    return record;
  });
}
