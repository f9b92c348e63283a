import { lstatSync } from "node:fs";
import { posix } from "node:path";
import { ToolError } from "@kart/core/mcp/tool-error";
import { type MovableEntry, proveDestination, proveMovable } from "@kart/core/workspace/move-entry";
import type { NewPath } from "@kart/core/workspace/new-path";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedMove } from "../change/commit.ts";

/** What belongs to a file by its name and place. */
export interface MovedAlong {
  readonly moves: readonly PlannedMove[];
  /** What cannot go with it, since something stands where it would: from the root. */
  readonly left: readonly string[];
}

/**
 * The snapshots of a test that is moved: Jest, Vitest and Bun look for them by its name, in `__snapshots__` beside it, and write new
 * ones where there are none, which hold whatever comes out.
 *
 * Throws what proving paths throws.
 */
export function movedAlong(root: WorkspaceRoot, { relative, absolute, kind }: MovableEntry, to: NewPath): MovedAlong {
  const isThere = lstatSync(snapshotsOf(absolute), { throwIfNoEntry: false })?.isFile() === true;
  if (kind !== "file" || !isThere) return { moves: [], left: [] };
  const entry = proveMovable(root, snapshotsOf(relative));
  try {
    return { moves: [{ entry, to: proveDestination(root, snapshotsOf(to.relative), entry) }], left: [] };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "already_exists") throw error;
    return { moves: [], left: [entry.relative] };
  }
}

function snapshotsOf(test: string): string {
  return posix.join(posix.dirname(test), "__snapshots__", `${posix.basename(test)}.snap`);
}
