import { ToolError } from "@kart/core/mcp/tool-error";
import { lineHunks } from "@kart/core/text/line-diff";
import type { Line } from "@kart/core/text/lines";
import type { Span } from "@kart/core/text/span";
import { editedSpans, type TextEdit, textEdits, trimmed } from "@kart/core/text/text-edit";
import { FileLines } from "./file-lines.ts";
import { type Chunk, placeOf, type Region } from "./chunks.ts";
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
 * does not fit, or two overlap, none is made.
 *
 * @param free what may change, in UTF-16 offsets; undefined for a whole file
 * Throws `text_not_found`, `text_ambiguous`, `no_change` and `invalid_argument`.
 */
export function planPatch(source: string, chunks: readonly Chunk[], region: Region, free: Span | undefined): PatchPlan {
  const file = new FileLines(source);
  const placed = chunks.map((chunk, index) => {
    requireChange(chunk, index + 1);
    return { chunk, line: placeOf(chunk, index + 1, file.lines, region) };
  });
  const inOrder = placed.toSorted((a, b) => a.line - b.line || a.chunk.oldLines.length - b.chunk.oldLines.length);
  requireApart(inOrder);
  // Edits of neighbouring lines may shrink to insertions at one place, which keep the order they are given in.
  const edits = textEdits(inOrder.flatMap(({ chunk, line }) => editsOf(file, chunk, line)));
  if (edits === undefined) throw new ToolError("invalid_argument", OVERLAP);
  const written = editedSpans(edits);
  const grown = edits.reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), 0);
  return {
    edits,
    result:
      free === undefined
        ? { start: written[0]?.start ?? 0, end: written.at(-1)?.end ?? 0 }
        : { start: free.start, end: free.end + grown },
    warnings: [],
    chunks: placed.map((one) => outcomeOf(one, placed)),
    ...(free === undefined ? {} : { free }),
  };
}

interface Placed {
  readonly chunk: Chunk;
  /** 0-based, of the first old line. */
  readonly line: number;
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
function editsOf(file: FileLines, { oldLines, newLines }: Chunk, line: number): TextEdit[] {
  return lineHunks(bare(oldLines), bare(newLines)).map(({ oldStart, oldEnd, newStart, newEnd }) =>
    trimmed(file.source, file.replaced(line + oldStart, line + oldEnd, newLines.slice(newStart, newEnd))),
  );
}

function bare(lines: readonly string[]): Line[] {
  return lines.map((text) => ({ text, ending: "" }));
}

function outcomeOf({ chunk, line }: Placed, all: readonly Placed[]): ChunkOutcome {
  const shift = all
    .filter((other) => other.line < line)
    .reduce((sum, other) => sum + other.chunk.newLines.length - other.chunk.oldLines.length, 0);
  return { line: line + shift + 1, removed: chunk.oldLines.length, added: chunk.newLines.length };
}
