import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { publicEntries } from "@kart/core/modules/public-entries";
import { namesLeadingTo } from "@kart/core/syntax/declaration";
import { escapeName } from "@kart/core/text/display";
import type { Target } from "../../planning/plan.ts";

/**
 * A line about the entry points of packages through which users outside the workspace come by a symbol, and have to write its
 * name: they go on writing the old one. Names that it is exported under elsewhere do not change, those of its members do.
 *
 * @param path of the file that declares it, from the root
 */
export function publicNameNote(graph: ModuleGraph, path: string, { source, declaration }: Target): string[] {
  if (!declaration.exported) return [];
  const { names, isMember } = namesLeadingTo(source.declarations, declaration);
  const kept = isMember ? names : names.filter((one) => one === declaration.name);
  // Who imports a default export by its name exports it by that, too.
  const isDefault = !isMember && names.includes("default") && !kept.includes(declaration.name);
  const byName = isDefault
    ? publicEntries(graph, path, ["default"], true).filter((one) => exportsVariable(graph, one, declaration.name))
    : [];
  const entries = [...publicEntries(graph, path, kept, isMember), ...byName];
  const [first] = entries;
  if (first === undefined) return [];
  const others = entries.length === 1 ? "" : ` and ${entries.length - 1} more`;
  return [
    `PUBLIC: ${escapeName(first)}${others} ${entries.length === 1 ? "is an entry point of its package and exports" : "are entry points of their packages and export"} it, and users outside the workspace go on using the old name.`,
  ];
}

/** Whether a file exports by a name what it has by that name. */
function exportsVariable({ nodes }: ModuleGraph, path: string, wanted: string): boolean {
  return nodes.get(path)?.record.exports.some(({ name, local }) => name === wanted && local === wanted) === true;
}
