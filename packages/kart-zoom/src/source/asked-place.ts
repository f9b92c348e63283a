import { ToolError } from "@kart/core/mcp/tool-error";
import type { Place } from "@kart/core/language-server/questions";
import { type Declaration, isNamedAt, overloadsOf } from "@kart/core/syntax/declaration";
import { findSymbol } from "@kart/core/syntax/find-symbol";
import { mainOfMerged, mainsOfApart } from "@kart/core/syntax/merged-declarations";
import { isOnLine, resolveNamePath } from "@kart/core/syntax/name-path";
import { nameSpan } from "@kart/core/syntax/name-span";
import { isComponent, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { Span } from "@kart/core/text/span";
import { proveNew } from "@kart/core/workspace/new-path";
import { unreadError } from "@kart/core/workspace/unread-error";
import type { WorkspacePath, WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { SourceFile } from "./source-file.ts";
import type { SourceFiles } from "./source-files.ts";

/** What a question may be about, as it was asked. */
export interface Target {
  readonly path: string;
  readonly symbol?: string | undefined;
  /** 1-based; with `symbol` it tells several of one name apart. */
  readonly line?: number | undefined;
  /** 1-based, UTF-16 units. */
  readonly column?: number | undefined;
  /** Text in the place of the file's own. */
  readonly content?: string | undefined;
  /**
   * What is asked about where several declarations at the top of a file share a name: `each` symbol of those, a type and a value at
   * once, or every `part` of them. Otherwise parts of one symbol are as good as each other, and several symbols ambiguous.
   */
  readonly namesakes?: "each" | "parts";
}

/** A place that can be asked about. */
export interface AskedPlace extends Place {
  readonly file: SourceFile;
  /** The symbol that was named, or whose own name the position is. */
  readonly declaration?: Declaration;
  /** The others of that name that are asked about. */
  readonly namesakes?: readonly Declaration[];
  /** Whether the file is another than the one asked about, which declares what that one has from it. */
  readonly isElsewhere?: boolean;
  /** The name that was asked for, where the file declares it by another and exports it by that. */
  readonly exportedAs?: string;
}

/**
 * The place that a symbol or a position means; a note where there is no such position.
 *
 * Throws what proving the path, reading the file and finding the symbol throw, `invalid_argument` where neither is given or the file is no
 * source, and `syntax_error` where a symbol is named in a file that cannot be read.
 */
export function askedPlace(root: WorkspaceRoot, sources: SourceFiles, target: Target): AskedPlace | string {
  const path = askedFile(root, target.path, target.content);
  if (sourceLanguage(path.relative) === undefined) throw noSource(path.relative);
  const file = fileOf(sources, path, target.content);
  if (target.symbol !== undefined) {
    const naming = sources.naming(file, target.symbol, target.line);
    return { path, file: naming, ...symbolPlace(naming, target.symbol, target) };
  }
  if (target.line === undefined || target.column === undefined)
    throw new ToolError("invalid_argument", "Pass `symbol`, or `line` and `column`.");
  const offset = file.lines.offsetAt({ line: target.line, column: target.column });
  if (offset === undefined) {
    return `${escapeName(path.relative)} has no position ${target.line}:${target.column}; ${whyNone(file, target.line, target.column)}.`;
  }
  const declaration = namedAt(file.outline.declarations, offset);
  if (declaration === undefined) return { path, file, offset };
  // At the quote of a name the server answers as within it, and begins with the name.
  const isQuote = /["'`]/.test(file.text[offset] ?? "") && offset === declaration.nameRange.start;
  return { path, file, offset: isQuote ? nameOffset(file, declaration) : offset, declaration };
}

function whyNone({ lines }: SourceFile, line: number, column: number): string {
  if (line < 1 || column < 1) return "lines and columns count from 1";
  if (line > lines.lineCount) return `it has ${count(lines.lineCount, "line")}`;
  return `line ${line} has ${count(lines.textOf(line).length, "character")}`;
}

/** The file of a question; with a text in its place it need not be there yet. Throws what proving it throws. */
export function askedFile(root: WorkspaceRoot, path: string, content: string | undefined): WorkspacePath {
  return content === undefined ? root.proveFile(path) : (proveNew(root, path) ?? root.proveFile(path));
}

/** The error for a file that is not read here. Of a component the imports are known all the same. */
export function noSource(path: string): ToolError {
  const next = isComponent(path) ? "kart_importers (kart-nav) tells who imports it." : "Name one that is.";
  return new ToolError("invalid_argument", `${escapeName(path)} is no TypeScript or JavaScript file. ${next}`);
}

function fileOf(sources: SourceFiles, path: WorkspacePath, content: string | undefined): SourceFile {
  if (content !== undefined) return sources.parse(path.relative, content);
  const file = sources.at(path.absolute);
  if (file === undefined) throw unreadError(path);
  return file;
}

function symbolPlace(
  file: SourceFile,
  symbol: string,
  { line, namesakes: asked }: Target,
): Pick<AskedPlace, "offset" | "namesakes"> & { readonly declaration: Declaration } {
  const { path, lines } = file;
  const { failure, declarations } = file.outline;
  if (failure !== undefined && declarations.length === 0)
    throw new ToolError(
      "syntax_error",
      `${escapeName(path)} does not parse: line ${failure.line}: ${clip(escapeInvisible(failure.message), 300)}. Pass line and column, or mend it first.`,
    );
  const resolution = resolveNamePath(declarations, symbol, lines, line);
  const candidates = resolution.status === "ambiguous" ? resolution.candidates : [];
  // A line that is none of theirs means something else of that name.
  const several = candidates.filter((one) => line === undefined || isOnLine(one, lines, line));
  const merged = mainOfMerged(several);
  const apart = merged === undefined && asked !== undefined ? mainsOfApart(several) : undefined;
  const [main = merged, ...others] = apart ?? [];
  if (main !== undefined) {
    const offset = nameOffset(file, overloadsOf(main)[0] ?? main);
    return { declaration: main, offset, namesakes: asked === "parts" ? several.filter((one) => one !== main) : others };
  }
  const { declaration, overload = 0 } = findSymbol({ declarations, lines }, path, symbol, line);
  return { declaration, offset: nameOffset(file, overloadsOf(declaration)[overload] ?? declaration) };
}

/** A place with those of what else is asked about by its name. */
export function askedPlaces(asked: AskedPlace): readonly Place[] {
  const { path, file, namesakes = [] } = asked;
  return [asked, ...namesakes.map((one) => ({ path, offset: nameOffset(file, one) }))];
}

/** The same, of a type and a value that are asked about at once the type alone: nothing implements the value. */
export function typePlace(asked: AskedPlace): AskedPlace {
  const type = asked.namesakes?.find(({ kind }) => kind === "interface" || kind === "type");
  return type === undefined ? asked : { ...asked, offset: nameOffset(asked.file, type), declaration: type };
}

/** Where the language server is asked about a declaration: at its name, or where that is computed, before it. */
export function nameOffset({ text }: SourceFile, declaration: Declaration): number {
  return (nameSpan(text, declaration) ?? declaration.nameRange).start;
}

/** The declaration whose own name, or that of an overload, an offset lies in. */
export function namedAt(declarations: readonly Declaration[], offset: number): Declaration | undefined {
  for (const declaration of declarations) {
    if (!holds(declaration.span, offset)) continue;
    if (isNamedAt(declaration, offset)) return declaration;
    const inner = namedAt(declaration.children, offset);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The innermost symbol that holds an offset. */
export function symbolAround(declarations: readonly Declaration[], offset: number): Declaration | undefined {
  const outer = declarations.find(({ span }) => span.start <= offset && offset < span.end);
  return outer && (symbolAround(outer.children, offset) ?? outer);
}

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** The name that an offset lies in; empty where there is none. */
export function nameIn(file: SourceFile, offset: number): string {
  const end = offset + (/^[\p{ID_Continue}$]*/u.exec(file.text.slice(offset, offset + 200))?.[0].length ?? 0);
  return file.text.slice(nameStart(file, offset), end);
}

/** Where the name that an offset lies in starts; the offset itself where there is none. */
export function nameStart({ text }: Pick<SourceFile, "text">, offset: number): number {
  return offset - (/[\p{ID_Continue}$#]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0].length ?? 0);
}
