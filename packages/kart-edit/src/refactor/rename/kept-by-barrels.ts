import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { PlannedFile } from "../../change/change-files.ts";
import type { NewName } from "../../planning/names.ts";

/**
 * A planned rename without its changes of who imports the symbol from a CommonJS file that goes on giving it by the old name,
 * `exports.old = require("./inner").fresh`: to the server such an export is the symbol, for those who import it and not for itself.
 *
 * @param declaring the file that declares it, from the root
 */
export function withoutKeptByBarrels(
  planned: readonly PlannedFile[],
  declaring: string,
  names: NewName,
  graph: ModuleGraph,
): readonly PlannedFile[] {
  const keeping = new Set(
    planned.flatMap((file) => (file.path !== declaring && keepsName(file, names, graph) ? [file.path] : [])),
  );
  const left = new Set<string>();
  // What is passed on from there keeps its name as well.
  for (let size = -1; keeping.size > 0 && size < left.size;) {
    size = left.size;
    for (const { path } of planned) {
      const node = graph.nodes.get(path);
      if (node === undefined || keeping.has(path) || left.has(path)) continue;
      const sources = new Set(node.record.imports.flatMap(({ specifier }) => graph.targetsOf(node, specifier)));
      const isKept = [...sources].some((one) => keeping.has(one));
      // Who has it from elsewhere too has both.
      if (!isKept || leadsElsewhere(graph, planned, sources, keeping, declaring)) continue;
      left.add(path);
      if (passesOn(node, names.old)) keeping.add(path);
    }
  }
  return planned.filter(({ path }) => !left.has(path));
}

/** Whether CommonJS gives an export by the old name, and the plan leaves it. */
function keepsName({ path, text, edits }: PlannedFile, { old, fresh }: NewName, graph: ModuleGraph): boolean {
  const own = (graph.nodes.get(path)?.record.exports ?? []).filter((one) => one.name === old && one.commonJs === true);
  return own.some(({ start }) => {
    const at = text.indexOf(old, start);
    return !edits.some(({ span, text: written }) => span.start === at && written === fresh);
  });
}

/** Whether a file imports one that is changed and passes the symbol on by its new name, or that declares it. */
function leadsElsewhere(
  graph: ModuleGraph,
  planned: readonly PlannedFile[],
  sources: ReadonlySet<string>,
  keeping: ReadonlySet<string>,
  declaring: string,
): boolean {
  if (sources.has(declaring)) return true;
  return planned.some(({ path }) => sources.has(path) && !keeping.has(path) && graph.nodes.has(path));
}

function passesOn({ record }: ModuleNode, name: string): boolean {
  return (
    record.stars.length > 0 ||
    record.imports.some((one) => one.reExport && one.names.some(({ imported }) => imported === name))
  );
}
