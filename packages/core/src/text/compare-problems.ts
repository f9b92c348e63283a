import { type LineHunk, oldLineOf } from "./line-diff.ts";

/** What somebody complains of in a text. */
export interface PlacedProblem {
  readonly code: string;
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** False for a problem of the file as a whole. */
  readonly isPlaced: boolean;
}

/** The problems of a changed text, by what is known of the text before. Each keeps its order. */
export interface Comparison<Problem> {
  /** They stand on lines that the edit put in, where nothing gave way: no text before can have had them. */
  readonly brought: readonly Problem[];
  readonly existing: readonly Problem[];
  /** They are not known to have stood there. */
  readonly unmatched: readonly Problem[];
}

/**
 * Tells problems that stood in a text before an edit from others: the same code and message, at the same column of the
 * same unchanged line, or anywhere in the lines that gave way to those where it stands now. One problem before stands for
 * one after.
 *
 * @param hunks what the edit changed
 * @param before problems of the text before the edit, as far as they are known
 */
export function compareProblems<Problem extends PlacedProblem>(
  after: readonly Problem[],
  hunks: readonly LineHunk[],
  before: readonly PlacedProblem[],
): Comparison<Problem> {
  const known = new Map<string, number>();
  for (const problem of before) {
    const key = keyOf(problem, hunks, "old");
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const brought: Problem[] = [];
  const existing: Problem[] = [];
  const unmatched: Problem[] = [];
  for (const problem of after) {
    const hunk = hunkAt(problem, hunks, "new");
    if (hunk !== undefined && hunk.oldStart === hunk.oldEnd) {
      brought.push(problem);
      continue;
    }
    const key = keyOf(problem, hunks, "new");
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    (left > 0 ? existing : unmatched).push(problem);
  }
  return { brought, existing, unmatched };
}

/** @param side of the hunks that the problem's text is */
function keyOf(problem: PlacedProblem, hunks: readonly LineHunk[], side: "old" | "new"): string {
  const { isPlaced, line, column, code, message } = problem;
  const what = `${code} ${message}`;
  if (!isPlaced) return what;
  const hunk = hunkAt(problem, hunks, side);
  if (hunk !== undefined) return `@${hunk.newStart} ${what}`;
  return `${side === "old" ? line - 1 : oldLineOf(hunks, line - 1)}:${column} ${what}`;
}

/** Where a problem stands, on one side of an edit. */
export function hunkAt(
  { isPlaced, line }: PlacedProblem,
  hunks: readonly LineHunk[],
  side: "old" | "new",
): LineHunk | undefined {
  return isPlaced ? hunks.find((hunk) => hunk[`${side}Start`] < line && line <= hunk[`${side}End`]) : undefined;
}
