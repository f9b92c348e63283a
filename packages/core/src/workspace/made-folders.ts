import { mkdirSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { moved, type NewPath } from "./new-path.ts";
import { holdFolder, withFolder, type HeldFolder } from "./read-file.ts";
import type { WorkspaceRoot } from "./workspace-path.ts";

/** The folders above a file that is to be made: made where they are absent, held open, and removed again unless kept. */
export class MadeFolders implements Disposable {
  #folder: HeldFolder;
  /** Its real path. */
  #absolute: string;
  readonly #held = new DisposableStack();
  readonly #made: { readonly parent: HeldFolder; readonly name: string; readonly absolute: string }[] = [];
  #isKept = false;

  /** Throws `stale` where one of them became a symlink or was moved, and what the system does. */
  static make(path: NewPath, onStep: () => void): MadeFolders {
    const made = new MadeFolders(path);
    try {
      for (const folder of path.folders) made.#enter(path, folder, onStep);
    } catch (error) {
      made[Symbol.dispose]();
      throw error;
    }
    return made;
  }

  private constructor(path: NewPath) {
    this.#absolute = path.parent;
    this.#folder = this.#hold(path);
  }

  /** The innermost, in which the file is to be made. */
  get folder(): HeldFolder {
    return this.#folder;
  }

  /** Real paths of those that were not there, outermost first. */
  get made(): string[] {
    return this.#made.map(({ absolute }) => absolute);
  }

  /** Those in which something was made. */
  get changed(): HeldFolder[] {
    return [...this.#made.map(({ parent }) => parent), this.#folder];
  }

  keep(): void {
    this.#isKept = true;
  }

  [Symbol.dispose](): void {
    using _held = this.#held;
    if (this.#isKept) return;
    for (const { parent, name } of this.#made.toReversed()) {
      try {
        rmdirSync(`${parent.path}/${name}`);
      } catch {
        // Somebody else has put something in it.
      }
    }
  }

  /** One after the other, each inside the one that is held: none is made behind a link that took another's place. */
  #enter(path: NewPath, name: string, onStep: () => void): void {
    onStep();
    const parent = this.#folder;
    if (!parent.isStillThere()) throw moved(path);
    this.#absolute = join(this.#absolute, name);
    try {
      mkdirSync(`${parent.path}/${name}`);
      this.#made.push({ parent, name, absolute: this.#absolute });
    } catch (error) {
      // Made by another program meanwhile; what it is shows when it is opened.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    this.#folder = this.#hold(path);
  }

  #hold(path: NewPath): HeldFolder {
    const folder = holdFolder(this.#absolute);
    if (folder === undefined) throw moved(path);
    return this.#held.use(folder);
  }
}

/** Removes those of the folders, outermost first and relative to the root, that hold nothing. One that stays is no failure. */
export function removeEmptyFolders(root: WorkspaceRoot, folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    const absolute = join(root.absolute, folder);
    try {
      withFolder(dirname(absolute), (parent) => rmdirSync(join(parent, basename(absolute))));
    } catch {
      // Not empty, or gone.
    }
  }
}
