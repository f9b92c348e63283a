import { join } from "node:path";
import type { Declaration } from "@kart/core/syntax/declaration";
import { declarationsOf } from "@kart/core/syntax/declarations";
import {
  loadParser,
  parseSource,
  type ParsedSource,
  type Parser,
  type SyntaxFailure,
} from "@kart/core/syntax/parser/parse";
import { LineIndex } from "@kart/core/text/line-index";
import { LruCache } from "@kart/core/text/lru-cache";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "@kart/core/workspace/read-file";
import { whyUnread } from "@kart/core/workspace/unread-error";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** The text of a file with its whole tree. */
export interface ParsedFile {
  /** Relative to the root, or absolute where it lies outside. */
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  /** Undefined where the parser made nothing of it. */
  readonly parsed?: ParsedSource;
  readonly declarations: readonly Declaration[];
  /** Set where `declarations` may lack some or all. */
  readonly failure?: SyntaxFailure;
}

/** UTF-16 units of source whose trees are kept: a tree takes ten to thirty times as many bytes. */
const MAX_KEPT = 1_500_000;

/** Reads and parses files, and keeps those that were asked for last, by path, size and time of change. */
export class ParsedFiles {
  readonly oxc: Parser;
  readonly #root: WorkspaceRoot;
  readonly #kept = new LruCache<{ readonly version: FileVersion; readonly file: ParsedFile }>(MAX_KEPT);

  static async open(root: WorkspaceRoot): Promise<ParsedFiles> {
    return new ParsedFiles(await loadParser(), root);
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
  at(absolute: string): ParsedFile | undefined {
    const known = this.#kept.get(absolute);
    if (known !== undefined && isSameVersion(known.version, versionAt(absolute))) return known.file;
    this.#kept.delete(absolute);
    const outcome = readTextFile(absolute);
    if (outcome.status !== "read") return undefined;
    const file = this.parse(this.#nameOf(absolute), outcome.text);
    this.#kept.set(absolute, { version: outcome.version, file }, file.text.length);
    return file;
  }

  /** @param path relative to the root */
  within(path: string): ParsedFile | undefined {
    return this.at(join(this.#root.absolute, path));
  }

  /** Why there is no text of a file, as what stands in the way of reading its declarations. */
  unread(path: string): SyntaxFailure | undefined {
    const message = whyUnread({ absolute: join(this.#root.absolute, path) });
    return message === undefined ? undefined : { line: 1, message };
  }

  /** A text in the place of a file; kept by nobody. */
  parse(path: string, text: string): ParsedFile {
    const outcome = parseSource(this.oxc, path, text);
    const parsed = outcome.ok ? outcome.parsed : outcome.recovered;
    return {
      path,
      text,
      lines: parsed?.lines ?? new LineIndex(text),
      declarations: parsed === undefined ? [] : declarationsOf(parsed),
      ...(parsed && { parsed }),
      ...(!outcome.ok && { failure: outcome.failure }),
    };
  }

  #nameOf(absolute: string): string {
    return this.#root.holds(absolute) ? this.#root.relative(absolute) : absolute;
  }
}
