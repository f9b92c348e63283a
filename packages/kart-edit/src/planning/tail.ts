import type { ListKind } from "@kart/core/syntax/sibling-list";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { lineEnd } from "@kart/core/text/lines";
import { commaAfter } from "./comma.ts";

/** What follows an item and belongs to it. UTF-16 offsets. */
export interface Tail {
  /** Behind the comma that follows, if one does. */
  readonly comma: number | undefined;
  /** Behind the separator, be there one or not. */
  readonly separated: number;
  /** Behind the comments on the same line. */
  readonly end: number;
}

export function tailOf({ parsed: { source, comments } }: SourceSymbols, kind: ListKind | undefined, end: number): Tail {
  const comma = kind === "object" || kind === "enum" ? commaAfter(source, comments, end) : undefined;
  let separated = comma ?? end;
  // A stray semicolon behind a method is no item of its own.
  if (kind === "class") separated += /^(?:[^\S\r\n]*;)*/.exec(source.slice(separated))?.[0].length ?? 0;
  let tail = separated;
  for (;;) {
    const blank = /^[^\S\r\n]*/.exec(source.slice(tail, lineEnd(source, tail)))?.[0].length ?? 0;
    const comment = comments.find(({ start }) => start === tail + blank);
    if (comment === undefined) return { comma, separated, end: tail };
    tail = comment.end;
  }
}
