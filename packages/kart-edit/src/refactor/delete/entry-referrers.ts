import { graphOfCall } from "../../change/once-per-call.ts";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { named } from "@kart/core/modules/carried";
import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import { calledByFramework } from "@kart/core/modules/entry-points";
import { takings } from "@kart/core/modules/importers";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { usersOutside } from "@kart/core/modules/public-entries";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { escapeInvisible } from "@kart/core/text/display";
import type { EditServices } from "../../services.ts";
import { NOBODY, type Referrers, withText } from "./referrers.ts";

/**
 * Who imports a name through the file that exports it by an entry: by the module graph, since to a language server they refer to the
 * declaration, whichever way they came.
 *
 * @param path from the root
 */
export async function entryReferrers(
  path: string,
  name: string,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<Referrers> {
  const graph = await graphOfCall(services, signal);
  const node = graph.nodes.get(path);
  if (node === undefined) return NOBODY;
  const notes = usersOutside(graph, path, [name]);
  if (comesByStarToo(graph, node, name))
    return { ...NOBODY, notes: [`\`export *\` here still exports \`${escapeInvisible(name)}\`.`, ...notes] };
  const places = new Map<string, Pick<SourceLocation, "path" | "line" | "file">>();
  for (const { edge, taken } of takings(graph, path, named([name]))) {
    const { importer, record } = edge;
    // `export *` names nothing: who takes the name from there is among these.
    if (record.reExport && taken.every((one) => one.name.local === "*")) continue;
    const { line } = record;
    const file = `${workspace.root.absolute}/${importer.path}`;
    places.set(`${importer.path}:${line}`, { path: importer.path, line, file });
  }
  // One that may lead anywhere says nothing of this file.
  const computed = graph.computed(path).filter(({ prefix }) => /^\.{1,2}\//.test(prefix));
  const unread = graph.unparsed.filter((one) => one.path !== path && graph.text(one.path)?.includes(name) === true);
  return {
    ...NOBODY,
    places: withText([...places.values()]),
    isEntry: calledByFramework(graph, path, { name, kind: "const", exported: true }).length > 0,
    unseen: [...computed, ...unread].map((one) => `${one.path}:${one.line}`),
    notes,
  };
}

/** Whether the file exports the very same thing under the name without the entry. */
function comesByStarToo(graph: ModuleGraph, node: ModuleNode, name: string): boolean {
  const own = declaredElsewhere(graph, node.path, name);
  if (own === undefined || name === "default") return false;
  return node.record.stars.some(({ specifier }) => {
    const target = graph.targetOf(node, specifier);
    if (target === undefined || !graph.exportedNames(target).names.has(name)) return false;
    const other = declaredElsewhere(graph, target, name);
    return other?.path === own.path && other.name === own.name;
  });
}
