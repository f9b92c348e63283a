import { graphOfCall } from "../../change/once-per-call.ts";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { entryPointsOf } from "@kart/core/modules/entry-points";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { applyEdits, type TextEdits } from "@kart/core/text/text-edit";
import type { FileText } from "../../change/file-text.ts";
import { type Deletion, planDeletion } from "../../planning/delete.ts";
import { type ExportEntry, planEntryDeletion, unloadedWith } from "../../planning/export-entry.ts";
import type { Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { type KeptLoads, keptLoads, keptLoadsNote } from "../kept-loads.ts";
import { LoadOrder } from "../load-order.ts";

/**
 * Plans a deletion so that the file goes on loading what does something when it is loaded, and would not be any more.
 *
 * @param jsx what JSX of the file takes of it without naming it
 */
export async function loadingOn(
  { oxc, path, text }: FileText,
  target: Target,
  jsx: readonly string[],
  { services, signal }: ToolContext<EditServices>,
): Promise<Deletion> {
  const alone = planDeletion(target, jsx);
  if (alone.unloaded.length === 0) return alone;
  const graph = await graphOfCall(services, signal);
  const node = graph.nodes.get(path);
  if (node === undefined) return alone;
  const loads = loadsLeft(oxc, graph, node, { text, edits: alone.edits, unloaded: alone.unloaded });
  if (loads.size === 0) return alone;
  const deletion = planDeletion(target, jsx, new Set(loads.keys()));
  const kept = keptLoadsNote(path, loads, (specifier) => `import "${specifier}"`);
  return { ...deletion, warnings: [...deletion.warnings, ...kept] };
}

/** The same of an entry of a list of exports. */
export async function entryLoadingOn(
  { oxc, path, text }: FileText,
  source: SourceSymbols,
  entry: ExportEntry,
  { services, signal }: ToolContext<EditServices>,
): Promise<Deletion> {
  const alone = planEntryDeletion(source, entry);
  const unloaded = [unloadedWith(entry) ?? [], alone.unloaded].flat();
  const graph = unloaded.length === 0 ? undefined : await graphOfCall(services, signal);
  const node = graph?.nodes.get(path);
  if (graph === undefined || node === undefined) return alone;
  const loads = loadsLeft(oxc, graph, node, { text, edits: alone.edits, unloaded });
  if (loads.size === 0) return alone;
  const deletion = planEntryDeletion(source, entry, new Set(loads.keys()));
  const kept = keptLoadsNote(path, loads, (one) => `import "${one}"`);
  return { ...deletion, warnings: [...deletion.warnings, ...kept] };
}

interface Unloading {
  readonly text: string;
  readonly edits: TextEdits;
  /** Specifiers. */
  readonly unloaded: readonly string[];
}

function loadsLeft(oxc: Parser, graph: ModuleGraph, node: ModuleNode, { text, edits, unloaded }: Unloading): KeptLoads {
  const { path } = node;
  const targetOf = (_: string, specifier: string) => graph.targetOf(node, specifier);
  const order = new LoadOrder(oxc, graph, [[path, applyEdits(text, edits)]], targetOf, () => true);
  const isEntry = entryPointsOf(graph).some((one) => one.path === path && one.reason !== "test");
  return keptLoads(oxc, graph, { path, node }, isEntry, unloaded.filter(isOfValues(graph, node)), order);
}

/** Whether an import is of some value, as far as what it leads to says: what is of types alone loads nothing. */
function isOfValues(graph: ModuleGraph, node: ModuleNode): (specifier: string) => boolean {
  return (specifier) => {
    const target = graph.nodes.get(graph.targetOf(node, specifier) ?? "");
    const names = node.record.imports.flatMap((one) => (one.specifier === specifier ? one.names : []));
    return names.some(
      ({ imported, typeOnly }) =>
        !typeOnly && target?.record.exports.some((one) => one.name === imported && one.typeOnly) !== true,
    );
  };
}
