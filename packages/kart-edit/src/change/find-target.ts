import { findSymbol } from "@kart/core/syntax/find-symbol";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Target } from "../planning/plan.ts";

const WHERE_EMPTY = "The file declares nothing; kart_insert_after without symbol adds to it.";

/** The one symbol that a name path, and a line, mean. Throws as `findSymbol`. */
export function findTarget(source: SourceSymbols, path: string, symbol: string, line: number | undefined): Target {
  const { declarations, parsed } = source;
  return { source, ...findSymbol({ declarations, lines: parsed.lines }, path, symbol, line, WHERE_EMPTY) };
}
