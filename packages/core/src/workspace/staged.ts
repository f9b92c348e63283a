import type { FileBytes } from "./source-bytes.ts";
import type { WorkspacePath } from "./workspace-path.ts";

export interface FileWrite {
  /** What must still be there. */
  readonly file: FileBytes;
  /** The whole new text; undefined removes the file. */
  readonly text: string | undefined;
}

/** A file that is being changed: all of them are staged and compared before the first is committed. */
export interface Staged extends Disposable {
  readonly path: WorkspacePath;
  /** Whether the inode itself is written, which cannot be done all at once. */
  readonly isInPlace: boolean;
  /** Whether the file may not be as it was. */
  readonly isTouched: boolean;
  /** What must be said to the user of the way it was written. */
  readonly warning: string | undefined;
  /** Throws `stale`, and what the system does. */
  stage(): void;
  /** Throws `stale`. */
  compare(): void;
  /** Puts the change in place. Throws `stale`, `LockLost`, and what the system does. */
  commit(): void;
  /** Puts the old bytes back. False where that failed, or where another program has replaced the file since. */
  rollBack(): boolean;
}

/** What is about to be done to a file. */
export type WriteStep =
  | "lock"
  | "take-over"
  | "write"
  | "permissions"
  | "sync"
  | "compare"
  | "rename"
  | "remove"
  | "write-in-place"
  | "restore"
  | "unlock"
  | "sync-folder";

/** Called before each step, and a step of many bytes more than once: the place for fault injection, which may throw or kill. */
export type OnStep = (step: WriteStep, path: WorkspacePath) => void;
