import type { ParserOptions } from "oxc-parser";
import { type Later, type TreeReader, treeReaderSource } from "./tree-reader-source.ts";

/** What oxc-parser holds beside its public surface, by which it hands trees over without JSON. */
export interface ParserInternals {
  readonly bindings: {
    /** Parses the UTF-8 text at `start` of a block, and writes the tree into the block. */
    parseRawSync(
      path: string,
      block: Uint8Array,
      start: number,
      bytes: number,
      options: ParserOptions | null | undefined,
    ): void;
    /** Bytes from the start of a buffer to the first place in it where a block may start. */
    getBufferOffset(buffer: Uint8Array): number;
    /** Whether this machine lays out memory as the reader expects. */
    rawTransferSupported(): boolean;
  };
  /** In bytes: of the block, of what of it is written to, and of the text and the tree in it. */
  readonly constants: { readonly BLOCK_SIZE: number; readonly BUFFER_SIZE: number; readonly ACTIVE_SIZE: number };
  readonly treeReader: (later: Later, constants: ParserInternals["constants"]) => TreeReader;
}

/** Loads them from the package itself; the build puts them finished in the place of this. Throws where it is laid out otherwise. */
export async function parserInternals(): Promise<ParserInternals> {
  const main = import.meta.resolve("oxc-parser");
  const part = (path: string) => new URL(path, main).href;
  const [bindings, constants, reader] = (await Promise.all([
    import(part("bindings.js")),
    import(part("generated/constants.js")),
    import(part("generated/deserialize/ts.js"), { with: { type: "text" } }),
  ])) as [ParserInternals["bindings"], ParserInternals["constants"], { default: string }];
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is of the package that parses
  const treeReader = new Function(
    "later",
    "constants",
    treeReaderSource(reader.default),
  ) as ParserInternals["treeReader"];
  return { bindings, constants, treeReader };
}
