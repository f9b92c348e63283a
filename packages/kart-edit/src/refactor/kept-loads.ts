import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { isFailure, type Parser } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { gapNote } from "@kart/core/text/gap-note";
import { actsAtLoad, givesOwnMember } from "../planning/moved/acts-at-load.ts";
import type { LoadOrder } from "./load-order.ts";

/** By specifier of the old file, the module that does something when it is loaded, from the root. */
export type KeptLoads = ReadonlyMap<string, string>;

/**
 * What a file must go on loading though nothing that stays in it needs the names: modules that do something when they are loaded, and
 * that a program which loads the file would load no more.
 *
 * @param specifiers of the imports that moved code needs as values
 * @param order without those imports
 */
export function keptLoads(
  oxc: Parser,
  graph: ModuleGraph,
  { path, node }: { readonly path: string; readonly node: ModuleNode },
  isEntry: boolean,
  specifiers: Iterable<string>,
  order: LoadOrder,
): KeptLoads {
  const found = startsOf(graph, path, order).filter((one) => order.way(one, path) !== undefined);
  const starts = isEntry ? [path, ...found] : found;
  const acts = new Map<string, boolean>();
  const isActing = (one: string) => {
    const known = acts.get(one) ?? doesMore(oxc, graph, one);
    acts.set(one, known);
    return known;
  };
  const kept = new Map<string, string>();
  for (const specifier of new Set(specifiers)) {
    const target = graph.targetOf(node, specifier);
    if (target === undefined) continue;
    const acting = order
      .loadedWith(target)
      .find((one) => starts.some((start) => order.way(start, one) === undefined) && isActing(one));
    if (acting !== undefined) kept.set(specifier, acting);
  }
  return kept;
}

/** Whether programs loaded a file that do not come by another one, where something that moves to it would be done. */
export function isLoadedNoMore(
  graph: ModuleGraph,
  from: string,
  to: string,
  isEntry: boolean,
  order: LoadOrder,
): boolean {
  const starts = [...startsOf(graph, from, order).filter((one) => one !== from), ...(isEntry ? [from] : [])];
  return starts.length > 0 && starts.every((one) => order.way(one, to) === undefined);
}

/** The files that nothing loads and that lead to a file: programs start with them, or load them later. A file of a circle that has none itself. */
function startsOf(graph: ModuleGraph, path: string, order: LoadOrder): string[] {
  const around = new Set([path]);
  const starts: string[] = [];
  for (const one of around) {
    const loading = graph
      .importsOf(one)
      .flatMap(({ importer }) => (order.did(importer.path, one) ? importer.path : []));
    if (loading.length === 0) starts.push(one);
    for (const importer of loading) around.add(importer);
  }
  return starts.length === 0 ? [path] : starts;
}

function doesMore(oxc: Parser, graph: ModuleGraph, path: string): boolean {
  const text = sourceLanguage(path) === undefined ? undefined : graph.text(path);
  const source = text === undefined ? undefined : sourceSymbols(oxc, path, text);
  if (source === undefined || isFailure(source)) return false;
  const own = new Set(source.declarations.map(({ name }) => name));
  return actsAtLoad(source, (statement) => givesOwnMember(statement, own));
}

/** @param written how the old file loads a module for what it does, by its specifier */
export function keptLoadsNote(path: string, loads: KeptLoads, written: (specifier: string) => string): string[] {
  return gapNote(
    `KEPT in ${path}, for what is done when it loads and would not be any more`,
    Array.from(loads, ([specifier, acting]) => `${written(specifier)} (${acting})`),
  );
}
