import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  writeSync,
  type BigIntStats,
} from "node:fs";
import { count } from "../text/display.ts";
import type { HeldFolder } from "./read-file.ts";

/** Most bytes written by one call to the system. */
const CHUNK_BYTES = 64 * 1024;

/** Writes all bytes at a position of an open file. */
export function writeAll(descriptor: number, bytes: Buffer, position: number, onChunk: () => void): void {
  for (let written = 0; written < bytes.length;) {
    onChunk();
    const length = Math.min(CHUNK_BYTES, bytes.length - written);
    written += writeSync(descriptor, bytes, written, length, position + written);
  }
}

/** False where this user may not give the file away, or not to that group. */
export function giveOwner(descriptor: number, uid: number, gid: number): boolean {
  const stats = fstatSync(descriptor);
  if (stats.uid === uid && stats.gid === gid) return true;
  try {
    fchownSync(descriptor, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/** To be called after writing and {@link giveOwner}, which both take setuid and setgid away. False where the mode is another one. */
export function giveMode(descriptor: number, mode: number): boolean {
  try {
    fchmodSync(descriptor, mode);
  } catch {
    // A file system without modes refuses, and shows the same one for every file.
  }
  return (fstatSync(descriptor).mode & 0o7777) === mode;
}

/** What file systems without hard links say to making one, and systems that allow it for one's own files alone. */
export const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** The entry of a folder, without following it; undefined where there is none, or the folder is a file. Throws where it may not be looked at. */
export function entryAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // Bun makes an error of it whatever it is told.
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Whether it is one file, which nobody has written to since. Its time of change tells an inode that is used again. */
export function isSameFile(entry: BigIntStats | undefined, known: BigIntStats | undefined): boolean {
  return entry !== undefined && entry.dev === known?.dev && entry.ino === known.ino && entry.mtimeNs === known.mtimeNs;
}

/** As {@link isSameFile}, and neither its mode, owner nor number of names changed either. */
export function isUnchanged(entry: BigIntStats | undefined, known: BigIntStats | undefined): boolean {
  return isSameFile(entry, known) && entry?.ctimeNs === known?.ctimeNs && entry?.size === known?.size;
}

/** Makes last what was made, renamed or removed in a folder. True too where folders cannot be synced, as on Windows. */
export function syncFolder(folder: HeldFolder, onStep: () => void): boolean {
  let opened: number | undefined;
  try {
    onStep();
    fsyncSync(folder.descriptor ?? (opened = openSync(folder.path, "r")));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EIO";
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** What must be said where folders could not be synced. */
export function unsyncedWarning(folders: number): string[] {
  if (folders === 0) return [];
  return [`The disk did not confirm ${count(folders, "folder")}: a power cut now may undo the write.`];
}
