import { abortable } from "../../process/abortable.ts";
import type { DiskChanges } from "./disk-changes.ts";

/** Something that is looked for. */
interface Search<T> {
  readonly layout: number;
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  isOver: boolean;
  found?: T;
}

/** Something of the whole workspace, found once for as long as no file comes or goes, for all who ask meanwhile. */
export class OncePerLayout<T> {
  readonly #disk: DiskChanges;
  readonly #find: (signal: AbortSignal) => Promise<T>;
  #search: Search<T> | undefined;

  /** @param find given a signal that is aborted once nobody waits any more */
  constructor(disk: DiskChanges, find: (signal: AbortSignal) => Promise<T>) {
    this.#disk = disk;
    this.#find = find;
  }

  /** What was found, where that is for the state at hand. Looks for nothing. */
  get known(): T | undefined {
    return this.#search?.layout === this.#disk.layout ? this.#search.found : undefined;
  }

  /** Throws what finding it throws, after which it is found anew, and the signal's reason. */
  async now(signal: AbortSignal): Promise<T> {
    const { layout } = this.#disk;
    const search = this.#search?.layout === layout ? this.#search : this.#begin(layout);
    search.waiting++;
    try {
      return await abortable(search.answer, signal);
    } finally {
      if (--search.waiting === 0 && !search.isOver) this.#end(search, signal.reason);
    }
  }

  #begin(layout: number): Search<T> {
    const controller = new AbortController();
    const answer = this.#find(controller.signal);
    const search: Search<T> = { layout, answer, controller, waiting: 0, isOver: false };
    this.#search = search;
    // Before anybody waits, so that who does comes after it.
    void this.#settle(search);
    return search;
  }

  async #settle(search: Search<T>): Promise<void> {
    try {
      search.found = await search.answer;
      search.isOver = true;
    } catch (error) {
      search.isOver = true;
      this.#end(search, error);
    }
  }

  #end(search: Search<T>, reason: unknown): void {
    if (this.#search === search) this.#search = undefined;
    search.controller.abort(reason);
  }
}
