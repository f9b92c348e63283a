import { type Dirent, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { isNameable, listFiles, unnameable } from "../process/ripgrep.ts";
import { withFolder } from "./read-file.ts";
import type { Workspace } from "./workspace.ts";
import type { WorkspacePath } from "./workspace-path.ts";
import { globFilter } from "./glob.ts";
import { isLockName } from "./write-lock.ts";

export interface ListQuery {
  readonly path: WorkspacePath;
  readonly recursive: boolean;
  readonly glob?: string;
  readonly limit: number;
}

export interface ListedEntry {
  readonly name: string;
  /** From the root, with `/`. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** bytes; files only */
  readonly size?: number;
  /** What the link holds, unresolved. Links are listed, never followed. */
  readonly symlinkTo?: string;
}

export interface ListResult {
  /** Sorted by path. */
  readonly entries: readonly ListedEntry[];
  readonly total: number;
  /** Entries that were looked at, whether or not the glob takes them. */
  readonly seen: number;
  readonly problems: readonly string[];
}

/**
 * Lists what git would not ignore. ripgrep knows the files below a folder; those of one folder alone, and folders and symlinks,
 * which it never lists, are asked of the same rules: to start it takes longer than to look.
 */
export async function list(workspace: Workspace, query: ListQuery, signal: AbortSignal): Promise<ListResult> {
  const { path, recursive, limit } = query;
  if (path.kind !== "folder")
    return {
      entries: [withDetails(workspace, { path: path.relative, isDirectory: false })],
      total: 1,
      seen: 1,
      problems: [],
    };
  const scopes = workspace.scopes([path], signal);
  const lists = recursive ? await Promise.all(scopes.map(listFiles)) : [];
  const files = recursive ? new Set(lists.flatMap((listed) => listed.files)) : undefined;
  const rules = workspace.ignoreRules();
  const isListed = (entry: string, isFolder: boolean) =>
    scopes[0]?.includeIgnored === true ? !isNeverListed(entry) : !rules.ignores(entry, isFolder);
  const walk = new FolderWalk(workspace, files, isListed, signal);
  const found = await walk.entries(path.relative, recursive);
  const isWanted = globFilter(query.glob, [path.relative]);
  const wanted = found.filter((entry) => isWanted(entry.path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    entries: wanted.slice(0, limit).map((entry) => withDetails(workspace, entry)),
    total: wanted.length,
    seen: found.length,
    problems: [...lists.flatMap(({ problems }) => problems), ...walk.problems],
  };
}

/** Every symlink that git would not ignore, with what it says. */
export async function listLinks(workspace: Workspace, signal: AbortSignal): Promise<ListedEntry[]> {
  const rules = workspace.ignoreRules();
  const isListed = (entry: string, isFolder: boolean) => !rules.ignores(entry, isFolder);
  // Of files none is shown, so that each entry is a folder or a symlink.
  const found = await new FolderWalk(workspace, new Set(), isListed, signal).entries(".", true);
  const links = found.filter(({ isDirectory }) => !isDirectory).map((entry) => withDetails(workspace, entry));
  return links.filter(({ symlinkTo }) => symlinkTo !== undefined);
}

interface Entry {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** Names that no listing shows; a path inside them may still be named. */
function isNeverListed(path: string): boolean {
  return /(?:^|\/)(?:\.git|node_modules)$/.test(path);
}

class FolderWalk {
  readonly problems: string[] = [];
  readonly #workspace: Workspace;
  readonly #files: ReadonlySet<string> | undefined;
  readonly #isListed: (path: string, isFolder: boolean) => boolean;
  readonly #signal: AbortSignal;

  constructor(
    workspace: Workspace,
    files: ReadonlySet<string> | undefined,
    isListed: (path: string, isFolder: boolean) => boolean,
    signal: AbortSignal,
  ) {
    this.#workspace = workspace;
    this.#files = files;
    this.#isListed = isListed;
    this.#signal = signal;
  }

  async entries(start: string, recursive: boolean): Promise<Entry[]> {
    const entries: Entry[] = [];
    const folders = [start];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const child of this.#children(folder)) {
        const path = folder === "." ? child.name : `${folder}/${child.name}`;
        const isDirectory = child.isDirectory();
        if (!this.#isShown(path, child)) continue;
        entries.push({ path, isDirectory });
        if (isDirectory && recursive) folders.push(path);
      }
      if (entries.length % 500 === 499) await new Promise(setImmediate);
      this.#signal.throwIfAborted();
    }
    return entries;
  }

  #isShown(path: string, child: Dirent): boolean {
    if (isLockName(child.name)) return false;
    if (child.isDirectory() || child.isSymbolicLink()) return this.#isListed(path, child.isDirectory());
    if (this.#files !== undefined) return this.#files.has(path);
    if (!child.isFile() || !this.#isListed(path, false)) return false;
    if (!isNameable(path)) this.problems.push(unnameable(path));
    return isNameable(path);
  }

  /** Empty where the folder vanished, or was swapped for a symlink since it was proven. */
  #children(folder: string): Dirent[] {
    const absolute = folder === "." ? this.#workspace.root.absolute : `${this.#workspace.root.absolute}/${folder}`;
    try {
      return withFolder(absolute, (opened) => readdirSync(opened, { withFileTypes: true })) ?? [];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES" || code === "EPERM") this.problems.push(`${folder}: may not be read by this user`);
      return [];
    }
  }
}

function withDetails(workspace: Workspace, { path, isDirectory }: Entry): ListedEntry {
  const name = path === "." ? "." : (path.split("/").at(-1) as string);
  if (isDirectory) return { name, path, isDirectory };
  const absolute = `${workspace.root.absolute}/${path}`;
  try {
    const details = withFolder(dirname(absolute), (opened) => {
      const stats = lstatSync(join(opened, name));
      if (stats.isSymbolicLink()) return { symlinkTo: readlinkSync(join(opened, name)) };
      return stats.isFile() ? { size: stats.size } : {};
    });
    return { name, path, isDirectory, ...details };
  } catch {
    // Deleted since it was listed; the next call will not show it.
    return { name, path, isDirectory };
  }
}
