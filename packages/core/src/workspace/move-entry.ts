import { linkSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync, type BigIntStats } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { MadeFolders } from "./made-folders.ts";
import { moved, type NewPath, proveNew } from "./new-path.ts";
import { entryAt, NO_LINKS, syncFolder, unsyncedWarning } from "./open-file.ts";
import { refuseProtected } from "./protected-path.ts";
import { holdFolder } from "./read-file.ts";
import { outside, shown, type WorkspacePath, type WorkspaceRoot } from "./workspace-path.ts";
import { writeFailure } from "./write-failure.ts";
import { lstatOrUndefined } from "./stats.ts";

/** A file, folder or symlink that is to be moved: its parent was followed through every symlink, it itself was not. */
export interface MovableEntry {
  /** From the root, with `/`. */
  readonly relative: string;
  readonly absolute: string;
  readonly kind: "file" | "folder" | "link";
  readonly stats: BigIntStats;
}

/**
 * Proves what is to be moved.
 *
 * Throws `path_outside_root`, `file_not_found`, `protected_path`, `not_a_file` and `invalid_argument` (the root itself).
 */
export function proveMovable(root: WorkspaceRoot, argument: string): MovableEntry {
  const lexical = root.lexical(argument);
  if (lexical === root.absolute)
    throw new ToolError("invalid_argument", "The root itself cannot be moved. Name something in it.");
  if (lstatOrUndefined(lexical) === undefined) root.prove(argument);
  const path = atEntry(root, lexical, argument);
  const { absolute } = path;
  const stats = entryAt(absolute);
  if (stats === undefined) throw new ToolError("file_not_found", `${shown(argument)} was moved meanwhile. Look again.`);
  const kind = stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "folder" : stats.isFile() ? "file" : undefined;
  if (kind === undefined)
    throw new ToolError("not_a_file", `${shown(argument)} is neither a file nor a folder. Name another path.`);
  refuseProtected(root, path, argument);
  return { ...path, kind, stats };
}

/** The entry itself, with the folder above it followed. Throws `path_outside_root`. */
function atEntry(root: WorkspaceRoot, lexical: string, argument: string): WorkspacePath {
  const parent = realpathSync(dirname(lexical));
  if (!root.holds(parent)) throw outside(argument);
  const absolute = join(parent, basename(lexical));
  return { relative: root.relative(absolute), absolute, kind: "file" };
}

/**
 * Proves where something is to be moved to. Nothing may be there, but for the thing itself under a name of other case.
 * A path that ends in a slash names the folder to move into, be it there or to be made.
 *
 * Throws `already_exists`, `invalid_argument` (into itself, or nowhere else), and what `proveNew` throws.
 */
export function proveDestination(root: WorkspaceRoot, argument: string, from: MovableEntry): NewPath {
  const wanted = destinationMeant(root, argument, from);
  const lexical = root.lexical(wanted);
  const there = entryOrNone(lexical);
  if (there !== undefined) refuseProtected(root, atEntry(root, lexical, wanted), wanted);
  if (
    there !== undefined &&
    !(there.ino === from.stats.ino && there.dev === from.stats.dev && lexical !== from.absolute)
  ) {
    const isFolder = there.isDirectory() && lexical !== from.absolute;
    throw new ToolError(
      lexical === from.absolute ? "no_change" : "already_exists",
      lexical === from.absolute
        ? `${shown(wanted)} is where it stands. Name another place.`
        : `${shown(wanted)} exists, and is not overwritten. ${isFolder ? `To move into that folder name the whole path: ${shown(`${wanted}/${basename(from.absolute)}`)}` : "Name a place where nothing stands"}.`,
    );
  }
  const path = there === undefined ? proveNew(root, wanted) : sameInOtherCase(root, lexical);
  if (path === undefined) throw new ToolError("already_exists", `${shown(wanted)} exists. Name another place.`);
  if (`${path.absolute}/`.startsWith(`${from.absolute}/`))
    throw new ToolError("invalid_argument", `${shown(wanted)} is inside what is to be moved. Name another place.`);
  return path;
}

function destinationMeant(root: WorkspaceRoot, argument: string, from: MovableEntry): string {
  const wanted = argument.replace(/(?<=[^/\\])[/\\]+$/, "");
  if (!/[/\\]$/.test(argument)) return wanted;
  const there = entryOrNone(root.lexical(wanted));
  const isInto = there === undefined || (!there.isFile() && there.ino !== from.stats.ino);
  return isInto ? `${wanted}/${basename(from.absolute)}` : wanted;
}

/** Below a file there is none. */
function entryOrNone(path: string): BigIntStats | undefined {
  try {
    return entryAt(path);
  } catch {
    return undefined;
  }
}

/** On a file system that ignores case the old name is found under the new one. */
function sameInOtherCase(root: WorkspaceRoot, lexical: string): NewPath {
  const parent = realpathSync(dirname(lexical));
  const absolute = join(parent, basename(lexical));
  return { relative: root.relative(absolute), absolute, kind: "file", parent, folders: [], name: basename(absolute) };
}

/** What is about to be done. */
export type MoveStep = "folder" | "link" | "unlink" | "rename" | "sync-folder";

/** What was moved. */
export interface MovedEntry {
  /** The folders that were made, relative to the root, outermost first. */
  readonly folders: readonly string[];
  /** What a symlink said before, where it says something else now to lead to the same place. */
  readonly linkText?: string;
  readonly warnings: readonly string[];
}

/**
 * Moves an entry, and makes the folders above its new place. What appears there meanwhile stays. A relative symlink is made
 * to lead where it led.
 *
 * Throws `stale`, `already_exists`, and `backend_failed` for what the system refuses; then all is where it was.
 *
 * @param linkText what a symlink is to say, for taking a move back
 */
export function moveEntry(
  root: WorkspaceRoot,
  from: MovableEntry,
  to: NewPath,
  linkText?: string,
  onStep: (step: MoveStep) => void = () => {},
): MovedEntry {
  const source = { relative: from.relative, absolute: from.absolute, kind: "file" as const };
  try {
    using folders = MadeFolders.make(to, () => onStep("folder"));
    using parent = holdFolder(dirname(from.absolute));
    const old = `${parent?.path ?? ""}/${basename(from.absolute)}`;
    const fresh = `${folders.folder.path}/${to.name}`;
    const entry = parent === undefined ? undefined : entryAt(old);
    if (entry?.ino !== from.stats.ino || entry.dev !== from.stats.dev) throw moved(to);
    const there = entryAt(fresh);
    const isItself = there?.ino === entry.ino && there.dev === entry.dev;
    if (there !== undefined && !isItself) throw appeared(to);
    const text = from.kind === "link" ? readlinkSync(old) : undefined;
    const newText = linkText ?? (text === undefined ? undefined : linkFrom(text, from.absolute, to.absolute));
    place({ old, fresh, kind: isItself ? "folder" : from.kind, newText, text }, to, onStep);
    if (!folders.folder.isStillThere() || !(parent?.isStillThere() ?? false)) throw moved(to);
    folders.keep();
    const changed = [...folders.changed, ...(parent === undefined ? [] : [parent])];
    const unsynced = changed.filter((folder) => !syncFolder(folder, () => onStep("sync-folder")));
    return {
      folders: folders.made.map((folder) => root.relative(folder)),
      ...(text !== undefined && newText !== text && { linkText: text }),
      warnings: unsyncedWarning(unsynced.length),
    };
  } catch (error) {
    throw writeFailure(error, source);
  }
}

interface Placing {
  readonly old: string;
  readonly fresh: string;
  readonly kind: MovableEntry["kind"];
  /** What a symlink says, and is to say. */
  readonly text: string | undefined;
  readonly newText: string | undefined;
}

/** Renaming would take the place of what has just appeared; a link is made or fails. Folders cannot be linked. */
function place({ old, fresh, kind, text, newText }: Placing, to: NewPath, onStep: (step: MoveStep) => void): void {
  if (kind === "link" && newText !== undefined && newText !== text) {
    onStep("link");
    symlinkSync(newText, fresh);
    onStep("unlink");
    rmSync(old);
    return;
  }
  if (kind === "file") {
    try {
      onStep("link");
      linkSync(old, fresh);
      onStep("unlink");
      rmSync(old);
      return;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") throw appeared(to);
      if (!NO_LINKS.has(code)) throw error;
    }
  }
  onStep("rename");
  renameSync(old, fresh);
}

/** What a link must say at another place to lead to the same. */
function linkFrom(text: string, old: string, fresh: string): string {
  if (text.startsWith("/") || dirname(old) === dirname(fresh)) return text;
  return relative(dirname(fresh), resolve(dirname(old), text));
}

function appeared(to: NewPath): ToolError {
  return new ToolError(
    "already_exists",
    `${escapeName(to.relative)} appeared meanwhile, and is not overwritten. Name another place.`,
  );
}
