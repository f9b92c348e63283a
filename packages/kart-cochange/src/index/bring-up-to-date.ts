import { ToolError } from "@kart/core/mcp/tool-error";
import { count } from "@kart/core/text/display";
import type { LoggedCommit } from "../history/log-parser.ts";
import { divergence, type LogOptions, readLog, readPastLargeCommit } from "../history/read-log.ts";
import type { Repository } from "../history/repository.ts";
import { BuildLease, LeaseLost } from "./build-lease.ts";
import type { HistoryIndex } from "./history-index.ts";

/** Changes written in one transaction: some milliseconds. */
const BATCH_CHANGES = 5000;

export interface UpdateOptions extends LogOptions {
  /** Told how many commits were added so far. */
  readonly onProgress?: (added: number) => void;
}

/**
 * Makes an index hold what leads to a repository's HEAD: takes in what is new since, and takes out what was amended, rebased,
 * reset or left for another branch.
 *
 * Throws `timeout` where the deadline comes first, with the part that is done being kept, and `backend_failed`.
 */
export async function bringUpToDate(
  index: HistoryIndex,
  repository: Repository,
  options: UpdateOptions,
): Promise<void> {
  while (!isUpToDate(index, repository)) {
    using lease = await BuildLease.take(index, options.signal);
    try {
      // Another server may have done it meanwhile.
      if (!isUpToDate(index, repository)) await build(index, repository, lease, options);
    } catch (error) {
      if (isTimeout(error)) throw unfinished(index);
      if (!(error instanceof LeaseLost)) throw error;
    }
  }
}

export function isUpToDate(index: HistoryIndex, { head, shape }: Repository): boolean {
  const state = index.state();
  return state.head === head && state.shape === shape;
}

async function build(
  index: HistoryIndex,
  repository: Repository,
  lease: BuildLease,
  options: UpdateOptions,
): Promise<void> {
  const { head, shape } = repository;
  if (head === undefined || index.fact("shape") !== shape) lease.write(() => index.clear(shape));
  if (head === undefined) return;
  // Commits that were left long ago are gone for git too: it can tell nothing from them, and the history is read anew.
  await append(index, repository, lease, options).catch(async (error: unknown) => {
    const tips = index.tips();
    const isForgotten =
      isFailure(error) && tips.length > 0 && (await divergence(repository, tips, options)) === undefined;
    if (!isForgotten) throw error;
    lease.write(() => index.clear(shape));
    await append(index, repository, lease, options);
  });
  await removeWhatIsGone(index, repository, lease, options);
  lease.write(() => index.finish(head));
}

/** Adds what leads to HEAD and not to a tip yet. */
async function append(
  index: HistoryIndex,
  repository: Repository,
  lease: BuildLease,
  options: UpdateOptions,
): Promise<void> {
  const batch = new Batch(index, lease, options.onProgress);
  const known = () => {
    // What is complete counts also where git has to be asked in another way for the rest.
    batch.write();
    return index.tips();
  };
  try {
    const isStuck = index.fact("stuck") !== undefined;
    const limits = { ...options, eachAtOnce: isStuck };
    if (isStuck) {
      // Said first: what is read until a deadline is kept, and was read without looking for renames.
      lease.write(() => index.setFact("exactRenames", "a commit moves more files of one content than it can compare"));
      await readPastLargeCommit(repository, known(), (commit) => batch.add(commit), limits);
    }
    const outcome = await readLog(repository, known, (commit) => batch.add(commit), limits);
    batch.write();
    if (outcome.status === "exact-renames") lease.write(() => index.setFact("exactRenames", outcome.complaint));
    if (isStuck) lease.write(() => index.setFact("stuck", undefined));
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    // Whole commits came before the deadline: they are kept.
    batch.write();
    const hasMoved = !isTimeout(error) || batch.written > 0;
    lease.write(() => index.setFact("stuck", hasMoved ? undefined : "yes"));
    throw error;
  }
}

/** Commits on their way into the index, many in one transaction. */
class Batch {
  readonly #index: HistoryIndex;
  readonly #lease: BuildLease;
  readonly #onProgress: ((added: number) => void) | undefined;
  #commits: LoggedCommit[] = [];
  #changes = 0;
  /** Commits written so far. */
  written = 0;

  constructor(index: HistoryIndex, lease: BuildLease, onProgress: ((added: number) => void) | undefined) {
    this.#index = index;
    this.#lease = lease;
    this.#onProgress = onProgress;
  }

  add(commit: LoggedCommit): void {
    this.#commits.push(commit);
    this.#changes += commit.changes.length + 1;
    if (this.#changes >= BATCH_CHANGES) this.write();
  }

  write(): void {
    if (this.#commits.length === 0) return;
    this.#lease.write(() => this.#index.append(this.#commits));
    this.written += this.#commits.length;
    this.#commits = [];
    this.#changes = 0;
    this.#onProgress?.(this.written);
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof ToolError && error.code === "backend_failed";
}

function isTimeout(error: unknown): boolean {
  return error instanceof ToolError && error.code === "timeout";
}

/** A tip that is no parent of a new commit may lead elsewhere: nothing has to be asked where HEAD alone is left. */
async function removeWhatIsGone(
  index: HistoryIndex,
  repository: Repository,
  lease: BuildLease,
  options: UpdateOptions,
): Promise<void> {
  const tips = index.tips();
  if (tips.length === 1 && tips[0] === repository.head) return;
  const { gone, boundary } = (await divergence(repository, tips, options)) ?? { gone: new Set<string>(), boundary: [] };
  if (gone.size > 0) lease.write(() => index.remove(gone, [...boundary, ...tips.filter((tip) => !gone.has(tip))]));
}

function unfinished(index: HistoryIndex): ToolError {
  return new ToolError(
    "timeout",
    `The history is long: ${count(index.commitCount(), "commit")} are indexed so far, and kept. Ask again to go on, or run kart-cochange build.`,
  );
}
