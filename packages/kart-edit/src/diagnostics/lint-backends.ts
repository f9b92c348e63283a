import type { BackendState } from "@kart/core/mcp/serve";
import { runToEnd } from "@kart/core/process/run";
import { clip, collapse } from "@kart/core/text/display";
import { locateBinaries, packageVersion } from "./oxlint-binary.ts";

/**
 * oxlint and tsgolint as they are used for files that stand right in the workspace root: version and path of each, or
 * what is wrong and how to mend it. Both are started once, since a program that is there may still not run.
 */
export async function lintBackends(root: string): Promise<BackendState[]> {
  const { oxlint, tsgolint } = locateBinaries(root, root);
  return Promise.all([
    stateOf("oxlint", oxlint, (program) => [process.execPath, program, "--version"]),
    stateOf("oxlint-tsgolint", tsgolint, (program) => [program, "--help"]),
  ]);
}

async function stateOf(
  name: string,
  program: string | undefined,
  command: (program: string) => [string, ...string[]],
): Promise<BackendState> {
  const advice = `Install it with \`bun add -d ${name}\`, optional dependencies included.`;
  if (program === undefined) return { name, problem: `It was not found. ${advice}` };
  try {
    const [first, ...args] = command(program);
    // Not in the workspace, whose bunfig.toml may name scripts to run first.
    const options = { cwd: import.meta.dir, signal: new AbortController().signal, startsOthers: true };
    const { exitCode, stdout, stderr } = await runToEnd(first, args, options);
    if (exitCode !== 0) {
      const words = clip(collapse(stderr.trim() || Buffer.from(stdout).toString("utf8")), 300);
      return { name, problem: `${program} ended with status ${exitCode}: ${words}. ${advice}` };
    }
    const version = packageVersion(program);
    return { name, path: program, ...(version === undefined ? {} : { version }) };
  } catch (error) {
    return { name, problem: `${(error as Error).message}. ${advice}` };
  }
}
