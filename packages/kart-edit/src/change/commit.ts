import { readlinkSync, rmSync } from "node:fs";
import { createFile, type CreateStep } from "@kart/core/workspace/create-file";
import { entryAt } from "@kart/core/workspace/open-file";
import { removeEmptyFolders } from "@kart/core/workspace/made-folders";
import {
  type MovableEntry,
  moveEntry,
  type MoveStep,
  proveDestination,
  proveMovable,
} from "@kart/core/workspace/move-entry";
import type { NewPath } from "@kart/core/workspace/new-path";
import { type EditableFile, readForEdit } from "@kart/core/workspace/source-bytes";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type FileWrite, type OnStep, writeFiles } from "@kart/core/workspace/write-files";
import { forgetFound } from "./once-per-call.ts";
import type { FileMove } from "./history.ts";
import { openJournal } from "./journal.ts";

/** Something that is to be moved, and where to. */
export interface PlannedMove {
  readonly entry: MovableEntry;
  readonly to: NewPath;
  /** What a symlink is to say, for taking a move back. */
  readonly linkText?: string | undefined;
}

/** A file that is to be made. */
export interface PlannedMake {
  readonly path: NewPath;
  readonly text: string;
}

/** A file that gets another text, or is removed. */
export interface TextWrite extends FileWrite {
  readonly file: EditableFile;
}

/** A change of several files, and then of their places. */
export interface Commit {
  readonly tool: string;
  readonly writes: readonly TextWrite[];
  readonly moves: readonly PlannedMove[];
  readonly made?: PlannedMake;
}

/** Called before each step: the place for fault injection, which may throw or kill. */
export type OnCommitStep = (step: Parameters<OnStep>[0] | MoveStep | CreateStep) => void;

/**
 * Makes a change of several files: all of it or nothing. Texts are written where the files stand, then they are moved; where
 * a move fails, what was done is taken back. A process that is killed in between leaves a journal, from which the next one
 * takes it back.
 *
 * Throws what `writeFiles` and `moveEntry` throw.
 */
export async function commit(
  root: WorkspaceRoot,
  { tool, writes, moves, made }: Commit,
  onStep: OnCommitStep = () => {},
): Promise<{
  readonly moved: readonly FileMove[];
  /** Those that were made for a file that is new. */
  readonly folders: readonly string[];
  readonly warnings: readonly string[];
}> {
  using _journal =
    writes.length + moves.length + (made === undefined ? 0 : 1) > 1
      ? openJournal(root.absolute, {
          tool,
          files: writes.map(({ file, text = null }) => ({ path: file.path.relative, before: file.text, after: text })),
          moves: moves.map(({ entry, to }) => ({
            from: entry.relative,
            to: to.relative,
            folders: foldersOf(to),
            ...(entry.kind === "link" && { linkText: readlinkSync(entry.absolute) }),
          })),
          ...(made !== undefined && {
            made: { path: made.path.relative, after: made.text, folders: foldersOf(made.path) },
          }),
        })
      : undefined;
  // What is made comes first: nothing may name what is not there.
  const created = made === undefined ? undefined : await createFile(root, made.path, made.text, onStep);
  const folders = created?.folders ?? [];
  const written = await writeFiles(root, writes, onStep).catch((error: unknown) => {
    if (made !== undefined) unmake(root, made, folders);
    throw error;
  });
  const done: FileMove[] = [];
  const all = [...(created?.warnings ?? []), ...written.warnings];
  try {
    for (const { entry, to, linkText } of moves) {
      // Writing a file gives it another inode.
      const fresh = { ...entry, stats: entryAt(entry.absolute) ?? entry.stats };
      const { folders: here, linkText: before, warnings: more } = moveEntry(root, fresh, to, linkText, onStep);
      done.push({
        from: entry.relative,
        to: to.relative,
        folders: here,
        ...(before !== undefined && { linkText: before }),
      });
      all.push(...more);
    }
  } catch (error) {
    for (const one of done.toReversed()) moveBack(root, one);
    await writeFiles(root, reversed(root, writes));
    if (made !== undefined) unmake(root, made, folders);
    throw error;
  }
  forgetFound();
  return { moved: done, folders, warnings: all };
}

function unmake(root: WorkspaceRoot, { path }: PlannedMake, folders: readonly string[]): void {
  rmSync(path.absolute, { force: true });
  removeEmptyFolders(root, folders);
}

/** Moves something back to where it was, and removes the folders that were made for it. */
function moveBack(root: WorkspaceRoot, { from, to, folders, linkText }: FileMove): void {
  const entry = proveMovable(root, to);
  moveEntry(root, entry, proveDestination(root, from, entry), linkText);
  removeEmptyFolders(root, folders);
}

function reversed(root: WorkspaceRoot, writes: readonly TextWrite[]): FileWrite[] {
  return writes.map(({ file }) => ({ file: readForEdit(root, file.path.relative), text: file.text }));
}

/** The folders that a new place needs, outermost first. */
function foldersOf({ relative, folders }: NewPath): string[] {
  const parts = relative.split("/").slice(0, -1);
  return folders.map((_, index) => parts.slice(0, parts.length - folders.length + index + 1).join("/"));
}
