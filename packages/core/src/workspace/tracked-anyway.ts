import { join, relative, sep } from "node:path";
import { isNameable } from "../process/ripgrep.ts";
import { foldersAbove } from "../text/folders-above.ts";
import { gitFolders } from "./git-folders.ts";
import { indexEntries } from "./git-index.ts";
import type { IgnoreRules } from "./ignored.ts";
import { type FileVersion, isSameVersion, readRanges, versionAt } from "./read-file.ts";
import { realPathOrUndefined } from "./real-path.ts";

/** What git tracks though rules of its match it, which is why it does not ignore it. */
export class TrackedAnyway {
  /** Relative to the root, with `/`; some may be gone from the disk. */
  readonly files: readonly string[];
  readonly #paths: ReadonlySet<string>;

  constructor(files: readonly string[]) {
    this.files = files;
    this.#paths = new Set(files.flatMap((file) => [file, ...foldersAbove(file)]));
  }

  /** Whether it is such a file, or a folder that holds one. */
  holds(path: string): boolean {
    return this.#paths.has(path);
  }
}

/**
 * Milliseconds: the coarsest clock that file systems in use stamp files with, and some to spare. A file that changed within them
 * may change again and keep its times.
 */
const CLOCK = 20;

/**
 * Finds what git tracks in spite of its rules, in the repository of the workspace and in its submodules: git itself would be a
 * process before every search. What was found is kept for as long as the indexes and the files of rules are as they were, which
 * takes one `lstat` for each folder of tracked files.
 */
export class TrackedFiles {
  readonly #root: string;
  #asked: ReadonlyMap<string, FileVersion | undefined> | undefined;
  #found = new TrackedAnyway([]);

  /** @param root the real path of the workspace root */
  constructor(root: string) {
    this.#root = root;
  }

  /** The same object for as long as it holds the same files. */
  anyway(rules: IgnoreRules): TrackedAnyway {
    if (this.#asked !== undefined && isAsItWas(this.#asked)) return this.#found;
    const asked = new Map(rules.outer.map((file) => [file, versionAt(file)]));
    const paths = this.#trackedIn(rules.top, asked);
    const folders = new Set(paths.map((path) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".")));
    for (const folder of new Set([...folders].flatMap((one) => [one, ...foldersAbove(one)]))) {
      const file = join(this.#root, folder, ".gitignore");
      asked.set(file, versionAt(file));
    }
    const files = paths.filter((path) => rules.matches(path, false) && !NEVER_LISTED.test(path));
    if (files.join("\0") !== this.#found.files.join("\0")) this.#found = new TrackedAnyway(files);
    this.#asked = isSettled(asked) ? asked : undefined;
    return this.#found;
  }

  /** What the repository with this top and its submodules track at or below the root, relative to that. */
  #trackedIn(top: string, asked: Map<string, FileVersion | undefined>): string[] {
    const folder = gitFolders(top)?.own;
    if (folder === undefined) return [];
    const index = realPathOrUndefined(join(folder, "index")) ?? join(folder, "index");
    const version = versionAt(index);
    asked.set(index, version);
    const [bytes] = version === undefined ? [] : (readRanges(index, [{ start: 0, length: version.size }]) ?? []);
    const entries = bytes === undefined ? [] : (indexEntries(bytes) ?? []);
    const fromRoot = withSlash(relative(this.#root, top));
    const toRoot = withSlash(relative(top, this.#root));
    return entries.flatMap(({ path, isSubmodule }) => {
      const isInside = fromRoot.startsWith("../") ? path.startsWith(toRoot) : true;
      if (!isInside || !isNameable(path)) return [];
      if (isSubmodule) return this.#trackedIn(join(top, path), asked);
      return [fromRoot.startsWith("../") ? path.slice(toRoot.length) : fromRoot + path];
    });
  }
}

/** Where neither tracking nor naming the folder above makes a file one of the workspace. */
const NEVER_LISTED = /(?:^|\/)(?:\.git|node_modules)\//;

function withSlash(path: string): string {
  return path === "" ? "" : `${path.replaceAll(sep, "/")}/`;
}

function isAsItWas(asked: ReadonlyMap<string, FileVersion | undefined>): boolean {
  for (const [file, version] of asked) if (!isSameVersion(versionAt(file), version)) return false;
  return true;
}

function isSettled(asked: ReadonlyMap<string, FileVersion | undefined>): boolean {
  const now = Date.now();
  for (const version of asked.values()) if (version !== undefined && now - version.ctimeMs < CLOCK) return false;
  return true;
}
