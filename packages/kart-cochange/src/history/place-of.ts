import { ToolError } from "@kart/core/mcp/tool-error";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { lstatOrUndefined } from "@kart/core/workspace/stats";

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

/** Tells which paths from the top of a repository are files inside the root now. Good for one question. */
export class FilesNow {
  readonly #root: WorkspaceRoot;
  readonly #top: string;
  readonly #folders = new Map<string, boolean>();

  constructor(root: WorkspaceRoot, top: string) {
    this.#root = root;
    this.#top = top;
  }

  /** A file that is reached through a symlink is none: what lies outside is not told. */
  has(path: string): boolean {
    const absolute = join(this.#top, path);
    if (!this.#root.holds(absolute) || !this.#isReal(dirname(absolute))) return false;
    return lstatOrUndefined(absolute)?.isDirectory() === false;
  }

  #isReal(folder: string): boolean {
    let isReal = this.#folders.get(folder);
    if (isReal === undefined) {
      isReal = lstatOrUndefined(folder)?.isDirectory() === true && realpathSync(folder) === folder;
      this.#folders.set(folder, isReal);
    }
    return isReal;
  }
}
