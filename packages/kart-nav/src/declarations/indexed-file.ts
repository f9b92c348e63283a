import { type Declaration, overloadsOf, walkDeclarations } from "@kart/core/syntax/declaration";
import type { LineIndex } from "@kart/core/text/line-index";

/** A declaration with its place. Lines are 1-based. */
export interface IndexedDeclaration {
  readonly declaration: Declaration;
  /** 0 at the top level. */
  readonly depth: number;
  readonly line: number;
  readonly endLine: number;
  /** Each by itself; absent where there is just one. */
  readonly overloads?: readonly IndexedDeclaration[];
}

/** What is known of one file. `failure` tells why `declarations` may lack some or all. */
export interface IndexedFile {
  readonly path: string;
  readonly declarations: readonly IndexedDeclaration[];
  readonly failure?: { readonly line: number; readonly message: string };
}

/** An {@link IndexedFile} as plain data that says nothing twice. */
export interface KeptFile {
  readonly declarations: readonly Declaration[];
  /** The first and the last line of each declaration, and of each of its overloads, in the order of {@link walkDeclarations}. */
  readonly lines: readonly number[];
  readonly failure?: { readonly line: number; readonly message: string };
}

export function keptFile(declarations: readonly Declaration[], lines: LineIndex): KeptFile {
  const placed = walkDeclarations(declarations).flatMap(({ declaration }) => {
    const overloads = overloadsOf(declaration);
    return overloads.length === 1 ? [declaration] : [declaration, ...overloads];
  });
  return { declarations, lines: placed.flatMap(({ span }) => [lines.lineAt(span.start), lines.lineAt(span.end)]) };
}

export function indexedFile(path: string, { declarations, lines, failure }: KeptFile): IndexedFile {
  let at = 0;
  const place = () => ({ line: lines[at++] as number, endLine: lines[at++] as number });
  const indexed = walkDeclarations(declarations).map(({ declaration, depth }): IndexedDeclaration => {
    const one = { declaration, depth, ...place() };
    const overloads = overloadsOf(declaration);
    if (overloads.length === 1) return one;
    return { ...one, overloads: overloads.map((overload) => ({ declaration: overload, depth, ...place() })) };
  });
  return { path, declarations: indexed, ...(failure !== undefined && { failure }) };
}
