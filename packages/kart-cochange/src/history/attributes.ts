import { readTextFile } from "@kart/core/workspace/read-file";
import { join } from "node:path";
import { AttributeRules, isMarked } from "../ranking/attribute-rules.ts";
import { isNoise } from "../ranking/noise.ts";
import type { Repository } from "./repository.ts";
import { lstatOrUndefined } from "@kart/core/workspace/stats";

/** Longest attribute file read, in bytes; git's own bound is 100 MB. */
const MAX_BYTES = 1024 * 1024;

/**
 * Tells which paths a repository calls generated or vendored. Reads each `.gitattributes` on the way once: make one for each
 * question. A bare repository has none on the disk but its own `info/attributes`.
 */
export class Attributes {
  readonly #top: string | undefined;
  readonly #own: readonly FolderRules[];
  readonly #byFolder = new Map<string, readonly FolderRules[]>();

  constructor({ top, commonFolder }: Repository) {
    this.#top = top;
    this.#own = rulesIn(join(commonFolder, "info", "attributes"), "");
  }

  /**
   * Whether what changes a path counts for nothing: by its name, or by what the repository says of it.
   *
   * @param path from the top of the repository, with `/`
   */
  isNoise(path: string): boolean {
    return isNoise(path) || this.#isMarked(path);
  }

  #isMarked(path: string): boolean {
    const rules = this.#rulesOf(folderOf(path));
    return (
      rules.length > 0 &&
      isMarked(rules.map(({ rules: one, folder }) => ({ rules: one, path: path.slice(folder.length) })))
    );
  }

  /** What holds in a folder, nearest first; the repository's own before all. */
  #rulesOf(folder: string): readonly FolderRules[] {
    let rules = this.#byFolder.get(folder);
    if (rules === undefined) {
      const here = this.#top === undefined ? [] : rulesIn(join(this.#top, folder, ".gitattributes"), folder);
      const above = folder === "" ? [] : this.#rulesOf(folderOf(folder.slice(0, -1))).slice(this.#own.length);
      rules = [...this.#own, ...here, ...above];
      this.#byFolder.set(folder, rules);
    }
    return rules;
  }
}

interface FolderRules {
  readonly rules: AttributeRules;
  /** With a final `/`; empty at the top. */
  readonly folder: string;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** One set of rules, or none. Most folders have no such file, and an error for each would be what takes longest. */
function rulesIn(file: string, folder: string): FolderRules[] {
  if (lstatOrUndefined(file) === undefined) return [];
  const outcome = readTextFile(file, MAX_BYTES);
  const rules = outcome.status === "read" ? new AttributeRules(outcome.text) : undefined;
  return rules?.isEmpty === false ? [{ rules, folder }] : [];
}
