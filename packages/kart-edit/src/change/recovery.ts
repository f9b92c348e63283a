import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { count, escapeName } from "@kart/core/text/display";
import { createFile } from "@kart/core/workspace/create-file";
import { removeEmptyFolders } from "@kart/core/workspace/made-folders";
import { entryAt } from "@kart/core/workspace/open-file";
import { moveEntry, proveDestination, proveMovable } from "@kart/core/workspace/move-entry";
import { type NewPath, proveNew } from "@kart/core/workspace/new-path";
import { proveWritable } from "@kart/core/workspace/protected-path";
import { readBytes, readForEdit } from "@kart/core/workspace/source-bytes";
import { putBack } from "@kart/core/workspace/staged-removal";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type FileWrite, writeFiles } from "@kart/core/workspace/write-files";
import { lockPaths } from "@kart/core/workspace/write-lock";
import { isHalfWritten } from "./half-written.ts";
import { type JournalMake, type JournalMove, takeUnfinished, type Unfinished } from "./journal.ts";
import { lstatOrUndefined } from "@kart/core/workspace/stats";

/**
 * Takes back what a server that was killed had begun: every file is as before its change, where nobody has changed it since.
 * Must have ended before anything else is written.
 *
 * @returns what must be said to the user, a text for each change
 */
export async function recover(root: WorkspaceRoot): Promise<string[]> {
  const notes: string[] = [];
  for (const unfinished of takeUnfinished(root.absolute)) notes.push(await restore(root, unfinished));
  return notes;
}

async function restore(root: WorkspaceRoot, unfinished: Unfinished): Promise<string> {
  const { tool, file, files, startedAt, moves, made } = unfinished;
  const what = `A server was killed in the midst of ${tool}, ${new Date(startedAt).toISOString()}`;
  try {
    const moved = moves.toReversed().filter((move) => moveBack(root, move));
    const { writes, lost, changed } = restoring(root, files);
    for (const { path, text } of lost) putBackAside(path, text);
    for (const { path } of files) removeLocks(join(root.absolute, path), startedAt);
    for (const { path, text } of lost) if (entryAt(path.absolute) === undefined) await createFile(root, path, text);
    await writeFiles(root, writes);
    const isUnmade = made !== undefined && unmake(root, made, startedAt);
    for (const { folders } of moves) removeEmptyFolders(root, folders);
    rmSync(file, { force: true });
    const back = writes.length + lost.length + moved.length + Number(isUnmade);
    const nothing = changed.length === 0 ? "nothing" : "nothing else";
    const done = back === 0 ? `${nothing} had been changed yet` : `${count(back, "file")} put back as before`;
    const left = changed.length === 0 ? "" : ` CHANGED SINCE, and left alone: ${changed.map(escapeName).join(", ")}.`;
    return `${what}: ${done}; none of it is done.${left}`;
  } catch (error) {
    // The next server tries again.
    renameSync(file, file.replace(/\.taken-\d+$/, ""));
    return `${what}, and could not be taken back: ${(error as Error).message} Look at ${files.map(({ path }) => escapeName(path)).join(", ")}.`;
  }
}

/** A file that was removed, which is to be there again. */
interface LostFile {
  readonly path: NewPath;
  readonly text: string;
}

interface Restoring {
  readonly writes: readonly FileWrite[];
  readonly lost: readonly LostFile[];
  readonly changed: readonly string[];
}

function restoring(root: WorkspaceRoot, files: Unfinished["files"]): Restoring {
  const writes: FileWrite[] = [];
  const lost: LostFile[] = [];
  const changed: string[] = [];
  for (const { path, before, after } of files) {
    try {
      const missing = after === null ? proveNew(root, path) : undefined;
      if (missing !== undefined) {
        lost.push({ path: missing, text: before });
        continue;
      }
      // What was half written need not be text.
      const file = readBytes(proveWritable(root, path));
      const [old, fresh] = [Buffer.from(before), after === null ? undefined : Buffer.from(after)];
      if (file.bytes.equals(old)) continue;
      const isOwn =
        fresh !== undefined &&
        (file.bytes.equals(fresh) || (isLocked(file.path.absolute) && isHalfWritten(file.bytes, old, fresh)));
      if (isOwn) writes.push({ file, text: before });
      else changed.push(path);
    } catch {
      changed.push(path);
    }
  }
  return { writes, lost, changed };
}

/** A file is written in place under its lock, which is left where the process is killed then. */
function isLocked(absolute: string): boolean {
  return lockPaths(absolute).some((lock) => entryAt(lock)?.isFile());
}

/** What was removed stands aside until all of its change is done: the file itself keeps its mode and owner. */
function putBackAside({ absolute }: NewPath, text: string): void {
  const [, aside = ""] = lockPaths(absolute);
  if (entryAt(aside)?.isFile() !== true || !readFileSync(aside).equals(Buffer.from(text))) return;
  putBack(aside, absolute);
  rmSync(aside, { force: true });
}

/** Takes out what was made. False where it is not there, or not as it was made. */
function unmake(root: WorkspaceRoot, { path, after, folders }: JournalMake, startedAt: number): boolean {
  removeLocks(join(root.absolute, path), startedAt);
  const isThere = entryAt(join(root.absolute, path)) !== undefined;
  const isOwn = isThere && readForEdit(root, path).text === after;
  if (isOwn) rmSync(root.proveFile(path).absolute);
  removeEmptyFolders(root, folders);
  return isOwn;
}

/** False where it had not been moved yet. */
function moveBack(root: WorkspaceRoot, { from, to, linkText }: JournalMove): boolean {
  const [old, fresh] = [from, to].map((path) => entryAt(join(root.absolute, path)));
  if (fresh === undefined) return false;
  if (old === undefined || old.ino === fresh.ino) {
    const entry = proveMovable(root, to);
    // Killed between giving it the new name and taking the old one, it has both.
    if (old !== undefined && entry.relative !== from && entry.kind === "file" && old.nlink > 1n) rmSync(entry.absolute);
    else moveEntry(root, entry, proveDestination(root, from, entry), linkText);
    return true;
  }
  if (old.isSymbolicLink() && fresh.isSymbolicLink()) {
    rmSync(proveMovable(root, to).absolute);
    return true;
  }
  return false;
}

/** Milliseconds after its start within which a change has made all of its locks. */
const LOCKING = 10_000;

/** The dead process' temporary files. Whoever has taken a lock since notices that it is gone, and starts again. */
function removeLocks(absolute: string, startedAt: number): void {
  for (const lock of lockPaths(absolute)) {
    const stats = lstatOrUndefined(lock);
    if (stats?.isFile() === true && stats.mtimeMs >= startedAt - 1000 && stats.mtimeMs <= startedAt + LOCKING)
      rmSync(lock, { force: true });
  }
}
