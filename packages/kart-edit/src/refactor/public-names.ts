import { entryPointsOf } from "@kart/core/modules/entry-points";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { escapeName } from "@kart/core/text/display";
import type { Target } from "../planning/plan.ts";

/**
 * A line about the entry points of packages through which users outside the workspace come by a symbol, and have to write its
 * name: they go on writing the old one. Names that it is exported under elsewhere do not change, those of its members do.
 *
 * @param path of the file that declares it, from the root
 */
export function publicNameNote(graph: ModuleGraph, path: string, { source, declaration }: Target): string[] {
  if (!declaration.exported) return [];
  const top = source.declarations.find(({ children }) => holds(children, declaration)) ?? declaration;
  const isMember = top !== declaration && top.holdsExports !== true;
  const { name, exportedAs = [name] } = isMember ? top : declaration;
  const entries = entriesExporting(
    graph,
    path,
    isMember ? exportedAs : exportedAs.filter((one) => one === name),
    isMember,
  );
  const [first] = entries;
  if (first === undefined) return [];
  const others = entries.length === 1 ? "" : ` and ${entries.length - 1} more`;
  return [
    `PUBLIC: ${escapeName(first)}${others} ${entries.length === 1 ? "is an entry point of its package and exports" : "are entry points of their packages and export"} it, and users outside the workspace go on using the old name.`,
  ];
}

/** A line about users outside the workspace of some exports of a module, where there may be any. */
export function usersOutside(graph: ModuleGraph, path: string, names: readonly string[]): string[] {
  const [entry] = entriesExporting(graph, path, names, true);
  return entry === undefined
    ? []
    : [
        `${escapeName(entry)} is an entry point of its package and exports it: users outside the workspace are not seen.`,
      ];
}

function holds(children: Target["declaration"]["children"], wanted: Target["declaration"]): boolean {
  return children.some((one) => one === wanted || holds(one.children, wanted));
}

/**
 * Entry points of packages that others install and that export a module's names, as they are or in a namespace.
 *
 * @param isHeld whether the names only lead to what is meant, so that another name for them does too
 */
function entriesExporting(graph: ModuleGraph, path: string, names: readonly string[], isHeld: boolean): string[] {
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
