import { ToolError } from "../mcp/tool-error.ts";
import { run, type RunOptions, type RunResult, runToEnd } from "./run.ts";
import { clip, collapse } from "../text/display.ts";

/**
 * Before every subcommand. A repository's own configuration may name programs: file system monitors, hooks, transports of
 * promisor remotes. None of them may run because somebody asked a question.
 */
const SAFE = (
  "-c core.fsmonitor=false -c core.hooksPath=/dev/null -c protocol.allow=never " +
  "--no-pager --no-optional-locks --literal-pathspecs"
).split(" ");

/** Children inherit no `GIT_*`. An allowed protocol that does not exist overrules `protocol.ext.allow` of the configuration. */
const ENVIRONMENT = {
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "none",
  LC_ALL: "C",
};

type GitOptions = Pick<RunOptions, "cwd" | "signal" | "env" | "timeoutMs">;

/** The whole output of a git command as bytes, whatever its exit status. Throws `backend_unavailable` without git. */
export async function git(args: readonly string[], options: GitOptions): ReturnType<typeof runToEnd> {
  return runToEnd("git", [...SAFE, ...args], { ...options, env: { ...ENVIRONMENT, ...options.env } });
}

/** As {@link git}, with the output given away in pieces as it comes. */
export async function streamGit(
  args: readonly string[],
  options: GitOptions & Required<Pick<RunOptions, "onOutput">>,
): Promise<RunResult> {
  return run("git", [...SAFE, ...args], { ...options, env: { ...ENVIRONMENT, ...options.env } });
}

/** What git said when it failed, as one line. */
export function complaint({ exitCode, stderr }: RunResult): string {
  return clip(collapse(stderr), 300) || `git ended with status ${exitCode}`;
}

export function gitFailed(result: RunResult): ToolError {
  return new ToolError("backend_failed", `git could not answer: ${complaint(result)}. Run git fsck there.`);
}
