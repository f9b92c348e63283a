import { escapeName } from "../text/display.ts";
import type { ExportRecord, ImportRecord } from "../syntax/module-records/module-record.ts";
import { declaredEntries } from "./entry-points.ts";
import type { ModuleGraph } from "./module-graph.ts";
import type { ModuleIndex } from "./module-index.ts";
import type { Resolver } from "./resolver.ts";

/** A line about users outside the workspace of some exports of a module, where there may be any. */
export function usersOutside(graph: ModuleGraph, path: string, names: readonly string[]): string[] {
  const [entry] = publicEntries(graph, path, names, true);
  return entry === undefined ? [] : [noteOn(entry)];
}

/** The same, where the graph may not be made yet: it takes none of a module that is an entry point, nor where no package has any. */
export async function usersOutsideIn(
  modules: ModuleIndex,
  path: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const entries = publishedEntries(await modules.resolver(signal));
  if (entries.has(path)) return [noteOn(path)];
  return entries.size === 0 ? [] : usersOutside(await modules.graph(signal), path, names);
}

function noteOn(entry: string): string {
  return `${escapeName(entry)} is an entry point of its package and exports it: users outside the workspace are not seen.`;
}

/**
 * Entry points of packages that others install and that export a module's names, as they are or in a namespace.
 *
 * @param isHeld whether the names only lead to what is meant, so that another name for them does too
 */
export function publicEntries(graph: ModuleGraph, path: string, names: readonly string[], isHeld: boolean): string[] {
  if (names.length === 0) return [];
  const entries = publishedEntries(graph.resolver);
  const reached = new Map(names.map((name) => [`${path}\0${name}`, { path, name, isHeld }]));
  for (const from of reached.values())
    for (const { importer, record } of graph.importsOf(from.path)) {
      const reach = (name: string, held: boolean) => {
        const key = `${importer.path}\0${name}`;
        if (!reached.has(key)) reached.set(key, { path: importer.path, name, isHeld: held });
      };
      const isStar = importer.record.stars.some(({ specifier }) => specifier === record.specifier);
      if (isStar && from.name !== "default") reach(from.name, from.isHeld);
      for (const one of importer.record.exports) {
        const imported = importedFor(one, record);
        if (imported === "*") reach(one.name, true);
        else if (imported === from.name && (from.isHeld || one.name === from.name)) reach(one.name, from.isHeld);
      }
    }
  return [...new Set(Array.from(reached.values(), (one) => one.path))].filter((one) => entries.has(one)).toSorted();
}

/** The name that an import takes of what an export passes on: also by a variable, `const { a } = require("./b"); exports.a = a`. */
function importedFor({ from, local }: ExportRecord, { specifier, names }: ImportRecord): string | undefined {
  if (from !== undefined) return from.specifier === specifier ? from.imported : undefined;
  return local === undefined ? undefined : names.find((one) => one.local === local)?.imported;
}

/** Of packages that may be installed elsewhere: nobody installs what is private. */
function publishedEntries(resolver: Resolver): ReadonlySet<string> {
  const published = resolver.packages.all.filter(({ manifest }) => manifest["private"] !== true);
  return new Set(published.flatMap((one) => declaredEntries(resolver, one)));
}
