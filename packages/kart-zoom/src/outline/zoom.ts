import { ToolError } from "@kart/core/mcp/tool-error";
import { leadingOn } from "@kart/core/modules/leading-on";
import { isTest } from "@kart/core/modules/entry-points";
import { type Declaration, overloadsOf } from "@kart/core/syntax/declaration";
import { findSymbol } from "@kart/core/syntax/find-symbol";
import { mainOfMerged, mainsOfApart } from "@kart/core/syntax/merged-declarations";
import { parseNamePath, resolveNamePath } from "@kart/core/syntax/name-path";
import { declarationsNaming } from "@kart/core/syntax/nested-members";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { linesByFile } from "@kart/core/text/gap-note";
import type { Span } from "@kart/core/text/span";
import { unreadError } from "@kart/core/workspace/unread-error";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import type { ZoomServices } from "../services.ts";
import type { ParsedFile, ParsedFiles } from "./parsed-files.ts";
import { exportBlocks, localBlocks } from "./blocks.ts";
import type { Section } from "./fit.ts";
import { InferredTypes } from "./inferred-types.ts";
import {
  type ExportedSymbol,
  exportName,
  type ModuleExports,
  ModuleExportReader,
  type ReExport,
} from "./module-exports.ts";
import { eachOf, innermost, outlineNested, symbolsNamed, within, withOverload } from "./narrow.ts";
import { outlineFile } from "./outline-file.ts";
import type { Outlined } from "./outline.ts";

/** What an outline cannot say of something. */
export interface Gaps {
  readonly unparsed: readonly { readonly path: string; readonly line: number; readonly message: string }[];
  readonly missing: readonly string[];
  /** `global` and modules that the module adds to; level 1 shows how. */
  readonly augments?: readonly string[];
  /** Where exports are given to others, which may add to them. */
  readonly given?: readonly string[];
  /** Where names of exports are worked out. */
  readonly computed?: readonly string[];
  /** It may have exports that no syntax tells. */
  readonly isOpen?: true;
  /** Why types are missing, in a sentence. */
  readonly inferred?: string;
  /** What could not be listed, in ripgrep's words. */
  readonly problems?: readonly string[];
  /** Folders with sources in the one that was asked about. */
  readonly folders?: readonly string[];
}

export interface OutlineAnswer {
  readonly sections: readonly Section[];
  readonly gaps: Gaps;
}

/** A symbol with the place of its source. */
export interface SourceOf {
  readonly file: ParsedFile;
  readonly name: string;
  readonly outlined: Outlined;
  /** With the comments above. */
  readonly span: Span;
}

interface Declared {
  readonly outlined: Outlined;
  readonly declaration: Declaration;
}

/** One question about outlines: what modules export, or what files declare. */
export class Zoom {
  readonly #workspace: Workspace;
  readonly #services: ZoomServices;
  readonly #signal: AbortSignal;
  readonly #sources: ParsedFiles;
  readonly #exports: ModuleExportReader;

  constructor(workspace: Workspace, services: ZoomServices, sources: ParsedFiles, signal: AbortSignal) {
    this.#workspace = workspace;
    this.#services = services;
    this.#sources = sources;
    this.#signal = signal;
    this.#exports = new ModuleExportReader(sources, async () => {
      const resolver = await (await services.modules()).resolver(signal);
      return (importer, specifier) => resolver.resolve(importer, specifier);
    });
  }

  /** What a module exports, under the names its importers use. */
  async exportsOf(path: WorkspacePath): Promise<OutlineAnswer> {
    this.#source(path);
    const exported = await this.#exports.of(path.relative);
    return this.#exportAnswer([{ path: path.relative, exported }], []);
  }

  /** Every declaration of a file; what it only takes from another by `require()` is none. */
  async declarationsOf(path: WorkspacePath): Promise<OutlineAnswer> {
    const file = this.#source(path);
    const outlines = outlineFile(file).filter(
      ({ declaration, exported, isSpelledOut }) =>
        isSpelledOut !== true && (declaration?.isImport !== true || exported),
    );
    return this.#localAnswer(path.relative, outlines, file);
  }

  /** What each source file of a folder exports; tests and files without exports are left out. */
  async exportsIn(folder: WorkspacePath): Promise<OutlineAnswer> {
    const { files: all, problems } = await this.#workspace.sourceFiles(folder, this.#signal);
    const prefix = folder.relative === "." ? "" : `${folder.relative}/`;
    const below = Map.groupBy(all, (path) => /^[^/]*\//.exec(path.slice(prefix.length))?.[0] ?? "");
    const paths = (below.get("") ?? []).filter((path) => !isTest(path.split("/").at(-1) as string));
    const folders = [...below].filter(([name, files]) => name !== "" && !files.every(isTest)).map(([name]) => name);
    const modules: { readonly path: string; readonly exported: ModuleExports }[] = [];
    for (const path of paths) {
      // Others get their turn: a folder may hold megabytes.
      await new Promise(setImmediate);
      this.#signal.throwIfAborted();
      const exported = await this.#exports.of(path);
      const isEmpty = exported.symbols.length === 0 && exported.reExports.length === 0;
      const { given = [], computed = [] } = exported.open ?? {};
      if (!isEmpty || given.length + computed.length > 0 || exported.unparsed.length > 0)
        modules.push({ path, exported });
    }
    const { sections, gaps } = await this.#exportAnswer(modules, problems);
    return { sections, gaps: { ...gaps, folders: folders.sort() } };
  }

  /**
   * One declaration of a file, or one that the file exports or imports from elsewhere.
   *
   * Throws what finding the symbol throws.
   */
  async symbol(path: WorkspacePath, name: string): Promise<OutlineAnswer> {
    const found = await this.#find(path, name);
    if ("declared" in found) {
      const outlines = found.declared.map(({ outlined }) => outlined);
      return this.#localAnswer(found.file.path, outlines, found.file);
    }
    const exported = { symbols: found.exported, reExports: [], missing: [], augments: [], unparsed: [] };
    return this.#exportAnswer([{ path: path.relative, exported }], []);
  }

  /** Where the source of a symbol stands, or of several that share an exported name. */
  async sourcesOf(path: WorkspacePath, name: string): Promise<SourceOf[]> {
    const found = await this.#find(path, name, true);
    if ("declared" in found) {
      const { file, declared } = found;
      return declared.map(({ outlined, declaration }) => {
        return { file, name: declaration.name, outlined: innermost(outlined), span: spanOf(declaration) };
      });
    }
    return found.exported.flatMap(({ path: from, outlined, name: exportedName }) => {
      const file = this.#sources.within(from);
      const shown = innermost(outlined);
      const span = shown.declaration === undefined ? shown.comment : spanOf(shown.declaration);
      return file === undefined || span === undefined ? [] : [{ file, name: exportedName, outlined: shown, span }];
    });
  }

  /**
   * Where the declarations of a symbol stand: in the file, or in the one that it is exported or imported from.
   *
   * @param mayNest whether a member further in will do
   */
  async #find(
    path: WorkspacePath,
    name: string,
    mayNest = false,
  ): Promise<
    | { readonly file: ParsedFile; readonly declared: readonly Declared[] }
    | { readonly exported: readonly ExportedSymbol[] }
  > {
    try {
      const file = this.#source(path);
      const { parsed, declarations, lines, failure } = file;
      if (parsed === undefined || (failure !== undefined && declarations.length === 0))
        throw new ToolError(
          "syntax_error",
          `${escapeName(path.relative)} does not parse: line ${failure?.line ?? 1}: ${clip(escapeInvisible(failure?.message ?? ""), 300)}. Level 2 shows its text.`,
        );
      const outlines = outlineFile(file);
      const sharing = sharingName(file, name).flatMap((declaration) => {
        const outlined = within(outlines, declaration);
        return outlined === undefined ? [] : [{ outlined, declaration }];
      });
      if (sharing.length > 0) return { file, declared: sharing };
      const { declaration, overload } = findSymbol({ declarations, lines }, path.relative, name);
      const outlined = within(outlines, declaration);
      if (outlined !== undefined && overload === undefined) return { file, declared: [{ outlined, declaration }] };
      if (outlined !== undefined && overload !== undefined) {
        const one = overloadsOf(declaration)[overload] ?? declaration;
        return { file, declared: [{ outlined: withOverload(outlined, overload, file), declaration: one }] };
      }
      if (mayNest) return { file, declared: [{ outlined: outlineNested(declaration, file), declaration }] };
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== "symbol_not_found") throw error;
      const { symbols, reExports } = await this.#exports.of(path.relative);
      const named = symbolsNamed(symbols, name);
      const { index } = parseNamePath(name);
      const each = index === undefined ? named : eachOf(named, (from) => this.#sources.within(from));
      const exported = index === undefined ? named : each.slice(index, index + 1);
      if (exported.length > 0) return { exported };
      const nested = this.#nested(path, name);
      if (nested !== undefined && mayNest) return nested;
      if (nested !== undefined)
        throw new ToolError(
          "symbol_not_found",
          `\`${escapeName(name)}\` is no symbol of ${escapeName(path.relative)}, but a member further in: level 2 shows its text, kart_hover its type.`,
        );
      const known = beyond(path.relative, each, name) ?? foreign(path.relative, reExports, name);
      if (known !== undefined) throw known;
      const declared = await leadingOn(error, path, name, async () =>
        (await this.#services.modules()).graph(this.#signal),
      );
      return this.#find(this.#workspace.root.proveFile(declared.path), declared.name, mayNest);
    }
    throw new ToolError(
      "symbol_not_found",
      `No symbol ${escapeName(name)} in the outline of ${escapeName(path.relative)}. Level 2 shows its text.`,
    );
  }

  /** A member further in than symbols, by its own text. */
  #nested(path: WorkspacePath, name: string): { readonly file: ParsedFile; readonly declared: Declared[] } | undefined {
    const file = this.#source(path);
    const naming = declarationsNaming(file, () => file.parsed, name);
    if (naming === file.declarations || resolveNamePath(naming, name, file.lines).status === "missing")
      return undefined;
    const { declaration, overload } = findSymbol({ declarations: naming, lines: file.lines }, path.relative, name);
    const one = overloadsOf(declaration)[overload ?? 0] ?? declaration;
    return { file, declared: [{ outlined: outlineNested(one, file), declaration: one }] };
  }

  /** Throws `invalid_argument` for what is no source, and what {@link unreadError} tells. */
  #source(path: WorkspacePath): ParsedFile {
    if (sourceLanguage(path.relative) === undefined)
      throw new ToolError(
        "invalid_argument",
        `${escapeName(path.relative)} is no TypeScript or JavaScript file. Level 2 shows its text.`,
      );
    const file = this.#sources.at(path.absolute);
    if (file === undefined) throw unreadError(path);
    return file;
  }

  async #exportAnswer(
    modules: readonly { readonly path: string; readonly exported: ModuleExports }[],
    problems: readonly string[],
  ): Promise<OutlineAnswer> {
    const wanted = modules.flatMap(({ exported }) => exported.symbols);
    const types = await this.#types(wanted);
    const sections = modules.map(({ path, exported }) => ({
      path,
      blocks: exportBlocks(exported.symbols, path, types),
      reExports: exported.reExports,
    }));
    return {
      sections,
      gaps: {
        unparsed: unique(modules.flatMap(({ exported }) => exported.unparsed)),
        missing: modules.flatMap(({ path, exported }) => exported.missing.map((name) => `${path} ${name}`)),
        augments: modules.length === 1 ? modules.flatMap(({ exported }) => exported.augments) : [],
        given: linesByFile(modules.flatMap((one) => placesOf(one, "given"))),
        computed: linesByFile(modules.flatMap((one) => placesOf(one, "computed"))),
        ...(modules.some(({ exported }) => exported.open !== undefined) && { isOpen: true }),
        problems,
        ...inferredGap(types, sections),
      },
    };
  }

  async #localAnswer(path: string, outlines: readonly Outlined[], { failure }: ParsedFile): Promise<OutlineAnswer> {
    const types = await this.#types(outlines.map((outlined) => ({ path, outlined })));
    const sections = [{ path, blocks: localBlocks(outlines, path, types), reExports: [] }];
    return {
      sections,
      gaps: {
        unparsed: failure === undefined ? [] : [{ path, ...failure }],
        missing: [],
        ...inferredGap(types, sections),
      },
    };
  }

  #types(outlines: readonly { readonly path: string; readonly outlined: Outlined }[]): Promise<InferredTypes> {
    return InferredTypes.of(
      outlines,
      this.#workspace.root,
      this.#sources.oxc,
      this.#services.languageServer,
      this.#signal,
    );
  }
}

/**
 * The declarations that share a name: a type and a value at the top of a file, the parts of one symbol, as a getter and its setter.
 * None for a single one, and where several owners have a member of the name.
 */
function sharingName({ declarations, lines }: ParsedFile, name: string): readonly Declaration[] {
  const resolution = resolveNamePath(declarations, name, lines);
  if (resolution.status !== "ambiguous") return [];
  const { candidates } = resolution;
  return mainOfMerged(candidates) === undefined && mainsOfApart(candidates) === undefined ? [] : candidates;
}

/** Why there is no outline of an index: what the module passes on under the name are fewer. */
function beyond(path: string, each: readonly ExportedSymbol[], name: string): ToolError | undefined {
  if (each.length === 0 || each.some((one) => one.path === path)) return undefined;
  const plain = escapeName(name.replace(/\[\d+\]$/, ""));
  const known = each.length === 1 ? `\`${plain}\`` : `\`${plain}[0]\` to \`${plain}[${each.length - 1}]\``;
  return new ToolError(
    "symbol_not_found",
    `No symbol \`${escapeName(name)}\` in ${escapeName(path)}. It exports ${known}.`,
  );
}

/** Why there is no outline of a name: a package declares it. */
function foreign(path: string, reExports: readonly ReExport[], name: string): ToolError | undefined {
  const wanted = exportName(parseNamePath(name).parts[0] ?? "");
  const statement = reExports.find(
    (one) => one.path === undefined && one.names.some((each) => each === wanted || each.endsWith(` as ${wanted}`)),
  );
  if (statement === undefined) return undefined;
  return new ToolError(
    "symbol_not_found",
    `${escapeName(path)} passes ${escapeName(name)} on from ${escapeName(JSON.stringify(statement.specifier))}: ${escapeName(statement.from ?? path)} line ${statement.line}. kart_definition at its name there leads to its declaration.`,
  );
}

/** A declaration with the comments above, and the whole statement it stands in. */
function spanOf({ span, lead, statement = span }: Declaration): Span {
  return { start: lead?.start ?? statement.start, end: statement.end };
}

function placesOf(
  { path, exported: { open } }: { readonly path: string; readonly exported: ModuleExports },
  kind: "given" | "computed",
): { readonly path: string; readonly line: number }[] {
  return open?.[kind].map((line) => ({ path, line })) ?? [];
}

function inferredGap(types: InferredTypes, sections: readonly Section[]): Pick<Gaps, "inferred"> {
  const unknown = sections.flatMap(({ blocks }) => blocks).reduce((sum, one) => sum + one.unknown, 0);
  const note = types.note(unknown);
  return note === undefined ? {} : { inferred: note };
}

function unique<T extends { readonly path: string }>(list: readonly T[]): T[] {
  return [...new Map(list.map((one) => [one.path, one])).values()];
}

/** What an outline lacks, each as a comment: the whole stays TypeScript. */
export function gapRows(gaps: Gaps): string[] {
  const { unparsed, missing, inferred, augments = [], given = [], computed = [], problems = [], folders = [] } = gaps;
  const listed = (rows: readonly string[], most = 5) =>
    rows.length > most
      ? `${rows.slice(0, most).join("; ")}; and ${count(rows.length - most, "more", "more")}`
      : rows.join("; ");
  const places = unparsed.map(({ path, line, message }) => `${escapeName(path)}:${line} ${escapeName(message)}`);
  return [
    ...(places.length > 0 ? [`// NOT PARSED, so something may be missing: ${listed(places)}`] : []),
    ...(missing.length > 0
      ? [`// Exported, but its declaration was not found: ${listed(missing.map((one) => escapeName(one)))}`]
      : []),
    ...(augments.length > 0
      ? [`// It also adds to ${listed(augments.map((one) => escapeName(one)))}: level 1 shows how.`]
      : []),
    ...(given.length > 0
      ? [`// MAY EXPORT MORE: calls are given all exports at ${listed(given.map((one) => escapeName(one)))}`]
      : []),
    ...(computed.length > 0
      ? [`// MAY EXPORT MORE: names are worked out at ${listed(computed.map((one) => escapeName(one)))}`]
      : []),
    ...(inferred === undefined ? [] : [`// ${escapeName(inferred)}`]),
    ...(folders.length > 0
      ? [
          `// Folders in it, not shown: ${listed(
            folders.map((one) => escapeName(one)),
            20,
          )}`,
        ]
      : []),
    ...(problems.length > 0 ? [`// NOT SEARCHED: ${listed(problems.map((one) => escapeName(one)))}`] : []),
  ];
}
