import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { contains } from "@kart/core/text/span";
import type { Target } from "../planning/plan.ts";

/** Whether every file sees a symbol without importing anything: of a script, of `declare global`, of a module that is declared by name. */
export function isSeenByAll(graph: ModuleGraph, { source, declaration }: Target, path: string): boolean {
  const top = source.declarations.find(({ span }) => contains(span, declaration.span));
  const record = graph.nodes.get(path)?.record;
  if (record === undefined || top === undefined || /^(?:["']|global$)/.test(top.name)) return true;
  return record.exports.length === 0 && record.imports.every(({ dynamic }) => dynamic);
}
