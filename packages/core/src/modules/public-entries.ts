import { escapeName } from "../text/display.ts";
import { entryPointsOf } from "./entry-points.ts";
import type { ModuleGraph } from "./module-graph.ts";

/** A line about users outside the workspace of some exports of a module, where there may be any. */
export function usersOutside(graph: ModuleGraph, path: string, names: readonly string[]): string[] {
  const [entry] = publicEntries(graph, path, names, true);
  return entry === undefined
    ? []
    : [
        `${escapeName(entry)} is an entry point of its package and exports it: users outside the workspace are not seen.`,
      ];
}

/**
 * Entry points of packages that others install and that export a module's names, as they are or in a namespace.
 *
 * @param isHeld whether the names only lead to what is meant, so that another name for them does too
 */
export function publicEntries(graph: ModuleGraph, path: string, names: readonly string[], isHeld: boolean): string[] {
  if (names.length === 0) return [];
  const entries = new Set(
    entryPointsOf(graph).flatMap((one) => (one.reason === "package" && isPublished(graph, one.path) ? [one.path] : [])),
  );
  const reached = new Map(names.map((name) => [`${path}\0${name}`, { path, name, isHeld }]));
  for (const from of reached.values())
    for (const { importer, record } of graph.importsOf(from.path)) {
      const reach = (name: string, held: boolean) => {
        const key = `${importer.path}\0${name}`;
        if (!reached.has(key)) reached.set(key, { path: importer.path, name, isHeld: held });
      };
      const isStar = importer.record.stars.some(({ specifier }) => specifier === record.specifier);
      if (isStar && from.name !== "default") reach(from.name, from.isHeld);
      for (const { name, from: source } of importer.record.exports) {
        if (source?.specifier !== record.specifier) continue;
        if (source.imported === "*") reach(name, true);
        else if (source.imported === from.name && (from.isHeld || name === from.name)) reach(name, from.isHeld);
      }
    }
  return [...new Set(Array.from(reached.values(), (one) => one.path))].filter((one) => entries.has(one)).toSorted();
}

/** What is private nobody installs. */
function isPublished({ resolver }: ModuleGraph, path: string): boolean {
  return resolver.packages.packageOf(path)?.manifest["private"] !== true;
}
