/** One change of a file at a time, in the order they came. Different files do not wait for each other. */
export class FileLocks {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when everything asked for earlier on any of these files is done. */
  async hold<T>(files: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = files.flatMap((file) => this.#last.get(file) ?? []);
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const file of files) this.#last.set(file, promise);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      resolve();
      for (const file of files) if (this.#last.get(file) === promise) this.#last.delete(file);
    }
  }
}
