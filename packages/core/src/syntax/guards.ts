import type { Comment, Node, Program } from "oxc-parser";
import { firstIndex } from "../text/sorted.ts";
import { childNodes, startOf } from "./parser/tree.ts";

/**
 * Code that is written without semicolons has one at the start of a line, as a guard of the `(` or `[` behind it. To the
 * parser it is the end of what stands above, be that a statement or a member. Here all of that ends where its own code does.
 *
 * @param comments asked for where there is a guard
 */
export function leaveOutGuards(program: Program, source: string, comments: () => readonly Comment[]): void {
  const ends = [...source.matchAll(GUARD)].map(({ index, 0: text }) => index + text.length);
  if (ends.length === 0) return;
  const commentStarts = new Map(comments().map(({ start, end }) => [end, start]));
  const ended = new Map<number, Node[]>(ends.map((end) => [end, []]));
  for (const node of nodesAround(program, ends)) ended.get(node.end)?.push(node);
  for (const [end, nodes] of ended) {
    // An empty statement, which may be the body of a loop; and text is no code.
    if (nodes.some(({ type, start }) => start === end - 1 || type === "JSXText")) continue;
    const own = codeEnd(source, commentStarts, end - 1);
    for (const node of nodes) node.end = own;
  }
}

/** A semicolon that starts its line; one that is alone there, or with a comment, guards nothing. */
const GUARD = /(?<=^[^\S\r\n\u2028\u2029]*);(?=[^\S\r\n]*(?!\/[/*])\S)/gm;

/** The nodes with one of some ends, which are in order, in them or at their own. */
function* nodesAround(node: Node, ends: readonly number[]): Generator<Node> {
  for (const child of childNodes(node)) {
    if (firstAfter(ends, startOf(child)) > child.end) continue;
    yield child;
    yield* nodesAround(child, ends);
  }
}

function firstAfter(ends: readonly number[], offset: number): number {
  return ends[firstIndex(ends, (end) => end > offset)] ?? Infinity;
}

/** Where the code before an offset ends, white space and comments left out. */
function codeEnd(source: string, commentStarts: ReadonlyMap<number, number>, offset: number): number {
  let start: number | undefined = offset;
  let end = offset;
  for (; start !== undefined; start = commentStarts.get(end)) end = source.slice(0, start).trimEnd().length;
  return end;
}
