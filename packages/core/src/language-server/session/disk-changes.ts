import { type Dirent, lstatSync, readdirSync, statSync, type Stats } from "node:fs";
import { basename, join } from "node:path";
import { type FileVersion, isSameVersion, versionOf } from "../../workspace/read-file.ts";
import { isComponent, isPage, sourceLanguage } from "../../syntax/parser/source-language.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { IgnoreRules } from "../../workspace/ignored.ts";
import type { TrackedAnyway } from "../../workspace/tracked-anyway.ts";

/** A file that is not as it was when the server was last told. `type` in the numbers of the protocol. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  readonly type: typeof CREATED | typeof CHANGED | typeof DELETED;
}

export const CREATED = 1;
export const CHANGED = 2;
export const DELETED = 3;

/** What is known of a file or a folder: of a folder the time tells that entries came or went. */
interface Seen extends FileVersion {
  /** It changed so shortly before the look that a change after it may leave the same time. */
  readonly isFresh: boolean;
}

/** Milliseconds: the coarsest clock that file systems in use stamp files with, and some to spare. */
const CLOCK = 20;

/** Files and folders that git ignores which are looked at, so that a large build does not cost every question its time. */
const MAX_IGNORED = 5000;

/**
 * Compares the workspace with what it was at the last look, by one `lstat` for each source file, JSON file and folder that git
 * does not ignore; and of what it does, for TypeScript and its configurations alone, which sources import when they are
 * generated. Exact where a watcher would be late: an event comes milliseconds after the write that it tells of.
 *
 * What packages are installed is told by the folders named `node_modules`, which are not entered.
 */
export class DiskChanges {
  readonly #workspace: Workspace;
  readonly #files = new Map<string, Seen>();
  readonly #folders = new Map<string, Seen>();
  readonly #packages = new Map<string, Seen | undefined>();
  #rules: IgnoreRules;
  #tracked: TrackedAnyway;
  /** Which of the files and folders git ignores. */
  readonly #ignored = new Set<string>();
  readonly #outerRules = new Map<string, Seen | undefined>();
  #generation = 0;
  #layout = 0;
  #hasNewPackages = false;
  #hasComponents = false;
  readonly #pages = new Set<string>();
  readonly #links = new Set<string>();

  /** Looks at all that is there now: what happens from here on is a change. */
  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#rules = workspace.ignoreRules();
    this.#tracked = this.#rules.tracked;
    this.#areRulesOthers();
    this.#enter(workspace.root.absolute, []);
    this.#hasNewPackages = false;
  }

  /** Changes whenever anything changed. */
  get generation(): number {
    return this.#generation;
  }

  /** Changes whenever a file came or went or a configuration changed: what projects hold may be another then. */
  get layout(): number {
    return this.#layout;
  }

  /** Whether there was ever a single-file component. */
  get hasComponents(): boolean {
    return this.#hasComponents;
  }

  /** Pages in which scripts may stand, absolute; some may be gone, or ignored. */
  get pages(): ReadonlySet<string> {
    return this.#pages;
  }

  /**
   * Symlinks to source files and folders, absolute, which are not followed: TypeScript takes what they lead to for other modules. Some may
   * be gone.
   */
  get links(): ReadonlySet<string> {
    return this.#links;
  }

  /** What a file was at the last look: another object once it may have changed. */
  seen(path: string): FileVersion | undefined {
    return this.#files.get(path);
  }

  /** Absolute paths of all source files that git does not ignore. */
  sources(): string[] {
    return [...this.#files.keys()].filter((path) => sourceLanguage(path) !== undefined && !this.#ignored.has(path));
  }

  /** What changed since the last look; `areSourcesHidden` where git has come to ignore some. */
  look(): {
    readonly changes: readonly FileChange[];
    /** Those that something came to or went from, even if it is there again, or gone again. */
    readonly folders: ReadonlySet<string>;
    readonly arePackagesOthers: boolean;
    readonly areSourcesHidden: boolean;
  } {
    const changes: FileChange[] = [];
    const folders = new Set<string>();
    for (const [path, seen] of this.#files) {
      const now = look(path, "file");
      if (isSame(seen, now)) continue;
      if (now === undefined) this.#forget(path);
      else this.#files.set(path, now);
      changes.push({ path, type: now === undefined ? DELETED : CHANGED });
    }
    for (const [path, seen] of this.#folders) {
      const now = look(path, "folder");
      if (isSame(seen, now)) continue;
      folders.add(path);
      // It stays where it is in the map: one that comes last anew would be met again, for as long as it is fresh.
      if (now !== undefined) this.#enter(path, changes);
      else {
        this.#folders.delete(path);
        this.#ignored.delete(path);
      }
    }
    // Rules that are new are found in their folder.
    const areRulesOthers =
      this.#areRulesOthers() ||
      this.#workspace.ignoreRules().tracked !== this.#tracked ||
      changes.some(({ path }) => path.endsWith(".gitignore"));
    const areSourcesHidden = areRulesOthers && this.#readRulesAnew(changes);
    const arePackagesOthers = this.#lookAtPackages();
    if (changes.length > 0 || areRulesOthers) this.#generation++;
    if (
      arePackagesOthers ||
      areRulesOthers ||
      changes.some(({ path, type }) => type !== CHANGED || path.endsWith(".json"))
    )
      this.#layout++;
    return { changes, folders, arePackagesOthers, areSourcesHidden };
  }

  /** Looks into a folder and those in it that were not known. */
  #enter(folder: string, changes: FileChange[]): void {
    const seen = look(folder, "folder");
    if (seen === undefined) {
      this.#folders.delete(folder);
      return;
    }
    // Before its entries are read: what comes in between is found at the next look.
    this.#folders.set(folder, seen);
    const isIgnored = this.#ignored.has(folder);
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (this.#files.has(path)) continue;
      if (isIgnored && this.#ignored.size >= MAX_IGNORED) return;
      if (entry.isDirectory()) {
        if (entry.name === "node_modules") {
          if (!isIgnored) this.#addPackages(path);
        } else if (!this.#folders.has(path) && entry.name !== ".git") {
          if (isIgnored || !this.#isOwn(path, true)) this.#ignored.add(path);
          this.#enter(path, changes);
        }
      } else if (!this.#hasComponents && isComponent(entry.name)) {
        this.#hasComponents = true;
      } else if (!isIgnored && entry.isFile() && isPage(entry.name)) {
        this.#pages.add(path);
      } else if (entry.isSymbolicLink()) {
        if (sourceLanguage(entry.name) !== undefined || statsOf(path, statSync)?.isDirectory() === true)
          this.#links.add(path);
      } else if (entry.isFile() && isTold(entry.name)) {
        const isOwn = !isIgnored && this.#isSeen(path, entry.name);
        const file = isOwn || mayBeGenerated(entry.name) ? look(path, "file") : undefined;
        if (file === undefined) continue;
        if (!isOwn) this.#ignored.add(path);
        this.#files.set(path, file);
        changes.push({ path, type: CREATED });
      }
    }
  }

  #forget(path: string): void {
    this.#files.delete(path);
    this.#ignored.delete(path);
  }

  /** Rules may ignore the file that they stand in. */
  #isSeen(path: string, name: string): boolean {
    return name === ".gitignore" || this.#isOwn(path, false);
  }

  #isOwn(path: string, isFolder: boolean): boolean {
    return !this.#rules.ignores(this.#workspace.root.relative(path), isFolder);
  }

  /** Whether rules from outside of the workspace have changed: of the repository, the user, or a folder above. */
  #areRulesOthers(): boolean {
    let areOthers = false;
    for (const path of this.#rules.outer) {
      const now = look(path, "file");
      const seen = this.#outerRules.get(path);
      if (seen === undefined ? now === undefined : isSame(seen, now)) continue;
      this.#outerRules.set(path, now);
      areOthers = true;
    }
    return areOthers;
  }

  /** Other rules may hide what was seen, and show what was hidden. Returns whether they hide sources. */
  #readRulesAnew(changes: FileChange[]): boolean {
    const created = new Set(changes.flatMap(({ path, type }) => (type === CREATED ? [path] : [])));
    const before = this.sources().filter((path) => !created.has(path));
    this.#rules = this.#workspace.ignoreRules();
    this.#tracked = this.#rules.tracked;
    this.#ignored.clear();
    for (const path of this.#files.keys()) if (!this.#isSeen(path, basename(path))) this.#files.delete(path);
    for (const path of this.#folders.keys()) if (!this.#isOwn(path, true)) this.#folders.delete(path);
    for (const path of this.#folders.keys()) this.#enter(path, changes);
    const now = new Set(this.sources());
    return before.some((path) => !now.has(path));
  }

  #addPackages(folder: string): void {
    // Packages of a scope come and go within its folder.
    const scopes = entriesOf(folder).filter((entry) => entry.name.startsWith("@") && entry.isDirectory());
    for (const path of [
      folder,
      ...INSTALLERS.map((name) => join(folder, name)),
      ...scopes.map(({ name }) => join(folder, name)),
    ])
      if (!this.#packages.has(path)) {
        this.#packages.set(path, look(path));
        this.#hasNewPackages = true;
      }
  }

  #lookAtPackages(): boolean {
    let areOthers = this.#hasNewPackages;
    this.#hasNewPackages = false;
    for (const [path, seen] of this.#packages) {
      const now = look(path);
      if (now?.mtimeMs === seen?.mtimeMs) continue;
      this.#packages.set(path, now);
      areOthers = true;
    }
    return areOthers;
  }
}

/** What npm, pnpm, yarn and Bun write within `node_modules` when they install. */
const INSTALLERS = [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".bun"];

function isTold(name: string): boolean {
  return /\.jsonc?$/.test(name) || name === ".gitignore" || sourceLanguage(name) !== undefined;
}

/** What sources import though git ignores it: TypeScript, declarations too, and what a tsconfig extends. */
function mayBeGenerated(name: string): boolean {
  return /\.[cm]?tsx?$/.test(name) || /^[jt]sconfig.*\.json$/.test(name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What may not be looked at is as good as gone. */
function statsOf(path: string, ask: (path: string) => Stats = lstatSync): Stats | undefined {
  try {
    return ask(path);
  } catch {
    return undefined;
  }
}

function look(path: string, kind?: "file" | "folder"): Seen | undefined {
  const stats = statsOf(path);
  if (stats === undefined || (kind === "file" && !stats.isFile()) || (kind === "folder" && !stats.isDirectory()))
    return undefined;
  const version = versionOf(stats);
  const isFresh = Math.abs(Date.now() - version.mtimeMs) < CLOCK;
  return { ...version, size: kind === "folder" ? 0 : version.size, isFresh };
}

function isSame(seen: Seen, now: Seen | undefined): boolean {
  return now !== undefined && !seen.isFresh && isSameVersion(seen, now);
}
