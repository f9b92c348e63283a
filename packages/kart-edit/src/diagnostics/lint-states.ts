import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BackendState } from "@kart/core/mcp/serve";
import { backendTimeoutMs, runToEnd } from "@kart/core/process/run";
import { asSentence, clip, collapse } from "@kart/core/text/display";
import { lintFile } from "./oxlint.ts";
import { locateBinaries, packageVersion } from "./oxlint-binary.ts";
import { TemporaryFolder } from "./temporary-folder.ts";

/**
 * oxlint and tsgolint as they are used for files that stand right in the workspace root: version and path of each, or
 * what is wrong and how to mend it. Both are started, and lint a file of ours with types: a program that is there may still
 * not run, and one that runs not find the other.
 */
export async function lintStates(root: string, signal: AbortSignal): Promise<BackendState[]> {
  const { oxlint, tsgolint } = locateBinaries(root, root);
  const [first, second] = await Promise.all([
    stateOf("oxlint", oxlint, (program) => [process.execPath, program, "--version"], signal),
    stateOf("oxlint-tsgolint", tsgolint, (program) => [program, "--help"], signal),
  ]);
  const works = oxlint !== undefined && first.problem === undefined && second.problem === undefined;
  const together = works ? await lintOnce(oxlint, tsgolint, signal) : {};
  return [
    { ...first, without: "Until then edits are not linted." },
    { ...second, ...together, without: "Until then edits are linted without types." },
  ];
}

const WRONG = 'export const text: number = "";\n';

/** What came of a lint that must find a type error. */
async function lintOnce(
  oxlint: string,
  tsgolint: string | undefined,
  signal: AbortSignal,
): Promise<Partial<BackendState>> {
  try {
    using folder = new TemporaryFolder("kart-doctor-");
    writeFileSync(join(folder.path, "tsconfig.json"), '{ "compilerOptions": { "strict": true } }');
    writeFileSync(join(folder.path, "a.ts"), WRONG);
    const deadline = performance.now() + backendTimeoutMs();
    const call = { oxlint, tsgolint, cwd: folder.path, path: "a.ts", text: WRONG, deadline, signal };
    const { outcome, typeProblem } = await lintFile(call);
    if (outcome.status === "linted" && outcome.problems.some(({ code }) => code === "typescript(TS2322)"))
      return { did: "finds a type error" };
    const reason = typeProblem ?? ("reason" in outcome ? outcome.reason : outcome.status);
    return { problem: `A type error was not found: ${reason}. Install both again, of versions that go together.` };
  } catch (error) {
    return {
      problem: `Nothing could be linted: ${asSentence((error as Error).message)} See that there is room in TMPDIR.`,
    };
  }
}

async function stateOf(
  name: string,
  program: string | undefined,
  command: (program: string) => [string, ...string[]],
  signal: AbortSignal,
): Promise<BackendState> {
  const advice = `Install it with \`bun add -d ${name}\`, optional dependencies included.`;
  if (program === undefined) return { name, problem: `It was not found. ${advice}` };
  try {
    const [first, ...args] = command(program);
    // Not in the workspace, whose bunfig.toml may name scripts to run first.
    const options = { cwd: import.meta.dir, signal, startsOthers: true };
    const { exitCode, stdout, stderr } = await runToEnd(first, args, options);
    if (exitCode !== 0) {
      const words = clip(collapse(stderr.trim() || Buffer.from(stdout).toString("utf8")), 300);
      return { name, problem: `${program} ended with status ${exitCode}: ${words}. ${advice}` };
    }
    const version = packageVersion(program);
    return { name, path: program, ...(version === undefined ? {} : { version }) };
  } catch (error) {
    return { name, problem: `${asSentence((error as Error).message)} ${advice}` };
  }
}
