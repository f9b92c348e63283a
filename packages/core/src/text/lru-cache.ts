/** Keeps what was asked for last, as far as the lengths of all that is kept come to no more than a given one. */
export class LruCache<Value> {
  /** The least recently asked for first. */
  readonly #kept = new Map<string, { readonly value: Value; readonly length: number }>();
  readonly #maxLength: number;
  #length = 0;

  /** @param maxLength in the unit of each length that is given: UTF-16 units of text, or entries */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(key: string): Value | undefined {
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known.value;
  }

  /** Keeps a value whatever its length, until the next one comes. */
  set(key: string, value: Value, length: number): void {
    this.delete(key);
    this.#kept.set(key, { value, length });
    this.#length += length;
    for (const oldest of this.#kept.keys()) {
      if (this.#length <= this.#maxLength || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#length -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }
}
