import type { Declaration, SymbolKind } from "@kart/core/syntax/declaration";
import type { Place } from "@kart/core/language-server/questions";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { nameOffset } from "../source/asked-place.ts";
import type { SourceFile } from "../source/source-file.ts";

/** A symbol of the workspace, the code of a module outside any symbol, or a declaration in a package. */
export interface SymbolNode {
  /** Its name path; `(module)` for the code of a module. */
  readonly name: string;
  readonly kind: SymbolKind | "module" | "package";
  /** From the root; in a package from the package's folder on. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Of a type that stands for that many of its members, too. */
  readonly members?: number;
  /** Set for a declaration in a package. */
  readonly package?: string;
  /** Set for a symbol of the workspace. */
  readonly symbol?: {
    readonly declaration: Declaration;
    readonly file: SourceFile;
    /** The others of that name that are asked about. */
    readonly namesakes: readonly Declaration[];
  };
}

/** The name of code that stands in no declaration. */
export const MODULE = "(module)";

export function symbolNode(
  file: SourceFile,
  declaration: Declaration,
  namesakes: readonly Declaration[] = [],
): SymbolNode {
  const { namePath, kind, span } = declaration;
  const line = file.lines.lineAt(span.start);
  return { name: namePath, kind, path: file.path, line, symbol: { declaration, file, namesakes } };
}

/** `const and interface`: what a symbol is, and what is asked about by its name besides. */
export function kindsOf(kind: string, namesakes: readonly Declaration[] = []): string {
  return [...new Set([kind, ...namesakes.map((one) => one.kind)])].join(" and ");
}

/** @param line 1-based, of the first use */
export function moduleNode({ path }: SourceFile, line: number): SymbolNode {
  return { name: MODULE, kind: "module", path, line };
}

/** Alike for the same symbol. */
export function nodeKey({ path, name, symbol }: SymbolNode): string {
  return `${path}\0${name}\0${symbol?.declaration.nameRange.start ?? ""}`;
}

/** Where a symbol can be asked about. */
export function placeOfNode(root: WorkspaceRoot, file: SourceFile, declaration: Declaration): Place {
  return { path: root.proveFile(file.path), offset: nameOffset(file, declaration) };
}
