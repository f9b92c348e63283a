import type { ParserOptions } from "oxc-parser";
import type { ParserInternals } from "./parser-internals.ts";
import type { TreeBuffer } from "./tree-reader-source.ts";

/** Bytes that a buffer may have in JavaScriptCore; a block of 2 GiB that starts at a multiple of 4 GiB has to lie within. */
const RESERVED = 4 * 2 ** 30;

/**
 * The block of memory that the parser writes trees into, each over the last. Of what is reserved only the pages that were written
 * are taken, and they stay so until they are freed: new pages take longer than the parsing.
 *
 * While it is taken, JavaScriptCore counts all of the block as in use, and lets as much garbage gather before it collects any.
 * Whoever parses collects, see `process/parser-garbage.ts`.
 */
export class TreeMemory {
  /** Changes whenever another tree is written, or the memory freed. */
  generation = 0;
  readonly buffer: TreeBuffer;
  readonly #internals: ParserInternals;
  readonly #reserved: ArrayBuffer;
  /** Bytes of it that are taken where any are. */
  readonly #size: number;
  readonly #block: Uint8Array<ArrayBuffer>;

  /** @returns undefined where so much cannot be reserved, or where the parser cannot write there */
  static reserve(internals: ParserInternals): TreeMemory | undefined {
    if (!internals.bindings.rawTransferSupported()) return undefined;
    try {
      const reserved = new ArrayBuffer(1, { maxByteLength: RESERVED });
      const offset = internals.bindings.getBufferOffset(new Uint8Array(reserved));
      const size = offset + internals.constants.BLOCK_SIZE;
      if (size > RESERVED) return undefined;
      reserved.resize(size);
      return new TreeMemory(internals, reserved, offset);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  private constructor(internals: ParserInternals, reserved: ArrayBuffer, offset: number) {
    const { BLOCK_SIZE, BUFFER_SIZE } = internals.constants;
    this.#internals = internals;
    this.#reserved = reserved;
    this.#size = offset + BLOCK_SIZE;
    this.#block = new Uint8Array(reserved, offset, BLOCK_SIZE);
    this.buffer = Object.assign(new Uint8Array(reserved, offset, BUFFER_SIZE), {
      int32: new Int32Array(reserved, offset, BUFFER_SIZE / 4),
      float64: new Float64Array(reserved, offset, BUFFER_SIZE / 8),
    });
  }

  /**
   * Parses a text into the block. Throws what the parser throws, and a RangeError where the memory cannot be taken.
   *
   * @returns where the text stands in the block, in bytes
   */
  parse(
    path: string,
    source: string,
    options: ParserOptions | null | undefined,
  ): { readonly start: number; readonly bytes: number } {
    this.generation++;
    if (this.#reserved.byteLength < this.#size) this.#reserved.resize(this.#size);
    const room = source.length * UTF8_BYTES;
    const start = this.#internals.constants.ACTIVE_SIZE - room;
    const target = this.#block.subarray(start, start + room);
    const { written: bytes } = ENCODER.encodeInto(source, target);
    this.#internals.bindings.parseRawSync(path, this.#block, start, bytes, options);
    return { start, bytes };
  }

  /** Gives the pages back. */
  free(): void {
    if (this.#reserved.byteLength < this.#size) return;
    this.generation++;
    this.#reserved.resize(0);
    // Pages are given back where the memory is taken anew, and taken none.
    this.#reserved.resize(this.#size);
    this.#reserved.resize(0);
  }
}

/** Of a UTF-16 unit, at most. */
const UTF8_BYTES = 3;

const ENCODER = new TextEncoder();
