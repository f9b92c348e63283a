import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readFileSync,
  readSync,
  type Stats,
} from "node:fs";
import { realPathOf } from "./real-path.ts";
import { lstatOrUndefined } from "./stats.ts";

/** Size and times of a file: {@link isSameVersion | alike} twice means that its content is taken to be the same. */
export interface FileVersion {
  /** bytes */
  readonly size: number;
  /** milliseconds since 1970, with a fraction */
  readonly mtimeMs: number;
  /** Of the last change of its name, its rights or its content, which no program can set: in the same milliseconds. */
  readonly ctimeMs: number;
  /** Which file it is: one that takes the place of another with its folder keeps its times. */
  readonly inode: number;
}

export function isSameVersion(one: FileVersion | undefined, other: FileVersion | undefined): boolean {
  return (
    one?.size === other?.size &&
    one?.mtimeMs === other?.mtimeMs &&
    one?.ctimeMs === other?.ctimeMs &&
    one?.inode === other?.inode
  );
}

export type ReadOutcome =
  | { readonly status: "read"; readonly text: string; readonly version: FileVersion }
  | { readonly status: "missing" | "not-a-file" | "unreadable" | "binary" }
  | { readonly status: "too-large"; readonly size: number };

/** Why a file was not read, in the words of answers. */
export const UNREAD: Readonly<Record<Exclude<ReadOutcome["status"], "read">, string>> = {
  missing: "no longer there",
  "not-a-file": "not a regular file",
  unreadable: "may not be read by this user",
  binary: "binary content",
  "too-large": "larger than 20 MB",
};

/** Longest source file read, in bytes. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

/**
 * Reads a text file by its real absolute path, as UTF-8; a byte order mark stays in the text.
 *
 * What was opened is compared with what the path names afterwards: a parent folder swapped for a symlink between the
 * proof of the path and its use is `missing`, never read. FIFOs and devices are refused without blocking.
 */
export function readTextFile(absolute: string, maxBytes = MAX_SOURCE_BYTES): ReadOutcome {
  return withOpenFile<ReadOutcome>(absolute, (descriptor, stats) => {
    if (stats.size > maxBytes) return { status: "too-large", size: stats.size };
    const text = readFileSync(descriptor, "utf8");
    // NUL in the first 8 kB is git's own test for a binary file.
    if (text.lastIndexOf("\0", 8192) !== -1) return { status: "binary" };
    return { status: "read", text, version: versionOf(stats) };
  });
}

/** The text of a file as {@link readTextFile} reads it, and an empty one where it does not. */
export function textOrEmpty(absolute: string): string {
  const outcome = readTextFile(absolute);
  return outcome.status === "read" ? outcome.text : "";
}

/** A range of a file in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Reads ranges of one file, with the same proof as {@link readTextFile}; undefined where that fails. */
export function readRanges(absolute: string, ranges: readonly ByteRange[]): Uint8Array[] | undefined {
  const outcome = withOpenFile(absolute, (descriptor) => ({
    status: "ranges" as const,
    ranges: ranges.map(({ start, length }) => readRange(descriptor, start, length)),
  }));
  return outcome.status === "ranges" ? outcome.ranges : undefined;
}

/**
 * Works inside a folder by its real absolute path. `use` is given a path that leads to the folder that was opened and
 * proven, whatever its name is made to lead to meanwhile.
 *
 * Undefined where the path leads elsewhere; throws what the system does where it cannot be opened.
 */
export function withFolder<T>(absolute: string, use: (folder: string) => T): T | undefined {
  using folder = holdFolder(absolute);
  if (folder === undefined) return undefined;
  const result = use(folder.path);
  return folder.descriptor === undefined && !folder.isStillThere() ? undefined : result;
}

/** A folder kept open, so that several things can be done in the same one. */
export interface HeldFolder extends Disposable {
  /** Leads to the folder that was opened; where the system has no such name (not Linux), the path it was opened by. */
  readonly path: string;
  /** Open for reading, where `path` stands on it. */
  readonly descriptor: number | undefined;
  /** Whether its real absolute path still leads to it. */
  isStillThere(): boolean;
}

/** As {@link withFolder}, for as long as the answer is not disposed of. Without a descriptor, `isStillThere` must be asked afterwards too. */
export function holdFolder(absolute: string): HeldFolder | undefined {
  if (process.platform === "linux") {
    const descriptor = openSync(absolute, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NONBLOCK);
    const opened = openedPath(descriptor);
    if (opened === absolute) {
      return {
        path: `/proc/self/fd/${descriptor}`,
        descriptor,
        isStillThere: () => openedPath(descriptor) === absolute,
        [Symbol.dispose]: () => closeSync(descriptor),
      };
    }
    closeSync(descriptor);
    if (opened !== undefined) return undefined;
  }
  // Without a name for what was opened, the path is compared before and after.
  const isStillThere = () => realPathOf(absolute) === absolute;
  return isStillThere()
    ? { path: absolute, descriptor: undefined, isStillThere, [Symbol.dispose]: () => {} }
    : undefined;
}

/** Where an open descriptor itself leads, however often its path was swapped since; undefined where the system does not tell. */
function openedPath(descriptor: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

export function versionOf({ size, mtimeMs, ctimeMs, ino }: Stats): FileVersion {
  return { size, mtimeMs, ctimeMs, inode: ino };
}

/** The version of a regular file by its real path, or undefined where there is none. */
export function versionAt(absolute: string): FileVersion | undefined {
  const stats = lstatOrUndefined(absolute);
  return stats?.isFile() === true ? versionOf(stats) : undefined;
}

/** Times that a file is opened, which are enough where another program does nothing but replace it. */
const REPLACED_TRIES = 10;

type Refusal = { readonly status: "missing" | "not-a-file" | "unreadable" };

/**
 * Opens a regular file by its real absolute path, with the proof of {@link readTextFile}. An error in `use` is `unreadable`. One that
 * another program replaces meanwhile, as editors do that save it, is opened again.
 */
export function withOpenFile<T>(absolute: string, use: (descriptor: number, stats: Stats) => T): T | Refusal {
  for (let tries = 0; tries < REPLACED_TRIES; tries++) {
    const outcome = openedOnce(absolute, use);
    if (outcome !== "elsewhere") return outcome;
  }
  return { status: "missing" };
}

/** `elsewhere` where the path no longer leads to what was opened. */
function openedOnce<T>(absolute: string, use: (descriptor: number, stats: Stats) => T): T | Refusal | "elsewhere" {
  let descriptor: number;
  try {
    descriptor = openSync(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM") return { status: "unreadable" };
    return { status: code === "ENXIO" || code === "EISDIR" ? "not-a-file" : "missing" };
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { status: "not-a-file" };
    if (!isStillAt(absolute, descriptor, stats)) return "elsewhere";
    return use(descriptor, stats);
  } catch {
    return { status: "unreadable" };
  } finally {
    closeSync(descriptor);
  }
}

function isStillAt(absolute: string, descriptor: number, opened: Stats): boolean {
  const path = openedPath(descriptor);
  if (path !== undefined) return path === absolute;
  try {
    const named = lstatSync(absolute);
    return named.ino === opened.ino && named.dev === opened.dev && realPathOf(absolute) === absolute;
  } catch {
    return false;
  }
}

function readRange(descriptor: number, start: number, length: number): Uint8Array {
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(descriptor, buffer, filled, length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}
