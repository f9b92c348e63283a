export interface TestSummary {
  readonly passed: number;
  /** At least 1 where the run as a whole went wrong, whatever its summary says. */
  readonly failed: number;
  readonly skipped: number;
  /** What went wrong beyond single tests. */
  readonly problem?: string;
}

/**
 * Reads the summary that `bun test` prints last. Its JUnit report would not do: a file that cannot be loaded is missing
 * there, and a test that calls `process.exit(0)` ends the run with status 0 and no word.
 */
export function summaryOf(output: string, exitCode: number): TestSummary {
  const end = /^((?: *\d+ [^\n]+\n)*)Ran (\d+) tests? across \d+ files?\./m;
  const block = lastMatch(output, end);
  if (block === undefined) return broken(0, 0, `bun test ended with status ${exitCode} before its summary.`);
  const count = (noun: string) => Number(new RegExp(`^ *(\\d+) ${noun}s?$`, "m").exec(block)?.[1] ?? 0);
  const passed = count("pass");
  const failed = count("fail");
  const skipped = count("skip") + count("todo");
  if (failed === 0 && count("error") > 0) return broken(passed, skipped, "bun test met an error outside of tests.");
  if (failed === 0 && exitCode !== 0) return broken(passed, skipped, `bun test ended with status ${exitCode}.`);
  if (failed === 0 && passed === 0) return broken(0, skipped, "No test ran.");
  return { passed, failed, skipped };
}

function broken(passed: number, skipped: number, problem: string): TestSummary {
  return { passed, failed: 1, skipped, problem };
}

/** The counts before the last `Ran …` line. A test may itself print such a line, so only the last one counts. */
function lastMatch(output: string, pattern: RegExp): string | undefined {
  return [...output.matchAll(new RegExp(pattern, "gm"))].at(-1)?.[1];
}
