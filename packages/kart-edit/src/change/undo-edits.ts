import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import { removeEmptyFolders } from "@kart/core/workspace/made-folders";
import { type EditableFile, readForEdit } from "@kart/core/workspace/source-bytes";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { writeFiles } from "@kart/core/workspace/write-files";
import type { EditServices } from "../services.ts";
import type { Edit } from "./history.ts";

/**
 * Takes back the newest edits, all or none of them. A file that they made is removed, and the folders made for it where
 * nothing else is in them.
 *
 * Throws `nothing_to_undo`, and `stale` where a file is not as the edits left it.
 */
export async function undoEdits(
  steps: number,
  { workspace, services: { history, locks }, signal }: ToolContext<EditServices>,
): Promise<{ readonly undone: readonly Edit[]; readonly warnings: readonly string[] }> {
  const paths = history.newest(steps).flatMap(({ files }) => files.map(({ path }) => path));
  return locks.hold([...new Set(paths.map((path) => `${workspace.root.absolute}/${path}`))], async () => {
    const undone = history.newest(steps);
    if (undone.length === 0)
      throw new ToolError(
        "nothing_to_undo",
        "This server has made no edit that could be taken back. Use git for older ones.",
      );
    const writes = [...restored(undone)].map(([path, { from, to }]) => ({
      file: readAsLeft(workspace.root, path, from, to === undefined),
      text: to,
    }));
    signal.throwIfAborted();
    const { warnings } = await writeFiles(workspace.root, writes);
    history.remove(undone);
    for (const { folders = [] } of undone.flatMap(({ files }) => files)) removeEmptyFolders(workspace.root, folders);
    return { undone, warnings };
  });
}

interface Restored {
  /** What the newest of the edits left. */
  readonly from: string;
  /** What the oldest of them found: undefined for no file. */
  readonly to: string | undefined;
}

/** What becomes of each file. Throws `stale` where somebody changed it between two of the edits. */
function restored(newestFirst: readonly Edit[]): Map<string, Restored> {
  const files = new Map<string, Restored>();
  for (const { path, before, after } of newestFirst.flatMap((edit) => edit.files)) {
    const newer = files.get(path);
    if (newer !== undefined && newer.to !== after) throw movedOn(path);
    files.set(path, { from: newer?.from ?? after, to: before });
  }
  return files;
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
