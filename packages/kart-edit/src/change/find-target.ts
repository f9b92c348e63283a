import { ToolError } from "@kart/core/mcp/tool-error";
import type { Declaration } from "@kart/core/syntax/declaration";
import { resolveNamePath } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { clip, escapeInvisible } from "@kart/core/text/display";
import type { Target } from "../planning/plan.ts";

/** Names shown before the rest is counted. */
const MAX_NAMED = 10;

/**
 * The one symbol that a name path, and a line, mean.
 *
 * Throws `symbol_not_found` with what looks similar, and `symbol_ambiguous` with the candidates.
 */
export function findTarget(source: SourceSymbols, path: string, symbol: string, line: number | undefined): Target {
  const { lines } = source.parsed;
  const resolution = resolveNamePath(source.declarations, symbol, lines, line);
  if (resolution.status === "found") return { source, ...resolution.match };
  const name = `\`${clip(escapeInvisible(symbol), 100)}\``;
  const described = (declaration: Declaration) =>
    `\`${escapeInvisible(declaration.namePath)}\` (${declaration.kind}, line ${lines.lineAt(declaration.span.start)})`;
  if (resolution.status === "ambiguous")
    throw new ToolError(
      "symbol_ambiguous",
      `${name} could be ${listed(resolution.candidates.map(described))}. Pass the full name path, or \`line\`.`,
    );
  const known = resolution.similar.length > 0 ? resolution.similar : source.declarations;
  const hint =
    known.length === 0
      ? "The file declares nothing; kart_insert_after without symbol adds to it."
      : `It declares ${listed(known.map(described))}.`;
  throw new ToolError("symbol_not_found", `No symbol ${name} in ${path}. ${hint}`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(", ");
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
