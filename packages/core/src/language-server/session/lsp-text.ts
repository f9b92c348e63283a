import type { Position, Range } from "vscode-languageserver-types";
import { LineIndex } from "../../text/line-index.ts";
import { nameAt } from "../../text/name-at.ts";
import type { Span } from "../../text/span.ts";
import { applyEdits, editedSpans, type TextEdits, textEdits } from "../../text/text-edit.ts";

/** Text that servers see before a UTF-16 offset of the source. */
export interface Insert {
  readonly at: number;
  readonly text: string;
}

/**
 * A source text as servers see it: without its byte order mark, with 0-based lines and characters. Offsets here are UTF-16
 * units of the text with the mark. The one place where the two are converted. Text may be added to what servers see.
 */
export class LspText {
  /** What servers are sent. */
  readonly text: string;
  /** As the disk holds it, and as offsets count. */
  readonly source: string;
  readonly #lines: LineIndex;
  /** UTF-16 units before `text`. */
  readonly #mark: number;
  /** Where `text` has what the source does not have, in order. */
  readonly #added: readonly Span[];

  constructor(source: string, inserts: readonly Insert[] = []) {
    this.source = source;
    this.#mark = source.startsWith("\uFEFF") ? 1 : 0;
    const added = inserts.map(({ at, text }) => ({ span: { start: at - this.#mark, end: at - this.#mark }, text }));
    const edits = textEdits(added) as TextEdits;
    this.text = applyEdits(source.slice(this.#mark), edits);
    this.#added = editedSpans(edits);
    this.#lines = new LineIndex(this.text);
  }

  /** An offset outside the text counts as its nearest end. */
  positionAt(offset: number): Position {
    let shown = offset - this.#mark;
    for (const { start, end } of this.#added) if (start <= shown) shown += end - start;
    const { line, column } = this.#lines.positionAt(shown);
    return { line: line - 1, character: column - 1 };
  }

  /** A character past the end of its line counts as that end, as the protocol has it; undefined where there is no such line. */
  offsetAt({ line, character }: Position): number | undefined {
    const start = this.#lines.offsetAt({ line: line + 1, column: 1 });
    if (start === undefined) return undefined;
    const shown = start + Math.min(character, this.#lines.textOf(line + 1).length);
    const before = this.#added.map((one) => Math.max(0, Math.min(one.end, shown) - one.start));
    return this.#mark + shown - before.reduce((all, length) => all + length, 0);
  }

  /**
   * Undefined for what the source does not have. One project may have seen the text before anything was added to it: what is a name only
   * there is meant so.
   */
  spanOf({ start, end }: Range): Span | undefined {
    if (this.#added.length > 0) {
      const own = new LspText(this.source);
      if (!this.#isName({ start, end }) && own.#isName({ start, end })) return own.spanOf({ start, end });
    }
    const [from, to] = [this.offsetAt(start), this.offsetAt(end)];
    if (from === undefined || to === undefined || this.isAdded({ start, end })) return undefined;
    return { start: from, end: to };
  }

  /** Whether the source has nothing of a range. */
  isAdded({ start, end }: Range): boolean {
    const isEmpty = start.line === end.line && start.character === end.character;
    return !isEmpty && this.offsetAt(start) === this.offsetAt(end);
  }

  #isName({ start, end }: Range): boolean {
    const [from, to] = [start, end].map(({ line, character }) =>
      this.#lines.offsetAt({ line: line + 1, column: character + 1 }),
    );
    return from !== undefined && nameAt(this.text, from) === this.text.slice(from, to);
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}
