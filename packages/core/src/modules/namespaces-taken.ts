import type { ImportedName, ImportRecord } from "../syntax/module-records/module-record.ts";
import { type Carried, named } from "./carried.ts";
import { exportedAs } from "./exported-as.ts";
import { takings } from "./importers.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

/** An import of a namespace that holds an export, and is used in other ways than for its members alone. */
export interface NamespaceTaken {
  readonly importer: ModuleNode;
  readonly record: ImportRecord;
  readonly name: ImportedName;
  /** Members that lead to the namespace with the export itself: `["inner"]` of `export * as inner`. */
  readonly path: readonly string[];
  /** What the export is called there. */
  readonly names: ReadonlySet<string>;
}

/**
 * Where a namespace with an export of a file is taken, straight from the file or through barrels. Who only uses members of it is
 * left out, as far as the text alone tells, but by a variable that may hold something else too; and so is what types alone are taken of.
 */
export function namespacesTaken(graph: ModuleGraph, path: string, symbol: string): NamespaceTaken[] {
  const names = exportedAs(graph, path, symbol, graph.nodes.get(path));
  if (names.length === 0) return [];
  const found = new Map<string, NamespaceTaken>();
  for (const { edge, taken } of takings(graph, path, named(names))) {
    const { importer, record } = edge;
    if (record.reExport || record.typeOnly) continue;
    for (const { name, thing } of taken) {
      if (thing.namespace === undefined || name.typeOnly) continue;
      const used = graph.membersUsed(importer, name);
      for (const within of namespacesIn(thing.namespace)) {
        if (used !== "all" && !leadsOn(within, used, name.isAssigned === true)) continue;
        const key = [importer.path, record.start, name.local, ...within.path].join("\0");
        const known = found.get(key)?.names ?? new Set();
        found.set(key, { importer, record, name, path: within.path, names: known.union(within.names) });
      }
    }
  }
  return [...found.values()];
}

/** Whether some members that a file uses lead to a namespace within, or are used of what no type may follow. */
function leadsOn(
  { path: [first], names }: Pick<NamespaceTaken, "path" | "names">,
  used: readonly string[],
  isAssigned: boolean,
): boolean {
  return first === undefined ? isAssigned && used.some((one) => names.has(one)) : used.includes(first);
}

/** Namespaces within namespaces are followed that far. */
const MAX_DEPTH = 3;

function namespacesIn(
  { names }: Carried,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly names: ReadonlySet<string> }[] {
  if (path.length > MAX_DEPTH) return [];
  const inner = [...names].flatMap(([name, { namespace }]) =>
    namespace === undefined ? [] : namespacesIn(namespace, [...path, name]),
  );
  return [{ path, names: new Set(names.keys()) }, ...inner];
}
