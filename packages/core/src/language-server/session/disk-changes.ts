import { basename, join, sep } from "node:path";
import { realPathOrUndefined } from "../../workspace/real-path.ts";
import type { FileVersion } from "../../workspace/read-file.ts";
import { outerFolders } from "../../workspace/outer-folders.ts";
import { lstatOrUndefined, statOrUndefined } from "../../workspace/stats.ts";
import { isComponent, isPage, sourceLanguage } from "../../syntax/parser/source-language.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { IgnoreRules } from "../../workspace/ignored.ts";
import type { TrackedAnyway } from "../../workspace/tracked-anyway.ts";
import { OuterRules } from "./outer-rules.ts";
import { PackageFolders } from "./package-folders.ts";
import { entriesOf, isSame, look, type Seen } from "./seen.ts";

/** A file that is not as it was when the server was last told. `type` in the numbers of the protocol. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  readonly type: typeof CREATED | typeof CHANGED | typeof DELETED;
}

export const CREATED = 1;
export const CHANGED = 2;
export const DELETED = 3;

/** Files and folders that git ignores which are looked at, so that a large build does not cost every question its time. */
const MAX_IGNORED = 5000;

/** Files among them that are neither TypeScript nor its configurations; these do not count among the others. */
const MAX_IGNORED_DATA = 1000;

/** Links that are looked at of those that git ignores or that stand behind others: a build may be made of ten thousands. */
const MAX_LINKS = 1000;

/** The same of what stands behind symlinks. */
const MAX_LINKED = 5000;

/** Those up to which links that git ignores are followed: they lead to builds, mostly. */
const MAX_LINKED_IGNORED = 2500;

/**
 * Compares the workspace with what it was at the last look, by one `lstat` for each source file, JSON file and folder that git
 * does not ignore; and of what it does, for what sources may import when it is generated. Exact where a watcher would be late: an event
 * comes milliseconds after the write that it tells of.
 *
 * What packages are installed is told by the folders named `node_modules`, which are not entered.
 */
export class DiskChanges {
  readonly #workspace: Workspace;
  readonly #files = new Map<string, Seen>();
  readonly #folders = new Map<string, Seen>();
  readonly #packages: PackageFolders;
  #rules: IgnoreRules;
  #tracked: TrackedAnyway;
  /** Which of the files and folders git ignores. */
  readonly #ignored = new Set<string>();
  readonly #ignoredData = new Set<string>();
  readonly #outerRules = new OuterRules();
  #generation = 0;
  #layout = 0;
  #unversioned = 0;
  #hasComponents = false;
  readonly #pages = new Set<string>();
  /** What they lead to. */
  readonly #links = new Map<string, string | undefined>();
  readonly #sourceLinks = new Set<string>();
  /** Files and folders that links give another name. */
  readonly #targets = new Set<string>();
  /** Files and folders behind links, by the names that these give them. */
  readonly #linked = new Set<string>();
  /** What links to folders lead to. */
  readonly #entered = new Set<string>();
  #hasNewLinks = false;

  /** Looks at all that is there now: what happens from here on is a change. */
  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#packages = new PackageFolders(workspace.root);
    this.#rules = workspace.ignoreRules();
    this.#tracked = this.#rules.tracked;
    this.#outerRules.areOthers(this.#rules);
    this.#enter(workspace.root.absolute, []);
    for (const folder of outerFolders(workspace.root.absolute)) this.#packages.add(join(folder, "node_modules"));
    this.#packages.areOthers();
    this.#hasNewLinks = false;
  }

  /** Changes whenever anything changed. */
  get generation(): number {
    return this.#generation;
  }

  /** Changes whenever a file came or went or a configuration changed: what projects hold may be another then. */
  get layout(): number {
    return this.#layout;
  }

  /** Changes whenever something did that no commit holds: what git ignores, and what stands behind symlinks. */
  get unversioned(): number {
    return this.#unversioned;
  }

  /** Whether a folder of the workspace is installed as a package by a link. */
  get arePackagesLinked(): boolean {
    return this.#packages.hasLinks;
  }

  /** Whether there was ever a single-file component. */
  get hasComponents(): boolean {
    return this.#hasComponents;
  }

  /** Pages in which scripts may stand, absolute; some may be gone, or ignored. */
  get pages(): ReadonlySet<string> {
    return this.#pages;
  }

  /** Symlinks to source files and folders, absolute: TypeScript takes what they lead to for other modules. Some may be gone. */
  get links(): ReadonlySet<string> {
    return this.#sourceLinks;
  }

  /** Whether a file, or a folder that it stands in, has another name by a symlink; absolute. */
  isLinkedTo(path: string): boolean {
    if (this.#targets.size === 0) return false;
    return [path, ...outerFolders(path)].some((one) => this.#targets.has(one));
  }

  /** What a file was at the last look: another object once it may have changed. */
  seen(path: string): FileVersion | undefined {
    return this.#files.get(path);
  }

  /** Absolute paths of all source files that git does not ignore. */
  sources(): string[] {
    return [...this.#files.keys()].filter(
      (path) => sourceLanguage(path) !== undefined && !this.#ignored.has(path) && !this.#linked.has(path),
    );
  }

  /** Counts what changed outside of the workspace as a change, and that of a configuration as one of the layout. */
  changeOutside(isConfiguration: boolean): void {
    this.#generation++;
    this.#unversioned++;
    if (isConfiguration) this.#layout++;
  }

  /**
   * What changed since the last look; `areSourcesHidden` where git has come to ignore some, `areLinksOthers` where a symlink came or
   * leads elsewhere.
   */
  look(): {
    readonly changes: readonly FileChange[];
    /** Those that something came to or went from, even if it is there again, or gone again. */
    readonly folders: ReadonlySet<string>;
    readonly arePackagesOthers: boolean;
    readonly areSourcesHidden: boolean;
    readonly areLinksOthers: boolean;
  } {
    const changes: FileChange[] = [];
    const folders = new Set<string>();
    for (const [path, seen] of this.#files) {
      const now = this.#look(path, "file");
      if (isSame(seen, now)) continue;
      if (this.#isUnversioned(path)) this.#unversioned++;
      if (now === undefined) this.#forget(path);
      else this.#files.set(path, now);
      changes.push({ path, type: now === undefined ? DELETED : CHANGED });
    }
    for (const [path, seen] of this.#folders) {
      const now = this.#look(path, "folder");
      if (isSame(seen, now)) continue;
      folders.add(path);
      // It stays where it is in the map: one that comes last anew would be met again, for as long as it is fresh.
      if (now !== undefined) this.#enter(path, changes);
      else {
        this.#folders.delete(path);
        this.#ignored.delete(path);
        this.#linked.delete(path);
      }
    }
    // Rules that are new are found in their folder.
    const areRulesOthers =
      this.#outerRules.areOthers(this.#rules) ||
      this.#workspace.ignoreRules().tracked !== this.#tracked ||
      changes.some(({ path }) => path.endsWith(".gitignore"));
    const areSourcesHidden = areRulesOthers && this.#readRulesAnew(changes);
    const arePackagesOthers = this.#packages.areOthers();
    const areLinksOthers = this.#lookAtLinks();
    if (changes.length > 0 || areRulesOthers) this.#generation++;
    const isNew = ({ path, type }: FileChange) => type === CREATED && this.#isUnversioned(path);
    if (areRulesOthers || changes.some(isNew)) this.#unversioned++;
    if (
      arePackagesOthers ||
      areRulesOthers ||
      changes.some(({ path, type }) => type !== CHANGED || path.endsWith(".json"))
    )
      this.#layout++;
    const named = changes.flatMap(({ path, type }) =>
      type === CHANGED ? [] : this.#packages.namesOf(path).map((name) => ({ path: name, type })),
    );
    return { changes: [...changes, ...named], folders, arePackagesOthers, areSourcesHidden, areLinksOthers };
  }

  /** Looks into a folder and those in it that were not known. */
  #enter(folder: string, changes: FileChange[]): void {
    const seen = this.#look(folder, "folder");
    if (seen === undefined) {
      this.#folders.delete(folder);
      return;
    }
    // Before its entries are read: what comes in between is found at the next look.
    this.#folders.set(folder, seen);
    const isIgnored = this.#ignored.has(folder);
    const isLinked = this.#linked.has(folder);
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (this.#files.has(path)) continue;
      if (isIgnored && this.#ignored.size - this.#ignoredData.size >= MAX_IGNORED) return;
      if (isLinked && this.#linked.size >= MAX_LINKED) return;
      if (entry.name === "node_modules") {
        // It may be a link to that of another worktree.
        if (!isIgnored && !entry.isFile()) this.#packages.add(path);
      } else if (entry.isDirectory()) {
        if (!this.#folders.has(path) && entry.name !== ".git") {
          if (isLinked) this.#linked.add(path);
          else if (isIgnored || !this.#isOwn(path, true)) this.#ignored.add(path);
          this.#enter(path, changes);
        }
      } else if (!this.#hasComponents && isComponent(entry.name)) {
        this.#hasComponents = true;
      } else if (!isIgnored && entry.isFile() && isPage(entry.name)) {
        this.#pages.add(path);
      } else if (entry.isSymbolicLink()) {
        this.#addLink(path, isLinked, isIgnored || !this.#isOwn(path, false), changes);
      } else if (entry.isFile() && isTold(entry.name)) {
        if (isLinked) {
          this.#addLinked(path, changes);
          continue;
        }
        const isOwn = !isIgnored && this.#isSeen(path, entry.name);
        const isData = !isOwn && !isTypeScript(entry.name);
        // A build, or a cache, holds more of it than anybody imports.
        if (isData && (this.#ignoredData.size >= MAX_IGNORED_DATA || BUILT.test(this.#workspace.root.relative(path))))
          continue;
        const file = look(path, "file");
        if (file === undefined) continue;
        if (!isOwn) this.#ignored.add(path);
        if (isData) this.#ignoredData.add(path);
        this.#files.set(path, file);
        changes.push({ path, type: CREATED });
      }
    }
  }

  /**
   * What a link leads to is looked at by its name, too, by which the server knows it: other than what it stands in. Behind a link each folder
   * is entered by one name alone, since links may lead in circles.
   */
  #addLink(path: string, isLinked: boolean, isIgnored: boolean, changes: FileChange[]): void {
    if (this.#links.has(path) || ((isLinked || isIgnored) && this.#links.size >= MAX_LINKS)) return;
    const target = realPathOrUndefined(path);
    const isFolder = target !== undefined && statOrUndefined(target)?.isDirectory() === true;
    // What is not there yet may come to be a folder.
    if (target !== undefined && !isFolder && !isTold(basename(path))) return;
    this.#links.set(path, target);
    if (target === undefined) return;
    this.#hasNewLinks = true;
    if (!isLinked && (isFolder || sourceLanguage(path) !== undefined)) this.#sourceLinks.add(path);
    if (this.#workspace.root.holds(target)) this.#targets.add(target);
    if (this.#linked.size >= (isIgnored ? MAX_LINKED_IGNORED : MAX_LINKED)) return;
    if (!isFolder) this.#addLinked(path, changes);
    else if (!path.startsWith(join(target, sep)) && !(isLinked && this.#entered.has(target))) {
      this.#entered.add(target);
      this.#linked.add(path);
      this.#enter(path, changes);
    }
  }

  #addLinked(path: string, changes: FileChange[]): void {
    const file = this.#look(path, "file");
    if (file === undefined) return;
    this.#linked.add(path);
    this.#files.set(path, file);
    changes.push({ path, type: CREATED });
  }

  /** As {@link look}; of a link, what it leads to. */
  #look(path: string, kind: "file" | "folder"): Seen | undefined {
    return look(path, kind, this.#links.has(path) ? statOrUndefined : lstatOrUndefined);
  }

  #lookAtLinks(): boolean {
    const hasNew = this.#hasNewLinks;
    this.#hasNewLinks = false;
    return hasNew || Array.from(this.#links).some(([path, target]) => realPathOrUndefined(path) !== target);
  }

  #isUnversioned(path: string): boolean {
    return this.#ignored.has(path) || this.#linked.has(path);
  }

  #forget(path: string): void {
    this.#files.delete(path);
    this.#ignored.delete(path);
    this.#ignoredData.delete(path);
    this.#linked.delete(path);
  }

  /** Rules may ignore the file that they stand in. */
  #isSeen(path: string, name: string): boolean {
    return name === ".gitignore" || this.#isOwn(path, false);
  }

  #isOwn(path: string, isFolder: boolean): boolean {
    return !this.#rules.ignores(this.#workspace.root.relative(path), isFolder);
  }

  /** Other rules may hide what was seen, and show what was hidden. Returns whether they hide sources. */
  #readRulesAnew(changes: FileChange[]): boolean {
    const created = new Set(changes.flatMap(({ path, type }) => (type === CREATED ? [path] : [])));
    const before = this.sources().filter((path) => !created.has(path));
    this.#rules = this.#workspace.ignoreRules();
    this.#tracked = this.#rules.tracked;
    this.#ignored.clear();
    this.#ignoredData.clear();
    const isHidden = (path: string, isFolder: boolean) =>
      !this.#linked.has(path) && !(isFolder ? this.#isOwn(path, true) : this.#isSeen(path, basename(path)));
    for (const path of this.#files.keys()) if (isHidden(path, false)) this.#files.delete(path);
    for (const path of this.#folders.keys()) if (isHidden(path, true)) this.#folders.delete(path);
    for (const path of this.#folders.keys()) this.#enter(path, changes);
    const now = new Set(this.sources());
    return before.some((path) => !now.has(path));
  }
}

function isTold(name: string): boolean {
  return /\.jsonc?$/.test(name) || name === ".gitignore" || sourceLanguage(name) !== undefined;
}

/** What else sources import though git ignores it is data, and JavaScript. */
function isTypeScript(name: string): boolean {
  return /\.[cm]?tsx?$/.test(name) || /^[jt]sconfig.*\.json$/.test(name);
}

const BUILT = /(?:^|\/)(?:dist|build|out|output|target|coverage|\.[^/]+)\//;
