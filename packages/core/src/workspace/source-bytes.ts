import { fstatSync, lstatSync, readFileSync, type BigIntStats } from "node:fs";
import { ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { proveWritable } from "./protected-path.ts";
import { MAX_SOURCE_BYTES, withOpenFile } from "./read-file.ts";
import type { WorkspacePath, WorkspaceRoot } from "./workspace-path.ts";

/** A file as it was read to be written, whatever its bytes are. */
export interface FileBytes {
  readonly path: WorkspacePath;
  readonly bytes: Buffer;
  readonly stats: FileIdentity;
}

/** A file as it was read for an edit. */
export interface EditableFile extends FileBytes {
  /** A byte order mark stays, as U+FEFF: the text in UTF-8 is `bytes` exactly. */
  readonly text: string;
}

/** Which file it was, and whose. */
export interface FileIdentity {
  /** Permission bits, with setuid, setgid and the sticky bit: `0o7777` at most. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** How many names the file has. */
  readonly nlink: number;
  readonly ino: number;
  readonly dev: number;
}

/**
 * Reads a file for an edit.
 *
 * Throws `protected_path`, `file_not_found`, `not_a_file`, `binary_file` (a NUL anywhere, or bytes that are not UTF-8,
 * which no text could give back), `file_too_large`, and what {@link WorkspaceRoot.prove} throws.
 */
export function readForEdit(root: WorkspaceRoot, argument: string): EditableFile {
  return readText(proveWritable(root, argument));
}

/** As {@link readForEdit}, of a proven path: what may not be written may be read. */
export function readText(path: WorkspacePath): EditableFile {
  const file = readBytes(path);
  const text = file.bytes.includes(0) ? undefined : decode(file.bytes);
  if (text === undefined)
    throw new ToolError(
      "binary_file",
      `${escapeName(path.relative)} is not UTF-8 text, so an edit could damage it. Use another program for it.`,
    );
  return { ...file, text };
}

/** As {@link readText}, of a file that need not be text. */
export function readBytes(path: WorkspacePath): FileBytes {
  const name = escapeName(path.relative);
  const outcome = readWhole(path.absolute);
  switch (outcome.status) {
    case "read":
      return { path, bytes: outcome.bytes, stats: outcome.stats };
    case "too-large":
      throw new ToolError(
        "file_too_large",
        `${name} has ${outcome.size.toLocaleString("en-US")} bytes, more than the ${MAX_SOURCE_BYTES.toLocaleString("en-US")} that are edited here. Use another program for it.`,
      );
    case "not-a-file":
      throw new ToolError("not_a_file", `${name} is no regular file. Name another path.`);
    case "unreadable":
      throw new ToolError("file_not_found", `${name} may not be read by this user. Check its permissions.`);
    case "missing":
      throw new ToolError("file_not_found", `${name} was moved or replaced while it was opened. Try again.`);
  }
}

/** What a write keeps. Not the inode: the same bytes saved again, or put back after a failure, are no change. */
const KEPT = ["mode", "uid", "gid", "nlink"] as const;

/**
 * Reads the file anew and compares. The answer is for a last look before the file is replaced: as long as its name
 * shows the same, nobody has written to it.
 *
 * Throws `stale` where the bytes differ, or the mode, the owner or the number of hard links, or where no file is left.
 */
export function proveUnchanged({ path, bytes, stats }: FileBytes): BigIntStats {
  const outcome = readWhole(path.absolute);
  if (outcome.status === "unreadable") throw stale(path, "could not be read any more");
  const isUnchanged =
    outcome.status === "read" && KEPT.every((key) => stats[key] === outcome.stats[key]) && bytes.equals(outcome.bytes);
  if (!isUnchanged) throw stale(path);
  return outcome.seen;
}

/** The error for a file that is not as it was read. */
export function stale(path: WorkspacePath, what: string = whatHappened(path)): ToolError {
  return new ToolError(
    "stale",
    `${escapeName(path.relative)} ${what} after it was read for this edit. Read it again, then repeat the edit on what is there now.`,
  );
}

function whatHappened(path: WorkspacePath): string {
  try {
    const stats = lstatSync(path.absolute);
    if (stats.isSymbolicLink()) return "became a symlink";
    return stats.isFile() ? "was changed by another program" : "became something else than a file";
  } catch {
    return "was moved or deleted";
  }
}

type WholeFile =
  | {
      readonly status: "read";
      readonly bytes: Buffer;
      readonly stats: FileIdentity;
      /** As it was before the reading. */
      readonly seen: BigIntStats;
    }
  | { readonly status: "too-large"; readonly size: number };

function readWhole(absolute: string) {
  return withOpenFile<WholeFile>(absolute, (descriptor, { size, mode, uid, gid, nlink, ino, dev }) => {
    if (size > MAX_SOURCE_BYTES) return { status: "too-large", size };
    const seen = fstatSync(descriptor, { bigint: true });
    const stats = { mode: mode & 0o7777, uid, gid, nlink, ino, dev };
    return { status: "read", bytes: readFileSync(descriptor), stats, seen };
  });
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
