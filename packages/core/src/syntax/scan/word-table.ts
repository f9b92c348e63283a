const PRIME = 0x01000193;

/** What the number of a word starts with. */
export const BASIS = 0x811c9dc5 | 0;

/** The number of what was read so far and one more byte of a word. */
export const withByte = (number: number, byte: number) => Math.imul(number ^ byte, PRIME);

const encoder = new TextEncoder();

/**
 * The number by which scans know a word: two have the same once in four billion times. FNV-1a, of its UTF-8:
 * http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function wordNumber(word: string): number {
  return numberOf(encoder.encode(word));
}

/** As {@link wordNumber}, of bytes. */
export function numberOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let number = BASIS;
  for (let at = start; at < end; at++) number = withByte(number, bytes[at] as number);
  return orOne(number);
}

/** Zero is what an empty place of the table holds. */
export const orOne = (number: number) => (number === 0 ? 1 : number);

/** The number that says of a word that it may be given another name. */
export const renamed = (word: number) => withByte(word, 0x2545f491);
/** The number that says of a namespace that it may be used as a whole. */
export const whole = (word: number) => withByte(word, 0x9e3779b9);

// What is known of a word: that it names a namespace, stands without a member behind it, was seen in code, has a meaning, was met.
export const NAMESPACE = 1;
export const ALONE = 2;
export const SEEN = 4;
export const KEYWORD = 8;
export const MET = 16;

/** The words of one file: a table that is at most half full, emptied by what is in it, since clearing all of it takes longer. */
class WordTable {
  keys = new Int32Array(4096);
  states = new Uint8Array(4096);
  /** Which places of the table are taken. */
  #slots = new Int32Array(2048);
  #count = 0;

  /** Where to look for a word first. */
  firstSlot(word: number): number {
    return (Math.imul(word, 0x9e3779b1) >>> 8) & (this.keys.length - 1);
  }

  /** Where a word stands from here on, until another is added. */
  add(word: number): number {
    let slot = this.firstSlot(word);
    while (this.keys[slot] !== 0) {
      if (this.keys[slot] === word) return slot;
      slot = (slot + 1) & (this.keys.length - 1);
    }
    if (this.#count === this.#slots.length) {
      this.#grow();
      return this.add(word);
    }
    this.keys[slot] = word;
    this.#slots[this.#count++] = slot;
    return slot;
  }

  /** Of all words, of names that are given others, and of namespaces that stand alone; sorted. */
  numbers(names: ReadonlySet<number>): Int32Array {
    const isMet = (slot: number) => ((this.states[slot] as number) & (KEYWORD | MET)) !== KEYWORD;
    const slots = this.#slots.subarray(0, this.#count).filter(isMet);
    const alone = slots.filter((slot) => ((this.states[slot] as number) & ALONE) !== 0);
    const numbers = new Int32Array(slots.length + names.size + alone.length);
    let at = 0;
    for (const slot of slots) numbers[at++] = this.keys[slot] as number;
    for (const name of names) numbers[at++] = renamed(name);
    for (const slot of alone) numbers[at++] = whole(this.keys[slot] as number);
    return numbers.sort();
  }

  clear(): void {
    for (const slot of this.#slots.subarray(0, this.#count)) this.keys[slot] = this.states[slot] = 0;
    this.#count = 0;
  }

  #grow(): void {
    const known = Array.from(this.#slots, (slot) => ({
      key: this.keys[slot] as number,
      state: this.states[slot] as number,
    }));
    const size = this.keys.length * 2;
    this.keys = new Int32Array(size);
    this.states = new Uint8Array(size);
    this.#slots = new Int32Array(size / 2);
    this.#count = 0;
    for (const { key, state } of known) this.states[this.add(key)] = state;
  }
}

/** For one scan at a time, which nothing interrupts. */
export const WORDS = new WordTable();
