/** 1-based line and 1-based column, both counted the way editors show them; columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Converts between offsets (UTF-16 code units) and positions of one text.
 *
 * Lines break at LF, CRLF and lone CR, and at nothing else: U+2028, form feed and the like are text. A byte order mark stands in no
 * column, and belongs to no line.
 */
export class LineIndex {
  readonly #text: string;
  #found: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Looked for at the first question: of most texts nobody asks for a line. */
  get #starts(): readonly number[] {
    return (this.#found ??= lineStarts(this.#text));
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** The line that holds `offset`; an offset outside the text counts as its nearest end. */
  lineAt(offset: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** A line without its break; empty where there is no such line. */
  textOf(line: number): string {
    const start = this.#starts[line - 1];
    if (start === undefined) return "";
    const next = this.#starts[line];
    if (next === undefined) return this.#text.slice(start);
    const isPair = this.#text[next - 1] === "\n" && this.#text[next - 2] === "\r" && next - 2 >= start;
    return this.#text.slice(start, next - (isPair ? 2 : 1));
  }

  positionAt(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.#text.length));
    const line = this.lineAt(clamped);
    return { line, column: Math.max(1, clamped - (this.#starts[line - 1] as number) + 1) };
  }

  /** The inverse of {@link positionAt}; undefined where the line does not exist or the column runs past the next line. */
  offsetAt({ line, column }: Position): number | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined || column < 1) return undefined;
    const offset = start + column - 1;
    return offset < (this.#starts[line] ?? this.#text.length + 1) ? offset : undefined;
  }
}

function lineStarts(text: string): number[] {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  let lf = text.indexOf("\n");
  let cr = text.indexOf("\r");
  while (lf !== -1 || cr !== -1) {
    if (cr === -1 || (lf !== -1 && lf < cr)) {
      starts.push(lf + 1);
      lf = text.indexOf("\n", lf + 1);
    } else if (lf === cr + 1) {
      starts.push(lf + 1);
      cr = text.indexOf("\r", lf + 1);
      lf = text.indexOf("\n", lf + 1);
    } else {
      starts.push(cr + 1);
      cr = text.indexOf("\r", cr + 1);
    }
  }
  return starts;
}
