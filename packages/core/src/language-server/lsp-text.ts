import type { Position, Range } from "vscode-languageserver-types";
import { LineIndex } from "../text/line-index.ts";
import type { Span } from "../text/span.ts";
import { applyEdits, editedSpans, type TextEdits, textEdits } from "../text/text-edit.ts";

/**
 * A source text as servers see it: without its byte order mark, with 0-based lines and characters. Offsets here are UTF-16
 * units of the text with the mark. The one place where the two are converted. Parentheses may be added to what servers see.
 */
export class LspText {
  /** What servers are sent. */
  readonly text: string;
  /** As the disk holds it, and as offsets count. */
  readonly source: string;
  readonly #lines: LineIndex;
  /** UTF-16 units before `text`. */
  readonly #mark: number;
  /** Where parentheses stand in `text` that the source does not have, in their order. */
  readonly #added: readonly number[];

  /** @param wrapped what servers are shown in parentheses */
  constructor(source: string, wrapped: readonly Span[] = []) {
    this.source = source;
    this.#mark = source.startsWith("\uFEFF") ? 1 : 0;
    const insert = (at: number, text: string) => ({ span: { start: at - this.#mark, end: at - this.#mark }, text });
    const inserts = wrapped.flatMap(({ start, end }) => [insert(start, "("), insert(end, ")")]);
    const edits = textEdits(inserts) as TextEdits;
    this.text = applyEdits(source.slice(this.#mark), edits);
    this.#added = editedSpans(edits).map(({ start }) => start);
    this.#lines = new LineIndex(this.text);
  }

  /** An offset outside the text counts as its nearest end. */
  positionAt(offset: number): Position {
    let shown = offset - this.#mark;
    for (const at of this.#added) if (at <= shown) shown++;
    const { line, column } = this.#lines.positionAt(shown);
    return { line: line - 1, character: column - 1 };
  }

  /** A character past the end of its line counts as that end, as the protocol has it; undefined where there is no such line. */
  offsetAt({ line, character }: Position): number | undefined {
    const start = this.#lines.offsetAt({ line: line + 1, column: 1 });
    if (start === undefined) return undefined;
    const shown = start + Math.min(character, this.#lines.textOf(line + 1).length);
    return this.#mark + shown - this.#added.filter((at) => at < shown).length;
  }

  spanOf({ start, end }: Range): Span | undefined {
    const [from, to] = [this.offsetAt(start), this.offsetAt(end)];
    return from === undefined || to === undefined ? undefined : { start: from, end: to };
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}
