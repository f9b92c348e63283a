/** What a call has to do with files: one, or any. */
export interface CallTurn {
  readonly writes: boolean;
  /** From the root; undefined where it may be any. */
  readonly path?: string;
}

/**
 * Carries out calls that came together in the order in which they came, as who sent them meant them. Those that change one file wait for
 * earlier ones on it, those that may change any for all earlier ones, and later ones for these; who reads waits for who changes that.
 */
export class CallTurns {
  #ofAny = Promise.resolve();
  readonly #ofFile = new Map<string, Promise<void>>();
  readonly #open = new Set<Promise<void>>();

  async take<T>({ writes, path }: CallTurn, work: () => Promise<T>): Promise<T> {
    const earlier = path === undefined ? [...this.#open] : [this.#ofAny, this.#ofFile.get(path) ?? []].flat();
    const { promise, resolve } = Promise.withResolvers<void>();
    if (writes) {
      this.#open.add(promise);
      if (path === undefined) this.#ofAny = promise;
      else this.#ofFile.set(path, promise);
    }
    try {
      await Promise.all(earlier);
      return await work();
    } finally {
      resolve();
      this.#open.delete(promise);
      if (path !== undefined && this.#ofFile.get(path) === promise) this.#ofFile.delete(path);
    }
  }
}
