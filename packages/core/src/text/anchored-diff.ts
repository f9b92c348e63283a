import type { LineHunk } from "./line-diff.ts";
import { lineHash } from "./line-hash.ts";
import type { Line } from "./lines.ts";

/** Unchanged lines shown around each change. */
export const CONTEXT = 1;

/**
 * A unified diff whose rows carry the new text's anchors: ` 12:3f|kept`, `+13:a0|added`, `-removed`. Hunks start with
 * `@@ -12,2 +12,3 @@`: 1-based lines and counts, as in any unified diff. Empty where nothing changed.
 */
export function anchoredDiff(before: readonly Line[], after: readonly Line[], hunks: readonly LineHunk[]): string[] {
  return together(hunks).flatMap((group) => {
    const first = group[0] as LineHunk;
    const last = group.at(-1) as LineHunk;
    const from = Math.max(0, first.newStart - CONTEXT);
    const to = Math.min(shownLines(after), last.newEnd + CONTEXT);
    const oldFrom = first.oldStart - (first.newStart - from);
    const oldTo = last.oldEnd + Math.max(0, to - last.newEnd);
    const rows: string[] = [`@@ -${rangeOf(oldFrom, oldTo)} +${rangeOf(from, to)} @@`];
    let line = from;
    for (const { oldStart, oldEnd, newStart, newEnd } of group) {
      for (; line < newStart; line++) rows.push(` ${anchored(after, line)}`);
      for (const { text, ending } of before.slice(oldStart, oldEnd))
        if (text !== "" || ending !== "") rows.push(`-${text}`);
      for (; line < newEnd; line++) if (line < shownLines(after)) rows.push(`+${anchored(after, line)}`);
    }
    for (; line < to; line++) rows.push(` ${anchored(after, line)}`);
    return rows;
  });
}

/** What follows the final line break is no line; a blank one has a break of its own. */
function shownLines(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last?.text === "" && last.ending === "" ? lines.length - 1 : lines.length;
}

/** Hunks whose context would touch stand under one heading. */
function together(hunks: readonly LineHunk[]): LineHunk[][] {
  const groups: LineHunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hunk.newStart - last.newEnd <= CONTEXT * 2) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function rangeOf(from: number, to: number): string {
  return `${to === from ? from : from + 1},${to - from}`;
}

function anchored(lines: readonly Line[], line: number): string {
  const { text } = lines[line] as Line;
  return `${line + 1}:${lineHash(text)}|${text}`;
}
