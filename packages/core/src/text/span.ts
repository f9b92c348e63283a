/** A half-open range `[start, end)` of UTF-16 code units in a source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether two spans share text; touching is no overlap. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

export function textOf(source: string, span: Span): string {
  return source.slice(span.start, span.end);
}
