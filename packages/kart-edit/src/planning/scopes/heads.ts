import type { Node } from "oxc-parser";
import { startOf } from "@kart/core/syntax/parser/tree";

/** Where the statement or member starts that a function is the value of. */
export interface Heads {
  readonly starts: readonly number[];
  /** `export` starts before the statement that it exports. */
  readonly isExport?: boolean;
  /** By the first function of the statement. */
  isTaken: boolean;
}

/** Statements and members: doc comments stand before them. */
const HEADS = /(?:Statement|Declaration|Definition|Signature|Assignment|Property|DeclareFunction)$/;

/** The heads at a node, given those around it. */
export function headsAt(node: Node, heads: Heads): Heads {
  if (!HEADS.test(node.type)) return heads;
  const starts = heads.isExport === true ? [...heads.starts, startOf(node)] : [startOf(node)];
  return { starts, isExport: node.type.startsWith("Export"), isTaken: false };
}

/** For the first function of the statement alone. */
export function takenFrom(heads: Heads): readonly number[] {
  if (heads.isTaken) return [];
  heads.isTaken = true;
  return heads.starts;
}
