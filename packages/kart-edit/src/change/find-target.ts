import { findSymbol } from "@kart/core/syntax/find-symbol";
import { declarationsNaming } from "@kart/core/syntax/nested-members";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Target } from "../planning/plan.ts";

const WHERE_EMPTY = "The file declares nothing; kart_insert_after without symbol adds to it.";

/** The one symbol, or nested member of one, that a name path, and a line, mean. Throws as `findSymbol`. */
export function findTarget(source: SourceSymbols, path: string, symbol: string, line: number | undefined): Target {
  const naming = sourceNaming(source, symbol, line);
  const { declarations, parsed } = naming;
  const match = findSymbol({ declarations, lines: parsed.lines }, path, symbol, line, WHERE_EMPTY);
  return { source: naming, ...match, isNested: naming !== source };
}

/** A file with its nested members among the declarations, where a name path takes these. */
export function sourceNaming(source: SourceSymbols, symbol: string, line: number | undefined): SourceSymbols {
  const { declarations, parsed } = source;
  const naming = declarationsNaming({ declarations, lines: parsed.lines }, () => parsed, symbol, line);
  return naming === declarations ? source : { ...source, declarations: naming };
}
