import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, parse, relative, resolve, sep } from "node:path";
import { isRecord } from "@kart/core/text/is-record";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { Problem } from "./oxlint-output.ts";
import { TemporaryFolder } from "./temporary-folder.ts";

/** What is to count more than the options that a configuration sets, by its absolute path. */
export type OptionsOfToday = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/**
 * A workspace in which one file holds another text, for a program that reads from the disk. Gone when disposed of.
 *
 * Folders on the way to the file are real; all else in them is a symlink to what it stands for, or a
 * tsconfig's copy that refers to the same projects, and says what it means in the words of today. The way starts at the
 * top of the disk: configurations, `node_modules` and relative imports are found above the workspace root as well.
 */
export class Shadow implements Disposable {
  /** What the workspace root is in the shadow. */
  readonly root: string;
  readonly #folder: TemporaryFolder;
  readonly #options: OptionsOfToday;

  /**
   * Throws where the disk does not let it.
   *
   * @param file a real path in the root
   */
  constructor(root: WorkspaceRoot, file: string, text: string, options: OptionsOfToday = new Map()) {
    this.#options = options;
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

  /** Problems whose messages do: types of one name are told apart by the paths of their files. */
  asOfReal(problems: readonly Problem[]): Problem[] {
    return problems.map((problem) => ({ ...problem, message: this.withRealPaths(problem.message) }));
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }

  #shadowOf(path: string): string {
    return join(this.#folder.path, fromTop(path));
  }

  /** Undefined where a configuration can be the one that it stands for. */
  #copyOf(config: string, file: string): string | undefined {
    const outcome = readTextFile(config);
    if (outcome.status !== "read") return undefined;
    try {
      const json: unknown = Bun.JSONC.parse(outcome.text.replace(/^\ufeff/, ""));
      if (!isRecord(json)) return undefined;
      const references = realReferences(config, json["references"], file);
      const options = this.#options.get(config);
      if (references === undefined && options === undefined) return undefined;
      const own = isRecord(json["compilerOptions"]) ? json["compilerOptions"] : {};
      return JSON.stringify({
        ...json,
        ...(references !== undefined && { references }),
        ...(options !== undefined && { compilerOptions: { ...own, ...options } }),
      });
    } catch {
      // oxlint says what is wrong with it.
      return undefined;
    }
  }

  #mirror(root: WorkspaceRoot, file: string): void {
    const names = fromTop(file).split(sep);
    let real = parse(file).root;
    let shadow = this.#folder.path;
    for (const name of names) {
      for (const entry of entriesOf(root, real)) {
        if (entry.name === name) continue;
        const copy = CONFIG.test(entry.name) ? this.#copyOf(join(real, entry.name), file) : undefined;
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

/** The error where the disk does not let it be made. */
export function shadowOf(root: WorkspaceRoot, file: string, text: string, options: OptionsOfToday): Shadow | Error {
  try {
    return new Shadow(root, file, text, options);
  } catch (error) {
    return error as Error;
  }
}

/** A configuration of TypeScript, by its name. */
export const CONFIG = /^[tj]sconfig\b.*\.json$/;

/**
 * The projects that a configuration refers to, by their real places too: packages are found through symlinks in `node_modules`,
 * whose real paths are no outputs of a project in the shadow, and would be read as they were last built. Undefined where they need
 * be no others.
 */
function realReferences(config: string, references: unknown, file: string): readonly unknown[] | undefined {
  if (!Array.isArray(references)) return undefined;
  const real = references.flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one["path"] !== "string") return [];
    const path = resolve(dirname(config), one["path"]);
    const folder = path.endsWith(".json") ? dirname(path) : path;
    return file.startsWith(`${folder}${sep}`) ? [] : [{ ...one, path }];
  });
  return real.length === 0 ? undefined : [...(references as readonly unknown[]), ...real];
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
