import { linkSync, renameSync, rmSync, type BigIntStats } from "node:fs";
import { basename } from "node:path";
import { entryAt, isSameFile, isUnchanged } from "./open-file.ts";
import type { HeldFolder } from "./read-file.ts";
import { proveUnchanged, stale, type FileBytes } from "./source-bytes.ts";
import type { OnStep, Staged, WriteStep } from "./staged.ts";
import type { WorkspacePath } from "./workspace-path.ts";
import { LockLost, WriteLock } from "./write-lock.ts";

/** One file that is being removed: it is moved aside, under the name that belongs to who has its lock, and removed last. */
export class StagedRemoval implements Staged {
  readonly path: WorkspacePath;
  readonly isInPlace = false;
  readonly warning = undefined;
  readonly #file: FileBytes;
  readonly #folder: HeldFolder;
  readonly #step: (step: WriteStep) => void;
  readonly #target: string;
  readonly #lock: WriteLock;
  /** The file when it was compared. */
  #seen: BigIntStats | undefined;
  #isTouched = false;
  #isStuck = false;

  /** Undefined while another process has the lock. Throws what the system does. */
  static take(file: FileBytes, folder: HeldFolder, onStep: OnStep): StagedRemoval | undefined {
    const { path } = file;
    onStep("lock", path);
    const lock = WriteLock.take(folder.path, basename(path.absolute), () => onStep("take-over", path));
    return lock === undefined ? undefined : new StagedRemoval(file, folder, lock, (step) => onStep(step, path));
  }

  private constructor(file: FileBytes, folder: HeldFolder, lock: WriteLock, step: (step: WriteStep) => void) {
    this.path = file.path;
    this.#file = file;
    this.#folder = folder;
    this.#step = step;
    this.#target = `${folder.path}/${basename(file.path.absolute)}`;
    this.#lock = lock;
  }

  get isTouched(): boolean {
    return this.#isTouched;
  }

  stage(): void {
    if (!this.#folder.isStillThere()) throw stale(this.path);
    this.#lock.close();
  }

  compare(): void {
    this.#step("compare");
    this.#seen = proveUnchanged(this.#file);
  }

  commit(): void {
    this.#step("remove");
    if (!this.#lock.isHeld()) throw new LockLost();
    if (!this.#folder.isStillThere() || !isUnchanged(entryAt(this.#target), this.#seen)) throw stale(this.path);
    renameSync(this.#target, this.#lock.aside);
    this.#isTouched = true;
    // Unlike what a rename replaces, what was moved can still be looked at.
    if (!isSameFile(entryAt(this.#lock.aside), this.#seen)) throw stale(this.path);
  }

  rollBack(): boolean {
    try {
      this.#step("restore");
      putBack(this.#lock.aside, this.#target);
      return true;
    } catch {
      this.#isStuck = true;
      return false;
    }
  }

  /** Lets go of the lock; the file is gone after it, unless it could not be put back. */
  [Symbol.dispose](): void {
    using _lock = this.#lock;
    this.#step("unlock");
    if (this.#isTouched && !this.#isStuck) rmSync(this.#lock.aside, { force: true });
  }
}

/** Gives what was moved aside its name again, never over a file that was made meanwhile. It may have both names then. */
export function putBack(aside: string, target: string): void {
  try {
    linkSync(aside, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || entryAt(target) !== undefined) throw error;
    // A file system without hard links.
    renameSync(aside, target);
  }
}
