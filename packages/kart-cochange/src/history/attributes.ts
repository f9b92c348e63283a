import { readTextFile } from "@kart/core/workspace/read-file";
import { join, posix } from "node:path";
import { AttributeRules, isMarked } from "../ranking/attribute-rules.ts";
import type { Repository } from "./repository.ts";

/** Longest attribute file read, in bytes; git's own bound is 100 MB. */
const MAX_BYTES = 1024 * 1024;

/**
 * Tells which paths a repository calls generated or vendored. Reads each `.gitattributes` on the way once: make one for each
 * question. A bare repository has none on the disk but its own `info/attributes`.
 */
export class Attributes {
  readonly #top: string | undefined;
  readonly #own: AttributeRules | undefined;
  readonly #folders = new Map<string, AttributeRules | undefined>();

  constructor({ top, commonFolder }: Repository) {
    this.#top = top;
    this.#own = rulesIn(join(commonFolder, "info", "attributes"));
  }

  /** @param path from the top of the repository, with `/` */
  isMarked(path: string): boolean {
    const nearestFirst = this.#own === undefined ? [] : [{ rules: this.#own, path }];
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const rules = this.#rulesOf(folder);
      if (rules !== undefined) nearestFirst.push({ rules, path: posix.relative(folder, path) });
      if (folder === posix.dirname(folder)) return isMarked(nearestFirst);
    }
  }

  #rulesOf(folder: string): AttributeRules | undefined {
    if (this.#top === undefined) return undefined;
    if (!this.#folders.has(folder)) this.#folders.set(folder, rulesIn(join(this.#top, folder, ".gitattributes")));
    return this.#folders.get(folder);
  }
}

function rulesIn(file: string): AttributeRules | undefined {
  const outcome = readTextFile(file, MAX_BYTES);
  const rules = outcome.status === "read" ? new AttributeRules(outcome.text) : undefined;
  return rules?.isEmpty === false ? rules : undefined;
}
