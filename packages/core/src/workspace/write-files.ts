import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { syncFolder, unsyncedWarning } from "./open-file.ts";
import { refuseProtected } from "./protected-path.ts";
import { holdFolder, type HeldFolder } from "./read-file.ts";
import { stale } from "./source-bytes.ts";
import { StagedRemoval } from "./staged-removal.ts";
import { StagedWrite } from "./staged-write.ts";
import type { FileWrite, OnStep, Staged } from "./staged.ts";
import type { WorkspacePath, WorkspaceRoot } from "./workspace-path.ts";
import { PartlyWritten, writeFailure } from "./write-failure.ts";
import { LOCK_WAIT_MS, LockLost, lockTimeout } from "./write-lock.ts";

export type { FileWrite, OnStep, WriteStep } from "./staged.ts";

/**
 * Replaces files on disk, or removes them: all of them or none.
 *
 * Each file gets a temporary one beside it, which is also the lock between processes: filled, synced to disk, and renamed
 * over the file once that was read again and found unchanged. Nothing else runs in this process between the last look
 * and the rename. A file with hard links is written in place, under the same lock, and so is one whose owner a new file
 * cannot be given: a process that is killed meanwhile leaves it half written.
 *
 * Absent: a journal. A process that is killed between two of several renames leaves some files new and some old, each
 * of them whole. What node:fs does not show, such as access control lists and extended attributes, a renamed file loses.
 *
 * Throws `stale`, `protected_path` (also for a read-only file), `timeout` (another process held a file for two seconds),
 * `invalid_argument`, and `backend_failed` for what the system refuses. After each of these every file is as it was;
 * {@link PartlyWritten} names those that are not. Returns what must be said to the user.
 */
export async function writeFiles(
  root: WorkspaceRoot,
  writes: readonly FileWrite[],
  onStep: OnStep = () => {},
): Promise<{ readonly warnings: readonly string[] }> {
  for (const write of writes) refuse(root, write);
  // Every process takes locks in the same order.
  const sorted = writes.toSorted((a, b) => (a.file.path.absolute < b.file.path.absolute ? -1 : 1));
  refuseTwice(sorted);
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    const outcome = attempt(sorted, onStep);
    if (outcome.status === "written") return { warnings: outcome.warnings };
    if (performance.now() > deadline) throw lockTimeout(outcome.path);
    await pause(2 + Math.random() * 10);
  }
}

function refuse(root: WorkspaceRoot, { file: { path, stats }, text }: FileWrite): void {
  const name = escapeName(path.relative);
  if (!root.holds(path.absolute))
    throw new ToolError("path_outside_root", `${name} is outside the workspace root. Name a path inside it.`);
  refuseProtected(root, path);
  if ((stats.mode & 0o222) === 0)
    throw new ToolError("protected_path", `${name} is read-only. Make it writable, or ask the user to.`);
  if (text?.isWellFormed() === false)
    throw new ToolError(
      "invalid_argument",
      `The new text of ${name} holds half of a surrogate pair, which UTF-8 cannot write. Send whole characters.`,
    );
}

function refuseTwice(writes: readonly FileWrite[]): void {
  const names = new Map<string, string>();
  for (const { file } of writes) {
    const inode = `${file.stats.dev}:${file.stats.ino}`;
    const other = names.get(inode);
    const name = escapeName(file.path.relative);
    if (other !== undefined)
      throw new ToolError("invalid_argument", `${other} and ${name} are one file. Edit it by one name.`);
    names.set(inode, name);
  }
}

type Attempt =
  | { readonly status: "written"; readonly warnings: readonly string[] }
  | { readonly status: "held"; readonly path: WorkspacePath };

/** Synchronous from the first lock to the last: no lock is held while another process is waited for. */
function attempt(writes: readonly FileWrite[], onStep: OnStep): Attempt {
  using resources = new DisposableStack();
  const folders: Folders = new Map();
  const staged: Staged[] = [];
  for (const { file, text } of writes) {
    const { path } = file;
    const one = inWords(path, () => {
      const folder = folderOf(path, folders, resources);
      return text === undefined
        ? StagedRemoval.take(file, folder, onStep)
        : StagedWrite.take(file, text, folder, onStep);
    });
    if (one === undefined) return { status: "held", path };
    staged.push(resources.use(one));
    inWords(path, () => one.stage());
  }
  for (const one of staged) inWords(one.path, () => one.compare());
  // Writing in place is what may still fail for want of space, so it comes before anything is renamed.
  const inOrder = [...staged.filter(({ isInPlace }) => isInPlace), ...staged.filter(({ isInPlace }) => !isInPlace)];
  const lost = commitAll(inOrder);
  if (lost !== undefined) return { status: "held", path: lost };
  const warnings = staged.flatMap(({ warning }) => warning ?? []);
  const unsynced = [...folders.values()].filter(
    ({ folder, first }) => !syncFolder(folder, () => onStep("sync-folder", first)),
  );
  return { status: "written", warnings: [...warnings, ...unsyncedWarning(unsynced.length)] };
}

/** All, or after rolling back none: then it throws, or names the file whose lock was lost. */
function commitAll(staged: readonly Staged[]): WorkspacePath | undefined {
  for (const one of staged) {
    try {
      inWords(one.path, () => one.commit());
    } catch (error) {
      const touched = staged.filter(({ isTouched }) => isTouched).toReversed();
      const stuck = touched.filter((other) => !other.rollBack()).map(({ path }) => path);
      if (stuck.length > 0) throw new PartlyWritten(stuck, error);
      if (error instanceof LockLost) return one.path;
      throw error;
    }
  }
  return undefined;
}

/** Those that are held, by their absolute paths, each with the first file that is written there. */
type Folders = Map<string, { readonly folder: HeldFolder; readonly first: WorkspacePath }>;

function folderOf(path: WorkspacePath, folders: Folders, resources: DisposableStack): HeldFolder {
  const absolute = dirname(path.absolute);
  const known = folders.get(absolute);
  if (known !== undefined) return known.folder;
  const folder = holdFolder(absolute);
  if (folder === undefined) throw stale(path);
  folders.set(absolute, { folder: resources.use(folder), first: path });
  return folder;
}

/** Runs one step for a file, and says in words what the system says in numbers. */
function inWords<T>(path: WorkspacePath, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw writeFailure(error, path);
  }
}
