import type { Span } from "./span.ts";

/** A change of one text as data: `span` of the original (UTF-16 offsets) gives way to `text`. An empty span inserts. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** Sorted and disjoint, which {@link textEdits} proves. Insertions at one place keep the order they were given in. */
export type TextEdits = readonly TextEdit[] & { readonly __proven: true };

/** Sorts edits by place. Undefined where two of them overlap; touching is no overlap. */
export function textEdits(edits: readonly TextEdit[]): TextEdits | undefined {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const overlap = sorted.some((edit, index) => index > 0 && edit.span.start < (sorted[index - 1] as TextEdit).span.end);
  return overlap ? undefined : (sorted as readonly TextEdit[] as TextEdits);
}

/** The text with every edit made; all of them speak of the original's offsets. */
export function applyEdits(source: string, edits: TextEdits): string {
  const parts: string[] = [];
  let from = 0;
  for (const { span, text } of edits) {
    parts.push(source.slice(from, span.start), text);
    from = span.end;
  }
  parts.push(source.slice(from));
  return parts.join("");
}

/** Where each edit's text stands in the result, in the order of the edits. */
export function editedSpans(edits: TextEdits): Span[] {
  let shift = 0;
  return edits.map(({ span, text }) => {
    const start = span.start + shift;
    shift += text.length - (span.end - span.start);
    return { start, end: start + text.length };
  });
}

/**
 * Where a span that no edit cuts into stands in the result. A span that holds whole edits grows with them; an insertion
 * at its very start or end stays outside. Undefined where an edit cuts into it.
 */
export function mapSpan(edits: TextEdits, { start, end }: Span): Span | undefined {
  let before = 0;
  let inside = 0;
  for (const { span, text } of edits) {
    const grown = text.length - (span.end - span.start);
    if (span.end <= start) before += grown;
    else if (span.start >= end) break;
    else if (span.start >= start && span.end <= end) inside += grown;
    else return undefined;
  }
  return { start: start + before, end: end + before + inside };
}

/** Where the character at an offset stands in the result; what an edit takes out stands where its text ends. */
export function mapOffset(edits: TextEdits, offset: number): number {
  let shift = 0;
  for (const { span, text } of edits) {
    if (span.start > offset) break;
    shift += text.length - (Math.min(span.end, offset) - span.start);
  }
  return offset + shift;
}

/** Where the character at an offset of the result stands in the source; what an edit put there, where that edit starts. */
export function sourceOffset(edits: TextEdits, offset: number): number {
  let shift = 0;
  for (const { span, text } of edits) {
    const start = span.start + shift;
    if (start > offset) break;
    if (offset < start + text.length) return span.start;
    shift += text.length - (span.end - span.start);
  }
  return offset - shift;
}

/** The same edit without what it puts back unchanged at its start and end. */
export function trimmed(source: string, { span, text }: TextEdit): TextEdit {
  const old = source.slice(span.start, span.end);
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old.charCodeAt(head) === text.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < most - head && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail))
    tail++;
  return {
    span: { start: span.start + head, end: span.end - tail },
    text: text.slice(head, text.length - tail),
  };
}
