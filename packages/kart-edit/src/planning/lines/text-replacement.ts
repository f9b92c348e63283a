import { occurrences } from "@kart/core/text/occurrences";
import { ToolError } from "@kart/core/mcp/tool-error";
import { count } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import { endingAt, type Line, splitLines, withEnding } from "@kart/core/text/lines";
import type { Span } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { moved, type Shift, shiftAt } from "./indented-text.ts";
import { nearestLine, nearestWords } from "./nearest-line.ts";
import { difference, MORE_THAN_SPACE, similarPlaces } from "./similar-text.ts";

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/**
 * Replaces text by text: the one place that holds it, or all of them, each behind the one before. Where none does, the one place that differs only
 * in white space, quotes, dashes or Unicode spaces is taken, which `warning` says.
 *
 * Throws `text_not_found` with the nearest place, `text_ambiguous`, `no_change` and `invalid_argument`.
 *
 * @param name of the edit, for messages: `edits[2]`
 * @param isIndented whether indentation has a meaning there: then both texts are taken as far to the right as the old one stands
 */
export function replaceText(
  source: string,
  { oldText, newText, all }: Replacement,
  name: string,
  isIndented = false,
): { readonly text: string; readonly warning?: string } {
  if (oldText === "")
    throw new ToolError("invalid_argument", `\`${name}.old_text\` is empty. Send the text to replace.`);
  if (oldText === newText)
    throw new ToolError("no_change", `\`${name}\` changes nothing: both texts are the same. Leave it out.`);
  const { places: exact, overlapping } = placesOf(source, oldText);
  const edits = exact.map((span) => ({ span, text: newText }));
  if (exact.length > 0 && (all || exact.length + overlapping.length === 1)) return { text: replaced(source, edits) };
  if (exact.length === 1) throw overlap(source, [...exact, ...overlapping], name);
  if (exact.length > 1) throw ambiguous(source, exact, name);
  const similar = similarPlaces(source, oldText);
  const [place] = similar;
  if (place === undefined) throw notFound(source, oldText, name);
  if (similar.length > 1) throw inexact(source, similar, oldText, name);
  const line = new LineIndex(source).lineAt(place.start);
  const found = source.slice(place.start, place.end);
  const shift = isIndented ? shiftAt(source, place, oldText) : NO_SHIFT;
  if (shift?.space !== "") {
    const [old, fresh] = shift === undefined ? [] : [moved(oldText, shift), moved(newText, shift)];
    const { places: standing } = placesOf(source, old ?? oldText);
    const [span] = standing;
    if (fresh === undefined || span === undefined || standing.length > 1) throw indentedOtherwise(line, name);
    const warning = `${name}: line ${line} is indented otherwise than old_text, and was replaced by new_text indented as it is.`;
    return { text: replaced(source, [{ span, text: fresh }]), warning };
  }
  const warning = `${name}: line ${line} differs from old_text in ${difference(found, oldText)} only, and was replaced.`;
  return { text: replaced(source, [withEdges(source, place, oldText, newText)]), warning };
}

const NO_SHIFT: Shift = { isRight: true, space: "", isWhole: false };

function replaced(source: string, edits: readonly TextEdit[]): string {
  const written = edits.map(({ span, text }) => ({ span, text: withEnding(text, endingAt(source, span.start)) }));
  return applyEdits(source, textEdits(written) as TextEdits);
}

interface Places {
  /** Each behind the one before. */
  readonly places: readonly Span[];
  /** Where there is one place alone, the next one that begins in it, if any. */
  readonly overlapping: readonly Span[];
}

/** Line breaks in the wanted text stand for whichever the file has: a place neither begins nor ends within one. */
function placesOf(source: string, wanted: string): Places {
  const [text, key] = [withEnding(source, "\n"), withEnding(wanted, "\n")];
  const [lines, sourceLines] = [new LineIndex(text), new LineIndex(source)];
  const inSource = (offset: number) =>
    // A byte order mark, which has no position, is the first of both.
    source.length === text.length || offset === 0 ? offset : (sourceLines.offsetAt(lines.positionAt(offset)) as number);
  const spanFrom = (start: number): Span => ({ start: inSource(start), end: inSource(start + key.length) });
  const starts = [...occurrences(text, key)];
  const again = starts.length === 1 ? text.indexOf(key, (starts[0] as number) + 1) : -1;
  return { places: starts.map(spanFrom), overlapping: again === -1 ? [] : [spanFrom(again)] };
}

/**
 * White space at the edges of the old text is replaced with it, however it is spelled in the source: indentation, and as
 * many line breaks as the old text has. Where the source has fewer, what it has stays, and the new text goes without.
 */
function withEdges(source: string, { start, end }: Span, oldText: string, newText: string): TextEdit {
  // A byte order mark counts as white space, and stays.
  const blanksAbove = source.slice(source.slice(0, start).trimEnd().length, start).replace(/^\ufeff/, "");
  const blanksBelow = source.slice(end, source.length - source.slice(end).trimStart().length);
  const above = lengthAbove(blanksAbove, oldText.slice(0, oldText.length - oldText.trimStart().length));
  const below = lengthBelow(blanksBelow, oldText.slice(oldText.trimEnd().length));
  const led = above === undefined ? newText.trimStart() : newText;
  return {
    span: { start: start - (above ?? 0), end: end + (below ?? 0) },
    text: below === undefined ? led.trimEnd() : led,
  };
}

/** How much of the end of white space stands for other white space; undefined where it has fewer line breaks. */
function lengthAbove(blanks: string, like: string): number | undefined {
  const wanted = splitLines(like);
  const used = splitLines(blanks).slice(-wanted.length);
  if (used.length < wanted.length) return undefined;
  return lengthOf(used) - (wanted[0]?.text === "" ? (used[0] as Line).text.length : 0);
}

/** How much of the start of it. */
function lengthBelow(blanks: string, like: string): number | undefined {
  const wanted = splitLines(like);
  const used = splitLines(blanks).slice(0, wanted.length);
  if (used.length < wanted.length) return undefined;
  const last = used.at(-1) as Line;
  return lengthOf(used) - last.ending.length - (wanted.at(-1)?.text === "" ? last.text.length : 0);
}

function lengthOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text, ending }) => sum + text.length + ending.length, 0);
}

/** Lines named before the rest is counted. */
const MAX_NAMED = 10;

function ambiguous(source: string, places: readonly Span[], name: string): ToolError {
  return new ToolError(
    "text_ambiguous",
    `${name}: old_text stands in ${count(places.length, "place")}: ${linesOf(source, places)}. Send more of the text around it, use an anchor, or pass all.`,
  );
}

/** `all` would take the first of them. */
function overlap(source: string, places: readonly Span[], name: string): ToolError {
  return new ToolError(
    "text_ambiguous",
    `${name}: old_text stands in places that overlap: ${linesOf(source, places)}. Send more of the text around it, or use an anchor.`,
  );
}

/** `all` is no way out: which of the spellings is meant is not known. */
function inexact(source: string, places: readonly Span[], wanted: string, name: string): ToolError {
  const differences = new Set(places.map(({ start, end }) => difference(source.slice(start, end), wanted)));
  const what = differences.size === 1 ? [...differences].join("") : MORE_THAN_SPACE;
  return new ToolError(
    "text_ambiguous",
    `${name}: old_text stands nowhere exactly. ${count(places.length, "place")} differ from it in ${what} only: ${linesOf(source, places)}. Send one of them exactly as it stands, or use an anchor.`,
  );
}

/** Literally, the new text may come to belong to something else. */
function indentedOtherwise(line: number, name: string): ToolError {
  return new ToolError(
    "text_not_found",
    `${name}: old_text does not stand in the file. Line ${line} differs from it in white space, which has a meaning there. Send it exactly as it stands, or use anchors.`,
  );
}

function linesOf(source: string, places: readonly Span[]): string {
  const lines = new LineIndex(source);
  const shown = places.slice(0, MAX_NAMED).map(({ start }) => lines.lineAt(start));
  const more = places.length > shown.length ? ` and ${places.length - shown.length} more` : "";
  return `lines ${shown.join(", ")}${more}`;
}

function notFound(source: string, wanted: string, name: string): ToolError {
  const lines = splitLines(source);
  const [first = ""] = splitLines(wanted.trim()).map(({ text }) => text);
  const near = nearestLine(lines, { from: 0, to: lines.length }, first);
  const nearest =
    near === undefined
      ? "Nothing like it stands there."
      : near.found === near.wanted
        ? `Its first line stands at line ${near.line + 1}, what follows differs.`
        : nearestWords(near, "old_text");
  return new ToolError(
    "text_not_found",
    `${name}: old_text does not stand in the file. ${nearest} Read it again, or use anchors.`,
  );
}
