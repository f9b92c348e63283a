/** Of the heap that is kept, the share of it that may be parsed, in UTF-16 units, before the next collection. */
const SHARE = 1 / 8;

/** Milliseconds without parsing after which garbage is collected too, so that a server at rest is small. */
const IDLE = 100;

/**
 * Collects what the parser leaves: each result holds a native copy of its tree, which is freed late otherwise, and the process grows.
 *
 * A collection takes as long as the heap is large, so the more is kept, the more is parsed until the next: all collections
 * together stay in proportion to the parsing, where equal steps would make them grow with its square.
 */
export class ParserGarbage {
  readonly #least: number;
  #due: number;
  #parsed = 0;
  #idle: Timer | undefined;

  /** @param least UTF-16 units of source after which a small heap is collected */
  constructor(least: number) {
    this.#least = least;
    this.#due = least;
  }

  /**
   * Counts what was parsed, and collects what is due. What a collection found is freed in the turn after it.
   *
   * @returns whether it did
   */
  add(length: number): boolean {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => Bun.gc(true), IDLE);
    this.#idle.unref();
    this.#parsed += length;
    if (this.#parsed < this.#due) return false;
    this.#parsed = 0;
    Bun.gc(true);
    this.#due = Math.max(this.#least, process.memoryUsage().heapUsed * SHARE);
    return true;
  }
}
