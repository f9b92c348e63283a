import type { SymbolKind } from "@kart/core/syntax/declaration";
import type { DeclarationIndex } from "../declarations/declaration-index.ts";
import type { UnusedExport } from "./unused-exports.ts";

/** What stands behind an exported name; `export` where that is an expression without a declaration. */
export type ExportKind = SymbolKind | "re-export" | "export";

/** An exported name in the words of answers. 1-based line. */
export interface KindedExport {
  readonly path: string;
  readonly name: string;
  readonly kind: ExportKind;
  readonly line: number;
}

/** Looks up what each export declares; parses only the files that are named. */
export async function withKinds(
  declarations: DeclarationIndex,
  unused: readonly UnusedExport[],
  signal: AbortSignal,
): Promise<KindedExport[]> {
  const paths = [...new Set(unused.map(({ path }) => path))];
  const kinds = new Map<string, SymbolKind>();
  for (const file of await declarations.files(paths, signal))
    for (const { declaration, depth } of file.declarations) {
      const key = `${file.path}\0${declaration.name}`;
      if (depth === 0 && !kinds.has(key)) kinds.set(key, declaration.kind);
    }
  return unused.map(({ path, name, line, local, isReExport }) => {
    const kind = isReExport
      ? "re-export"
      : (kinds.get(`${path}\0${local ?? name}`) ?? kinds.get(`${path}\0${name}`) ?? "export");
    return { path, name, kind, line };
  });
}
