import { LruCache } from "../../text/lru-cache.ts";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "../../workspace/read-file.ts";
import { LspText } from "./lsp-text.ts";

/** UTF-16 units of text that are kept. */
const MAX_LENGTH = 6_000_000;

/** Longer texts are made rather than written, hold most words, and would push out all others. */
const MAX_KEPT = 1_000_000;

/** The texts of files as the disk holds them, those that were asked for last kept by size and time of change. */
export class Texts {
  readonly #kept = new LruCache<{ readonly version: FileVersion; readonly text: LspText }>(MAX_LENGTH);

  /** Undefined where there is no text file. */
  at(path: string): LspText | undefined {
    const known = this.#kept.get(path);
    return known !== undefined && isSameVersion(known.version, versionAt(path)) ? known.text : this.#read(path);
  }

  /** The same, read anew: a file that is written twice within one tick of its clock keeps its size and its times. */
  anew(path: string): LspText | undefined {
    return this.#read(path, this.#kept.get(path)?.text);
  }

  /** For who knows that it changed, as {@link anew} has it. */
  forget(path: string): void {
    this.#kept.delete(path);
  }

  #read(path: string, known?: LspText): LspText | undefined {
    this.#kept.delete(path);
    const outcome = readTextFile(path);
    if (outcome.status !== "read") return undefined;
    const text = known?.source === outcome.text ? known : new LspText(outcome.text);
    if (text.source.length <= MAX_KEPT) this.#kept.set(path, { version: outcome.version, text }, text.source.length);
    return text;
  }
}
