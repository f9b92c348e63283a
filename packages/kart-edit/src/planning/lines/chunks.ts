import { ToolError } from "@kart/core/mcp/tool-error";
import { clip, count, escapeInvisible } from "@kart/core/text/display";
import type { Line } from "@kart/core/text/lines";
import { nearestLine, nearestPlace, nearestWords, squeezed } from "./nearest-line.ts";
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
  /** Where a symbol and the comments above it start: a text of it begins there, behind the indentation. */
  readonly starts: readonly SymbolStart[];
}

export interface SymbolStart {
  /** 0-based. */
  readonly line: number;
  readonly indentation: string;
}

/** A chunk and where it fits. */
export interface Placed {
  readonly chunk: Chunk;
  /** 0-based, of the first old line. */
  readonly line: number;
}

/**
 * The one place in a region that a chunk fits. Trailing white space is ignored, indentation counts, except that a symbol's
 * first line fits without any too, as it stands in the symbol's own text: the chunk given back has it.
 *
 * Throws `text_ambiguous` with the candidate lines, and `text_not_found` with the nearest place and where it differs.
 *
 * @param number of the chunk in its call, from 1
 */
export function placeOf(chunk: Chunk, number: number, lines: readonly Line[], region: Region): Placed {
  const wanted = linesOfChunk(chunk);
  const before = chunk.contextBefore.length;
  const places: number[] = [];
  // Context may reach out of the region; what changes may not.
  const last = Math.min(region.to - chunk.oldLines.length - before, lines.length - wanted.length);
  for (let start = Math.max(0, region.from - before); start <= last; start++)
    if (fitsAt(wanted, lines, start)) places.push(start);
  const [place] = places;
  if (place === undefined) {
    for (const { line, indentation } of region.starts) {
      const indented = indentedChunk(chunk, indentation);
      if (line <= last && fitsAt(linesOfChunk(indented), lines, line)) return { chunk: indented, line: line + before };
    }
    throw notFound(wanted, number, lines, region);
  }
  if (places.length === 1) return { chunk, line: place + before };
  const shown = places.slice(0, MAX_PLACES).map((start) => start + before + 1);
  const more = places.length > shown.length ? ` and ${places.length - shown.length} more` : "";
  throw new ToolError(
    "text_ambiguous",
    `Chunk ${number} fits ${count(places.length, "place")} in ${region.name}: lines ${shown.join(", ")}${more}. Add lines of contextBefore or contextAfter that only one of them has.`,
  );
}

const MAX_PLACES = 10;

function linesOfChunk({ contextBefore, oldLines, contextAfter }: Chunk): string[] {
  return [...contextBefore, ...oldLines, ...contextAfter];
}

function fitsAt(wanted: readonly string[], lines: readonly Line[], start: number): boolean {
  return wanted.every((text, index) => isAlike(text, textAt(lines, start + index)));
}

/** The chunk with its first line indented, and what takes its place: up to a line that has the indentation already. */
function indentedChunk(chunk: Chunk, indentation: string): Chunk {
  const withFirst = ([first, ...rest]: readonly string[]) =>
    first === undefined ? [] : [indentation + first, ...rest];
  const { contextBefore, oldLines, newLines, contextAfter } = chunk;
  if (contextBefore.length > 0) return { ...chunk, contextBefore: withFirst(contextBefore) };
  const end = newLines.findIndex((text) => text.startsWith(indentation));
  const indented = newLines
    .slice(0, end === -1 ? undefined : end)
    .map((text) => (text.trim() === "" ? text : indentation + text));
  return {
    contextBefore,
    newLines: [...indented, ...newLines.slice(indented.length)],
    ...(oldLines.length > 0
      ? { oldLines: withFirst(oldLines), contextAfter }
      : { oldLines, contextAfter: withFirst(contextAfter) }),
  };
}

function isAlike(wanted: string, found: string): boolean {
  return wanted === found || wanted.trimEnd() === found.trimEnd();
}

function textAt(lines: readonly Line[], index: number): string {
  return lines[index]?.text ?? "";
}

function notFound(wanted: readonly string[], number: number, lines: readonly Line[], region: Region): ToolError {
  const range = region.to > region.from ? `lines ${region.from + 1}-${region.to}` : "empty";
  const where = `Chunk ${number} fits nowhere in ${region.name} (${range})`;
  const nearest = nearestPlace(wanted, lines, region);
  if (nearest === undefined) {
    // None of its lines stands there: the longest tells most of where they should.
    const [longest = ""] = wanted.toSorted((a, b) => b.length - a.length);
    const near = nearestLine(lines, region, longest);
    if (near?.found.includes(near.wanted) === true)
      return new ToolError("text_not_found", `${where}: ${partWords(near.wanted, near.line, lines)}`);
    const words =
      near === undefined ? "No line of it stands there;" : `${nearestWords(near, "the chunk")} Copy it exactly, or`;
    return new ToolError("text_not_found", `${where}. ${words} read the symbol again.`);
  }
  const at = wanted.findIndex(
    (text, index) => !isAlike(text, textAt(lines, nearest + index)) || nearest + index >= lines.length,
  );
  // All of it stands there, but what changes is not in the symbol.
  if (at === -1)
    return new ToolError(
      "text_not_found",
      `${where}, but at line ${nearest + 1}. Leave \`symbol\` out, or name the one there.`,
    );
  const standing = wanted.map((_text, index) => textAt(lines, nearest + index));
  if (wanted.every((text, index) => squeezed(text) === squeezed(standing[index] as string)) && fitsAnswer(standing))
    return new ToolError(
      "text_not_found",
      `${where}. Nearest at line ${nearest + 1}: only white space differs. Copy the lines exactly:\n${standing.map(escapeInvisible).join("\n")}`,
    );
  const line = nearest + at;
  const part = (wanted[at] as string).trim();
  if (part !== "" && textAt(lines, line).includes(part) && part !== textAt(lines, line).trim())
    return new ToolError("text_not_found", `${where}. Nearest at line ${nearest + 1}: ${partWords(part, line, lines)}`);
  const found = line >= lines.length ? "the end" : quoted(textAt(lines, line));
  return new ToolError(
    "text_not_found",
    `${where}. Nearest at line ${nearest + 1}: line ${line + 1} is ${found}, the chunk has ${quoted(wanted[at] as string)}. Copy the lines exactly.`,
  );
}

/** UTF-16 units of a line of which a part was sent: its rest has to be sent too. */
const MAX_WHOLE = 300;

/** A part of a line is no mistake in copying: kart_edit takes it. */
function partWords(part: string, line: number, lines: readonly Line[]): string {
  const whole = clip(escapeInvisible(textAt(lines, line).trimEnd()), MAX_WHOLE);
  return `chunks are whole lines, and ${quoted(part)} is a part of line ${line + 1}, \`${whole}\`. Send that line whole, or the part alone to kart_edit (replace with old_text, new_text).`;
}

/** UTF-16 units of lines that are shown whole: more are shorter to read again. */
const MAX_SHOWN = 3000;

function fitsAnswer(texts: readonly string[]): boolean {
  return texts.reduce((sum, text) => sum + text.length + 1, 0) <= MAX_SHOWN;
}

function quoted(text: string): string {
  if (text.trim() === "") return "a blank line";
  return `\`${clip(escapeInvisible(text.trimEnd()), 120)}\``;
}
