import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { publicEntries } from "@kart/core/modules/public-entries";
import { namesLeadingTo } from "@kart/core/syntax/declaration";
import { escapeName } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import type { PlannedFile } from "../../change/change-files.ts";
import type { Target } from "../../planning/plan.ts";

/**
 * A line about the entry points of packages through which users outside the workspace come by a symbol, and have to write its
 * name: they go on writing the old one. Names that it is exported under elsewhere do not change, those of its members do.
 *
 * @param path of the file that declares it, from the root
 * @param planned what changes
 */
export function publicNameNote(
  graph: ModuleGraph,
  path: string,
  { source, declaration }: Target,
  planned: readonly PlannedFile[],
): string[] {
  const { names, isMember } = namesLeadingTo(source.declarations, declaration);
  const kept = isMember ? names : names.filter((one) => one === declaration.name);
  const own = declaration.exported ? publicEntries(graph, path, kept, isMember) : [];
  const others = planned
    .filter((one) => one.path !== path && renamesExport(graph, one, declaration.name))
    .flatMap((one) => publicEntries(graph, one.path, [declaration.name], false));
  const entries = [...new Set([...own, ...others])].toSorted();
  const [first] = entries;
  if (first === undefined) return [];
  const more = entries.length === 1 ? "" : ` and ${entries.length - 1} more`;
  return [
    `PUBLIC: ${escapeName(first)}${more} ${entries.length === 1 ? "is an entry point of its package and exports" : "are entry points of their packages and export"} it, and users outside the workspace go on using the old name.`,
  ];
}

/** Whether a file exports something by a name that it gives another: `export { default as Name } from`, which goes by the name of the default. */
function renamesExport({ nodes }: ModuleGraph, { path, text, edits }: PlannedFile, wanted: string): boolean {
  const lines = new LineIndex(text);
  const named = new Set(
    nodes
      .get(path)
      ?.record.exports.flatMap(({ name, line, from }) => (name === wanted && from?.imported !== wanted ? line : [])),
  );
  return edits.some(({ span, text: fresh }) => named.has(lines.lineAt(span.start)) && !/\sas\s/.test(fresh));
}
