import type { ModuleGraph } from "@kart/core/modules/module-graph";

/**
 * The files through which two come to import each other when they load, the first one again at the end. Undefined where they do not, or
 * did before.
 *
 * @param news `isOn`: the second comes to import the first; `isBack`: the first the second
 */
export function circleThrough(
  graph: ModuleGraph,
  first: string,
  second: string,
  { isOn, isBack }: { readonly isOn: boolean; readonly isBack: boolean },
): readonly string[] | undefined {
  const there = pathBetween(graph, first, second);
  const back = pathBetween(graph, second, first);
  if (there !== undefined && back !== undefined) return undefined;
  const forth = there ?? (isBack ? [first, second] : undefined);
  const home = back ?? (isOn ? [second, first] : undefined);
  return forth === undefined || home === undefined ? undefined : [...forth, ...home.slice(1)];
}

/** The shortest way by imports of values, both ends included. */
function pathBetween(graph: ModuleGraph, start: string, end: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  for (const path of cameFrom.keys()) {
    if (path === end) {
      const way = [end];
      for (let at = cameFrom.get(end); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    const node = graph.nodes.get(path);
    if (node === undefined) continue;
    for (const { specifier, typeOnly, dynamic } of node.record.imports) {
      const target = typeOnly || dynamic ? undefined : graph.targetOf(node, specifier);
      if (target !== undefined && !cameFrom.has(target)) cameFrom.set(target, path);
    }
  }
  return undefined;
}
