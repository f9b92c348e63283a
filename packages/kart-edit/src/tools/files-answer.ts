import { anchoredDiff } from "@kart/core/text/anchored-diff";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { ShownChange } from "../change/change-files.ts";
import type { LineRange } from "../change/snapshots.ts";
import type { EditServices } from "../services.ts";
import { withoutLongRuns } from "./change-answer.ts";

/** Rows of the diff of all files that an answer shows: all are worth seeing before, few after. */
const MAX_ROWS = 60;
const MAX_DRY_ROWS = 400;
/** Longest row, and most text of all rows, in UTF-16 units. */
const MAX_ROW = 300;
const MAX_TEXT = 12_000;

/** Rows at the start of a long run of added ones: what a new file imports. */
const ADDED_HEAD = 12;

/**
 * The diff of several files, each below its name with its count of places; capped, with what is left out counted. Where not all of
 * it has room, long runs of rows are cut in their midst: what was taken out of one file mostly stands in another. What is shown whole
 * of lines that stand there now, which after a dry run none does yet, becomes anchors.
 *
 * @param files by the paths that they have now
 */
export function filesDiff(files: readonly ShownChange[], dryRun: boolean, { snapshots }: EditServices): string {
  const max = dryRun ? MAX_DRY_ROWS : MAX_ROWS;
  const isWhole = haveRoom(files, max);
  const rows: string[] = [];
  let length = 0;
  for (const [index, file] of files.entries()) {
    const own = rowsOf(file, isWhole);
    const size = sizeOf(own);
    if (rows.length > 0 && (rows.length + own.length > max || length + size > MAX_TEXT))
      return [...rows, ...leftOut(files.slice(index))].join("\n");
    const shown = own.slice(0, max);
    rows.push(...shown);
    if (!dryRun) snapshots.show(file.path, file.after.text, linesOf(shown));
    if (own.length > shown.length) rows.push(`… ${count(own.length - shown.length, "more row")}`);
    length += size;
  }
  return rows.join("\n");
}

function haveRoom(files: readonly ShownChange[], max: number): boolean {
  let rows = 0;
  let length = 0;
  return files.every((file) => {
    const own = rowsOf(file, true);
    rows += own.length;
    length += sizeOf(own);
    return rows <= max && length <= MAX_TEXT;
  });
}

function rowsOf({ path, edits, lines, hunks }: ShownChange, isWhole: boolean): string[] {
  const rows = anchoredDiff(lines.before, lines.after, hunks);
  const shown = isWhole ? rows : withoutLongRuns(rows, ADDED_HEAD);
  return [
    `${escapeName(path)}: ${count(edits.length, "edit")}`,
    ...shown.map((row) => escapeInvisible(clip(row, MAX_ROW))),
  ];
}

/** The lines, 1-based, that rows of a diff show whole: a longer row was clipped. */
function linesOf(rows: readonly string[]): LineRange[] {
  const lines = rows.flatMap((row) => (row.length < MAX_ROW ? (/^[ +](\d+):[\da-f]{2}\|/.exec(row)?.[1] ?? []) : []));
  return lines.map((line) => ({ from: Number(line), to: Number(line) }));
}

function sizeOf(rows: readonly string[]): number {
  return rows.reduce((sum, row) => sum + row.length + 1, 0);
}

/** Files named by their counts alone. */
const MAX_NAMED = 40;

function leftOut(files: readonly ShownChange[]): string[] {
  const named = files
    .slice(0, MAX_NAMED)
    .map(({ path, edits }) => `${escapeName(path)}: ${count(edits.length, "edit")}, not shown`);
  return files.length > named.length ? [...named, `… and ${count(files.length - named.length, "more file")}`] : named;
}
