import type { Comment } from "oxc-parser";
import type { Leads } from "@kart/core/syntax/comments/lead";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { lineEnd, lineStart } from "@kart/core/text/lines";
import { commaAfter } from "./comma.ts";
import { startsLine } from "./content.ts";

/** A source with what is needed to take something out of it. */
export interface Cuttable {
  readonly parsed: ParsedSource;
  readonly leads: Leads;
}

/**
 * Takes items out of a list whose commas stand between them: declarators, elements of a pattern, specifiers. At least one
 * item must stay. A comment above an item goes with it.
 *
 * @param items in the order of the source
 */
export function cutFromCommaList(
  { parsed: { source, comments }, leads }: Cuttable,
  items: readonly Span[],
  isCut: (item: Span) => boolean,
): TextEdit[] {
  const startOf = (item: Span) => leads.before(item.start)?.start ?? item.start;
  const edits: TextEdit[] = [];
  for (let index = 0; index < items.length;) {
    const first = items[index] as Span;
    if (!isCut(first)) {
      index++;
      continue;
    }
    let end = index;
    while (end < items.length && isCut(items[end] as Span)) end++;
    const next = items[end];
    const previous = items[index - 1];
    if (next !== undefined) edits.push(cut(startOf(first), startOf(next)));
    else if (previous !== undefined) {
      const last = items[end - 1] as Span;
      const comma = commaAfter(source, comments, previous.end);
      // Where the list ends in a comma, that of the item before stays in its stead.
      const trailing = commaAfter(source, comments, last.end);
      if (comma !== undefined && trailing !== undefined) edits.push(cut(comma, trailing));
      else edits.push(cut(previous.end, last.end));
    }
    index = end;
  }
  return edits;
}

/** Takes entries out of the list of an import or export, or the whole statement where none is left. */
export function cutEntries<Entry extends Span>(
  source: Cuttable,
  statement: Span & { readonly specifiers: readonly Entry[] },
  isCut: (entry: Entry) => boolean,
): TextEdit[] {
  const { start, end, specifiers } = statement;
  if (!specifiers.some(isCut)) return [];
  return specifiers.every(isCut)
    ? [cutWithLines(source, { start, end })]
    : cutFromCommaList(source, specifiers, (item) => isCut(item as Entry));
}

/**
 * Takes something out that stands on lines of its own or beside other code. Of the blank lines around it so many stay as
 * keep its neighbours apart as far as they were from it, and none at the start or the end of a block.
 *
 * @param span from its lead to behind its separator and the comments on its last line
 */
export function cutWithLines({ parsed: { source } }: Cuttable, span: Span): TextEdit {
  const endsLine = source.slice(span.end, lineEnd(source, span.end)).trim() === "";
  if (!startsLine(source, span.start) || !endsLine) return cutWithinLine(source, span, endsLine);
  let start = lineStart(source, span.start);
  // A byte order mark is no part of the first line.
  if (start === 0 && source.startsWith("\ufeff")) start = 1;
  let end = afterBreak(source, lineEnd(source, span.end));
  const above = blankStart(source, start);
  const below = blankEnd(source, end);
  const isTop = /(?:^|[{([])$/.test(source.slice(0, above).replace("\ufeff", "").trimEnd());
  const isBottom = /^(?:[})\]]|$)/.test(source.slice(below).trimStart());
  if (isTop) end = below;
  else if (isBottom) start = above;
  else if (linesBetween(source, end, below) <= linesBetween(source, above, start)) end = below;
  else start = above;
  // A file that had no line break at its end has none after it either.
  if (end === source.length && !/[\r\n]$/.test(source)) start = source.slice(0, start).replace(/[\r\n]+$/, "").length;
  return cut(start, end);
}

/** As {@link cutWithLines}, of several, in their order: those with nothing in between are one. */
export function cutAllWithLines(source: Cuttable, spans: readonly Span[]): TextEdit[] {
  const whole: Span[] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    const isNext = last !== undefined && source.parsed.source.slice(last.end, span.start).trim() === "";
    if (isNext) whole[whole.length - 1] = { start: last.start, end: span.end };
    else whole.push(span);
  }
  return whole.map((span) => cutWithLines(source, span));
}

function cutWithinLine(source: string, { start, end }: Span, endsLine: boolean): TextEdit {
  const blanksAfter = /^[^\S\r\n]*/.exec(source.slice(end))?.[0].length ?? 0;
  if (!endsLine) return cut(start, end + blanksAfter);
  const blanksBefore = /[^\S\r\n]*$/.exec(source.slice(0, start))?.[0].length ?? 0;
  return cut(start - blanksBefore, end);
}

/** Where the blank lines right above a line start. */
function blankStart(source: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = lineStart(source, start - (source.slice(start - 2, start) === "\r\n" ? 2 : 1));
    if (source.slice(above, start).trim() !== "") break;
    start = above;
  }
  return start;
}

/** Where the blank lines from a line on end. */
function blankEnd(source: string, line: number): number {
  let end = line;
  while (end < source.length) {
    const stop = lineEnd(source, end);
    if (source.slice(end, stop).trim() !== "") break;
    end = afterBreak(source, stop);
    if (end === stop) break;
  }
  return end;
}

function linesBetween(source: string, start: number, end: number): number {
  return source.slice(start, end).match(/\r\n?|\n/g)?.length ?? 0;
}

function afterBreak(source: string, end: number): number {
  if (source.startsWith("\r\n", end)) return end + 2;
  return end < source.length ? end + 1 : end;
}

/** The comma right behind an offset, or before it where none follows. */
export function commaBefore(source: string, comments: readonly Comment[], previous: Span): Span | undefined {
  const end = commaAfter(source, comments, previous.end);
  return end === undefined ? undefined : { start: end - 1, end };
}

export function cut(start: number, end: number): TextEdit {
  return { span: { start, end }, text: "" };
}
