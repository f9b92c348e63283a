import { join } from "node:path";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { startOf } from "@kart/core/syntax/tree";
import { loadParser, parseSource, type Parser } from "@kart/core/syntax/parse";
import { type FileVersion, readTextFile, versionAt } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type FileOutline, SourceFile } from "./source-file.ts";

interface Entry {
  readonly version: FileVersion;
  readonly outline: FileOutline;
  file?: SourceFile;
}

/** UTF-16 units of text that are kept. */
const MAX_TEXT = 8_000_000;

/** UTF-16 units of source after which the parser's garbage is collected: it is freed late otherwise, and the process grows. */
const COLLECT_AFTER = 4_000_000;

/** Reads files, and keeps their outlines by path, size and time of change, and the texts of those that were asked for last. */
export class SourceFiles {
  readonly oxc: Parser;
  readonly #root: WorkspaceRoot;
  readonly #entries = new Map<string, Entry>();
  /** Those whose text is kept, the least recently asked for first. */
  readonly #texts = new Set<string>();
  #length = 0;
  #parsed = 0;

  static async open(root: WorkspaceRoot): Promise<SourceFiles> {
    return new SourceFiles(await loadParser(), root);
  }

  private constructor(oxc: Parser, root: WorkspaceRoot) {
    this.oxc = oxc;
    this.#root = root;
  }

  /**
   * Undefined where there is no text file.
   *
   * @param absolute a real path, inside the root or of a declaration that leads out of it
   */
  at(absolute: string): SourceFile | undefined {
    const known = this.#entries.get(absolute);
    const version = versionAt(absolute);
    const isCurrent = known?.version.size === version?.size && known?.version.mtimeMs === version?.mtimeMs;
    if (known?.file !== undefined && isCurrent) return this.#keep(absolute, known, known.file);
    this.#drop(absolute);
    const outcome = readTextFile(absolute);
    if (outcome.status !== "read") {
      this.#entries.delete(absolute);
      return undefined;
    }
    const isSame = known?.version.size === outcome.version.size && known.version.mtimeMs === outcome.version.mtimeMs;
    const path = this.#root.holds(absolute) ? this.#root.relative(absolute) : absolute;
    const outline = isSame ? known.outline : this.#outline(path, outcome.text);
    const entry = { version: outcome.version, outline };
    this.#entries.set(absolute, entry);
    return this.#keep(absolute, entry, new SourceFile(this.oxc, path, outcome.text, outline));
  }

  /** @param path relative to the root */
  within(path: string): SourceFile | undefined {
    return this.at(join(this.#root.absolute, path));
  }

  /** A text in the place of a file; kept by nobody. */
  parse(path: string, text: string): SourceFile {
    return new SourceFile(this.oxc, path, text, this.#outline(path, text));
  }

  #outline(path: string, text: string): FileOutline {
    const outcome = parseSource(this.oxc, path, text);
    const parsed = outcome.ok ? outcome.parsed : outcome.recovered;
    this.#parsed += text.length;
    if (this.#parsed > COLLECT_AFTER) {
      this.#parsed = 0;
      Bun.gc(true);
    }
    return {
      declarations: parsed === undefined ? [] : declarationsOf(parsed),
      statements: parsed?.program.body.map((node) => ({ start: startOf(node), end: node.end })) ?? [],
      ...(!outcome.ok && { failure: outcome.failure }),
    };
  }

  #keep(absolute: string, entry: Entry, file: SourceFile): SourceFile {
    this.#drop(absolute);
    entry.file = file;
    this.#texts.add(absolute);
    this.#length += file.text.length;
    for (const oldest of this.#texts) {
      if (this.#length <= MAX_TEXT || oldest === absolute) break;
      this.#drop(oldest);
    }
    return file;
  }

  /** Keeps the outline alone. */
  #drop(absolute: string): void {
    const entry = this.#entries.get(absolute);
    if (entry?.file === undefined) return;
    this.#length -= entry.file.text.length;
    delete entry.file;
    this.#texts.delete(absolute);
  }
}
