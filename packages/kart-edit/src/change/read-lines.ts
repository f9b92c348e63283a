import { readdirSync } from "node:fs";
import { ToolError } from "@kart/core/mcp/tool-error";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import { withFolder } from "@kart/core/workspace/read-file";
import { readText } from "@kart/core/workspace/source-bytes";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import { leadOf } from "../planning/plan.ts";
import { FileText } from "./file-text.ts";
import { findTargetOrType, madeNaming } from "./find-target.ts";
import { rowOf, rowText, type ShownRow, wholeRanges } from "./shown-rows.ts";
import type { LineRange, Snapshots } from "./snapshots.ts";

export interface ReadQuery {
  readonly symbol?: string | undefined;
  /** 1-based */
  readonly offset: number;
  /** lines; left out, as many as make a short answer */
  readonly limit?: number | undefined;
  /** Without anchors: what is shown so may be overwritten, and not be edited by its lines. */
  readonly plain: boolean;
}

export interface ReadFile {
  readonly path: string;
  readonly totalLines: number;
  readonly rows: readonly ShownRow[];
  /** The rows as text. */
  readonly texts: readonly string[];
  /** The `offset` with which to go on, where there is more of the file or symbol. */
  readonly nextOffset?: number;
}

/** Most text of an answer, in UTF-16 units: room is left for what stands around it. The first where no limit is given. */
const SHORT_TEXT = 19_500;
const MAX_TEXT = 38_000;

/** Lines of a file that a reader is shown without having asked for as many. */
const DEFAULT_LIMIT = 2000;

/**
 * Reads lines of a file, and remembers exactly what it shows.
 *
 * Throws `invalid_argument` for an offset behind the end, and what reading and finding the symbol throw.
 */
export async function readLines(path: WorkspacePath, query: ReadQuery, snapshots: Snapshots): Promise<ReadFile> {
  const { text } = readText(path);
  // Not the file as lines: of a long one few are shown.
  const lines = new LineIndex(text);
  const total = lines.textOf(lines.lineCount) === "" ? lines.lineCount - 1 : lines.lineCount;
  const wanted = await rangeOf(path, text, query, total);
  const rows: ShownRow[] = [];
  const texts: string[] = [];
  const most = query.limit === undefined ? SHORT_TEXT : MAX_TEXT;
  let length = 0;
  for (let line = wanted.from; line <= wanted.to; line++) {
    const row = rowOf(line, lines.textOf(line));
    const shown = query.plain ? escapeInvisible(row.text) : rowText(row);
    length += shown.length + 1;
    if (length > most && rows.length > 0) break;
    rows.push(row);
    texts.push(shown);
  }
  if (query.plain) snapshots.see(path.relative, text, wholeRanges(rows));
  else snapshots.show(path.relative, text, wholeRanges(rows));
  const end = rows.at(-1)?.line ?? 0;
  return {
    path: path.relative,
    totalLines: total,
    rows: query.plain ? rows.map(({ line, text: shown }) => ({ line, text: shown })) : rows,
    texts,
    ...(end < wanted.last ? { nextOffset: query.offset + rows.length } : {}),
  };
}

/** `last` is where the lines end that were asked for, were there no limit. */
async function rangeOf(
  path: WorkspacePath,
  text: string,
  { symbol, offset, limit = DEFAULT_LIMIT }: ReadQuery,
  total: number,
): Promise<LineRange & { readonly last: number }> {
  const whole = symbol === undefined ? { from: 1, to: total } : await symbolRange(path, text, symbol);
  const from = symbol === undefined ? offset : whole.from + offset - 1;
  if (from > whole.to && !(total === 0 && offset === 1))
    throw new ToolError(
      "invalid_argument",
      `\`offset\` is ${offset}, but ${symbol === undefined ? escapeName(path.relative) : `\`${escapeInvisible(symbol)}\``} has ${count(whole.to - whole.from + 1, "line")}. Start before that.`,
    );
  return { from, to: Math.min(whole.to, from + limit - 1), last: whole.to };
}

async function symbolRange(path: WorkspacePath, text: string, symbol: string): Promise<LineRange> {
  const file = new FileText(await loadParser(), path.relative, text);
  const target = findTargetOrType(madeNaming(file.symbols(), symbol, undefined), path.relative, symbol, undefined);
  const lines = new LineIndex(text);
  const start = leadOf(target)?.start ?? target.span.start;
  return { from: lines.lineAt(start), to: lines.lineAt(target.span.end) };
}

export interface ReadFolder {
  readonly path: string;
  readonly entries: readonly { readonly name: string; readonly isDirectory: boolean }[];
  readonly total: number;
}

const MAX_ENTRIES = 1000;

/** What stands right in a folder and git would not ignore, folders first. Links are listed as what they are, not followed. */
export function readFolder(workspace: Workspace, path: WorkspacePath): ReadFolder {
  const found = withFolder(path.absolute, (folder) => readdirSync(folder, { withFileTypes: true }));
  if (found === undefined)
    throw new ToolError("file_not_found", `${escapeName(path.relative)} was moved while it was read. Try again.`);
  const rules = workspace.ignoreRules();
  const isInside = path.relative !== "." && rules.ignores(path.relative, true);
  const prefix = path.relative === "." ? "" : `${path.relative}/`;
  const entries = found
    .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }))
    .filter(({ name, isDirectory }) => isInside || !rules.ignores(prefix + name, isDirectory))
    .toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory) || (a.name < b.name ? -1 : 1));
  return { path: path.relative, entries: entries.slice(0, MAX_ENTRIES), total: entries.length };
}
