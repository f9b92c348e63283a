import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, parse, relative, resolve, sep } from "node:path";
import { isRecord } from "@kart/core/text/is-record";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { TemporaryFolder } from "./temporary-folder.ts";

/**
 * A workspace in which one file holds another text, for a program that reads from the disk. Gone when disposed of.
 *
 * Folders on the way to the file are real; all else in them is a symlink to what it stands for, or a
 * tsconfig's copy that refers to the same projects. The way starts at the
 * top of the disk: configurations, `node_modules` and relative imports are found above the workspace root as well.
 */
export class Shadow implements Disposable {
  /** What the workspace root is in the shadow. */
  readonly root: string;
  readonly #folder: TemporaryFolder;

  /**
   * Throws where the disk does not let it.
   *
   * @param file a real path in the root
   */
  constructor(root: WorkspaceRoot, file: string, text: string) {
    this.#folder = new TemporaryFolder("kart-shadow-");
    this.root = this.#shadowOf(root.absolute);
    try {
      // Programs that follow symlinks would go round in circles.
      if (root.holds(this.#folder.path))
        throw new Error(`the temporary folder ${dirname(this.#folder.path)} lies in the workspace`);
      this.#mirror(root, file);
      writeFileSync(this.#shadowOf(file), text);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** A text that names files of the shadow, with the names of the real ones. */
  withRealPaths(text: string): string {
    return text.replaceAll(this.#folder.path, "");
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }

  #shadowOf(path: string): string {
    return join(this.#folder.path, fromTop(path));
  }

  #mirror(root: WorkspaceRoot, file: string): void {
    const names = fromTop(file).split(sep);
    let real = parse(file).root;
    let shadow = this.#folder.path;
    for (const name of names) {
      for (const entry of entriesOf(root, real)) {
        if (entry.name === name) continue;
        const copy = CONFIG.test(entry.name) ? withRealReferences(join(real, entry.name), file) : undefined;
        if (copy !== undefined) {
          writeFileSync(join(shadow, entry.name), copy);
          continue;
        }
        // The kind counts on Windows alone, where anyone may make a junction.
        const kind = entry.isDirectory() ? "junction" : "file";
        symlinkSync(join(real, entry.name), join(shadow, entry.name), kind);
      }
      real = join(real, name);
      shadow = join(shadow, name);
      if (real !== file) mkdirSync(shadow);
    }
  }
}

const CONFIG = /^[tj]sconfig\b.*\.json$/;

/**
 * A configuration that refers to other projects by their real places too: packages are found through symlinks in `node_modules`,
 * whose real paths are no outputs of a project in the shadow, and would be read as they were last built. Undefined where it need
 * be no other.
 */
function withRealReferences(config: string, file: string): string | undefined {
  const outcome = readTextFile(config);
  if (outcome.status !== "read") return undefined;
  try {
    const json: unknown = Bun.JSONC.parse(outcome.text);
    if (!isRecord(json) || !Array.isArray(json["references"])) return undefined;
    const references: readonly unknown[] = json["references"];
    const real = references.flatMap((one) => {
      if (!isRecord(one) || typeof one["path"] !== "string") return [];
      const path = resolve(dirname(config), one["path"]);
      const folder = path.endsWith(".json") ? dirname(path) : path;
      return file.startsWith(`${folder}${sep}`) ? [] : [{ ...one, path }];
    });
    return real.length === 0 ? undefined : JSON.stringify({ ...json, references: [...references, ...real] });
  } catch {
    // oxlint says what is wrong with it.
    return undefined;
  }
}

function fromTop(path: string): string {
  return relative(parse(path).root, path);
}

function entriesOf(root: WorkspaceRoot, folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (root.holds(folder)) throw error;
    // Above the workspace, what is closed to this user is of no use to oxlint either.
    return [];
  }
}
