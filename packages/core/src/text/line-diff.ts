import { diffArrays } from "diff";
import { type Line, splitLines } from "./lines.ts";

/** Lines `[oldStart, oldEnd)` of a text gave way to lines `[newStart, newEnd)` of another. 0-based. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Edits searched for before all lines between the first and the last difference count as changed: bounds the time. */
const MAX_EDIT_LENGTH = 2000;

/**
 * What changed between two texts, line by line, in order. Lines are alike when text and line break are.
 *
 * By Myers' algorithm (package `diff`) on what is left between the common start and end.
 */
export function lineHunks(before: readonly Line[], after: readonly Line[]): LineHunk[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && isSame(before[head] as Line, after[head] as Line)) head++;
  let tail = 0;
  while (tail < most - head && isSame(before[before.length - 1 - tail] as Line, after[after.length - 1 - tail] as Line))
    tail++;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  if (old.length === 0 && fresh.length === 0) return [];
  const all = { oldStart: head, oldEnd: head + old.length, newStart: head, newEnd: head + fresh.length };
  if (old.length === 0 || fresh.length === 0) return [all];
  const changes = diffArrays(old, fresh, { comparator: isSame, maxEditLength: MAX_EDIT_LENGTH });
  if (changes === undefined) return [all];
  const hunks: LineHunk[] = [];
  let oldLine = head;
  let newLine = head;
  for (let index = 0; index < changes.length;) {
    const start = { oldStart: oldLine, newStart: newLine };
    for (; index < changes.length && (changes[index]?.added === true || changes[index]?.removed === true); index++) {
      const { removed, count } = changes[index] as { removed: boolean; count: number };
      if (removed) oldLine += count;
      else newLine += count;
    }
    if (oldLine > start.oldStart || newLine > start.newStart)
      hunks.push({ ...start, oldEnd: oldLine, newEnd: newLine });
    for (; index < changes.length && changes[index]?.added !== true && changes[index]?.removed !== true; index++) {
      const { count } = changes[index] as { count: number };
      oldLine += count;
      newLine += count;
    }
  }
  return hunks;
}

/** As {@link lineHunks}, of whole texts. */
export function textHunks(before: string, after: string): LineHunk[] {
  return lineHunks(splitLines(before), splitLines(after));
}

/** The line of the old text that a line of the new one is, unchanged; undefined for a line that the change brought. 0-based. */
export function oldLineOf(hunks: readonly LineHunk[], newLine: number): number | undefined {
  return lineThrough(hunks, newLine, "new", "old");
}

/** The inverse of {@link oldLineOf}: undefined for a line that is gone. 0-based. */
export function newLineOf(hunks: readonly LineHunk[], oldLine: number): number | undefined {
  return lineThrough(hunks, oldLine, "old", "new");
}

function lineThrough(
  hunks: readonly LineHunk[],
  line: number,
  from: "old" | "new",
  to: "old" | "new",
): number | undefined {
  let shift = 0;
  for (const hunk of hunks) {
    if (line < hunk[`${from}Start`]) break;
    if (line < hunk[`${from}End`]) return undefined;
    shift = hunk[`${to}End`] - hunk[`${from}End`];
  }
  return line + shift;
}

function isSame(a: Line, b: Line): boolean {
  return a.text === b.text && a.ending === b.ending;
}
