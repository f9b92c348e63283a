import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import type { ZoomServices } from "../services.ts";
import type { Target } from "../source/asked-place.ts";
import { declaredPlace } from "../source/declared-place.ts";
import { importAt } from "../source/imported-name.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { type SymbolNode, symbolNode } from "./symbol-node.ts";

/** The symbol that a walk starts from. Throws what finding it throws. */
export async function askedSymbol(
  context: ToolContext<ZoomServices>,
  sources: SourceFiles,
  target: Target & { readonly symbol: string },
): Promise<SymbolNode> {
  const place = await declaredPlace(context, sources, target);
  if (typeof place === "string" || place.declaration === undefined) {
    const imported = typeof place === "string" ? undefined : importAt(place.file, place.offset);
    const why =
      imported === undefined
        ? "is declared by a comment alone"
        : `comes from ${escapeName(imported.specifier)}, outside the workspace`;
    throw new ToolError("symbol_not_found", `${escapeName(target.symbol)} ${why}. kart_references finds who names it.`);
  }
  return symbolNode(place.file, place.declaration, place.namesakes);
}
