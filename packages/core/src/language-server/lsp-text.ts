import type { Position, Range } from "vscode-languageserver-types";
import { LineIndex } from "../text/line-index.ts";
import type { Span } from "../text/span.ts";

/**
 * A source text as servers see it: without its byte order mark, with 0-based lines and characters. Offsets here are UTF-16
 * units of the text with the mark. The one place where the two are converted.
 */
export class LspText {
  /** What servers are sent. */
  readonly text: string;
  /** As the disk holds it, and as offsets count. */
  readonly source: string;
  readonly #lines: LineIndex;
  /** UTF-16 units before `text`. */
  readonly #mark: number;

  constructor(source: string) {
    this.source = source;
    this.#mark = source.startsWith("\uFEFF") ? 1 : 0;
    this.text = source.slice(this.#mark);
    this.#lines = new LineIndex(this.text);
  }

  /** An offset outside the text counts as its nearest end. */
  positionAt(offset: number): Position {
    const { line, column } = this.#lines.positionAt(offset - this.#mark);
    return { line: line - 1, character: column - 1 };
  }

  /** A character past the end of its line counts as that end, as the protocol has it; undefined where there is no such line. */
  offsetAt({ line, character }: Position): number | undefined {
    const start = this.#lines.offsetAt({ line: line + 1, column: 1 });
    if (start === undefined) return undefined;
    return this.#mark + start + Math.min(character, this.#lines.textOf(line + 1).length);
  }

  spanOf({ start, end }: Range): Span | undefined {
    const [from, to] = [this.offsetAt(start), this.offsetAt(end)];
    return from === undefined || to === undefined ? undefined : { start: from, end: to };
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}
