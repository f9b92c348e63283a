import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { ToolError } from "../mcp/tool-error.ts";
import { proveWritable, refuseProtected } from "./protected-path.ts";
import { escapeName } from "../text/display.ts";
import { outside, shown, type WorkspacePath, type WorkspaceRoot } from "./workspace-path.ts";
import { isLockName } from "./write-lock.ts";

/** The place of a file that is to be made, proven to lie inside the root. Nothing was there when it was proven. */
export interface NewPath extends WorkspacePath {
  readonly kind: "file";
  /** The real path of the nearest folder above it that exists. */
  readonly parent: string;
  /** Names of the folders to be made below that, outermost first. */
  readonly folders: readonly string[];
  readonly name: string;
}

/** Most bytes of a name, and of a whole path with its end: NAME_MAX and PATH_MAX of Linux. */
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;

/**
 * Proves that a file may be made: its nearest existing folder, followed through every symlink, lies inside the root.
 * Folders that git ignores are allowed. Undefined where a file is there already, which was proven then.
 *
 * Throws `path_outside_root`, `protected_path`, `not_a_file` (also where a file stands in a folder's place),
 * `file_not_found` (a symlink that leads nowhere) and `invalid_argument`.
 */
export function proveNew(root: WorkspaceRoot, argument: string): NewPath | undefined {
  const lexical = root.lexical(argument);
  if (isThere(lexical)) {
    proveWritable(root, argument);
    return undefined;
  }
  if (/[/\\]\.{0,2}$/.test(argument))
    throw new ToolError("invalid_argument", `${shown(argument)} names a folder. Name a file; its folders are made.`);

  let folder = dirname(lexical);
  while (!isThere(folder)) folder = dirname(folder);
  const parent = realFolder(root, folder, argument);
  const names = relative(folder, lexical).split(sep);
  const absolute = join(parent, ...names);
  const path: NewPath = {
    relative: root.relative(absolute),
    absolute,
    kind: "file",
    parent,
    folders: names.slice(0, -1),
    name: names.at(-1) as string,
  };
  refuseProtected(root, path, argument);
  requireNames(names, absolute, argument);
  return path;
}

function requireNames(names: readonly string[], absolute: string, argument: string): void {
  if (names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES) || Buffer.byteLength(absolute) >= MAX_PATH_BYTES)
    throw new ToolError("invalid_argument", `${shown(argument)} is longer than file systems take. Shorten it.`);
  if (!argument.isWellFormed())
    throw new ToolError("invalid_argument", "The path holds half a surrogate pair. Name it in whole characters.");
  if (names.some(isLockName))
    throw new ToolError(
      "invalid_argument",
      `${shown(argument)} has the name of a temporary file, which edits remove. Name it otherwise.`,
    );
}

/** The error for a folder that is not where it was proven to be. */
export function moved(path: NewPath): ToolError {
  return new ToolError(
    "stale",
    `A folder above ${escapeName(path.relative)} was moved or replaced while it was made. Look at what is there now, then repeat the call.`,
  );
}

/** Throws where the folder is none, or leads outside; where it leads nowhere, nobody knows. */
function realFolder(root: WorkspaceRoot, folder: string, argument: string): string {
  let real: string;
  let stats: Stats;
  try {
    real = realpathSync(folder);
    stats = lstatSync(real);
  } catch {
    throw outside(argument);
  }
  // A symlink here was a folder a moment ago.
  if (!root.holds(real) || stats.isSymbolicLink()) throw outside(argument);
  if (stats.isDirectory()) return real;
  throw new ToolError(
    "not_a_file",
    `${shown(root.relative(real))} is no folder, so no file can be made in it. Name another path.`,
  );
}

/** Whether there is an entry, be it a link that leads nowhere. The file system's root always is. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
