import type { ToolContext } from "@kart/core/mcp/define-tool";
import { wordsIn } from "@kart/core/language-server/words";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ZoomServices } from "../services.ts";
import { type AskedPlace, askedPlace, type Target } from "./asked-place.ts";
import { importedName } from "./imported-name.ts";
import type { SourceFiles } from "./source-files.ts";

/**
 * The place that a symbol or a position means, as `askedPlace` tells it; of a symbol that the file only imports or passes on, the
 * one where it is declared, or its import where that is a package; of a name that nothing in the file declares, its use on the line
 * that is given with it.
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
    const graph = async () => (await services.modules()).graph(signal);
    const declared = await leadingOn(error, root.proveFile(path), symbol, graph).catch((unknown: unknown) => {
      const found = importPlace(root, sources, target) ?? usedPlace(root, sources, target);
      if (found === undefined) throw unknown;
      return found;
    });
    if ("offset" in declared) return declared;
    const place = askedPlace(root, sources, { ...target, path: declared.path, symbol: declared.name, line: undefined });
    return typeof place === "string" ? place : { ...place, isElsewhere: true };
  }
}

/** Where a file imports a name. */
function importPlace(root: WorkspaceRoot, sources: SourceFiles, { path, symbol }: Target): AskedPlace | undefined {
  const file = sources.within(path);
  if (file === undefined || symbol === undefined) return undefined;
  const imported = importedName(file, symbol);
  return imported && { path: root.proveFile(path), file, offset: imported.offset };
}

/** The first use of a name on the line that is asked about. */
function usedPlace(root: WorkspaceRoot, sources: SourceFiles, { path, symbol, line }: Target): AskedPlace | undefined {
  const file = sources.within(path);
  if (file === undefined || symbol === undefined || line === undefined) return undefined;
  const start = file.lines.offsetAt({ line, column: 1 });
  if (start === undefined) return undefined;
  const places = wordsIn(file.lines.textOf(line), symbol).map((column) => start + column);
  const offset = places.find((one) => file.useAt(one) !== "mention");
  return offset === undefined ? undefined : { path: root.proveFile(path), file, offset };
}
