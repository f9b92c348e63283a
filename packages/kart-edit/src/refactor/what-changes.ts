import { join } from "node:path";
import { type EntryPoint, entryPointsOf } from "@kart/core/modules/entry-points";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ProjectRoots } from "@kart/core/workspace/project-roots";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { WhereTo } from "../planning/config-paths.ts";

/** What a move changes besides places: each a line for a reader. None where everything leads where it led. */
export function whatChanges(
  root: WorkspaceRoot,
  before: ModuleGraph,
  shadow: WorkspaceRoot,
  after: ModuleGraph,
  whereTo: WhereTo,
): string[] {
  const moved = (path: string) => whereTo(path) ?? path;
  const old = new ProjectRoots(before.resolver.configs.all());
  const fresh = new ProjectRoots(after.resolver.configs.all());
  const lost = before.files.sources.filter(
    (path) =>
      moved(path) !== path &&
      old.listing(join(root.absolute, path)).length > 0 &&
      fresh.listing(join(shadow.absolute, moved(path))).length === 0,
  );
  return [
    ...changedImports(before, after, moved),
    ...lostEntries(before, after, moved),
    ...lost.map((path) => `${moved(path)} was part of a tsconfig's project as ${path}, and is no more`),
  ];
}

type Moved = (path: string) => string;

function changedImports(before: ModuleGraph, after: ModuleGraph, moved: Moved): string[] {
  return [...before.nodes.values()].flatMap((node) => {
    const now = after.nodes.get(moved(node.path));
    return node.record.imports.flatMap(({ specifier }, index) => {
      const target = before.targetOf(node, specifier);
      const record = now?.record.imports[index];
      if (target === undefined || now === undefined || record === undefined) return [];
      const found = after.targetOf(now, record.specifier);
      if (found === moved(target)) return [];
      return [
        `${now.path}:${record.line} imports ${record.specifier}, which would lead ${found === undefined ? "nowhere" : `to ${found}`}`,
      ];
    });
  });
}

/** Files that a package.json names, also by what is built from them. */
function lostEntries(before: ModuleGraph, after: ModuleGraph, moved: Moved): string[] {
  const named = (graph: ModuleGraph) =>
    entryPointsOf(graph).filter(({ reason }: EntryPoint) => reason === "package" || reason === "script");
  const now = new Set(named(after).map(({ path }) => path));
  return named(before).flatMap(({ path }) =>
    now.has(moved(path)) ? [] : [`${moved(path)} was named by a package.json as ${path}, and is no more`],
  );
}
