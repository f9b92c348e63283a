import { count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { ToolError } from "@kart/core/mcp/tool-error";
import { isTest } from "@kart/core/modules/entry-points";
import * as z from "zod";
import { type Reached, reachedNodes, type Walk } from "../reach/breadth-first.ts";
import type { Dependence } from "../reach/dependence.ts";
import type { Completeness } from "../reach/coverage.ts";
import { kindsOf, type SymbolNode } from "../reach/symbol-node.ts";
import { path, symbol, line } from "./parameters.ts";

/** What the walks from a symbol take, up and down. */
export const reachInput = {
  path,
  symbol: symbol.describe("Name path: `parse`, `Router.match`"),
  line: line.optional().describe("A line of it, where the name is not unique"),
  depth: z.int().min(1).max(5).default(3),
  limit: z.int().min(1).max(2_000).default(200),
};

/** Whether the language server did not answer in time, so that what it told before is all there is. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ToolError && error.code === "timeout";
}

/** Dependents of one symbol from which on that is worth a word. */
const HIGH_FAN_OUT = 10;

type Node = Reached<SymbolNode, Dependence>;

export interface NodeData {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly via?: string | undefined;
  readonly fanOut?: number | undefined;
  readonly members?: number | undefined;
}

export const nodeFields = {
  name: z.string(),
  kind: z.string(),
  path: z.string(),
  line: z.int(),
  via: z.string().optional(),
  /** Absent where it was not looked at. */
  fanOut: z.int().optional(),
  /** Of a type: how many of its members are meant as well. */
  members: z.int().optional(),
};

export const reachOutput = {
  symbol: z.string(),
  kind: z.string(),
  path: z.string(),
  line: z.int(),
  depth: z.int(),
  maxDepth: z.int(),
  totalNodes: z.int(),
  highFanOut: z.boolean(),
  complete: z.boolean(),
  truncated: z.boolean(),
  files: z.array(z.string()),
};

/** What both directions answer; `root` is left to each. */
export function reachData(
  { root, total, maxDepth, isCut, isLate = false }: Walk<SymbolNode, Dependence>,
  depth: number,
  complete: boolean,
) {
  const { name, kind, path: where, line: at } = root.node;
  const nodes = [...reachedNodes(root)];
  return {
    symbol: name,
    kind,
    path: where,
    line: at,
    depth,
    maxDepth,
    totalNodes: total,
    highFanOut: [root, ...nodes].some(({ fanOut = 0 }) => fanOut > HIGH_FAN_OUT),
    complete: complete && !isCut && !isLate,
    truncated: isCut || isLate,
    files: [...new Set(nodes.flatMap(({ node }) => (node.package === undefined ? [node.path] : [])))].sort(),
  };
}

/** A node as data, what was reached from it under `next`. */
export function nodeData<Next>({ node, via, fanOut }: Node, next: Next): NodeData & Next {
  const { name, kind, path: where, line: at, members } = node;
  const counts = { ...(fanOut !== undefined && { fanOut }), ...(members !== undefined && { members }) };
  return { name, kind, path: where, line: at, ...(via && { via }), ...counts, ...next };
}

/** How an answer speaks of what it found. */
interface ReachWords {
  readonly one: string;
  readonly many: string;
  /** Whether a node tells how many it leads to that stand elsewhere in the tree. */
  readonly countsElsewhere: boolean;
}

/** The tree, what it does not hold, and the lists below it. */
export function reachText(
  walk: Walk<SymbolNode, Dependence>,
  depth: number,
  { complete, notes }: Completeness,
  { one, many, countsElsewhere }: ReachWords,
  lists: readonly string[],
): string {
  const { root, total, maxDepth, isCut, isLate = false } = walk;
  const { name, kind, path: where, line: at } = root.node;
  const kinds = kindsOf(kind, root.node.symbol?.namesakes);
  const found = total === 0 ? `no ${many}` : `${isCut ? "more than " : ""}${count(total, one, many)}`;
  const isAll = complete && !isCut && !isLate ? "complete" : "INCOMPLETE";
  const how = endsAtDepth(walk, depth)
    ? `${isAll} down to depth ${depth} (raise depth to go on)`
    : total === 0
      ? isAll
      : `${maxDepth} deep, ${isAll}`;
  const rest = isCut
    ? [`Cut at ${total} by limit: those at depth ${maxDepth} were not looked into, and some are missing.`]
    : isLate
      ? [
          `ENDED at depth ${maxDepth}: the language server took too long for the next. Pass depth: ${maxDepth}, or ask about one of those.`,
        ]
      : [];
  const elsewhere =
    countsElsewhere && [...reachedNodes(root)].some(({ fanOut = 0, next }) => fanOut > next.length)
      ? [`(+n): n more ${many}, ${isCut ? "cut or " : ""}shown elsewhere.`]
      : [];
  const headline = `${kinds} ${escapeInvisible(name)} ${escapeName(where)}:${at}: ${found}, ${how}`;
  return [headline, ...rows(root, 1, countsElsewhere), ...elsewhere, ...lists, ...rest, ...notes].join("\n");
}

/** Whether the greatest depth, and nothing else, left some unlooked into. */
export function endsAtDepth(
  { root, maxDepth, isCut, isLate = false }: Walk<SymbolNode, Dependence>,
  depth: number,
): boolean {
  return !isCut && !isLate && maxDepth === depth && [...reachedNodes(root)].some(isUnknown);
}

function isUnknown({ node, fanOut }: Node): boolean {
  return fanOut === undefined && node.symbol !== undefined;
}

/** `tests (3): src/a/ x.test.ts, y.test.ts; src/b/ z.test.ts`; nothing for none. */
export function listRow(title: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const folders = Map.groupBy(paths, (one) => one.slice(0, one.lastIndexOf("/") + 1));
  const groups = Array.from(folders, ([folder, files]) => {
    const names = files.map((one) => escapeName(one.slice(folder.length))).join(", ");
    return folder === "" ? names : `${escapeName(folder)} ${names}`;
  });
  return [`${title} (${paths.length}): ${groups.join("; ")}`];
}

/**
 * Those that lead no further share the row of their file: ` src/a.ts: call f:12, g:15; type T:3`. The file is left out where it
 * is that of the row below which they stand.
 */
function rows({ node: { path: home }, next }: Node, indent: number, countsElsewhere: boolean): string[] {
  const short = (node: Node) => shortly(node, countsElsewhere);
  const margin = " ".repeat(indent);
  return [...Map.groupBy(next, ({ node }) => node.package ?? node.path)].flatMap(([file, nodes]) => {
    const name = file === home ? "" : `${escapeName(file)}: `;
    const leaves = Map.groupBy(
      nodes.filter((node) => node.next.length === 0),
      ({ via }) => via,
    );
    const groups = Array.from(leaves, ([via, list]) => `${via} ${list.map(short).join(", ")}`);
    return [
      ...(groups.length === 0 ? [] : [`${margin}${name}${groups.join("; ")}`]),
      ...nodes.flatMap((node) =>
        node.next.length === 0
          ? []
          : [`${margin}${name}${node.via} ${short(node)}`, ...rows(node, indent + 1, countsElsewhere)],
      ),
    ];
  });
}

function shortly({ node, fanOut = 0, next }: Node, countsElsewhere: boolean): string {
  const place = node.package === undefined ? `:${node.line}` : "";
  const members = node.members === undefined ? "" : ` (${node.members} members)`;
  const elsewhere = countsElsewhere ? fanOut - next.length : 0;
  const counted = elsewhere > 0 ? ` (+${elsewhere})` : fanOut > HIGH_FAN_OUT ? ` (${fanOut})` : "";
  return `${escapeInvisible(node.name)}${members}${place}${counted}`;
}

/** Test files among some. */
export function testsAmong(paths: readonly string[]): string[] {
  return paths.filter(isTest);
}
