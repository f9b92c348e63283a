import { loadParser } from "@kart/core/syntax/parser/parse";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { SymbolKind } from "@kart/core/syntax/declaration";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { DeclarationIndex } from "../declarations/declaration-index.ts";
import type { UnusedExport } from "./unused-exports.ts";
import { type DeclaredAtTop, isUsedInFile, TextOfFile } from "./used-in-file.ts";

/** What stands behind an exported name; `export` where that is an expression without a declaration. */
export type ExportKind = SymbolKind | "re-export" | "export";

/** An exported name in the words of answers. 1-based line. */
export interface ListedExport {
  readonly path: string;
  readonly name: string;
  readonly kind: ExportKind;
  readonly line: number;
  /** Nothing but the `export` is needless: the file uses it, or exports it under another name that is used. In doubt it does. */
  readonly usedInFile?: true;
  /** The first file that passes it on by its name. */
  readonly passedOnBy?: string;
}

/** Milliseconds of work after which others get their turn: a cancelled call must be heard. */
const TURN = 12;

/**
 * The first of the exports, those that their own files do not use before those that they do; else in the order given. No file is
 * read that tells nothing of them.
 *
 * @param unused sorted by path
 */
export async function listedExports(
  { root }: Workspace,
  declarations: DeclarationIndex,
  unused: readonly UnusedExport[],
  limit: number,
  signal: AbortSignal,
): Promise<ListedExport[]> {
  const dead: ListedExport[] = [];
  const used: ListedExport[] = [];
  const parser = await loadParser();
  let turn = performance.now();
  for (const [path, exports] of Map.groupBy(unused, (one) => one.path)) {
    if (dead.length >= limit) break;
    const [file] = await declarations.files([path], signal);
    const outcome = readTextFile(`${root.absolute}/${path}`);
    const text =
      file !== undefined && outcome.status === "read" ? new TextOfFile(parser, path, outcome.text) : undefined;
    const atTop = (file?.declarations ?? []).filter(({ depth }) => depth === 0);
    const declared = Map.groupBy(atTop, ({ declaration }) => declaration.name);
    for (const one of exports) {
      const { passedOnBy } = one;
      const kind = kindOf(declared, one);
      const listed = { path, name: one.name, kind, line: one.line, ...(passedOnBy !== undefined && { passedOnBy }) };
      const isUsed = text === undefined || isUsedInFile(text, declared, one);
      if (isUsed) used.push({ ...listed, usedInFile: true });
      else dead.push(listed);
    }
    if (performance.now() - turn < TURN) continue;
    await new Promise(setImmediate);
    signal.throwIfAborted();
    turn = performance.now();
  }
  return [...dead, ...used].slice(0, limit);
}

function kindOf(declared: DeclaredAtTop, { name, local = name, isReExport }: UnusedExport): ExportKind {
  if (isReExport) return "re-export";
  const [first] = declared.get(local) ?? declared.get(name) ?? [];
  return first?.declaration.kind ?? "export";
}
