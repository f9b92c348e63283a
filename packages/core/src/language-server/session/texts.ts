import { type FileVersion, isSameVersion, readTextFile, versionAt } from "../../workspace/read-file.ts";
import { LspText } from "./lsp-text.ts";

/** UTF-16 units of text that are kept. */
const MAX_LENGTH = 6_000_000;

/** Longer texts are made rather than written, hold most words, and would push out all others. */
const MAX_KEPT = 1_000_000;

/** The texts of files as the disk holds them, those that were asked for last kept by size and time of change. */
export class Texts {
  /** The least recently asked for first. */
  readonly #kept = new Map<string, { readonly version: FileVersion; readonly text: LspText }>();
  #length = 0;

  /** Undefined where there is no text file. */
  at(path: string): LspText | undefined {
    const known = this.#kept.get(path);
    const version = versionAt(path);
    if (known !== undefined) {
      this.#kept.delete(path);
      this.#length -= known.text.source.length;
      if (isSameVersion(known.version, version)) return this.#keep(path, known.version, known.text);
    }
    return this.#read(path);
  }

  /** The same, read anew: a file that is written twice within one tick of its clock keeps its size and its times. */
  anew(path: string): LspText | undefined {
    const known = this.#kept.get(path);
    this.forget(path);
    return this.#read(path, known?.text);
  }

  /** For who knows that it changed, as {@link anew} has it. */
  forget(path: string): void {
    this.#length -= this.#kept.get(path)?.text.source.length ?? 0;
    this.#kept.delete(path);
  }

  #read(path: string, known?: LspText): LspText | undefined {
    const outcome = readTextFile(path);
    if (outcome.status !== "read") return undefined;
    const text = known?.source === outcome.text ? known : new LspText(outcome.text);
    return this.#keep(path, outcome.version, text);
  }

  #keep(path: string, version: FileVersion, text: LspText): LspText {
    if (text.source.length > MAX_KEPT) return text;
    this.#kept.set(path, { version, text });
    this.#length += text.source.length;
    for (const [oldest, { text: dropped }] of this.#kept) {
      if (this.#length <= MAX_LENGTH || oldest === path) break;
      this.#kept.delete(oldest);
      this.#length -= dropped.source.length;
    }
    return text;
  }
}
