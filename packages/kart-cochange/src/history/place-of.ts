import { ToolError } from "@kart/core/mcp/tool-error";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** A path that a question names, and where to ask git about it. */
export interface Place {
  /** From the workspace root, with `/`. */
  readonly relative: string;
  readonly absolute: string;
  /** What the proof of the path threw: a file that is gone may still have a history. */
  readonly missing: ToolError | undefined;
  /** An existing folder in the innermost repository that may hold the path. */
  readonly folder: string;
}

/** Throws as `proveFile` does, but for a file that does not exist inside the root. */
export function placeOf(root: WorkspaceRoot, argument: string): Place {
  let missing: ToolError | undefined;
  let absolute: string;
  try {
    absolute = root.proveFile(argument).absolute;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "file_not_found") throw error;
    missing = error;
    absolute = resolve(root.absolute, argument);
    // An absolute path by the root's other name, which only an existing file can be followed through.
    if (!root.holds(absolute)) throw error;
  }
  return { relative: root.relative(absolute), absolute, missing, folder: repositoryFolder(root.absolute, absolute) };
}

/** The nearest folder above a path that holds a `.git`, else the root: git itself is asked only once for each. */
function repositoryFolder(root: string, path: string): string {
  for (let folder = dirname(path); folder !== root && folder.length > root.length; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
  }
  return root;
}

/** A file's path from the top of its repository, with `/`. */
export function fromTop(top: string, absolute: string): string {
  return relative(top, absolute).replaceAll(sep, "/");
}

/** Whether a path from the top of a repository is a file inside the root, reached through no symlink. */
export function isFileWithin(root: WorkspaceRoot, top: string, path: string): boolean {
  const absolute = join(top, path);
  if (!root.holds(absolute)) return false;
  try {
    return !lstatSync(absolute).isDirectory() && realpathSync(dirname(absolute)) === dirname(absolute);
  } catch {
    return false;
  }
}
