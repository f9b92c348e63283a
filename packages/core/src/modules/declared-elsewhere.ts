import type { ExportRecord } from "../syntax/module-records/module-record.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

/** A declaration of the workspace that a file imports or passes on. */
export interface Elsewhere {
  /** From the root. */
  readonly path: string;
  /** As it is called there; `default` for a default export without a name of its own. */
  readonly name: string;
}

/** Where a name is declared that a file only imports, or exports again. Undefined for what packages declare, and for namespaces. */
export function declaredElsewhere(graph: ModuleGraph, path: string, name: string): Elsewhere | undefined {
  const node = graph.nodes.get(path);
  if (node === undefined) return undefined;
  const seen = new Set<string>();
  return imported(graph, node, name, seen) ?? exported(graph, path, name, seen) ?? namedInType(graph, node, name, seen);
}

/** Behind a binding that a file imports. */
function imported(graph: ModuleGraph, node: ModuleNode, local: string, seen: Set<string>): Elsewhere | undefined {
  for (const { specifier, names, reExport } of node.record.imports) {
    const name = reExport ? undefined : names.find((one) => one.local === local);
    if (name !== undefined) return behind(graph, node, specifier, name.imported, seen);
  }
  return undefined;
}

/** Behind `import("./types").Name` in a type, which gives the file no name of its own. */
function namedInType(graph: ModuleGraph, node: ModuleNode, name: string, seen: Set<string>): Elsewhere | undefined {
  for (const { specifier, names, reExport, typeOnly } of node.record.imports)
    if (!reExport && typeOnly && names.some((one) => one.imported === name && one.local === "*"))
      return behind(graph, node, specifier, name, seen);
  return undefined;
}

/** Behind what a module exports under a name. */
function exported(graph: ModuleGraph, path: string, name: string, seen: Set<string>): Elsewhere | undefined {
  const key = `${path}\0${name}`;
  const node = graph.nodes.get(path);
  if (node === undefined || seen.has(key)) return undefined;
  seen.add(key);
  const [record] = graph.exportsNamed(node, name);
  if (record !== undefined) return declaredBy(graph, node, record, seen);
  if (name === "default") return undefined;
  for (const { specifier } of node.record.stars) {
    const found = behind(graph, node, specifier, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function declaredBy(
  graph: ModuleGraph,
  node: ModuleNode,
  { name, local, from }: ExportRecord,
  seen: Set<string>,
): Elsewhere | undefined {
  if (from !== undefined) return behind(graph, node, from.specifier, from.imported, seen);
  const isImported = node.record.imports.some(
    ({ reExport, names }) => !reExport && names.some((one) => one.local === local),
  );
  if (local !== undefined && isImported) return imported(graph, node, local, seen);
  return { path: node.path, name: local ?? name };
}

function behind(
  graph: ModuleGraph,
  node: ModuleNode,
  specifier: string,
  name: string,
  seen: Set<string>,
): Elsewhere | undefined {
  const target = name === "*" ? undefined : graph.targetOf(node, specifier);
  return target === undefined ? undefined : exported(graph, target, name, seen);
}
