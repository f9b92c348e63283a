import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { InferredTypes } from "./inferred-types.ts";
import type { ExportedSymbol, ReExport } from "./module-exports.ts";
import type { Outlined } from "./outline.ts";
import type { Hole, Piece } from "./pieces.ts";
import {
  type Detail,
  type ExportPart,
  exportText,
  localText,
  plainDoc,
  shownMembers,
  signatureText,
} from "./render.ts";

/** A declaration as data. Lines are 1-based. */
export interface SymbolData {
  readonly name: string;
  readonly namePath: string;
  readonly kind: string;
  readonly signature: string;
  readonly doc: string;
  readonly exported: boolean;
  readonly line: number;
  readonly endLine: number;
  /** The file that declares it, where that is not the one asked about. */
  readonly from?: string;
  readonly children?: SymbolData[];
}

/** One declaration of an answer, as text and as data, in any detail. */
export interface Block {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  /** The file that declares it, relative to the root. */
  readonly path: string;
  readonly outlined: Outlined;
  readonly text: (detail: Detail) => string;
  readonly data: (detail: Detail) => SymbolData;
  /** How many types of it are not known though the compiler was asked. */
  readonly unknown: number;
}

/** @param path the module asked about */
export function exportBlocks(symbols: readonly ExportedSymbol[], path: string, types: InferredTypes): Block[] {
  const parts = new Parts();
  return symbols.map(({ name, outlined, path: from }): Block => {
    const part = parts.next(name, outlined);
    return block(name, outlined, path, from, types, (answer, detail) =>
      exportText(name, outlined, part, answer, detail),
    );
  });
}

export function localBlocks(outlines: readonly Outlined[], path: string, types: InferredTypes): Block[] {
  const parts = new Parts();
  return outlines.map((outlined) => {
    const part = parts.next(outlined.name, outlined);
    return block(outlined.name, outlined, path, path, types, (answer, detail) =>
      localText(outlined, part, answer, detail),
    );
  });
}

/** A declaration stands once under all its names, and a name is given once to all declarations that share it. */
class Parts {
  readonly #shown = new Set<Outlined>();
  readonly #named = new Set<string>();

  next(name: string, outlined: Outlined): ExportPart {
    if (this.#shown.has(outlined)) return "naming";
    this.#shown.add(outlined);
    if (this.#named.has(name)) return "declaration";
    this.#named.add(name);
    return "all";
  }
}

function block(
  name: string,
  outlined: Outlined,
  path: string,
  from: string,
  types: InferredTypes,
  text: (answer: (hole: Hole) => string | undefined, detail: Detail) => string,
): Block {
  const answer = (hole: Hole) => types.answer(from, hole);
  return {
    name,
    kind: outlined.kind,
    line: outlined.line,
    path: from,
    outlined,
    text: (detail) => text(answer, detail),
    data: (detail) => ({
      ...dataOf(outlined, answer, detail),
      name: escapeInvisible(name),
      ...(from !== path && { from }),
    }),
    unknown: countPieces(outlined, (piece) => typeof piece !== "string" && answer(piece) === undefined),
  };
}

function dataOf(outlined: Outlined, answer: (hole: Hole) => string | undefined, detail: Detail): SymbolData {
  const { name, namePath, kind, exported, line, endLine, doc } = outlined;
  const members = shownMembers(outlined, detail).map((child) => dataOf(child, answer, detail));
  return {
    name: escapeInvisible(name),
    namePath: escapeInvisible(namePath),
    kind,
    signature: clip(signatureText(outlined, answer), MAX_SIGNATURE),
    doc: docData(doc, detail),
    exported,
    line,
    endLine,
    ...(members.length > 0 && { children: members }),
  };
}

/** UTF-16 units of one: a text in code may have millions, and its type is that text. */
const MAX_SIGNATURE = 10_000;

function docData(doc: string, { docs }: Detail): string {
  if (doc === "" || docs === "none") return "";
  const text = plainDoc(doc);
  return docs === "whole" ? text : (text.split("\n")[0] ?? "");
}

function countPieces({ signatures, children = [] }: Outlined, counts: (piece: Piece) => boolean): number {
  const own = signatures.flatMap(({ pieces }) => pieces.filter(counts));
  return own.length + children.reduce((sum, child) => sum + countPieces(child, counts), 0);
}

/** Statements that pass on what no file of the workspace declares, below the name of the file where blocks of others stand above. */
export function reExportRows(reExports: readonly ReExport[], path: string, above: readonly Block[]): string[] {
  const rows = statementRows(reExports);
  const isBelowOthers = (above.at(-1)?.path ?? path) !== path;
  return isBelowOthers && rows.length > 0 ? [heading(path), ...rows] : rows;
}

function statementRows(reExports: readonly ReExport[]): string[] {
  return reExports
    .filter(({ path }) => path === undefined)
    .map(({ specifier, names, line, from }) => {
      const [first = ""] = names;
      const what = first.startsWith("*") ? first : `{ ${names.join(", ")} }`;
      return `export ${what} from ${escapeInvisible(JSON.stringify(specifier))}; // ${from === undefined ? "" : `${escapeName(from)}:`}${line}`;
    });
}

/** Blocks of one file that follow one another stand below its name, unless it is the one asked about. */
export function blockRows(blocks: readonly Block[], path: string, text: (block: Block) => string): string[] {
  let at = path;
  return blocks.flatMap((one) => {
    const isElsewhere = one.path !== at;
    at = one.path;
    return [...(isElsewhere ? [heading(one.path)] : []), text(one)];
  });
}

function heading(path: string): string {
  return `// from ${escapeName(path)}`;
}
