/**
 * Everything that must hold before a change is done: format, lint with types and layers, types, unused code, tests.
 *
 * Each step says its name and duration; a step that fails shows its output. The last line is `N passed, N failed`, in
 * which a failed static step counts as a failure, so that the line is never green when the exit status is not.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { summaryOf } from "./test-summary.ts";

const ROOT = join(import.meta.dir, "..");
/**
 * Files of tests that run at a time, each with servers of its own: one for each processor. Two processors run two files in the time that
 * they take for three at once, in which each waits longer for what it starts.
 */
const WORKERS = Math.min(Math.max(2, availableParallelism()), 4);

/** Milliseconds for one test, on a slow and busy machine. */
const TEST_TIMEOUT = 90_000;
/** Milliseconds until a step that hangs is ended: on two slow cores the tests take twenty minutes. */
const STEP_TIMEOUT = 60 * 60_000;

// Static steps are seconds in all, so they run together; tests measure time and run after them.
const failedSteps = await Promise.all([
  step("format", ["oxfmt", "--check", "."]),
  // Ends with an error where tsgolint is missing, rather than with fewer rules.
  step("lint", ["oxlint", "--type-aware", "."]),
  step("types", ["tsc", "--noEmit"]),
  // The script of a page knows a browser's types, and none of Bun's.
  step("page", ["tsc", "--noEmit", "--project", "packages/kart-cochange/page"]),
  step("unused", ["knip", "--no-progress", "--no-config-hints"]),
]);
const tests = await runTests();

const failed = tests.failed + failedSteps.filter((ok) => !ok).length;
print(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a tool that `bun install` brought. True where it found nothing. */
async function step(name: string, tool: readonly string[]): Promise<boolean> {
  // --bun stands in for the `node` that the tools' launchers ask for, and that a machine with only Bun lacks.
  const { exitCode, output, seconds } = await bun(["run", "--bun", "--silent", ...tool]);
  const ok = exitCode === 0;
  report(name, seconds, ok, output);
  return ok;
}

async function runTests(): Promise<{ passed: number; failed: number }> {
  const { exitCode, output, seconds } = await bun([
    "test",
    `--parallel=${WORKERS}`,
    "--only-failures",
    "--timeout",
    String(TEST_TIMEOUT),
  ]);
  const summary = summaryOf(output, exitCode);
  report(
    "tests",
    seconds,
    summary.failed === 0,
    summary.problem === undefined ? output : `${output}\n${summary.problem}`,
  );
  for (const [line] of output.matchAll(/^NOT TESTED: .*$/gm)) print(line);
  if (summary.skipped > 0) print(`${summary.skipped} tests were skipped`);
  return summary;
}

async function bun(args: readonly string[]): Promise<{ exitCode: number; output: string; seconds: number }> {
  const started = performance.now();
  const { FORCE_COLOR: _, ...environment } = process.env;
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...environment, NO_COLOR: "1" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: STEP_TIMEOUT,
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { exitCode, output: `${stdout}${stderr}`.trim(), seconds: (performance.now() - started) / 1000 };
}

function report(name: string, seconds: number, ok: boolean, output: string): void {
  print(`${name.padEnd(8)}${seconds.toFixed(1).padStart(5)} s${ok ? "" : "  FAILED"}`);
  if (!ok) print(output.replaceAll(/^/gm, "    "));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
