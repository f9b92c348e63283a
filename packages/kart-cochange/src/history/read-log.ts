import { readFileSync } from "node:fs";
import { join } from "node:path";
import { complaint, git, gitFailed, streamGit } from "@kart/core/process/git";
import { LOG_FORMAT, type LoggedCommit, LogParser } from "./log-parser.ts";
import type { Repository } from "./repository.ts";

export interface LogOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for each git command; the server's own deadline unless given. */
  readonly timeoutMs?: number;
  /** Makes git hand out each commit at once, rather than many in one piece, which takes a third of the time. */
  readonly eachAtOnce?: boolean;
}

/**
 * The options of every `git log`: what a repository's configuration could change about the output is said here. An order
 * file may be a FIFO, and a rename limit of none makes git compare every file of a large commit with every other.
 */
const OPTIONS = (
  "-z --reverse --topo-order --no-show-signature --no-ext-diff --no-textconv --no-color --no-decorate --no-notes " +
  "--no-mailmap --no-relative --encoding=UTF-8 --ignore-submodules=all -O/dev/null -l1000 --no-diff-merges --name-status"
).split(" ");

export type LogOutcome =
  | { readonly status: "complete" }
  /** Contents that git needs to find renames are missing: those were found only where a file moved without a change. */
  | { readonly status: "exact-renames"; readonly complaint: string };

/**
 * Reads the commits that lead to `repository.head` and not to `known`, parents first, merges with their parents but without
 * changes. `known` is asked again where git has to start anew.
 *
 * Throws `backend_failed` where git cannot read them, with what was handed out until then remaining true.
 */
export async function readLog(
  repository: Repository,
  known: () => readonly string[],
  onCommit: (commit: LoggedCommit) => void,
  options: LogOptions,
): Promise<LogOutcome> {
  const cutOff = shallowCommits(repository);
  // A clone that was cut off shows every file as new in its oldest commits.
  const take = (commit: LoggedCommit) => onCommit(cutOff.has(commit.oid) ? { ...commit, changes: [] } : commit);
  const first = await runLog(repository, known(), "-M", take, options);
  if (first.exitCode === 0) return { status: "complete" };
  const second = await runLog(repository, known(), "-M100%", take, options);
  if (second.exitCode !== 0) throw gitFailed(second);
  return { status: "exact-renames", complaint: complaint(first) };
}

/**
 * Reads the next commits without looking for renames: git compares every file that vanished with every new one of the same
 * content, which takes minutes where a commit moves a hundred thousand copies of one file.
 */
export async function readPastLargeCommit(
  repository: Repository,
  known: readonly string[],
  onCommit: (commit: LoggedCommit) => void,
  options: LogOptions,
): Promise<void> {
  const result = await runLog(repository, known, "--no-renames", onCommit, options, 2);
  if (result.exitCode !== 0 && result.exitCode !== undefined) throw gitFailed(result);
}

/** @param most commits after which git is stopped; its exit code is undefined then */
async function runLog(
  { commonFolder, head = "" }: Repository,
  known: readonly string[],
  renames: "-M" | "-M100%" | "--no-renames",
  onCommit: (commit: LoggedCommit) => void,
  options: LogOptions,
  most = Number.POSITIVE_INFINITY,
) {
  const parser = new LogParser();
  let taken = 0;
  const revisions = [head, ...known.map((oid) => `^${oid}`)];
  const result = await streamGit(
    [
      "-c",
      "log.showRoot=true",
      "log",
      ...OPTIONS,
      `--format=${LOG_FORMAT}`,
      renames,
      "--end-of-options",
      ...revisions,
      "--",
    ],
    {
      ...options,
      cwd: commonFolder,
      env: { GIT_DIR: commonFolder, GIT_FLUSH: options.eachAtOnce === true ? "1" : "0" },
      onOutput(chunk) {
        for (const commit of parser.push(chunk)) {
          onCommit(commit);
          if (++taken >= most) return false;
        }
      },
    },
  );
  // Output that was cut short may end in the midst of a commit.
  const last = result.exitCode === 0 ? parser.end() : undefined;
  if (last !== undefined) onCommit(last);
  return result;
}

/** What no longer leads to HEAD, and where the commits that remain end. */
export interface Divergence {
  readonly gone: ReadonlySet<string>;
  /** Commits that lead to both, and to which some of the gone ones led. */
  readonly boundary: readonly string[];
}

/** Compares known tips with HEAD; undefined where git has forgotten the tips. */
export async function divergence(
  { commonFolder, head = "" }: Repository,
  tips: readonly string[],
  options: LogOptions,
): Promise<Divergence | undefined> {
  const revisions = ["--boundary", "--end-of-options", ...tips, `^${head}`, "--"];
  const result = await git(["rev-list", ...revisions], {
    ...options,
    cwd: commonFolder,
    env: { GIT_DIR: commonFolder },
  });
  if (result.exitCode !== 0) return undefined;
  const lines = new TextDecoder()
    .decode(result.stdout)
    .split("\n")
    .filter((line) => line !== "");
  const gone = new Set(lines.filter((line) => !line.startsWith("-")));
  return { gone, boundary: lines.flatMap((line) => (line.startsWith("-") ? [line.slice(1)] : [])) };
}

/** How many commits lead to HEAD and not to `known`. */
export async function countCommits(
  { commonFolder, head = "" }: Repository,
  known: readonly string[],
  options: LogOptions,
): Promise<number> {
  const revisions = [head, ...known.map((oid) => `^${oid}`)];
  const result = await git(["rev-list", "--count", "--end-of-options", ...revisions, "--"], {
    ...options,
    cwd: commonFolder,
    env: { GIT_DIR: commonFolder },
  });
  if (result.exitCode !== 0) throw gitFailed(result);
  return Number(new TextDecoder().decode(result.stdout));
}

function shallowCommits({ commonFolder, isShallow }: Repository): ReadonlySet<string> {
  if (!isShallow) return new Set();
  return new Set(readFileSync(join(commonFolder, "shallow"), "utf8").split("\n"));
}
