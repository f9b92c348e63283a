import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { askedPlace } from "../source/asked-place.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { type SymbolNode, symbolNode } from "./symbol-node.ts";

/** The symbol that a walk starts from. Throws what finding it throws. */
export function askedSymbol(
  root: WorkspaceRoot,
  sources: SourceFiles,
  target: { readonly path: string; readonly symbol: string; readonly line?: number | undefined },
): SymbolNode {
  const place = askedPlace(root, sources, target);
  if (typeof place === "string" || place.declaration === undefined)
    throw new ToolError(
      "symbol_not_found",
      `${escapeName(target.symbol)} is declared by a comment alone. kart_references finds who names it.`,
    );
  return symbolNode(place.file, place.declaration);
}
