import { type LineHunk, oldLineOf } from "@kart/core/text/line-diff";
import type { Problem } from "./oxlint-output.ts";

/** The problems of a changed text, by what is known of the text before. Each keeps its order. */
export interface Comparison {
  /** They stand on lines that the edit brought. */
  readonly onChangedLines: readonly Problem[];
  /** They stand on lines that the edit left alone, and stood there before. */
  readonly existing: readonly Problem[];
  /** They stand on lines that the edit left alone, and are not known to have stood there. */
  readonly unmatched: readonly Problem[];
}

/**
 * Tells problems that stood in a text before an edit from others: the same code and message, at the same column of the
 * same unchanged line. One problem before stands for one after.
 *
 * @param hunks what the edit changed
 * @param before problems of the text before the edit, as far as they are known
 */
export function compareProblems(
  after: readonly Problem[],
  hunks: readonly LineHunk[],
  before: readonly Problem[],
): Comparison {
  const known = new Map<string, number>();
  for (const problem of before) {
    const key = keyOf(problem, problem.line);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const onChangedLines: Problem[] = [];
  const existing: Problem[] = [];
  const unmatched: Problem[] = [];
  for (const problem of after) {
    const oldLine = problem.isPlaced ? oldLineOf(hunks, problem.line - 1) : 0;
    if (oldLine === undefined) {
      onChangedLines.push(problem);
      continue;
    }
    const key = keyOf(problem, oldLine + 1);
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    (left > 0 ? existing : unmatched).push(problem);
  }
  return { onChangedLines, existing, unmatched };
}

function keyOf({ isPlaced, column, code, message }: Problem, oldLine: number): string {
  return isPlaced ? `${oldLine}:${column} ${code} ${message}` : `${code} ${message}`;
}
