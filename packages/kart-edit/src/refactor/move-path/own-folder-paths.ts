import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { ownFolderPaths } from "../../planning/paths/path-strings.ts";
import { pathMeant } from "../../planning/paths/specifiers.ts";

/**
 * Paths that moved files put together from their own folder's, and that lead elsewhere from the new one, `src/in/a.ts:3 ./a.css`: by
 * the places that the files have after the move. What moves along is led to as before.
 */
export function ledFromOwnFolder(oxc: Parser, graph: ModuleGraph, whereTo: WhereTo): string[] {
  return [...graph.nodes.keys()].flatMap((path) => {
    const to = whereTo(path);
    if (to === undefined || posix.dirname(to) === posix.dirname(path)) return [];
    const text = graph.text(path) ?? "";
    const parse = /__dirname|import\.meta\.(?:dir|url)/.test(text) ? parseSource(oxc, path, text) : undefined;
    if (parse?.ok !== true) return [];
    const { program, lines } = parse.parsed;
    return ownFolderPaths(program).flatMap(({ start, path: named, isStart }) => {
      const meant = pathMeant(path, named);
      if (pathMeant(to, named) === (whereTo(meant) ?? meant)) return [];
      const shown = named === "." ? "__dirname" : `${named}${isStart === true ? "/…" : ""}`;
      return [`${to}:${lines.lineAt(start)} ${shown}`];
    });
  });
}
