import { isBuiltin } from "node:module";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { Resolver } from "@kart/core/modules/resolver";
import { moduleRecord } from "@kart/core/syntax/module-records/module-record";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { Programs } from "./programs.ts";

/** What a change does to the imports of a file. */
export interface ImportChange {
  /** From the root. */
  readonly path: string;
  /** Specifiers that it has on one side of the change alone, those of reference paths and types among them. */
  readonly differing: ReadonlySet<string>;
  /** Whether it refers to other libraries of the compiler. */
  readonly hasOtherLibraries: boolean;
}

/** @param texts before and after; empty where there is no file */
export function importChange(oxc: Parser, path: string, texts: readonly [string, string]): ImportChange {
  const [before, after] = texts.map((text) => specifiersOf(oxc, path, text)) as [Set<string>, Set<string>];
  const [one, other] = texts.map((text) => Array.from(text.matchAll(LIBRARY), ([, name]) => name).join());
  return { path, differing: before.symmetricDifference(after), hasOtherLibraries: one !== other };
}

const LIBRARY = /^[ \t]*\/\/\/[ \t]*<reference[ \t][^>\n]*?\blib[ \t]*=[ \t]*["']([^"'\n]+)["']/gm;

function specifiersOf(oxc: Parser, path: string, text: string): Set<string> {
  const outcome = moduleRecord(oxc, path, text);
  const record = outcome.ok ? outcome.record : outcome.recovered;
  return new Set(record?.imports.map(({ specifier }) => specifier));
}

/**
 * The projects to whose programs changes may bring files, or that may lose some by them: every other file may see what those declare
 * globally. Whatever else brings the same there, brought it before and does so after.
 *
 * @param ofAbsent who imported files that are gone
 */
export async function projectsChanged(
  root: WorkspaceRoot,
  graph: ModuleGraph,
  programs: Programs,
  changes: readonly ImportChange[],
  ofAbsent: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Set<string>> {
  const found = new Set<string>();
  const changed = changes.filter((one) => one.differing.size > 0 || one.hasOtherLibraries);
  if (changed.length === 0) return found;
  // One that knows what is gone: of that, what it declares and imports is told by its own change, where the project listed it.
  const sources = [...graph.files.sources, ...ofAbsent.keys()];
  const resolver = await Resolver.open(root, { ...graph.files, sources });
  const differing = new Map(changes.map((change) => [change.path, change.differing]));
  const isKept = (importer: string, specifier: string) => differing.get(importer)?.has(specifier) !== true;
  const kept = new Map<string, ReturnType<typeof keptIn>>();
  const keptOf = (project: string) => kept.getOrInsertComputed(project, () => keptIn(graph, programs, project, isKept));
  const isBrought = (importer: string, specifier: string, project: string) => {
    // What runtimes provide is declared for all, whoever imports it.
    if (/^[a-z]+:/.test(specifier) || isBuiltin(specifier)) return true;
    const target = resolver.resolve(importer, specifier);
    if (target.kind === "unresolved") return false;
    const { files, specifiers } = keptOf(project);
    if (target.kind === "external") return specifiers.has(specifier);
    const isListed = programs.listing(target.path).includes(project);
    return isListed || files.has(target.path) || sourceLanguage(target.path) === undefined;
  };
  for (const { path, differing: specifiers, hasOtherLibraries } of changed)
    for (const project of programs.holding([path, ...(ofAbsent.get(path) ?? [])]))
      if (hasOtherLibraries || [...specifiers].some((one) => !isBrought(path, one, project))) found.add(project);
  return found;
}

/** What a project reaches before and after a change, and by which specifiers. */
function keptIn(
  graph: ModuleGraph,
  programs: Programs,
  project: string,
  isKept: (importer: string, specifier: string) => boolean,
) {
  const files = programs.reached(new Set([project]), isKept);
  const specifiers = [...files].flatMap((path) =>
    [...(graph.nodes.get(path)?.targets.keys() ?? [])].filter((specifier) => isKept(path, specifier)),
  );
  return { files, specifiers: new Set(specifiers) };
}
