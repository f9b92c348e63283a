import type { Comment, EcmaScriptModule, Node, OxcError, ParseResult, ParserOptions, Program } from "oxc-parser";
import type { ParserInternals } from "./parser-internals.ts";
import { childNodes } from "./tree.ts";
import { TreeMemory } from "./tree-memory.ts";
import type { Later, TreeReader } from "./tree-reader-source.ts";

export type ParseSync = typeof import("oxc-parser").parseSync;

/** UTF-16 units of a text whose tree fits into the memory, whatever stands in it: `export{a,a,…}` takes 400 bytes for each. */
const MAX_LENGTH = 2 * 1024 * 1024;

/** UTF-16 units of a text, times those of its longest line. Each error comes with the lines around it, and there may be one for every few units. */
const MAX_QUOTED = 500_000_000;

/** Times that a text is parsed again for parts of its tree. The next time all that is left is read, which takes four times as long. */
const MAX_RETURNS = 4;

/**
 * oxc-parser with trees that are read out of its memory as far as anyone looks at them, where its public surface writes all of a
 * tree as JSON and parses that. A text is parsed when a part of its result is asked for first.
 *
 * The memory holds the last tree. Of an earlier one the text is parsed again, which writes the same to the same places.
 */
export class LazyParser {
  readonly #memory: TreeMemory;
  readonly #reader: TreeReader;
  readonly #whole: ParseSync;
  /** Whose tree the memory holds. */
  #open: LazyResult | undefined;
  #generation = 0;
  #at = 0;

  /**
   * @param whole the public surface, for texts that are too large or nest too deep
   * @returns undefined where there is no memory for it
   */
  static over(internals: ParserInternals, whole: ParseSync): LazyParser | undefined {
    const memory = TreeMemory.reserve(internals);
    return memory === undefined ? undefined : new LazyParser(memory, internals, whole);
  }

  private constructor(memory: TreeMemory, internals: ParserInternals, whole: ParseSync) {
    this.#memory = memory;
    this.#whole = whole;
    const later: Later = (node, key, read, at) => (this.#open as LazyResult).readLater(node, key, read, at);
    this.#reader = internals.treeReader(later, internals.constants);
  }

  /** As `parseSync` of oxc-parser. */
  readonly parseSync: ParseSync = (path, source, options) => {
    if (!surelyFits(source)) return this.#whole(path, source, options);
    return new LazyResult(this, path, source, options);
  };

  /** The same by the public surface. */
  whole({ path, source, options }: LazyResult): ParseResult {
    return this.#whole(path, source, options);
  }

  isOpen(result: LazyResult): boolean {
    return this.#open === result && this.#generation === this.#memory.generation;
  }

  /** Reads a part of a result. Throws a RangeError where its tree is deeper than the stack. */
  read<T>(result: LazyResult, part: (reader: TreeReader, at: number) => T): T {
    if (!this.isOpen(result)) this.turnTo(result);
    return part(this.#reader, this.#at);
  }

  /** Parses the text of a result into the memory. */
  turnTo(result: LazyResult): void {
    const { path, source, options } = result;
    const { start, bytes } = this.#memory.parse(path, source, options);
    this.#open = result;
    this.#generation = this.#memory.generation;
    this.#at = this.#reader.open(this.#memory.buffer, source, start, bytes);
    result.at ??= this.#at;
    // Places in it that are read later would be those of something else.
    if (result.at !== this.#at) throw new Error(`another tree of ${path} came out of the same text`);
  }

  /** Gives memory back that the last tree took. */
  free(): void {
    this.#memory.free();
    this.#reader.close();
    this.#open = undefined;
  }
}

/** A result whose parts are read when they are asked for. */
class LazyResult implements ParseResult {
  readonly path: string;
  readonly source: string;
  readonly options: ParserOptions | null | undefined;
  /** Where the memory holds it, whenever it does; in bytes. */
  at: number | undefined;
  readonly #parser: LazyParser;
  #program: Program | undefined;
  #comments: Comment[] | undefined;
  #module: EcmaScriptModule | undefined;
  #errors: OxcError[] | undefined;
  /** Each reads a part of a node. */
  readonly #unread: (() => void)[] = [];
  /** Times that the text had to be parsed again for a part. */
  #returns = 0;
  /** Whether parts are read with their nodes. */
  #isWhole = false;

  constructor(parser: LazyParser, path: string, source: string, options: ParserOptions | null | undefined) {
    this.#parser = parser;
    this.path = path;
    this.source = source;
    this.options = options;
  }

  get program(): Program {
    return (this.#program ??= this.#read(
      (reader, at) => reader.program(at),
      ({ program }) => program,
    ));
  }

  get comments(): Comment[] {
    return (this.#comments ??= this.#read(
      (reader, at) => reader.comments(at),
      ({ comments }) => comments,
    ));
  }

  get module(): EcmaScriptModule {
    return (this.#module ??= this.#read(
      (reader, at) => reader.module(at),
      ({ module }) => module,
    ));
  }

  get errors(): OxcError[] {
    return (this.#errors ??= this.#read(
      (reader, at) => reader.errors(at),
      ({ errors }) => errors,
    ));
  }

  readLater(node: Node, key: string, read: (at: number) => unknown, at: number): void {
    const { type, start, end } = node;
    let isRead = false;
    let value: unknown;
    const get = () => {
      if (!isRead) this.#readRest();
      // What was left may have been read just now.
      if (!isRead) {
        value = this.#read(
          () => read(at),
          ({ program }) => partOf(program, type, start, end, key),
        );
        isRead = true;
      }
      return value;
    };
    if (this.#isWhole) {
      Object.assign(node, { [key]: read(at) });
      return;
    }
    this.#unread.push(get);
    Object.defineProperty(node, key, { get });
  }

  /** Reads what is left once the memory has held another tree so often that it is likely to go on like that. */
  #readRest(): void {
    if (this.#parser.isOpen(this) || ++this.#returns < MAX_RETURNS) return;
    this.#isWhole = true;
    for (const read of this.#unread.splice(0)) read();
  }

  /** @param otherwise where the tree is deeper than the stack, or there is no memory for it */
  #read<T>(part: (reader: TreeReader, at: number) => T, otherwise: (whole: ParseResult) => T): T {
    try {
      return this.#parser.read(this, part);
    } catch (error) {
      if (error instanceof RangeError) return otherwise(this.#parser.whole(this));
      throw error;
    }
  }
}

/** Whether the memory has room for all that may come of a text: where it has not, the parser ends the process. */
function surelyFits(source: string): boolean {
  if (source.length > MAX_LENGTH) return false;
  const longest = MAX_QUOTED / source.length;
  if (source.length <= longest) return true;
  for (let start = 0; ;) {
    const end = source.indexOf("\n", start);
    if ((end === -1 ? source.length : end) - start > longest) return false;
    if (end === -1) return true;
    start = end + 1;
  }
}

/** A part of the node of a type with a span. Walks without recursion: the tree may be deeper than the stack. */
function partOf(program: Program, type: Node["type"], start: number, end: number, key: string): unknown {
  const left: Node[] = [program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.type === type && node.start === start && node.end === end) return node[key as keyof Node];
    left.push(...childNodes(node));
  }
  throw new Error(`no ${type} at ${start}`);
}
