import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { escapeName } from "@kart/core/text/display";
import { lineHunks, textHunks } from "@kart/core/text/line-diff";
import { removeEmptyFolders } from "@kart/core/workspace/made-folders";
import { proveDestination, proveMovable } from "@kart/core/workspace/move-entry";
import { type EditableFile, readForEdit } from "@kart/core/workspace/source-bytes";
import { lstatOrUndefined } from "@kart/core/workspace/stats";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { gapNote } from "@kart/core/text/gap-note";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { FileLines } from "../planning/lines/file-lines.ts";
import type { EditServices } from "../services.ts";
import type { ShownChange } from "./change-files.ts";
import { commit, type PlannedMove, type TextWrite } from "./commit.ts";
import type { Edit, FileMove, History } from "./history.ts";
import { leftUsers, takesFromOthers } from "./left-users.ts";
import type { Snapshots } from "./snapshots.ts";

/** Imports named that fail afterwards. */
const MAX_TO_MEND = 20;

const UNKNOWN_USERS = "who has come to use what goes is told once it is taken back";

export interface Undone {
  /** Newest first. */
  readonly undone: readonly Edit[];
  /** Those, newer than these, that somebody else had taken back: nothing was written for them. */
  readonly already: readonly Edit[];
  /** Of a dry run, what would become of the texts of files, by where they stand now. */
  readonly files: readonly ShownChange[];
  readonly warnings: readonly string[];
}

/**
 * Takes back the newest edits, all or none of them. A file that they made is removed, and the folders made for it where
 * nothing else is in them; what they moved goes back to where it was. The newest that somebody else took back already count as
 * taken back.
 *
 * @param dryRun looks whether they can be taken back, and leaves them
 *
 * Throws `nothing_to_undo`, `stale` where a file is not as the edits left it, and `already_exists` where something is in the way of what
 * they moved.
 */
export async function undoEdits(
  { steps, dryRun }: { readonly steps: number; readonly dryRun: boolean },
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<Undone> {
  const { history, locks, snapshots } = services;
  const oxc = await loadParser();
  const paths = [...withNext(root, history, steps, restored).keys()];
  return locks.hold(
    paths.map((path) => `${root.absolute}/${path}`),
    async () => {
      const undone = history.newest(steps);
      if (undone.length === 0)
        throw new ToolError(
          "nothing_to_undo",
          "This server has made no edit that could be taken back. Use git for older ones.",
        );
      const all = history.newest(Number.POSITIVE_INFINITY);
      const first = undone.findIndex((edit, at) => !isTakenBack(root, edit, all.slice(at + 1)));
      const open = first === -1 ? [] : undone.slice(first);
      const writes = withNext(root, history, steps, () => writesOf(root, open));
      const taken = { undone: open, already: undone.slice(0, undone.length - open.length) };
      proveMoves(root, open);
      if (dryRun) {
        const unknown = takesFromOthers(oxc, open) ? [UNKNOWN_USERS] : [];
        return { ...taken, files: writes.map(shownWrite), warnings: unknown };
      }
      const graph = () => importsNow(services, signal);
      const before = takesFromOthers(oxc, open) ? await graph() : undefined;
      signal.throwIfAborted();
      // A move gives files other places: with one among them the edits go back one by one, all of them proven before.
      const isMoved = open.some(({ moves = [] }) => moves.length > 0);
      const warnings: string[] = [];
      if (isMoved) warnings.push(...(await undoEach(root, open, history)));
      else if (writes.length > 0)
        warnings.push(...(await commit(root, { tool: "kart_undo", writes, moves: [] })).warnings);
      history.remove(undone);
      for (const edit of open) carryBack(snapshots, edit);
      for (const { folders = [] } of open.flatMap(({ files }) => files)) removeEmptyFolders(root, folders);
      const after = before && (await graph());
      if (before !== undefined && after !== undefined) {
        const own = new Set(open.flatMap(({ files }) => files.map(({ path }) => path)));
        warnings.push(...gapNote("TAKEN BACK, and used since", leftUsers(before, after, own), MAX_TO_MEND));
      }
      return { ...taken, files: [], warnings };
    },
  );
}

/** What imports what; undefined where that cannot be told, which keeps nothing from being taken back. */
async function importsNow({ modules }: EditServices, signal: AbortSignal): Promise<ModuleGraph | undefined> {
  try {
    return await (await modules()).graph(signal);
  } catch {
    return undefined;
  }
}

/** What comes of the newest edits; where one of them can no longer be taken back, those after it that can are told with the error. */
function withNext<T>(root: WorkspaceRoot, history: History, steps: number, take: (edits: readonly Edit[]) => T): T {
  try {
    return take(history.newest(steps));
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "stale") throw error;
    for (let fewer = Math.min(steps, history.size) - 1; fewer > 0; fewer--)
      if (canTake(root, history.newest(fewer)))
        throw new ToolError("stale", `${error.message} With \`steps\`: ${fewer} the edits after that are taken back.`);
    throw error;
  }
}

function canTake(root: WorkspaceRoot, edits: readonly Edit[]): boolean {
  try {
    writesOf(root, edits);
    return true;
  } catch {
    return false;
  }
}

/** Whether each file is as it was before an edit that moved nothing, or before one of those before it. */
function isTakenBack(root: WorkspaceRoot, { files, moves = [] }: Edit, older: readonly Edit[]): boolean {
  const isBefore = (path: string, text: string | undefined) =>
    older.some((one) => one.files.some((file) => file.path === path && file.before === text));
  return (
    moves.length === 0 &&
    files.every(({ path, before, after }) => {
      const text = textAt(root, path);
      if (before === undefined || text === undefined || text === after) return false;
      return text === before || isBefore(path, text);
    })
  );
}

function textAt(root: WorkspaceRoot, path: string): string | undefined {
  try {
    return readForEdit(root, path).text;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** Anchors speak of what is back, where it is back, as after any other edit. */
function carryBack(snapshots: Snapshots, { files, moves = [] }: Edit): void {
  for (const { from, to } of moves.toReversed()) snapshots.move(to, from);
  for (const { path, before, after } of files)
    if (before !== undefined) snapshots.carry(path, after, before, textHunks(after, before));
}

async function undoEach(root: WorkspaceRoot, newestFirst: readonly Edit[], history: History): Promise<string[]> {
  const warnings: string[] = [];
  for (const edit of newestFirst) {
    const writes = writesOf(root, [edit]);
    warnings.push(...(await commit(root, { tool: "kart_undo", writes, moves: movesBack(root, edit) })).warnings);
    // An older edit may have moved something from there.
    for (const { folders = [] } of [...(edit.moves ?? []), ...edit.files]) removeEmptyFolders(root, folders);
    history.remove([edit]);
  }
  return warnings;
}

/** Throws what `proveMovable` and `proveDestination` throw. */
function movesBack(root: WorkspaceRoot, { moves = [] }: Edit): PlannedMove[] {
  return moves.toReversed().map(({ from, to, linkText }) => {
    const entry = proveMovable(root, to);
    return { entry, to: proveDestination(root, from, entry), linkText };
  });
}

/**
 * Proves that what edits moved can go back, before any of them is taken back. What stands there now is in its way, unless taking back a newer
 * edit moves it away, or removes what that made.
 */
function proveMoves(root: WorkspaceRoot, newestFirst: readonly Edit[]): void {
  const leaving: string[] = [];
  for (const edit of newestFirst) {
    const { files, moves = [] } = edit;
    if (leaving.length === 0) movesBack(root, edit);
    else for (const move of moves) refuseTaken(root, move, leaving);
    leaving.push(...moves.map(({ to }) => to));
    for (const { path, before, folders = [] } of files) if (before === undefined) leaving.push(path, ...folders);
  }
}

/** Throws `already_exists`. */
function refuseTaken(root: WorkspaceRoot, { from, to }: FileMove, leaving: readonly string[]): void {
  if (leaving.some((one) => from === one || from.startsWith(`${one}/`))) return;
  // Where case does not count it is the same file.
  if (from.toLowerCase() === to.toLowerCase() || lstatOrUndefined(join(root.absolute, from)) === undefined) return;
  throw new ToolError(
    "already_exists",
    `${escapeName(from)} is there again, so that what was moved from it cannot go back. Move that away first, or pass fewer \`steps\`.`,
  );
}

/** What is to be seen of a write: a file that is removed loses all its lines. */
function shownWrite({ file, text = "" }: TextWrite): ShownChange {
  const lines = { before: new FileLines(file.text).lines, after: new FileLines(text).lines };
  const hunks = lineHunks(lines.before, lines.after);
  return { path: file.path.relative, edits: hunks, after: { text }, lines, hunks };
}

function writesOf(root: WorkspaceRoot, newestFirst: readonly Edit[]): TextWrite[] {
  return [...restored(newestFirst)].map(([path, { from, to }]) => ({
    file: readAsLeft(root, path, from, to === undefined),
    text: to,
  }));
}

interface Restored {
  /** What the newest of the edits left. */
  readonly from: string;
  /** What the oldest of them found: undefined for no file. */
  readonly to: string | undefined;
}

/** What becomes of each file, by where it stands now. Throws `stale` where somebody changed it between two of the edits. */
function restored(newestFirst: readonly Edit[]): Map<string, Restored> {
  const files = new Map<string, Restored>();
  const later: FileMove[] = [];
  for (const edit of newestFirst) {
    later.unshift(...(edit.moves ?? []));
    for (const { path: then, before, after } of edit.files) {
      const path = later.reduce(pathAfter, then);
      const newer = files.get(path);
      if (newer !== undefined && newer.to !== after) throw movedOn(path);
      files.set(path, { from: newer?.from ?? after, to: before });
    }
  }
  return files;
}

function pathAfter(path: string, { from, to }: FileMove): string {
  return path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

/** @param isMade whether the edits made the file: one that is gone was then taken back by somebody else */
function readAsLeft(root: WorkspaceRoot, path: string, text: string, isMade: boolean): EditableFile {
  let file: EditableFile;
  try {
    file = readForEdit(root, path);
  } catch (error) {
    throw isMade && error instanceof ToolError && error.code === "file_not_found" ? movedOn(path) : error;
  }
  // By the name of a link to another file nothing is removed.
  if (file.text !== text || file.path.relative !== path) throw movedOn(path);
  return file;
}

function movedOn(path: string): ToolError {
  return new ToolError(
    "stale",
    `${escapeName(path)} was changed by another program after the edit, so taking it back would lose that. Edit the file by hand, or put back what the edit left and repeat.`,
  );
}
