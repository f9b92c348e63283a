import { ToolError } from "@kart/core/mcp/tool-error";
import { count } from "@kart/core/text/display";
import type { LoggedCommit } from "../history/log-parser.ts";
import { divergence, type LogOptions, readLog } from "../history/read-log.ts";
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
      if (error instanceof ToolError && error.code === "timeout") throw unfinished(index);
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
  await removeWhatIsGone(index, repository, lease, options);

  let batch: LoggedCommit[] = [];
  let changes = 0;
  let added = 0;
  const flush = () => {
    lease.write(() => index.append(batch));
    added += batch.length;
    options.onProgress?.(added);
    batch = [];
    changes = 0;
  };
  const onCommit = (commit: LoggedCommit) => {
    batch.push(commit);
    changes += commit.changes.length + 1;
    if (changes >= BATCH_CHANGES) flush();
  };
  const known = () => {
    // What is complete counts also where git has to be asked in another way for the rest.
    flush();
    return index.tips();
  };
  const outcome = await readLog(repository, known, onCommit, options).catch((error: unknown) => {
    // Whole commits came before the deadline: they are kept.
    if (!(error instanceof LeaseLost)) flush();
    throw error;
  });
  flush();
  lease.write(() => {
    if (outcome.status === "exact-renames") index.setFact("exactRenames", outcome.complaint);
    index.finish(head);
  });
}

async function removeWhatIsGone(
  index: HistoryIndex,
  repository: Repository,
  lease: BuildLease,
  options: UpdateOptions,
): Promise<void> {
  const tips = index.tips();
  if (tips.length === 0) return;
  const diverged = await divergence(repository, tips, options);
  // Commits that were left long ago are gone for git too, and what led to them cannot be asked.
  if (diverged === undefined) lease.write(() => index.clear(repository.shape));
  else if (diverged.gone.size > 0) {
    const { gone, boundary } = diverged;
    lease.write(() => index.remove(gone, [...boundary, ...tips.filter((tip) => !gone.has(tip))]));
  }
}

function unfinished(index: HistoryIndex): ToolError {
  return new ToolError(
    "timeout",
    `The history is long: ${count(index.commitCount(), "commit")} are indexed so far, and kept. Ask again to go on, or run kart-cochange build.`,
  );
}
