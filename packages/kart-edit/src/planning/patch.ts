import { ToolError } from "@kart/core/mcp/tool-error";
import { count } from "@kart/core/text/display";
import { lineHunks } from "@kart/core/text/line-diff";
import type { Line } from "@kart/core/text/lines";
import type { Span } from "@kart/core/text/span";
import { editedSpans, type TextEdits, textEdits, trimmed } from "@kart/core/text/text-edit";
import { FileLines } from "./lines/file-lines.ts";
import { type LineEdit, lineTextEdits } from "./lines/line-edits.ts";
import { type Chunk, type Placed, placeOf, type Region } from "./lines/chunks.ts";
import type { Plan } from "./plan.ts";

/** What became of a chunk. */
export interface ChunkOutcome {
  /** 1-based, in the new text. */
  readonly line: number;
  /** lines */
  readonly removed: number;
  /** lines */
  readonly added: number;
}

export interface PatchPlan extends Plan {
  readonly chunks: readonly ChunkOutcome[];
}

/**
 * Makes every chunk an edit of the lines that it really changes. All are matched against the text as it is; where one
 * does not fit, or two overlap, none is made, and each that does not fit is told.
 *
 * @param free what may change, in UTF-16 offsets; undefined for a whole file
 * Throws `text_not_found`, `text_ambiguous`, `no_change` and `invalid_argument`.
 */
export function planPatch(source: string, chunks: readonly Chunk[], region: Region, free: Span | undefined): PatchPlan {
  const file = new FileLines(source);
  const placed = placesOf(chunks, file.lines, region);
  const inOrder = placed.toSorted((a, b) => a.line - b.line || a.chunk.oldLines.length - b.chunk.oldLines.length);
  requireApart(inOrder);
  const edits = lineTextEdits(file, inOrder.flatMap(lineEditsOf)).map((edit) => {
    const least = trimmed(source, edit);
    // What is put at the end of a statement or comment only touches it, and may lengthen it all the same.
    return free === undefined && isBeside(source, least.span) ? edit : least;
  });
  if (free !== undefined && !edits.every(({ span }) => isWithin(source, span, free))) throw outside(region);
  const proven = textEdits(edits) as TextEdits;
  const written = editedSpans(proven);
  const grown = edits.reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), 0);
  return {
    edits: proven,
    result:
      free === undefined
        ? { start: written[0]?.start ?? 0, end: written.at(-1)?.end ?? 0 }
        : { start: free.start, end: free.end + grown },
    warnings: [],
    chunks: placed.map((one) => outcomeOf(one, inOrder)),
    ...(free === undefined ? {} : { free }),
  };
}

/** Whether an edit starts where something may end, or ends where something may start. */
function isBeside(source: string, { start, end }: Span): boolean {
  const isGap = (offset: number) => /^\s?$/.test(source.charAt(offset));
  return start === end || (!isGap(start - 1) && isGap(start)) || (isGap(end - 1) && !isGap(end));
}

/** Chunks that do not fit before no more are tried: to find what is nearest to one takes milliseconds in a long file. */
const MAX_MISFITS = 5;
/** UTF-16 units of what is said of several. What takes more is said in its first line, which tells where. */
const MAX_SAID = 2500;

function placesOf(chunks: readonly Chunk[], lines: readonly Line[], region: Region): Placed[] {
  const placed: Placed[] = [];
  const misfits: ToolError[] = [];
  for (const [index, chunk] of chunks.entries()) {
    if (misfits.length === MAX_MISFITS) throw allOf(misfits, chunks.length - index);
    try {
      requireChange(chunk, index + 1);
      placed.push(placeOf(chunk, index + 1, lines, region));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      misfits.push(error);
    }
  }
  if (misfits.length > 0) throw allOf(misfits, 0);
  return placed;
}

function allOf(misfits: readonly ToolError[], untried: number): ToolError {
  const [first] = misfits as [ToolError, ...ToolError[]];
  if (misfits.length === 1) return first;
  let room = MAX_SAID;
  const said = misfits.map(({ message }) => {
    const [line = ""] = message.split("\n");
    const shown = message.length <= room ? message : line.replace(/:$/, ".");
    room -= shown.length;
    return shown;
  });
  const rest = untried === 0 ? [] : [`Not tried: ${count(untried, "chunk")} behind them.`];
  return new ToolError(first.code, [...said, ...rest].join("\n"));
}

const OVERLAP = "Two chunks change the same lines. Make one of them.";

function requireChange({ contextBefore, oldLines, newLines, contextAfter }: Chunk, number: number): void {
  if (oldLines.length === newLines.length && oldLines.every((line, index) => line === newLines[index]))
    throw new ToolError(
      "no_change",
      `Chunk ${number} changes nothing: its old and new lines are the same. Leave it out.`,
    );
  if (oldLines.length + contextBefore.length + contextAfter.length === 0)
    throw new ToolError(
      "invalid_argument",
      `Chunk ${number} has neither oldLines nor context, so its place is unknown. Add contextBefore or contextAfter.`,
    );
}

function requireApart(inOrder: readonly Placed[]): void {
  for (const [index, { chunk, line }] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next !== undefined && next.line < line + chunk.oldLines.length)
      throw new ToolError("invalid_argument", OVERLAP);
  }
}

/** Only lines that differ between the chunk's old and new ones: the others keep their bytes, trailing blanks too. */
function lineEditsOf({ chunk: { oldLines, newLines }, line }: Placed): LineEdit[] {
  return lineHunks(bare(oldLines), bare(newLines)).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    from: line + oldStart,
    to: line + oldEnd,
    texts: newLines.slice(newStart, newEnd),
  }));
}

/** White space around a symbol goes with its lines, and so do new lines above the first and below the last of them. */
function isWithin(source: string, { start, end }: Span, free: Span): boolean {
  const isBlank = (from: number, to: number) => source.slice(from, to).trim() === "";
  return isBlank(start, free.start) && isBlank(free.end, end);
}

function outside({ name }: Region): ToolError {
  return new ToolError(
    "invalid_argument",
    `A chunk changes what stands beside ${name} on the same line. Leave \`symbol\` out to change whole lines.`,
  );
}

function bare(lines: readonly string[]): Line[] {
  return lines.map((text) => ({ text, ending: "" }));
}

function outcomeOf({ chunk, line }: Placed, inOrder: readonly Placed[]): ChunkOutcome {
  const before = inOrder.slice(
    0,
    inOrder.findIndex((one) => one.chunk === chunk),
  );
  const shift = before.reduce((sum, other) => sum + other.chunk.newLines.length - other.chunk.oldLines.length, 0);
  return { line: line + shift + 1, removed: chunk.oldLines.length, added: chunk.newLines.length };
}
