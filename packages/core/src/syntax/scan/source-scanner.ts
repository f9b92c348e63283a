import { EQUALS, KINDS, LESS, NEWLINE, SLASH, WIDE, wideKindAt, WORD } from "./byte-kinds.ts";
import type { ScannedNamespace, SourceScan } from "./source-scan.ts";
import {
  ALONE,
  BASIS,
  KEYWORD,
  MET,
  NAMESPACE,
  numberOf,
  orOne,
  SEEN,
  withByte,
  wordNumber,
  WORDS,
} from "./word-table.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const AS = wordNumber("as");
const COMPONENT = wordNumber("Component");
const CREATE_REQUIRE = wordNumber("createRequire");
const DECLARE = wordNumber("declare");
const DEFAULT = wordNumber("default");
const DEFINE = wordNumber("define");
const DIRECTIVE = wordNumber("Directive");
const EXPORT = wordNumber("export");
const EXPORTS = wordNumber("exports");
const FROM = wordNumber("from");
const IMPORT = wordNumber("import");
const MODULE = wordNumber("module");
const REQUIRE = wordNumber("require");
const REQUIREJS = wordNumber("requirejs");
const SYSTEM = wordNumber("System");
const TYPE = wordNumber("type");
const LOADING = [CREATE_REQUIRE, DEFINE, IMPORT, REQUIRE, REQUIREJS];
const KEYWORDS = [AS, COMPONENT, DECLARE, DEFAULT, DIRECTIVE, EXPORT, EXPORTS, FROM, ...LOADING];
const BEFORE_NAME = new Set(["async", "abstract", "function", "class", "interface"].map(wordNumber));

const byteOf = (character: string) => character.charCodeAt(0);
const AT = byteOf("@");
const DOT = byteOf(".");
const STROKE = byteOf("/");
const STAR = byteOf("*");
const OPENING = byteOf("(");
const CLOSING = byteOf(")");
const OPENING_BRACE = byteOf("{");
const CLOSING_BRACE = byteOf("}");
const OPENING_BRACKET = byteOf("[");
const CLOSING_BRACKET = byteOf("]");
const SMALLER = byteOf("<");
const LINE_FEED = byteOf("\n");
const BACKTICK = byteOf("`");
const PLUS = byteOf("+");
/** The last characters of what stands before a value that a variable may be given: `=`, `a ?`, `:`, `&&`, `||`, `??`, `<any>`. */
const GIVING = new Set(Array.from("=?:&|>", byteOf));
const QUOTES = new Set(Array.from("\"'`", byteOf));
const CONFLICT = Array.from("<<<<<<< ", byteOf);

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

const LISTED = /^\(\s*(?:(?:"[^"\n]*"|'[^'\n]*')\s*,\s*)?\[(.*)\]$/s;
const QUOTED = /(["'`])([^"'`\n]+)\1/g;

/** A word where it stands, and what was known of it when it was met there. */
interface Met {
  word: number;
  start: number;
  end: number;
  state: number;
}

/** What asks for the path of a module, behind `require` and `import`. */
const RESOLVE = /^\.(?:meta\.)?resolve\b/;
const LONGEST_RESOLVE = ".meta.resolve(".length;

/** Reads the bytes of one file. */
export class SourceScanner {
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
  /** Whether what looks like a comment has begun behind code, and not ended. */
  #mayBeInBlock = false;
  /** Whether what counted as comments may be code. */
  #isDoubtful = false;
  #hasStrokeOnLine = false;
  #isUnclear = false;
  #requires = false;
  /** Whether it may call `require` by any name. */
  #requiresByName = false;
  #hasAmbient = false;
  #hasComponent = false;
  #conflicted = false;

  /** @param knowsComments whether comments that start a line are told from code */
  constructor(bytes: Uint8Array, knowsComments: boolean) {
    this.#bytes = bytes;
    this.#knowsComments = knowsComments;
  }

  /** Undefined where a comment never ends, which is none then, or one may end that was not seen to begin. */
  scan(): SourceScan | undefined {
    WORDS.clear();
    this.#readWords();
    if (this.#comment === BLOCK || this.#isDoubtful) return undefined;
    if (this.#requiresByName) this.#readArguments();
    return {
      numbers: WORDS.numbers(this.#names),
      isUnclear: this.#isUnclear,
      namespaces: this.#namespaces,
      specifiers: [...this.#specifiers],
      passing: [...this.#passing],
      loaded: [...this.#loaded],
      requires: this.#requires,
      hasAmbient: this.#hasAmbient,
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
          const wide = wideKindAt(bytes, at);
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
        if (kind < WORD || (kind === WIDE && wideKindAt(bytes, at) !== WORD)) break;
        word = withByte(word, byte);
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
      const kind = KINDS[byte] === WIDE ? wideKindAt(bytes, at) : (KINDS[byte] as number);
      if (byte === STAR && next === STROKE) {
        if (this.#comment === BLOCK) this.#comment = NO_COMMENT;
        else if (this.#comment === NO_COMMENT) this.#mayBeInBlock = false;
        else this.#isDoubtful ||= this.#mayBeInBlock;
        isLineStart = false;
        at++;
      } else if (this.#comment === BLOCK) continue;
      else if (kind === NEWLINE) {
        this.#comment = NO_COMMENT;
        isLineStart = true;
      } else if (this.#comment === NO_COMMENT && byte === STROKE && (next === STAR || next === STROKE)) {
        if (isLineStart) this.#comment = next === STAR ? BLOCK : LINE;
        else this.#mayBeInBlock ||= next === STAR;
        isLineStart = false;
        at++;
      } else if (kind !== 0) isLineStart = false;
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
    else if (word === DECLARE) this.#hasAmbient ||= this.#declaresModule(end);
    else if (word === COMPONENT || word === DIRECTIVE) this.#hasComponent ||= this.#bytes[start - 1] === AT;
    else if (word === CREATE_REQUIRE) this.#requires = this.#requiresByName = true;
    else if (this.#bytes[start - 1] === DOT && this.#last.word !== (word === REQUIRE ? MODULE : SYSTEM)) return;
    else {
      if (word !== IMPORT) this.#readList(end, word === DEFINE);
      if (word === IMPORT || word === REQUIRE) this.#readCall(start, end, word === REQUIRE);
    }
  }

  /** Whether `module "x"` stands behind a `declare`. */
  #declaresModule(end: number): boolean {
    const start = this.#behindSpace(end);
    const stop = start + "module".length;
    return numberOf(this.#bytes, start, stop) === MODULE && QUOTES.has(this.#bytes[this.#behindSpace(stop)] as number);
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
  #readCall(start: number, end: number, isRequire: boolean): void {
    const bytes = this.#bytes;
    let at = this.#behindSpace(end);
    const isMember = bytes[at] === DOT;
    // What gives the path may be given to what loads it.
    if (isMember) {
      const [asked] = RESOLVE.exec(this.#textOf(at, Math.min(bytes.length, at + LONGEST_RESOLVE))) ?? [];
      if (asked !== undefined) at = this.#behindSpace(at + asked.length);
    }
    const isCall = bytes[at] === OPENING;
    if (isCall) {
      if (isRequire && !isMember) this.#requires = true;
      const farthest = Math.min(bytes.length, at + LONGEST_CALL);
      while (at < farthest && bytes[at] !== CLOSING && !QUOTES.has(bytes[at] as number)) at++;
    } else if (isRequire && !isMember && this.#mayBeGiven(start)) this.#requires = this.#requiresByName = true;
    const specifier = this.#quotedAt(at);
    if (specifier === undefined) return;
    const fixed = isCall ? this.#fixedPart(at, specifier) : specifier;
    if (fixed === "") return;
    this.#specifiers.add(fixed);
    if (isCall) this.#loaded.add(fixed);
  }

  /** Of a specifier that is put together when the program runs, the folder that it certainly names: `./pages/` of `./pages/${name}.ts`. */
  #fixedPart(at: number, specifier: string): string {
    const end = this.#bytes.indexOf(this.#bytes[at] as number, at + 1) + 1;
    const hole = this.#bytes[at] === BACKTICK ? specifier.indexOf("${") : -1;
    if (hole === -1 && this.#bytes[this.#behindSpace(end)] !== PLUS) return specifier;
    return specifier.slice(0, specifier.lastIndexOf("/", hole === -1 ? specifier.length : hole) + 1);
  }

  /** Whether a variable may be given the `require` or `module.require` whose last word starts here. */
  #mayBeGiven(start: number): boolean {
    const bytes = this.#bytes;
    let before = this.#beforeSpace(bytes[start - 1] === DOT ? this.#last.start : start);
    while (bytes[before - 1] === OPENING) before = this.#beforeSpace(before - 1);
    return GIVING.has(bytes[before - 1] as number);
  }

  /**
   * Reads the list of modules that AMD's `define` and `require` are given.
   *
   * @param isNamed the name of a module may stand in front of it
   */
  #readList(end: number, isNamed: boolean): void {
    const start = this.#behindSpace(end);
    const first = this.#bytes[this.#behindSpace(start + 1)] as number;
    if (this.#bytes[start] !== OPENING || !(first === OPENING_BRACKET || (isNamed && QUOTES.has(first)))) return;
    const stop = this.#bytes.indexOf(CLOSING_BRACKET, start) + 1;
    if (stop === 0 || stop - start > LONGEST_LIST) return;
    const [, list = ""] = LISTED.exec(this.#textOf(start, stop)) ?? [];
    for (const [, , specifier = ""] of list.matchAll(QUOTED)) {
      this.#specifiers.add(specifier);
      this.#loaded.add(specifier);
    }
  }

  /** Whatever a call is given first, where any name may be that of `require`. */
  #readArguments(): void {
    const bytes = this.#bytes;
    for (let at = bytes.indexOf(OPENING); at !== -1; at = bytes.indexOf(OPENING, at + 1)) {
      const specifier = this.#quotedAt(this.#behindSpace(at + 1));
      if (specifier === undefined) continue;
      this.#specifiers.add(specifier);
      this.#loaded.add(specifier);
    }
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
    return kind <= NEWLINE || (kind === WIDE && wideKindAt(this.#bytes, at) <= NEWLINE);
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
}
