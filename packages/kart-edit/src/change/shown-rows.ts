import { clip, count, escapeInvisible } from "@kart/core/text/display";
import { lineHash } from "@kart/core/text/line-hash";
import type { Line } from "@kart/core/text/lines";
import type { LineRange } from "./snapshots.ts";

/** Longest line that is shown whole, in UTF-16 units: a longer one is clipped, and cannot be edited by an anchor. */
const MAX_ROW = 2000;

/** A line as a model sees it. */
export interface ShownRow {
  /** 1-based */
  readonly line: number;
  /** Absent where the line was clipped. */
  readonly hash?: string;
  readonly text: string;
}

export function shownRow(lines: readonly Line[], line: number): ShownRow {
  return rowOf(line, lines[line - 1]?.text ?? "");
}

export function rowOf(line: number, text: string): ShownRow {
  if (text.length <= MAX_ROW) return { line, hash: lineHash(text), text };
  return { line, text: `${clip(text, 200)} [clipped, ${count(text.length, "character")}: cannot be edited by anchor]` };
}

/** `12:3f|content`, with what would act on a terminal escaped. */
export function rowText({ line, hash, text }: ShownRow): string {
  return `${line}:${hash ?? "--"}|${escapeInvisible(text)}`;
}

/** The rows that were shown whole. */
export function wholeRanges(rows: readonly ShownRow[]): LineRange[] {
  return rows.filter(({ hash }) => hash !== undefined).map(({ line }) => ({ from: line, to: line }));
}
