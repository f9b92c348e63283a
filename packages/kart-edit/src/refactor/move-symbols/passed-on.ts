import { isBuiltin } from "node:module";
import { join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { publicEntries } from "@kart/core/modules/public-entries";
import { gapNote } from "@kart/core/text/gap-note";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { FileText } from "../../change/file-text.ts";
import { withTaken } from "../../planning/moved/import-statements.ts";
import type { MovedSymbols } from "../../planning/moved/moved-symbols.ts";
import type { MoveWorld } from "./moved-importers.ts";
import type { Ends, Worked } from "./move-symbols.ts";
import { hasPackage } from "../undeclared-packages.ts";

/** An entry of a package that comes to pass on what moves into that package. Paths from the root. */
export function passedOn(
  { oxc, root, specifiers }: MoveWorld,
  path: string,
  known: { readonly before: string; readonly after: string } | undefined,
  to: string,
  { exported, usedByRest, types }: MovedSymbols,
): { readonly before: string; readonly after: string } {
  const before = known?.before ?? readForEdit(root, path).text;
  const names = [...exported.union(usedByRest)].map((name) => ({
    imported: name,
    local: name,
    typeOnly: types.has(name),
  }));
  const source = new FileText(oxc, path, known?.after ?? before).symbols();
  return { before, after: withTaken(oxc, path, source, { specifier: specifiers.to(path, to) }, names, "export") };
}

/**
 * Entry points of packages that come to export what moved.
 *
 * @param exported names by which it has been exported
 * @param anew others, by which it is where it moved to
 */
export function publicNotes(
  graph: ModuleGraph,
  { from, to }: Pick<Ends, "from" | "to">,
  exported: Iterable<string>,
  anew: ReadonlySet<string>,
): string[] {
  const names = [...exported];
  const before = new Set(publicEntries(graph, from.path, names, true));
  const now = new Set(publicEntries(graph, to.path, names, false)).difference(before);
  const entries = now.union(new Set(publicEntries(graph, to.path, [...anew.difference(new Set(names))], false)));
  return gapNote("PUBLIC now, since these entry points of packages export what moved", [...entries].toSorted());
}

/** What the caller has to know of a move from one package to another. */
export function borderNotes(
  { absolute }: WorkspaceRoot,
  graph: ModuleGraph,
  { from, to }: Ends,
  { moved, passing, built }: Worked,
): string[] {
  const { packages } = graph.resolver;
  const missing = moved.imports.flatMap(({ from: { specifier } }) => {
    const isOutside = !isBuiltin(specifier) && graph.targetOf(from.node, specifier) === undefined;
    const name = isOutside ? splitPackageSpecifier(specifier)?.name : undefined;
    if (name === undefined || !hasPackage(absolute, graph, from.path, name)) return [];
    return hasPackage(absolute, graph, to.path, name) ? [] : [name];
  });
  const manifest = join(packages.packageOf(to.path)?.folder ?? ".", "package.json");
  return [
    ...gapNote("EXPORTED for other packages too now, by", [...passing]),
    ...gapNote("BUILD these again: others import from them what was built", [...built]),
    ...gapNote(`NOT AS BEFORE: ${manifest} does not depend on`, [...new Set(missing)]),
  ];
}
