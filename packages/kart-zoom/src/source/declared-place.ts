import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ZoomServices } from "../services.ts";
import { type AskedPlace, askedPlace, type Target } from "./asked-place.ts";
import type { SourceFiles } from "./source-files.ts";

/**
 * The place that a symbol or a position means, as `askedPlace` tells it; of a symbol that the file only imports or passes on, the
 * one where it is declared.
 */
export async function declaredPlace(
  { workspace: { root }, services, signal }: ToolContext<ZoomServices>,
  sources: SourceFiles,
  target: Target,
): Promise<AskedPlace | string> {
  try {
    return askedPlace(root, sources, target);
  } catch (error) {
    const { path, symbol, content } = target;
    // What a text not written yet imports is in no graph.
    if (symbol === undefined || content !== undefined) throw error;
    const { leadingOn } = await import("@kart/core/modules/leading-on");
    const declared = await leadingOn(error, root.proveFile(path), symbol, async () =>
      (await services.modules()).graph(signal),
    );
    const place = askedPlace(root, sources, { ...target, path: declared.path, symbol: declared.name, line: undefined });
    return typeof place === "string" ? place : { ...place, isElsewhere: true };
  }
}
