import { join, posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { escapeName } from "@kart/core/text/display";
import type { WorkspacePackage } from "@kart/core/workspace/package-manifest";
import { under } from "./under.ts";

/**
 * Files that the `sideEffects` of a package.json kept bundlers from leaving out, and keep no more after a move: a line for a reader, a
 * package each. What such a file does when it is loaded, as to register an element, is lost where nothing is taken from it by name.
 */
export function lostSideEffects(before: ModuleGraph, after: ModuleGraph, moved: (path: string) => string): string[] {
  const lost = [...before.nodes.keys()].filter(
    (path) => moved(path) !== path && isKept(before, path) && !isKept(after, moved(path)),
  );
  const owners = Map.groupBy(lost.map(moved), (path) => after.resolver.packages.packageOf(path)?.folder ?? ".");
  return Array.from(owners, ([folder, paths]) => {
    const [them, they] = paths.length === 1 ? ["it", "it does"] : ["them", "they do"];
    const several = paths.length === 1 ? "" : ` (${paths.length} files)`;
    return `"sideEffects" of ${join(folder, "package.json")} leaves out ${under(paths)}${several}: add ${them} if ${they} more than export`;
  });
}

/** The same of what moves from a file that such a list names to one that none does. */
export function sideEffectsLeftOut(graph: ModuleGraph, from: string, to: string): string[] {
  const { packages } = graph.resolver;
  if (!Array.isArray(packages.packageOf(from)?.manifest["sideEffects"]) || !isKept(graph, from) || isKept(graph, to))
    return [];
  const manifest = join(packages.packageOf(to)?.folder ?? ".", "package.json");
  return [
    `"sideEffects" of ${escapeName(manifest)} leaves out ${escapeName(to)}: add it if what moved does more than export`,
  ];
}

/** A package that says nothing keeps all that it has. */
function isKept({ resolver: { packages } }: ModuleGraph, path: string): boolean {
  const owner = packages.packageOf(path);
  const said = owner?.manifest["sideEffects"];
  if (owner === undefined || said === undefined || said === true) return true;
  return Array.isArray(said) && said.some((glob) => typeof glob === "string" && covers(owner, glob, path));
}

/** As webpack reads it, and the other bundlers do: one without a folder is meant in any. */
function covers({ folder }: WorkspacePackage, glob: string, path: string): boolean {
  const bare = glob.replace(/^\.?\//, "");
  return new Bun.Glob(glob.includes("/") ? bare : `**/${bare}`).match(posix.relative(folder, path));
}
