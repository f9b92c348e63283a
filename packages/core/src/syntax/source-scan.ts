/** What a source file holds, as one pass over its bytes tells: never less than there is, and sometimes more. */
export interface SourceScan {
  /** Sorted: a number for every word, and others for what is said of some words. */
  readonly numbers: Int32Array;
  /** A comment stands where a name may be given another, and hides which. */
  readonly isUnclear: boolean;
  /** `import * as name from`, and `export * as name from`. */
  readonly namespaces: readonly ScannedNamespace[];
  /** Specifiers of all imports, each once. */
  readonly specifiers: readonly string[];
  /** Those that exports are passed on from: `export * from`. */
  readonly passing: readonly string[];
  /** Those that are loaded by a call: `import()`, `require()`. */
  readonly loaded: readonly string[];
  /** It calls `require`. */
  readonly requires: boolean;
  /** It declares a component of Angular: `@Component()`. */
  readonly hasComponent: boolean;
  /** A merge left it in conflict. */
  readonly conflicted: boolean;
}

export interface ScannedNamespace {
  readonly name: string;
  readonly specifier: string;
  readonly isPassedOn: boolean;
}

/**
 * A word's number: two have the same once in four billion times. FNV-1a, of its UTF-8:
 * http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function wordNumber(word: string): number {
  return numberOf(encoder.encode(word));
}

/** Whether a text is one word to scans. */
export function isWord(text: string): boolean {
  return /^[\p{ID_Continue}$\u200c\u200d]+$/u.test(text);
}

/** Whether a file holds a word, be it in a comment or a string. */
export function holdsWord({ numbers }: SourceScan, word: number): boolean {
  return includes(numbers, word);
}

/** Whether a file may give a name another: `name as other`, `export default name`, `export = name`. */
export function mayRename({ numbers, isUnclear }: SourceScan, word: number): boolean {
  return includes(numbers, renamed(word)) || (isUnclear && includes(numbers, word));
}

/** Whether a file may use one of its namespaces otherwise than by a member. Comments that start a line do not count. */
export function mayUseWhole({ numbers }: SourceScan, word: number): boolean {
  return includes(numbers, whole(word));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const PRIME = 0x01000193;
const BASIS = 0x811c9dc5 | 0;

function numberOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let number = BASIS;
  for (let at = start; at < end; at++) number = Math.imul(number ^ (bytes[at] as number), PRIME);
  return orOne(number);
}

/** Zero is what an empty place of the table holds. */
const orOne = (number: number) => (number === 0 ? 1 : number);
const renamed = (word: number) => Math.imul(word ^ 0x2545f491, PRIME);
const whole = (word: number) => Math.imul(word ^ 0x9e3779b9, PRIME);

function includes(sorted: Int32Array, number: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === number;
}

const AS = wordNumber("as");
const COMPONENT = wordNumber("Component");
const DEFAULT = wordNumber("default");
const EXPORT = wordNumber("export");
const EXPORTS = wordNumber("exports");
const FROM = wordNumber("from");
const IMPORT = wordNumber("import");
const REQUIRE = wordNumber("require");
const TYPE = wordNumber("type");
const KEYWORDS = [AS, COMPONENT, DEFAULT, EXPORT, EXPORTS, FROM, IMPORT, REQUIRE];
const BEFORE_NAME = new Set(["async", "abstract", "function", "class", "interface"].map(wordNumber));

// What a byte is: a bit for each kind that matters between words, nothing for spaces, then words, and what ASCII does not tell.
const NEWLINE = 1;
const SLASH = 2;
const EQUALS = 4;
const LESS = 8;
const OTHER = 16;
const WORD = 64;
const WIDE = 128;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? kindOf(byte) : WIDE));

function kindOf(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (/[\p{ID_Continue}$\u200c\u200d]/u.test(character)) return WORD;
  if (/[^\S\n\r]/.test(character)) return 0;
  return { "\n": NEWLINE, "\r": NEWLINE, "/": SLASH, "=": EQUALS, "<": LESS }[character] ?? OTHER;
}

/** Of characters beyond ASCII that were met. */
const wideKinds = new Map<number, number>();

function wideKindOf(codePoint: number): number {
  const known = wideKinds.get(codePoint);
  if (known !== undefined) return known;
  const kind = codePoint > 0x10ffff ? OTHER : kindOf(codePoint);
  wideKinds.set(codePoint, kind);
  return kind;
}

const byteOf = (character: string) => character.charCodeAt(0);
const AT = byteOf("@");
const DOT = byteOf(".");
const STROKE = byteOf("/");
const STAR = byteOf("*");
const OPENING = byteOf("(");
const CLOSING = byteOf(")");
const OPENING_BRACE = byteOf("{");
const CLOSING_BRACE = byteOf("}");
const SMALLER = byteOf("<");
const LINE_FEED = byteOf("\n");
const QUOTES = new Set(encoder.encode("\"'`"));
const CONFLICT = encoder.encode("<<<<<<< ");

// What is known of a word: that it names a namespace, stands without a member behind it, was seen in code, has a meaning, was met.
const NAMESPACE = 1;
const ALONE = 2;
const SEEN = 4;
const KEYWORD = 8;
const MET = 16;

// Which comment the scanner is in.
const NO_COMMENT = 0;
const LINE = 1;
const BLOCK = 2;

// Which word is given another name: none, the next that is one, or the next if it stands behind `=`.
const NO_NAME = 0;
const NEXT = 1;
const ASSIGNED = 2;

/** Bytes of a list of names. */
const LONGEST_LIST = 50_000;
/** Those from `import(` to its specifier, and of a specifier. */
const LONGEST_CALL = 1000;

/** Scans source text in UTF-8, or in UTF-16 with a byte order mark. */
export function scanSource(bytes: Uint8Array): SourceScan {
  const source = inUtf8(bytes);
  return new Scanner(source, true).scan() ?? (new Scanner(source, false).scan() as SourceScan);
}

function inUtf8(bytes: Uint8Array): Uint8Array {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes;
  return encoder.encode(new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes));
}

/** A word where it stands, and what was known of it when it was met there. */
interface Met {
  word: number;
  start: number;
  end: number;
  state: number;
}

class Scanner {
  readonly #bytes: Uint8Array;
  readonly #knowsComments: boolean;
  readonly #names = new Set<number>();
  readonly #namespaces: ScannedNamespace[] = [];
  readonly #specifiers = new Set<string>();
  readonly #passing = new Set<string>();
  readonly #loaded = new Set<string>();
  readonly #last: Met = { word: 0, start: 0, end: 0, state: 0 };
  #naming = NO_NAME;
  #comment = NO_COMMENT;
  #hasStrokeOnLine = false;
  #isUnclear = false;
  #requires = false;
  #hasComponent = false;
  #conflicted = false;

  /** @param knowsComments whether comments that start a line are told from code */
  constructor(bytes: Uint8Array, knowsComments: boolean) {
    this.#bytes = bytes;
    this.#knowsComments = knowsComments;
  }

  /** Undefined where a comment never ends, which is none then. */
  scan(): SourceScan | undefined {
    WORDS.clear();
    this.#readWords();
    if (this.#comment === BLOCK) return undefined;
    return {
      numbers: WORDS.numbers(this.#names),
      isUnclear: this.#isUnclear,
      namespaces: this.#namespaces,
      specifiers: [...this.#specifiers],
      passing: [...this.#passing],
      loaded: [...this.#loaded],
      requires: this.#requires,
      hasComponent: this.#hasComponent,
      conflicted: this.#conflicted,
    };
  }

  /** The inner loop: all that few words need is elsewhere, and the table is looked at without a call. */
  #readWords(): void {
    const bytes = this.#bytes;
    const { length } = bytes;
    const last = this.#last;
    for (const keyword of KEYWORDS) WORDS.states[WORDS.add(keyword)] = KEYWORD;
    let { keys, states } = WORDS;
    let mask = keys.length - 1;
    for (let at = 0; at < length;) {
      const gapStart = at;
      let gap = 0;
      for (; at < length; at++) {
        const kind = KINDS[bytes[at] as number] as number;
        if (kind < WORD) gap |= kind;
        else if (kind === WORD) break;
        else {
          const wide = this.#wideKindAt(at);
          if (wide === WORD) break;
          gap |= wide;
        }
      }
      if ((gap & SLASH) !== 0 || (this.#comment === LINE && (gap & NEWLINE) !== 0)) this.#readComments(gapStart, at);
      if ((gap & LESS) !== 0 && at - gapStart >= CONFLICT.length) this.#readConflict(gapStart, at);
      if (at >= length) break;

      const start = at;
      let word = BASIS;
      for (; at < length; at++) {
        const byte = bytes[at] as number;
        const kind = KINDS[byte] as number;
        if (kind < WORD || (kind === WIDE && this.#wideKindAt(at) !== WORD)) break;
        word = Math.imul(word ^ byte, PRIME);
      }
      word = orOne(word);
      let slot = WORDS.firstSlot(word);
      let known = keys[slot] as number;
      while (known !== word && known !== 0) {
        slot = (slot + 1) & mask;
        known = keys[slot] as number;
      }
      if (known === 0) {
        slot = WORDS.add(word);
        ({ keys, states } = WORDS);
        mask = keys.length - 1;
      }
      const state = states[slot] as number;
      if (this.#comment === NO_COMMENT && ((state & SEEN) === 0 || (state & (NAMESPACE | ALONE)) === NAMESPACE)) {
        const isAlone = (state & NAMESPACE) !== 0 && this.#isAlone(start, at);
        states[slot] = state | SEEN | (isAlone ? ALONE : 0);
      }

      if (this.#naming !== NO_NAME) this.#readName(word, gap);
      if ((state & KEYWORD) !== 0) {
        states[slot] = (states[slot] as number) | MET;
        this.#readKeyword(word, gap, start, at);
      }
      if ((gap & (NEWLINE | SLASH)) !== 0) this.#hasStrokeOnLine = (gap & SLASH) !== 0;
      last.word = word;
      last.start = start;
      last.end = at;
      last.state = state;
    }
  }

  /** Of comments those that start a line: behind something else on it, it may be the middle of a string. */
  #readComments(start: number, end: number): void {
    if (!this.#knowsComments) return;
    const bytes = this.#bytes;
    let isLineStart = start === 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      const next = bytes[at + 1];
      if (this.#comment === BLOCK) {
        if (byte !== STAR || next !== STROKE) continue;
        this.#comment = NO_COMMENT;
        isLineStart = false;
        at++;
      } else if (KINDS[byte] === NEWLINE) {
        this.#comment = NO_COMMENT;
        isLineStart = true;
      } else if (this.#comment === NO_COMMENT && isLineStart && byte === STROKE && (next === STAR || next === STROKE)) {
        this.#comment = next === STAR ? BLOCK : LINE;
        at++;
      } else if (KINDS[byte] !== 0) isLineStart = false;
    }
  }

  #readConflict(start: number, end: number): void {
    const bytes = this.#bytes;
    for (let at = start; at < end; at++) {
      if (bytes[at] !== SMALLER || (at > 0 && KINDS[bytes[at - 1] as number] !== NEWLINE)) continue;
      if (CONFLICT.every((byte, index) => bytes[at + index] === byte)) this.#conflicted = true;
    }
  }

  /** Whether a word is no member itself, and none is taken of it. */
  #isAlone(start: number, end: number): boolean {
    const bytes = this.#bytes;
    if (bytes[start - 1] === DOT && bytes[start - 2] !== DOT) return false;
    return bytes[this.#behindSpace(end)] !== DOT;
  }

  /** Reads the word behind `export default`, `exports` and the like. */
  #readName(word: number, gap: number): void {
    // What stands in a comment is not the name, and may hide it.
    if ((gap & SLASH) !== 0) this.#isUnclear = true;
    if (this.#naming === NEXT && BEFORE_NAME.has(word)) return;
    if (this.#naming === NEXT || (gap & EQUALS) !== 0) this.#names.add(word);
    this.#naming = NO_NAME;
  }

  #readKeyword(word: number, gap: number, start: number, end: number): void {
    if (word === AS) {
      if ((gap & SLASH) !== 0 || ((gap & NEWLINE) !== 0 && this.#hasStrokeOnLine)) this.#isUnclear = true;
      if ((gap & ~NEWLINE) === 0) this.#names.add(this.#last.word);
    } else if (word === DEFAULT) {
      if (this.#last.word === EXPORT) this.#naming = NEXT;
    } else if (word === EXPORT || word === EXPORTS) this.#naming = ASSIGNED;
    // What an example in a comment imports is imported nowhere.
    else if (this.#comment !== NO_COMMENT) return;
    else if (word === FROM) this.#readFrom(start, end);
    else if (word === COMPONENT) this.#hasComponent ||= this.#bytes[start - 1] === AT;
    else if (this.#bytes[start - 1] !== DOT) this.#readCall(end, word === REQUIRE);
  }

  /** Reads what stands around a `from`. */
  #readFrom(start: number, end: number): void {
    const specifier = this.#quotedAt(this.#behindSpace(end));
    if (specifier === undefined) return;
    this.#specifiers.add(specifier);
    const bytes = this.#bytes;
    const before = this.#beforeSpace(start);
    if (bytes[before - 1] === CLOSING_BRACE) {
      const farthest = Math.max(0, before - LONGEST_LIST);
      let opening = before - 1;
      while (opening > farthest && bytes[opening] !== OPENING_BRACE) opening--;
      if (this.#isBehindExport(opening)) this.#passing.add(specifier);
    } else if (bytes[before - 1] === STAR) {
      if (this.#isBehindExport(before - 1)) this.#passing.add(specifier);
    } else if (this.#last.end === before) {
      const { word, start: name, state } = this.#last;
      const as = this.#beforeSpace(name);
      const star = this.#beforeSpace(as - 2) - 1;
      if (bytes[star] !== STAR || numberOf(bytes, as - 2, as) !== AS) return;
      if (this.#isQuoted(star)) return;
      const isPassedOn = this.#isBehindExport(star);
      if (isPassedOn) this.#passing.add(specifier);
      this.#namespaces.push({ name: this.#textOf(name, before), specifier, isPassedOn });
      const slot = WORDS.add(word);
      WORDS.states[slot] = (WORDS.states[slot] as number) | NAMESPACE | ((state & SEEN) === 0 ? 0 : ALONE);
    }
  }

  /** Whether `export` stands before a place, or `export type`. */
  #isBehindExport(end: number): boolean {
    const stop = this.#beforeSpace(end);
    const start = this.#wordBefore(stop);
    const word = numberOf(this.#bytes, start, stop);
    return word === EXPORT || (word === TYPE && this.#isBehindExport(start));
  }

  /** Whether a quote stands right before the word ahead of a place: what it says is text. */
  #isQuoted(end: number): boolean {
    return QUOTES.has(this.#bytes[this.#wordBefore(this.#beforeSpace(end)) - 1] as number);
  }

  #wordBefore(end: number): number {
    let start = end;
    while (start > 0 && KINDS[this.#bytes[start - 1] as number] === WORD) start--;
    return start;
  }

  /** Reads what an `import` or a `require` is given. */
  #readCall(end: number, isRequire: boolean): void {
    const bytes = this.#bytes;
    let at = this.#behindSpace(end);
    const isCall = bytes[at] === OPENING;
    if (isCall) {
      if (isRequire) this.#requires = true;
      const farthest = Math.min(bytes.length, at + LONGEST_CALL);
      while (at < farthest && bytes[at] !== CLOSING && !QUOTES.has(bytes[at] as number)) at++;
    }
    const specifier = this.#quotedAt(at);
    if (specifier === undefined) return;
    this.#specifiers.add(specifier);
    if (isCall) this.#loaded.add(specifier);
  }

  #behindSpace(at: number): number {
    let end = at;
    while (end < this.#bytes.length && this.#isSpaceAt(end)) end++;
    return end;
  }

  #beforeSpace(at: number): number {
    let start = at;
    while (start > 0 && this.#isSpaceAt(start - 1)) start--;
    return start;
  }

  #isSpaceAt(at: number): boolean {
    const kind = KINDS[this.#bytes[at] as number] as number;
    return kind <= NEWLINE || (kind === WIDE && this.#wideKindAt(at) === 0);
  }

  /** What stands in quotes, within one line. */
  #quotedAt(start: number): string | undefined {
    const bytes = this.#bytes;
    const quote = bytes[start] as number;
    if (!QUOTES.has(quote)) return undefined;
    const farthest = Math.min(bytes.length, start + LONGEST_CALL);
    let end = start + 1;
    while (end < farthest && bytes[end] !== quote && bytes[end] !== LINE_FEED) end++;
    return bytes[end] === quote ? this.#textOf(start + 1, end) : undefined;
  }

  #textOf(start: number, end: number): string {
    return decoder.decode(this.#bytes.subarray(start, end));
  }

  /** The kind of the character beyond ASCII that a byte is of. */
  #wideKindAt(at: number): number {
    const bytes = this.#bytes;
    let first = at;
    while (first > at - 3 && first > 0 && ((bytes[first] as number) & 0xc0) === 0x80) first--;
    const lead = bytes[first] as number;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    // What is no UTF-8 is a sign.
    if (lead < 0xc0 || at >= first + length) return OTHER;
    let codePoint = lead & (0xff >> (length + 1));
    for (let next = first + 1; next < first + length; next++)
      codePoint = (codePoint << 6) | ((bytes[next] ?? 0) & 0x3f);
    return wideKindOf(codePoint);
  }
}

/** The words of one file: a table that is at most half full, emptied by what is in it, since clearing all of it takes longer. */
class Words {
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
const WORDS = new Words();
