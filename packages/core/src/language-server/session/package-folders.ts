import { statSync } from "node:fs";
import { join } from "node:path";
import { entriesOf, look, type Seen } from "./seen.ts";

/** Tells whether packages came or went by the folders that they are installed in, which are not entered. */
export class PackageFolders {
  readonly #seen = new Map<string, Seen | undefined>();
  #hasNew = false;

  /** Those of a folder named `node_modules`, absolute, which may be a symlink. */
  add(folder: string): void {
    // Packages of a scope come and go within its folder.
    const scopes = entriesOf(folder).filter((entry) => entry.name.startsWith("@") && entry.isDirectory());
    for (const path of [
      folder,
      ...INSTALLERS.map((name) => join(folder, name)),
      ...scopes.map(({ name }) => join(folder, name)),
    ])
      if (!this.#seen.has(path)) {
        this.#seen.set(path, look(path, undefined, statSync));
        this.#hasNew = true;
      }
  }

  /** Whether other packages are installed than at the last look, or more folders were added. */
  areOthers(): boolean {
    let areOthers = this.#hasNew;
    this.#hasNew = false;
    for (const [path, seen] of this.#seen) {
      const now = look(path, undefined, statSync);
      if (now?.mtimeMs === seen?.mtimeMs) continue;
      this.#seen.set(path, now);
      areOthers = true;
    }
    return areOthers;
  }
}

/** What npm, pnpm, yarn and Bun write within `node_modules` when they install. */
const INSTALLERS = [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".bun"];
