import { ToolError } from "@kart/core/mcp/tool-error";
import { walkDeclarations } from "@kart/core/syntax/declaration";
import { findSymbol } from "@kart/core/syntax/find-symbol";
import { resolveNamePath } from "@kart/core/syntax/name-path";
import { declarationsNaming } from "@kart/core/syntax/nested-members";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { contains } from "@kart/core/text/span";
import type { Target } from "../planning/plan.ts";

const WHERE_EMPTY = "The file declares nothing; kart_insert_after without symbol adds to it.";

/**
 * The one symbol that a name path, and a line, mean. Throws as `findSymbol`, and `symbol_not_found` where that is a nested member
 * of one.
 */
export function findTarget(source: SourceSymbols, path: string, symbol: string, line: number | undefined): Target {
  const naming = sourceNaming(source, symbol, line);
  if (naming !== source) refuseNested(source, naming, symbol, line);
  const { declarations, parsed } = source;
  return { source, ...findSymbol({ declarations, lines: parsed.lines }, path, symbol, line, WHERE_EMPTY) };
}

function refuseNested(
  { declarations, parsed: { lines } }: SourceSymbols,
  naming: SourceSymbols,
  symbol: string,
  line: number | undefined,
): void {
  const resolution = resolveNamePath(naming.declarations, symbol, lines, line);
  if (resolution.status === "missing") return;
  const [first] = resolution.status === "found" ? [resolution.match.declaration] : resolution.candidates;
  const around = walkDeclarations(declarations).findLast(
    ({ declaration }) => first && contains(declaration.span, first.span),
  );
  if (first === undefined || around === undefined) return;
  const owner = escapeInvisible(around.declaration.namePath);
  throw new ToolError(
    "symbol_not_found",
    `\`${escapeInvisible(first.namePath)}\` (${first.kind}, line ${lines.lineAt(first.span.start)}) is no symbol by itself: it stands in \`${owner}\`. Change its lines with kart_patch and symbol \`${owner}\`, or with kart_edit; kart_rename renames it.`,
  );
}

/** A file with its nested members among the declarations, where a name path takes these. */
export function sourceNaming(source: SourceSymbols, symbol: string, line: number | undefined): SourceSymbols {
  const { declarations, parsed } = source;
  const naming = declarationsNaming({ declarations, lines: parsed.lines }, () => parsed, symbol, line);
  return naming === declarations ? source : { ...source, declarations: naming };
}
