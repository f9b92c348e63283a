import { abortable } from "../../process/abortable.ts";
import type { DiskChanges } from "./disk-changes.ts";

/** Something of the whole workspace, found once for as long as no file comes or goes, whoever asks first and leaves. */
export class OncePerLayout<T> {
  readonly #disk: DiskChanges;
  readonly #find: (signal: AbortSignal) => Promise<T>;
  #found: { readonly layout: number; readonly answer: Promise<T> } | undefined;

  constructor(disk: DiskChanges, find: (signal: AbortSignal) => Promise<T>) {
    this.#disk = disk;
    this.#find = find;
  }

  /** Throws what finding it throws, after which it is found anew. */
  async now(signal: AbortSignal): Promise<T> {
    const { layout } = this.#disk;
    if (this.#found?.layout !== layout) this.#found = { layout, answer: this.#find(new AbortController().signal) };
    const found = this.#found;
    try {
      return await abortable(found.answer, signal);
    } catch (error) {
      if (!signal.aborted && this.#found === found) this.#found = undefined;
      throw error;
    }
  }
}
