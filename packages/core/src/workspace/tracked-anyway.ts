import { join, relative, sep } from "node:path";
import { isNameable } from "../process/ripgrep.ts";
import { foldersAbove } from "../text/folders-above.ts";
import { gitFolders } from "./git-folders.ts";
import { indexEntries } from "./git-index.ts";
import type { IgnoreRules } from "./ignored.ts";
import { type FileVersion, isSameVersion, readRanges, versionAt } from "./read-file.ts";
import { realOrSame } from "./real-path.ts";

/** What git tracks though rules of its match it, which is why it does not ignore it. */
export class TrackedAnyway {
  /** Relative to the root, with `/`; some may be gone from the disk. */
  readonly files: readonly string[];
  /** The tops of the submodules, absolute. */
  readonly submodules: readonly string[];
  readonly #paths: ReadonlySet<string>;

  constructor(files: readonly string[], submodules: readonly string[]) {
    this.files = files;
    this.submodules = submodules;
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
  #found = new TrackedAnyway([], []);

  /** @param root the real path of the workspace root */
  constructor(root: string) {
    this.#root = root;
  }

  /** The same object for as long as it holds the same files. */
  anyway(rules: IgnoreRules): TrackedAnyway {
    if (this.#asked !== undefined && isAsItWas(this.#asked)) return this.#found;
    const asked = new Map(rules.outer.map((file) => [file, versionAt(file)]));
    const submodules: string[] = [];
    const paths = this.#trackedIn(rules.top, { asked, submodules });
    const folders = new Set(paths.map((path) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".")));
    for (const folder of new Set([...folders].flatMap((one) => [one, ...foldersAbove(one)]))) {
      const file = join(this.#root, folder, ".gitignore");
      asked.set(file, versionAt(file));
    }
    const files = paths.filter((path) => rules.matches(path, false) && !NEVER_LISTED.test(path));
    const known = this.#found;
    if (!isSameList(files, known.files) || !isSameList(submodules, known.submodules))
      this.#found = new TrackedAnyway(files, submodules);
    this.#asked = isSettled(asked) ? asked : undefined;
    return this.#found;
  }

  /** What the repository with this top and its submodules track at or below the root, relative to that. */
  #trackedIn(top: string, seen: Seen): string[] {
    const dotGit = join(top, ".git");
    // Of what is no repository yet it is seen that it becomes one.
    const { own, common } = gitFolders(top) ?? { own: dotGit, common: dotGit };
    const index = realOrSame(join(own, "index"));
    const version = versionAt(index);
    seen.asked.set(index, version);
    for (const file of [dotGit, realOrSame(join(common, "info", "exclude"))]) seen.asked.set(file, versionAt(file));
    const length = version === undefined || version.size > MAX_INDEX_BYTES ? 0 : version.size;
    const [bytes] = readRanges(index, [{ start: 0, length }]) ?? [];
    const entries = bytes === undefined ? [] : (indexEntries(bytes) ?? []);
    const fromRoot = withSlash(relative(this.#root, top));
    const toRoot = withSlash(relative(top, this.#root));
    return entries.flatMap(({ path, isSubmodule }) => {
      const isInside = fromRoot.startsWith("../") ? path.startsWith(toRoot) : true;
      if (!isInside || !isNameable(path)) return [];
      if (isSubmodule) {
        seen.submodules.push(join(top, path));
        return this.#trackedIn(join(top, path), seen);
      }
      return [fromRoot.startsWith("../") ? path.slice(toRoot.length) : fromRoot + path];
    });
  }
}

/** What is gathered on the way through a repository and its submodules. */
interface Seen {
  /** The files that an answer depends on, absolute. */
  readonly asked: Map<string, FileVersion | undefined>;
  readonly submodules: string[];
}

/** Longest index read: that of about a million files. */
const MAX_INDEX_BYTES = 128 * 1024 * 1024;

/** Where neither tracking nor naming the folder above makes a file one of the workspace. */
const NEVER_LISTED = /(?:^|\/)(?:\.git|node_modules)\//;

function withSlash(path: string): string {
  return path === "" ? "" : `${path.replaceAll(sep, "/")}/`;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
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
