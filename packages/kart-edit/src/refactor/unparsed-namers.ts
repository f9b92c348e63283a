import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { endsTo, specifierPattern } from "@kart/core/modules/specifier-end";
import type { ChangedFile } from "../change/change-files.ts";
import type { WhereTo } from "../planning/paths/config-paths.ts";

/**
 * Files that do not parse, so that no import of theirs may have been rewritten: those that are moved, and those that hold a specifier
 * that may lead to what is, as `path:line`, by the paths that files have after the move.
 *
 * @param moved files that are moved, or parts of them
 */
export function unparsedNamers(
  graph: ModuleGraph,
  moved: readonly string[],
  changed: readonly ChangedFile[],
  whereTo: WhereTo = () => undefined,
): string[] {
  if (graph.unparsed.length === 0) return [];
  const specifier = new RegExp(specifierPattern(endsTo(moved)));
  return graph.unparsed.flatMap(({ path, line }) => {
    const text = changed.find((one) => one.path === path)?.after.text ?? graph.text(path);
    const at = whereTo(path);
    // What may not be read may name anything; a video may end in `.ts` too.
    const mayName = text === undefined ? graph.isUnreadable(path) : specifier.test(text);
    return at === undefined && !mayName ? [] : [`${at ?? path}:${line}`];
  });
}
