import { ToolError } from "@kart/core/mcp/tool-error";
import { clip, count, escapeInvisible } from "@kart/core/text/display";
import type { Line } from "@kart/core/text/lines";
import { linesOf, type SentLines } from "./sent-lines.ts";

/** A change of lines that stand together, found by what they are. Lists of lines without line breaks. */
export interface Chunk {
  readonly contextBefore: readonly string[];
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  readonly contextAfter: readonly string[];
}

interface SentChunk {
  readonly contextBefore?: SentLines | undefined;
  readonly oldLines: SentLines;
  readonly newLines: SentLines;
  readonly contextAfter?: SentLines | undefined;
}

/** Throws `invalid_argument` for a line that holds a line break, or could not be written as text. */
export function chunksOf(sent: readonly SentChunk[]): Chunk[] {
  return sent.map(({ contextBefore = [], oldLines, newLines, contextAfter = [] }, index) => {
    // Here nothing at all is no line: a blank one is `[""]`.
    const read = (name: string, lines: SentLines) => (lines === "" ? [] : linesOf(lines, `chunks[${index}].${name}`));
    return {
      contextBefore: read("contextBefore", contextBefore),
      oldLines: read("oldLines", oldLines),
      newLines: read("newLines", newLines),
      contextAfter: read("contextAfter", contextAfter),
    };
  });
}

/** Lines of a file in which chunks are looked for: `[from, to)`, 0-based. `name` says what they are. */
export interface Region {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/**
 * The one place in a region that a chunk fits: the 0-based line at which its old lines start. Trailing white space is
 * ignored, indentation counts.
 *
 * Throws `text_ambiguous` with the candidate lines, and `text_not_found` with the nearest place and where it differs.
 *
 * @param number of the chunk in its call, from 1
 */
export function placeOf(chunk: Chunk, number: number, lines: readonly Line[], region: Region): number {
  const wanted = [...chunk.contextBefore, ...chunk.oldLines, ...chunk.contextAfter];
  const places: number[] = [];
  for (let start = region.from; start + wanted.length <= region.to; start++) {
    if (wanted.every((text, index) => isAlike(text, textAt(lines, start + index)))) places.push(start);
  }
  const [place] = places;
  const before = chunk.contextBefore.length;
  if (place === undefined) throw notFound(wanted, number, lines, region);
  if (places.length === 1) return place + before;
  const shown = places.slice(0, MAX_PLACES).map((start) => start + before + 1);
  const more = places.length > shown.length ? ` and ${places.length - shown.length} more` : "";
  throw new ToolError(
    "text_ambiguous",
    `Chunk ${number} fits ${count(places.length, "place")} in ${region.name}: lines ${shown.join(", ")}${more}. Add lines of contextBefore or contextAfter that only one of them has.`,
  );
}

const MAX_PLACES = 10;

function isAlike(wanted: string, found: string): boolean {
  return wanted === found || wanted.trimEnd() === found.trimEnd();
}

function textAt(lines: readonly Line[], index: number): string {
  return lines[index]?.text ?? "";
}

function notFound(wanted: readonly string[], number: number, lines: readonly Line[], region: Region): ToolError {
  const where = `Chunk ${number} fits nowhere in ${region.name} (lines ${region.from + 1}-${region.to})`;
  const nearest = nearestPlace(wanted, lines, region);
  if (nearest === undefined)
    return new ToolError("text_not_found", `${where}. No line of it stands there; read the symbol again.`);
  const at = wanted.findIndex((text, index) => !isFound(text, lines, nearest + index, region));
  const line = nearest + at;
  const found = line >= region.to ? "the end" : quoted(textAt(lines, line));
  const hint =
    line < region.to && squeezed(wanted[at] as string) === squeezed(textAt(lines, line))
      ? " Only white space differs."
      : "";
  return new ToolError(
    "text_not_found",
    `${where}. Nearest at line ${nearest + 1}: line ${line + 1} is ${found}, the chunk has ${quoted(wanted[at] as string)}.${hint} Copy the lines exactly.`,
  );
}

/** Where most of the lines stand, those counting half that differ in white space alone. */
function nearestPlace(wanted: readonly string[], lines: readonly Line[], region: Region): number | undefined {
  let best: number | undefined;
  let bestScore = 0;
  for (let start = region.from; start < region.to; start++) {
    let score = 0;
    for (const [index, text] of wanted.entries()) {
      if (start + index >= region.to) break;
      const found = textAt(lines, start + index);
      // Blank lines stand everywhere and say nothing of the place.
      if (text.trim() === "") continue;
      if (isAlike(text, found)) score += 2;
      else if (squeezed(text) === squeezed(found)) score += 1;
    }
    if (score > bestScore) [best, bestScore] = [start, score];
  }
  return best;
}

function isFound(text: string, lines: readonly Line[], line: number, region: Region): boolean {
  return line < region.to && isAlike(text, textAt(lines, line));
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

function quoted(text: string): string {
  return `\`${clip(escapeInvisible(text.trimEnd()), 120)}\``;
}
