import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  type BigIntStats,
} from "node:fs";
import { basename } from "node:path";
import { escapeName } from "../text/display.ts";
import { entryAt, giveMode, giveOwner, isSameFile, isUnchanged, writeAll } from "./open-file.ts";
import type { HeldFolder } from "./read-file.ts";
import { proveUnchanged, stale, type FileBytes } from "./source-bytes.ts";
import type { OnStep, Staged, WriteStep } from "./staged.ts";
import type { WorkspacePath } from "./workspace-path.ts";
import { LockLost, WriteLock } from "./write-lock.ts";

/** How often a lock is asked for while a file is put back, and the milliseconds between. */
const RESTORE_TRIES = 100;
const RESTORE_PAUSE_MS = 5;

/** One file that is being replaced: its lock, its new bytes in the temporary file beside it, and the way back. */
export class StagedWrite implements Staged {
  readonly path: WorkspacePath;
  readonly #file: FileBytes;
  readonly #bytes: Buffer;
  readonly #folder: HeldFolder;
  readonly #step: (step: WriteStep) => void;
  readonly #target: string;
  readonly #lock: WriteLock;
  /** The file when it was compared. */
  #seen: BigIntStats | undefined;
  #isTouched = false;
  #whyInPlace: string | undefined;

  /** Undefined while another process has the lock. Throws what the system does. */
  static take(file: FileBytes, text: string, folder: HeldFolder, onStep: OnStep): StagedWrite | undefined {
    const { path } = file;
    onStep("lock", path);
    const lock = WriteLock.take(folder.path, basename(path.absolute), () => onStep("take-over", path));
    return lock === undefined ? undefined : new StagedWrite(file, text, folder, lock, (step) => onStep(step, path));
  }

  private constructor(
    file: FileBytes,
    text: string,
    folder: HeldFolder,
    lock: WriteLock,
    step: (step: WriteStep) => void,
  ) {
    this.path = file.path;
    this.#file = file;
    this.#bytes = Buffer.from(text);
    this.#folder = folder;
    this.#step = step;
    this.#target = `${folder.path}/${basename(file.path.absolute)}`;
    this.#lock = lock;
  }

  /** Whether the inode itself is written, which cannot be done all at once. */
  get isInPlace(): boolean {
    return this.#whyInPlace !== undefined;
  }

  /** Whether the file may hold other bytes than the old ones. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  /** What must be said to the user of the way it was written. */
  get warning(): string | undefined {
    if (this.#whyInPlace === undefined) return undefined;
    return `${escapeName(this.path.relative)} ${this.#whyInPlace}, so it was written in place, not atomically.`;
  }

  /** Writes the new bytes into the temporary file, safe on disk, with the file's owner and mode. */
  stage(): void {
    if (!this.#folder.isStillThere()) throw stale(this.path);
    const { nlink } = this.#file.stats;
    if (nlink > 1) this.#whyInPlace = `has ${nlink} hard links`;
    else if (!this.#fill(this.#lock, this.#bytes, "write"))
      this.#whyInPlace = "has an owner or mode of its own to keep";
    this.#lock.close();
  }

  /** Throws `stale`. */
  compare(): void {
    this.#step("compare");
    this.#seen = proveUnchanged(this.#file);
  }

  /** Puts the new bytes in place. Throws `stale`, {@link LockLost}, and what the system does. */
  commit(): void {
    this.#step(this.isInPlace ? "write-in-place" : "rename");
    if (!this.#lock.isHeld()) throw new LockLost();
    if (!this.#folder.isStillThere()) throw stale(this.path);
    if (this.isInPlace) return this.#overwrite(this.#bytes, "write-in-place");
    // The last look. Comparing bytes again would take longer, and so leave more time for another program.
    if (!isUnchanged(entryAt(this.#target), this.#seen)) throw stale(this.path);
    renameSync(this.#lock.path, this.#target);
    this.#isTouched = true;
  }

  /** Puts the old bytes back. False where that failed, or where another program has replaced the file since. */
  rollBack(): boolean {
    try {
      if (this.isInPlace) this.#overwrite(this.#file.bytes, "restore");
      return this.isInPlace || this.#renameBack();
    } catch {
      return false;
    }
  }

  /** Lets go of the lock; the temporary file is gone after it. */
  [Symbol.dispose](): void {
    using _lock = this.#lock;
    this.#step("unlock");
  }

  #renameBack(): boolean {
    using lock = this.#takeAgain();
    if (lock === undefined || !this.#fill(lock, this.#file.bytes, "restore")) return false;
    if (!lock.isHeld() || !isSameFile(entryAt(this.#target), this.#lock.stats)) return false;
    renameSync(lock.path, this.#target);
    return true;
  }

  /** The lock went with the renaming: another process may have taken it, and will let go within milliseconds. */
  #takeAgain(): WriteLock | undefined {
    for (let tries = 0; tries < RESTORE_TRIES; tries++) {
      const lock = WriteLock.take(this.#folder.path, basename(this.#target), () => this.#step("take-over"));
      if (lock !== undefined) return lock;
      Bun.sleepSync(RESTORE_PAUSE_MS);
    }
    return undefined;
  }

  /** Fills a temporary file. False where it cannot be given the file's owner and mode. */
  #fill({ descriptor }: WriteLock, bytes: Buffer, step: WriteStep): boolean {
    const { uid, gid, mode } = this.#file.stats;
    if (!giveOwner(descriptor, uid, gid)) return false;
    writeAll(descriptor, bytes, 0, () => this.#step(step));
    this.#step("permissions");
    if (!giveMode(descriptor, mode)) return false;
    this.#step("sync");
    fsyncSync(descriptor);
    return true;
  }

  #overwrite(bytes: Buffer, step: WriteStep): void {
    const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
    const descriptor = openSync(this.#target, O_RDWR | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    try {
      const opened = fstatSync(descriptor, { bigint: true });
      if (this.#isTouched ? opened.ino !== this.#seen?.ino : !isUnchanged(opened, this.#seen)) throw stale(this.path);
      this.#isTouched = true;
      // What grows is written first: a full disk shows while every old byte still stands.
      const kept = Math.min(this.#file.bytes.length, bytes.length);
      writeAll(descriptor, bytes.subarray(kept), kept, () => this.#step(step));
      writeAll(descriptor, bytes.subarray(0, kept), 0, () => this.#step(step));
      ftruncateSync(descriptor, bytes.length);
      giveMode(descriptor, this.#file.stats.mode);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}
