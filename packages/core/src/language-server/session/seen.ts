import { type Dirent, readdirSync } from "node:fs";
import { type FileVersion, isSameVersion, versionOf } from "../../workspace/read-file.ts";
import { lstatOrUndefined } from "../../workspace/stats.ts";

/** What is known of a file or a folder: of a folder the time tells that entries came or went. */
export interface Seen extends FileVersion {
  /** It changed so shortly before the look that a change after it may leave the same time. */
  readonly isFresh: boolean;
}

/** Milliseconds: the coarsest clock that file systems in use stamp files with, and some to spare. */
const CLOCK = 20;

/** None of what may not be read, or is no folder. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * What a path is now; undefined where it is no such thing.
 *
 * @param ask whether a symlink or what it leads to is meant
 */
export function look(path: string, kind?: "file" | "folder", ask = lstatOrUndefined): Seen | undefined {
  const stats = ask(path);
  if (stats === undefined || (kind === "file" && !stats.isFile()) || (kind === "folder" && !stats.isDirectory()))
    return undefined;
  const version = versionOf(stats);
  const isFresh = Math.abs(Date.now() - version.mtimeMs) < CLOCK;
  return { ...version, size: kind === "folder" ? 0 : version.size, isFresh };
}

/** Whether nothing changed since a look, for certain. */
export function isSame(seen: Seen, now: Seen | undefined): boolean {
  return now !== undefined && !seen.isFresh && isSameVersion(seen, now);
}
