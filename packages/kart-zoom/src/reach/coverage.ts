import { importersOf } from "@kart/core/modules/importers";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import type { Declaration } from "@kart/core/syntax/declaration";
import { nameSpan } from "@kart/core/syntax/name-span";
import type { SourceFile } from "../source/source-file.ts";
import { type Coverage, IN_NO_PROJECT } from "@kart/core/language-server/projects";
import { gapNote } from "@kart/core/text/gap-note";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** Whether an answer holds all there is, and if not, what may be missing. */
export interface Completeness {
  readonly complete: boolean;
  readonly notes: readonly string[];
}

/**
 * A coverage that does not hold for symbols whose name is computed, since nobody can tell who writes it, nor for what
 * TypeScript does not follow.
 */
export function withoutComputed(
  coverage: Coverage,
  symbols: readonly { readonly file: SourceFile; readonly declaration: Declaration }[],
): Coverage {
  const names = symbols.flatMap(({ file, declaration }) => {
    const isComputed = nameSpan(file.text, declaration) === undefined;
    const isEmpty = declaration.name === "";
    if (!isComputed && !isEmpty && declaration.isUntracked !== true) return [];
    const why = isComputed
      ? "whose name is computed"
      : isEmpty
        ? "whose name is empty"
        : "which TypeScript does not follow";
    return [`uses of ${declaration.namePath}, ${why}`];
  });
  if (names.length === 0) return coverage;
  return { ...coverage, complete: false, unseen: [...coverage.unseen, ...names] };
}

const LOOSE = "INCOMPLETE: in no tsconfig, and may use it through an import that leads somewhere only with one";

const CROWDED =
  "INCOMPLETE: in no tsconfig.json or jsconfig.json, and too many to be searched without, these lead there";

/** Importers of importers are followed that far. */
const ANY_DEPTH = 1_000;

/**
 * What a coverage means for references to symbols of some files. Files of no project were seen with the default settings, under
 * which an import by a tsconfig path leads nowhere: one that depends on a declaring file in such a way by our own module graph,
 * and in which nothing was found, makes the answer incomplete.
 *
 * @param declaring files that declare what was asked about, from the root
 * @param found files in which references were found, from the root
 */
export async function completenessOf(
  { complete, outside, unseen }: Coverage,
  declaring: ReadonlySet<string>,
  found: ReadonlySet<string>,
  root: WorkspaceRoot,
  modules: () => Promise<ModuleIndex>,
  signal: AbortSignal,
): Promise<Completeness> {
  if (complete) return { complete, notes: [] };
  const loose = outside.map((file) => root.relative(file)).filter((path) => !found.has(path) && !declaring.has(path));
  const doubtful = loose.length === 0 ? [] : await dependentAmong(loose, declaring, modules, signal);
  const paths = unseen.map((file) => (root.holds(file) ? root.relative(file) : file));
  const unopened = paths.filter((one) => one.endsWith(IN_NO_PROJECT));
  const notes = [
    ...gapNote(LOOSE, doubtful),
    ...gapNote(
      CROWDED,
      unopened.map((one) => one.slice(0, -IN_NO_PROJECT.length)),
    ),
    ...gapNote(
      "INCOMPLETE: not searched",
      paths.filter((one) => !unopened.includes(one)),
    ),
  ];
  return { complete: notes.length === 0, notes };
}

async function dependentAmong(
  paths: readonly string[],
  declaring: ReadonlySet<string>,
  modules: () => Promise<ModuleIndex>,
  signal: AbortSignal,
): Promise<string[]> {
  const graph = await (await modules()).graph(signal);
  const dependents = new Set<string>();
  for (const path of declaring) {
    const result = importersOf(graph, { path, depth: ANY_DEPTH }, signal);
    if (result.status === "found") for (const importer of result.importers) dependents.add(importer.path);
  }
  const unparsed = new Set(graph.unparsed.map(({ path }) => path));
  const leading = dependents.union(declaring);
  return paths.filter((path) => unparsed.has(path) || (dependents.has(path) && needsConfig(graph, path, leading)));
}

/** Whether a file leads on by an import that is not relative, itself or through the files it imports. */
function needsConfig(graph: ModuleGraph, path: string, leading: ReadonlySet<string>): boolean {
  const reached = new Set([path]);
  for (const at of reached) {
    const node = graph.nodes.get(at);
    for (const { specifier } of node?.record.imports ?? []) {
      const target = graph.targetOf(node as ModuleNode, specifier);
      if (target === undefined || !leading.has(target)) continue;
      if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return true;
      reached.add(target);
    }
  }
  return false;
}
