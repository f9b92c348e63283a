import type { Dirent } from "node:fs";
import { dirname, join } from "node:path";
import { installedPackage } from "../../workspace/installed-package.ts";
import { realPathOrUndefined } from "../../workspace/real-path.ts";
import { statOrUndefined } from "../../workspace/stats.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";
import { entriesOf, look, type Seen } from "./seen.ts";

/** Tells whether packages came or went by the folders that they are installed in, which are not entered. Paths are absolute. */
export class PackageFolders {
  readonly #root: WorkspaceRoot;
  readonly #seen = new Map<string, Seen | undefined>();
  /** By a folder of the workspace, the links that install it as a package. */
  readonly #links = new Map<string, string[]>();
  #hasNew = false;

  constructor(root: WorkspaceRoot) {
    this.#root = root;
  }

  /** Those of a folder named `node_modules`, absolute, which may be a symlink. */
  add(folder: string): void {
    // Packages of a scope come and go within its folder.
    const entries = entriesOf(folder);
    const scopes = entries.filter((entry) => entry.name.startsWith("@") && entry.isDirectory());
    for (const path of [
      folder,
      ...INSTALLERS.map((name) => join(folder, name)),
      ...scopes.map(({ name }) => join(folder, name)),
    ])
      if (!this.#seen.has(path)) {
        this.#seen.set(path, look(path, undefined, statOrUndefined));
        this.#hasNew = true;
      }
    this.#addLinks(folder, entries);
    for (const { name } of scopes) this.#addLinks(join(folder, name), entriesOf(join(folder, name)));
  }

  #addLinks(folder: string, entries: readonly Dirent[]): void {
    for (const entry of entries) {
      const link = join(folder, entry.name);
      const target = entry.isSymbolicLink() ? realPathOrUndefined(link) : undefined;
      if (target === undefined || !this.#root.holds(target) || installedPackage(target) !== undefined) continue;
      const links = this.#links.getOrInsertComputed(target, () => []);
      if (!links.includes(link)) links.push(link);
    }
  }

  /** Whether a folder of the workspace is installed as a package by a link. */
  get hasLinks(): boolean {
    return this.#links.size > 0;
  }

  /** What a file of the workspace is called by who looks for it in a package: where none was, TypeScript waits for it by that name. */
  namesOf(path: string): string[] {
    if (this.#links.size === 0) return [];
    const names: string[] = [];
    for (let folder = dirname(path); this.#root.holds(folder); folder = dirname(folder))
      for (const link of this.#links.get(folder) ?? []) names.push(link + path.slice(folder.length));
    return names;
  }

  /** Whether other packages are installed than at the last look, or more folders were added. */
  areOthers(): boolean {
    let areOthers = this.#hasNew;
    this.#hasNew = false;
    for (const [path, seen] of this.#seen) {
      const now = look(path, undefined, statOrUndefined);
      if (now?.mtimeMs === seen?.mtimeMs) continue;
      this.#seen.set(path, now);
      areOthers = true;
    }
    return areOthers;
  }
}

/** What npm, pnpm, yarn and Bun write within `node_modules` when they install. */
const INSTALLERS = [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".bun"];
