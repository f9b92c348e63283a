import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, linkSync, openSync, renameSync, rmSync, type BigIntStats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { entryAt, isSameFile } from "./open-file.ts";
import type { WorkspacePath } from "./workspace-path.ts";

/** Milliseconds after which a lock that nobody writes to counts as left behind by a process that was killed. */
const ABANDONED_MS = 10_000;

/** Longest file name in bytes: NAME_MAX of Linux, and no more than what other systems take. */
const MAX_NAME_BYTES = 255;

/** Milliseconds that another process may hold a file before the call is refused. */
export const LOCK_WAIT_MS = 2000;

/** What a lock is called while it is taken over, after its own name. */
const ASIDE = "-old";

/** The lock was taken for an abandoned one, or removed by hand: nothing is written without it. */
export class LockLost extends Error {
  override readonly message = "The temporary file was removed by another program.";
}

/**
 * The name of the temporary file beside a file. Every process makes the same of it, so that it is the lock as well. A
 * name too long to be added to is hashed.
 */
function lockName(name: string): string {
  const lock = `.${name}.kart-tmp`;
  if (Buffer.byteLength(lock + ASIDE) <= MAX_NAME_BYTES) return lock;
  return `.${createHash("sha256").update(name).digest("hex").slice(0, 32)}.kart-tmp`;
}

/** The temporary file beside a file, and its second name. */
export function lockPaths(absolute: string): string[] {
  const lock = join(dirname(absolute), lockName(basename(absolute)));
  return [lock, lock + ASIDE];
}

/** Whether a file of this name could be taken for a temporary one, and be removed as such. */
export function isLockName(name: string): boolean {
  return /^\..*\.kart-tmp(?:-old)?$/is.test(name);
}

/** The error for a file that another process has held too long. */
export function lockTimeout(path: WorkspacePath): ToolError {
  const lock = lockName(path.relative.slice(path.relative.lastIndexOf("/") + 1));
  return new ToolError(
    "timeout",
    `Another process has been writing ${escapeName(path.relative)} for ${LOCK_WAIT_MS / 1000} s. Try again; if none is running, delete ${escapeName(lock)} beside it.`,
  );
}

/** The temporary file beside a file, which no two processes have at once. */
export class WriteLock implements Disposable {
  /** Of the temporary file, in a folder that is held open. */
  readonly path: string;
  /** Open for writing; while it is, no other file can have its inode. */
  #descriptor: number | undefined;
  #closed: BigIntStats | undefined;

  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /**
   * Makes the temporary file, readable by its owner alone. Undefined while another process has it.
   *
   * Throws `backend_failed` where something else than a file has its name, and what the system does.
   *
   * @param folder path of a folder that is held open
   * @param file name of the file in it
   * @param onTakeOver called before the lock of a killed process is moved, and before it is removed
   */
  static take(folder: string, file: string, onTakeOver: () => void): WriteLock | undefined {
    const name = lockName(file);
    const path = `${folder}/${name}`;
    const descriptor = create(path) ?? (removeAbandoned(path, name, onTakeOver) ? create(path) : undefined);
    if (descriptor === undefined) return undefined;
    // A process killed while it took over left this behind; only who has the lock clears it away.
    rmSync(path + ASIDE, { force: true });
    return new WriteLock(path, descriptor);
  }

  /** A second name, free for who has the lock. What a killed process leaves under it is cleared away by the next one. */
  get aside(): string {
    return this.path + ASIDE;
  }

  get descriptor(): number {
    if (this.#descriptor === undefined) throw new Error("the temporary file is closed");
    return this.#descriptor;
  }

  /** What the temporary file is, or was when it was closed. */
  get stats(): BigIntStats | undefined {
    return this.#descriptor === undefined ? this.#closed : fstatSync(this.#descriptor, { bigint: true });
  }

  /** Whether the temporary file still has its name. */
  isHeld(): boolean {
    return isSameFile(entryAt(this.path), this.stats);
  }

  /** Ends the writing; the lock stays. */
  close(): void {
    if (this.#descriptor === undefined) return;
    const descriptor = this.#descriptor;
    this.#closed = this.stats;
    this.#descriptor = undefined;
    closeSync(descriptor);
  }

  /** Removes the temporary file where it has not been renamed. One that cannot be removed counts as abandoned after a while. */
  [Symbol.dispose](): void {
    try {
      if (this.isHeld()) rmSync(this.path);
    } catch {
      // What stopped the call is thrown already, and says more.
    } finally {
      this.close();
    }
  }
}

function create(lock: string): number | undefined {
  // O_EXCL fails on a symlink that somebody planted; O_NOFOLLOW says so once more.
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  try {
    return openSync(lock, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}

/**
 * True where the lock was abandoned and is gone now.
 *
 * Two processes may see the same abandoned lock, and the slower one would remove what the quicker one has just made in
 * its place. So it is moved first and looked at then: what turns out to be a live lock is put back.
 */
function removeAbandoned(lock: string, name: string, onTakeOver: () => void): boolean {
  const seen = entryAt(lock);
  if (seen === undefined) return true;
  if (!seen.isFile())
    throw new ToolError(
      "backend_failed",
      `${escapeName(name)} stands where the temporary file would, and is no file. Look at it, and remove it.`,
    );
  if (Date.now() - Number(seen.mtimeMs) < ABANDONED_MS) return false;
  onTakeOver();
  const aside = lock + ASIDE;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
  const isAbandoned = isSameFile(entryAt(aside), seen);
  if (!isAbandoned) putBack(aside, lock);
  onTakeOver();
  rmSync(aside, { force: true });
  return isAbandoned;
}

/** Never over a lock that was made meanwhile, as renaming would do: whose lock is gone notices that itself. */
function putBack(aside: string, lock: string): void {
  try {
    linkSync(aside, lock);
  } catch {
    // Its owner starts again.
  }
}
