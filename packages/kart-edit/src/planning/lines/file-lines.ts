import { endingAt, type Line, type LineEnding, splitLines } from "@kart/core/text/lines";
import type { TextEdit } from "@kart/core/text/text-edit";

/** The lines of a file with their places. What follows its final line break is no line, and a byte order mark is in none. */
export class FileLines {
  readonly source: string;
  readonly lines: readonly Line[];
  readonly #starts: readonly number[];

  constructor(source: string) {
    this.source = source;
    const mark = source.startsWith("\ufeff") ? 1 : 0;
    const lines = splitLines(source.slice(mark));
    this.lines = lines.at(-1)?.text === "" ? lines.slice(0, -1) : lines;
    let start = mark;
    this.#starts = this.lines.map(({ text, ending }) => {
      const here = start;
      start += text.length + ending.length;
      return here;
    });
  }

  /**
   * Puts lines in the place of lines `[from, to)`, 0-based; a file keeps having, or not having, its final line break.
   *
   * @param given the line break of each; see {@link endingsFor}
   */
  replaced(
    from: number,
    to: number,
    texts: readonly string[],
    given = this.endingsFor(from, to, texts.length),
  ): TextEdit {
    // A lone CR before a blank line that ends in LF would be one line break with it, and that line gone.
    const endings = [...given];
    for (let line = texts.length - 2; line >= 0; line--)
      if (endings[line] === "\r" && texts[line + 1] === "" && endings[line + 1] === "\n") endings[line] = "\n";
    const span = { start: this.#startOf(from), end: this.#startOf(to) };
    const isOpenEnd = to === this.lines.length && this.lines.at(-1)?.ending === "";
    if (!isOpenEnd) return this.#apart({ span, text: texts.map((text, index) => text + endings[index]).join("") });
    const text = texts.map((line, index) => line + (index === texts.length - 1 ? "" : endings[index])).join("");
    if (from < to && texts.length > 0) return this.#apart({ span, text });
    // Lines put behind an open end need a break before them; with the last lines goes the break that led to them.
    if (texts.length > 0) return this.#apart({ span, text: endings[0] + text });
    const previous = this.lines[from - 1];
    return { span: { start: span.start - (previous?.ending.length ?? 0), end: span.end }, text: "" };
  }

  /**
   * The line breaks that lines in the place of `[from, to)` take: each that of the line it replaces, more of them that of
   * the last, and inserted ones that of the line above.
   */
  endingsFor(from: number, to: number, count: number): LineEnding[] {
    const old = this.lines.slice(from, to);
    const above = from === to ? this.lines[from - 1]?.ending : undefined;
    const last = old.findLast(({ ending }) => ending !== "")?.ending;
    const fallback = last || above || endingAt(this.source, this.#startOf(from));
    return Array.from({ length: count }, (_, index) => old[index]?.ending || fallback);
  }

  /** The same where the written lines meet those around them: lone CRs that would come before an LF become LFs. */
  #apart({ span, text }: TextEdit): TextEdit {
    const isBeforeFeed = this.source[span.end] === "\n";
    const closed = isBeforeFeed ? text.replace(/\r+$/, (returns) => "\n".repeat(returns.length)) : text;
    if (!closed.startsWith("\n") && !(closed === "" && isBeforeFeed)) return { span, text: closed };
    const returns = /\r*$/.exec(this.source.slice(0, span.start))?.[0].length ?? 0;
    return { span: { start: span.start - returns, end: span.end }, text: "\n".repeat(returns) + closed };
  }

  #startOf(line: number): number {
    return this.#starts[line] ?? this.source.length;
  }
}
