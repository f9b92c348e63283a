import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeInvisible, escapeName } from "@kart/core/text/display";

/**
 * Throws `already_exists` where a file that comes to export names has others of them by `export *`, or where one that passes on all of
 * its exports has. Of two that come by `export *` a module exports neither, and nothing in JavaScript tells.
 *
 * @param gained what a file comes to export, with where it was declared before; paths from the root
 */
export function refuseStarClashes(graph: ModuleGraph, gained: Gained): void {
  const { path, names, from } = gained;
  const node = graph.nodes.get(path);
  for (const name of names) {
    if (node !== undefined && graph.exportsNamed(node, name).length > 0) continue;
    const other = otherOf(graph, path, name, { from, by: undefined });
    if (other !== undefined) throw clash(name, path, other, "and would no longer pass that one on");
    for (const [barrel, by] of barrelsOf(graph, path, name)) {
      const also = otherOf(graph, barrel, name, { from, by });
      if (also !== undefined) throw clash(name, barrel, also, `and would export neither beside that of ${path}`);
    }
  }
}

interface Gained {
  readonly path: string;
  readonly names: Iterable<string>;
  readonly from: string;
}

/** The files that come to export a name by `export *`, each with the one that it has it from. */
function barrelsOf(graph: ModuleGraph, path: string, name: string): ReadonlyMap<string, string> {
  const barrels = new Map<string, string>();
  const files = [path];
  for (const file of files)
    for (const { importer, record } of graph.importsOf(file)) {
      const isStar = record.reExport && importer.record.stars.some(({ specifier }) => specifier === record.specifier);
      if (!isStar || importer.path === path || barrels.has(importer.path)) continue;
      // A list or a declaration goes before `export *`.
      if (graph.exportsNamed(importer, name).length > 0) continue;
      barrels.set(importer.path, file);
      files.push(importer.path);
    }
  return barrels;
}

/** Where else a file has a name from by `export *`. */
function otherOf(
  graph: ModuleGraph,
  path: string,
  name: string,
  { from, by }: { readonly from: string; readonly by: string | undefined },
): string | undefined {
  const node = graph.nodes.get(path);
  if (node === undefined) return undefined;
  return node.record.stars
    .map(({ specifier }) => graph.targetOf(node, specifier))
    .find((target): target is string => {
      if (target === undefined || target === by || !graph.exportedNames(target).names.has(name)) return false;
      const origin = declaredElsewhere(graph, target, name);
      return origin?.path !== from || origin.name !== name;
    });
}

function clash(name: string, path: string, other: string, then: string): ToolError {
  const shown = `\`${escapeInvisible(name)}\``;
  return new ToolError(
    "already_exists",
    `${escapeName(path)} has a ${shown} by \`export *\` from ${escapeName(other)}, ${escapeName(then)}. Rename one of the two first (kart_rename).`,
  );
}
