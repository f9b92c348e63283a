import type { RipgrepLine } from "@kart/core/process/ripgrep";
import { clip, clipAround, escapeInvisible } from "@kart/core/text/display";
import { lineHash } from "@kart/core/text/line-hash";
import { LineIndex, type Position } from "@kart/core/text/line-index";
import type { Line } from "@kart/core/text/lines";
import { FileLines } from "../planning/lines/file-lines.ts";

/** A line as it is shown. */
export interface AnchoredRow {
  /** 1-based */
  readonly line: number;
  /** Invisible characters escaped; clipped where the line is long. */
  readonly text: string;
  /** Absent where the row is no anchor. */
  readonly hash?: string;
  /** Length of the whole line in UTF-16 units, where the row is clipped. */
  readonly clipped?: number;
}

/** A matching line and those around it. */
export interface AnchoredMatch {
  readonly row: AnchoredRow;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly before: readonly AnchoredRow[];
  readonly after: readonly AnchoredRow[];
}

/** Longest line shown whole, in UTF-16 units. */
const MAX_LINE = 500;

const MARK = "\ufeff";

/** The whole text of a file in which ripgrep found something. */
export class AnchoredFile {
  readonly text: string;
  readonly #lines: readonly Line[];
  readonly #index: LineIndex;
  /** Where the lines start as ripgrep counts them: it breaks them at LF alone. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.#lines = new FileLines(text).lines;
    this.#index = new LineIndex(text);
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /** Whether a line of ripgrep's holds several of ours, of which it tells the first that matches. */
  holdsLoneReturn({ lineNumber }: RipgrepLine): boolean {
    return /\r(?!\n|$)/.test(this.#lineOf(lineNumber));
  }

  /** Where a match stands; undefined where its line is not the one that ripgrep read. */
  placeOf({ line, lineNumber, matchStart }: RipgrepLine): Position | undefined {
    const here = this.#lineOf(lineNumber);
    // ripgrep leaves a byte order mark out.
    const mark = lineNumber === 1 && here.startsWith(MARK) && !startsWith(here, line) ? MARK.length : 0;
    if (!startsWith(here.slice(mark), line)) return undefined;
    const found = new TextDecoder("utf-8", { ignoreBOM: true }).decode(line.subarray(0, matchStart));
    return this.#index.positionAt((this.#starts[lineNumber - 1] as number) + mark + found.length);
  }

  /** @param pre lines of context above, `post` below */
  matchAt({ line, column }: Position, pre: number, post: number): AnchoredMatch {
    const rows = (from: number, to: number) =>
      Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => this.#row(from + index));
    return {
      row: this.#row(line, column),
      column,
      before: rows(Math.max(1, line - pre), line - 1),
      after: rows(line + 1, Math.min(this.#lines.length, line + post)),
    };
  }

  #lineOf(lineNumber: number): string {
    const start = this.#starts[lineNumber - 1];
    return start === undefined ? "" : this.text.slice(start, this.#starts[lineNumber]);
  }

  #row(line: number, column?: number): AnchoredRow {
    const { text } = this.#lines[line - 1] ?? { text: "" };
    if (text.length <= MAX_LINE) return { line, text: escapeInvisible(text), hash: lineHash(text) };
    const part = column === undefined ? clip(text, MAX_LINE) : clipAround(text, column - 1, MAX_LINE);
    return { line, text: escapeInvisible(part), clipped: text.length };
  }
}

/** @param line whole with its line break, or the start of one that was too long */
function startsWith(text: string, line: Uint8Array): boolean {
  const bytes = Buffer.from(text);
  const isWhole = line.at(-1) === LINE_FEED;
  return (isWhole ? bytes : bytes.subarray(0, line.length)).equals(line);
}

const LINE_FEED = 10;
