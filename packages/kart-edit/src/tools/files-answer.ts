import { anchoredDiff } from "@kart/core/text/anchored-diff";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { ChangedFile } from "../change/change-files.ts";

/** Rows of the diff of all files that an answer shows: all are worth seeing before, few after. */
const MAX_ROWS = 60;
const MAX_DRY_ROWS = 400;
/** Longest row, and most text of all rows, in UTF-16 units. */
const MAX_ROW = 300;
const MAX_TEXT = 12_000;

/** The diff of several files, each below its name with its count of places; capped, with what is left out counted. */
export function filesDiff(files: readonly ChangedFile[], dryRun: boolean): string {
  const max = dryRun ? MAX_DRY_ROWS : MAX_ROWS;
  const rows: string[] = [];
  let length = 0;
  for (const [index, { path, edits, lines, hunks }] of files.entries()) {
    const own = [
      `${escapeName(path)}: ${count(edits.length, "edit")}`,
      ...anchoredDiff(lines.before, lines.after, hunks).map((row) => escapeInvisible(clip(row, MAX_ROW))),
    ];
    const size = own.reduce((sum, row) => sum + row.length + 1, 0);
    if (rows.length > 0 && (rows.length + own.length > max || length + size > MAX_TEXT))
      return [...rows, ...leftOut(files.slice(index))].join("\n");
    const shown = own.slice(0, max);
    rows.push(...shown);
    if (own.length > shown.length) rows.push(`… ${count(own.length - shown.length, "more row")}`);
    length += size;
  }
  return rows.join("\n");
}

/** Files named by their counts alone. */
const MAX_NAMED = 40;

function leftOut(files: readonly ChangedFile[]): string[] {
  const named = files
    .slice(0, MAX_NAMED)
    .map(({ path, edits }) => `${escapeName(path)}: ${count(edits.length, "edit")}, not shown`);
  return files.length > named.length ? [...named, `… and ${count(files.length - named.length, "more file")}`] : named;
}
