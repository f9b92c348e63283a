/** Of the heap that is kept, the share of it that may be parsed, in UTF-16 units, before the next collection. */
const SHARE = 1 / 8;

/** Milliseconds without parsing after which garbage is collected too, so that a server at rest is small. */
const AT_REST = 100;

/** The same where somebody waits for an answer, which a collection takes its time from. */
const AT_WORK = 1000;

let waiting = 0;
let idle: Timer | undefined;
/** UTF-16 units since the last collection, whoever parsed them. */
let parsed = 0;

/** Says that somebody waits for an answer, until it is disposed of. */
export function answering(): Disposable {
  waiting++;
  return { [Symbol.dispose]: () => waiting-- };
}

/**
 * Collects what the parser leaves: each result holds a native copy of its tree, which is freed late otherwise, and the process grows.
 *
 * A collection takes as long as the heap is large, so the more is kept, the more is parsed until the next: all collections
 * together stay in proportion to the parsing, where equal steps would make them grow with its square.
 */
export class ParserGarbage {
  readonly #least: number;
  #due: number;

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
    collectAtRest();
    parsed += length;
    if (parsed < this.#due) return false;
    collect();
    this.#due = Math.max(this.#least, process.memoryUsage().heapUsed * SHARE);
    return true;
  }
}

function collectAtRest(waited = 0): void {
  clearTimeout(idle);
  const now = waited + AT_REST;
  idle = setTimeout(() => (waiting > 0 && now < AT_WORK ? collectAtRest(now) : collect()), AT_REST);
  idle.unref();
}

function collect(): void {
  parsed = 0;
  Bun.gc(true);
}
