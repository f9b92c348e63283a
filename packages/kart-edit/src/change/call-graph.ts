import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { EditServices } from "../services.ts";

/** By the signal of the call that asked. */
let graphs = new WeakMap<AbortSignal, Promise<ModuleGraph>>();

/**
 * What imports what, as it is when a call first asks: each time that it is found out takes a walk over the workspace. A change that is
 * made here meanwhile is seen by whoever asks next.
 */
export function graphOfCall({ modules }: Pick<EditServices, "modules">, signal: AbortSignal): Promise<ModuleGraph> {
  const known = graphs.get(signal);
  if (known !== undefined) return known;
  const asked = graphs;
  const graph = modules().then((index) => index.graph(signal));
  asked.set(signal, graph);
  graph.catch(() => asked.delete(signal));
  return graph;
}

/** To be said when files were changed. */
export function forgetGraphs(): void {
  graphs = new WeakMap();
}
