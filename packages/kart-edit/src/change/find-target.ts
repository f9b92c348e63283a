import { findSymbol } from "@kart/core/syntax/find-symbol";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Span } from "@kart/core/text/span";
import type { Target } from "../planning/plan.ts";

const WHERE_EMPTY = "The file declares nothing; kart_insert_after without symbol adds to it.";

/** The one symbol that a name path, and a line, mean. Throws as `findSymbol`. */
export function findTarget(source: SourceSymbols, path: string, symbol: string, line: number | undefined): Target {
  const { declarations, parsed } = source;
  const { span, ...match } = findSymbol({ declarations, lines: parsed.lines }, path, symbol, line, WHERE_EMPTY);
  return { source, ...match, span: { start: span.start, end: ownEnd(parsed.source, span) } };
}

/** A semicolon on a later line guards what follows there, in code that is written without. */
function ownEnd(source: string, { start, end }: Span): number {
  const guard = /[\r\n]\s*;$/.exec(source.slice(start, end));
  return guard === null ? end : start + source.slice(start, start + guard.index).trimEnd().length;
}
