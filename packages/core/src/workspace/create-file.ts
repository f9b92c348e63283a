import { closeSync, constants, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { MadeFolders } from "./made-folders.ts";
import { moved, type NewPath } from "./new-path.ts";
import { entryAt, giveMode, isSameFile, NO_LINKS, syncFolder, unsyncedWarning, writeAll } from "./open-file.ts";
import { refuseProtected } from "./protected-path.ts";
import type { WorkspacePath, WorkspaceRoot } from "./workspace-path.ts";
import { writeFailure } from "./write-failure.ts";
import { LOCK_WAIT_MS, lockTimeout, WriteLock } from "./write-lock.ts";

/** What is about to be done. */
export type CreateStep =
  | "folder"
  | "lock"
  | "take-over"
  | "write"
  | "sync"
  | "place"
  | "link"
  | "reserve"
  | "sync-folder";

/** Called before each step: the place for fault injection, which may throw or kill. */
export type OnCreateStep = (step: CreateStep) => void;

/** A file that was made. */
export interface Created {
  /** The folders that were made for it, relative to the root, outermost first. */
  readonly folders: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Makes a file, and the folders above it. It has its name only when all of its bytes are safe on disk, and never takes
 * that of another: what appears there meanwhile stays.
 *
 * The temporary file beside it is the lock between processes, as in writing. Where it fails, the folders that were made
 * for it are removed again. A process that is killed leaves folders or the temporary file, and no half file.
 *
 * Throws `already_exists`, `stale` (a folder was moved or became a link), `protected_path`, `path_outside_root`,
 * `invalid_argument`, `timeout`, and `backend_failed` for what the system refuses.
 *
 * @param text written as UTF-8, literally
 */
export async function createFile(
  root: WorkspaceRoot,
  path: NewPath,
  text: string,
  onStep: OnCreateStep = () => {},
): Promise<Created> {
  if (!root.holds(path.absolute))
    throw new ToolError(
      "path_outside_root",
      `${escapeName(path.relative)} is outside the workspace root. Name a path inside it.`,
    );
  refuseProtected(root, path);
  if (!text.isWellFormed())
    throw new ToolError(
      "invalid_argument",
      "The text holds half of a surrogate pair, which UTF-8 cannot write. Send whole characters.",
    );
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    const outcome = inWords(path, () => attempt(path, Buffer.from(text), onStep));
    if (outcome !== undefined) return { ...outcome, folders: outcome.folders.map((folder) => root.relative(folder)) };
    if (performance.now() > deadline) throw lockTimeout(path);
    await pause(2 + Math.random() * 10);
  }
}

/** The error for a file that is there already. */
export function alreadyExists(path: WorkspacePath): ToolError {
  return new ToolError(
    "already_exists",
    `${escapeName(path.relative)} exists. Edit it, or read all of it and pass overwrite: true.`,
  );
}

/** Synchronous from the lock on. Undefined while another process has it. */
function attempt(path: NewPath, bytes: Buffer, onStep: OnCreateStep): Created | undefined {
  using folders = MadeFolders.make(path, () => onStep("folder"));
  const { folder } = folders;
  const target = `${folder.path}/${path.name}`;
  if (entryAt(target) !== undefined) throw alreadyExists(path);
  onStep("lock");
  using lock = WriteLock.take(folder.path, path.name, () => onStep("take-over"));
  if (lock === undefined) return undefined;
  writeAll(lock.descriptor, bytes, 0, () => onStep("write"));
  giveMode(lock.descriptor, 0o666 & ~umask());
  onStep("sync");
  fsyncSync(lock.descriptor);
  lock.close();
  onStep("place");
  if (!lock.isHeld()) return undefined;
  place(path, lock.path, target, onStep);
  if (!folder.isStillThere()) {
    if (isSameFile(entryAt(target), lock.stats)) rmSync(target);
    throw moved(path);
  }
  folders.keep();
  const unsynced = folders.changed.filter((changed) => !syncFolder(changed, () => onStep("sync-folder")));
  return { folders: folders.made, warnings: unsyncedWarning(unsynced.length) };
}

/** A link is made or fails; renaming would take the place of what is there. */
function place(path: NewPath, temporary: string, target: string, onStep: OnCreateStep): void {
  try {
    onStep("link");
    linkSync(temporary, target);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw alreadyExists(path);
    if (!NO_LINKS.has(code)) throw error;
    reserve(path, target, onStep);
    try {
      renameSync(temporary, target);
    } catch (failure) {
      rmSync(target, { force: true });
      throw failure;
    }
  }
}

/** Takes the name with an empty file, which nobody else can have made. */
function reserve(path: NewPath, target: string, onStep: OnCreateStep): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  try {
    onStep("reserve");
    closeSync(openSync(target, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? alreadyExists(path) : error;
  }
}

/** Permission bits that this process's user does not give to new files. */
function umask(): number {
  const mask = process.umask(0o077);
  process.umask(mask);
  return mask;
}

/** Something above the file was moved, removed, or swapped for a link. */
const GONE = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

function inWords<T>(path: NewPath, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ToolError) && GONE.has((error as NodeJS.ErrnoException).code ?? "")) throw moved(path);
    throw writeFailure(error, path);
  }
}
