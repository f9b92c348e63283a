import { join } from "node:path";
import { pathCandidates } from "../workspace/tsconfig.ts";
import { rootTest } from "../workspace/project-roots.ts";
import { isRelative, type Project, wayOf } from "./import-places.ts";
import type { ImportRecord } from "../syntax/module-records/module-record.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";
import type { Resolver } from "./resolver.ts";

/** An import that leads elsewhere in a project which holds its file without listing it. Paths from the root. */
export interface OtherLead {
  readonly importer: ModuleNode;
  readonly record: ImportRecord;
  /** Where it leads in the projects that list the importer. */
  readonly from: string;
  readonly to: string;
  /** Of the project. */
  readonly config: string;
}

const known = new WeakMap<ModuleGraph, readonly OtherLead[]>();

/**
 * Imports that `paths` of another project lead elsewhere: a tsconfig.json for tests may put mocks in the place of modules, for all that
 * the tests import.
 */
export function otherLeads(graph: ModuleGraph): readonly OtherLead[] {
  const found = known.get(graph) ?? leadsIn(graph);
  known.set(graph, found);
  return found;
}

/** The files that some projects have in the place of one. */
export function standInsFor(graph: ModuleGraph, path: string): string[] {
  const leads = otherLeads(graph).flatMap(({ from, to }) => (from === path ? [to] : to === path ? [from] : []));
  return [...new Set(leads)];
}

/** The imports that lead to some files in some project, and to another in others: `src/a.ts:1 ~/api`. */
export function importsInOtherProjects(graph: ModuleGraph, paths: Iterable<string>): string[] {
  const asked = new Set(paths);
  return otherLeads(graph).flatMap(({ importer, record: { specifier, line }, from, to }) =>
    asked.has(from) || asked.has(to) ? [`${importer.path}:${line} ${specifier}`] : [],
  );
}

/** Whether projects lead imports differently, so that files may have stand-ins. No source is read for that. */
export function mayHaveStandIns({ configs }: Resolver): boolean {
  return new Set(configs.projectsAmong(configs.all()).map(wayOf)).size > 1;
}

function leadsIn(graph: ModuleGraph): OtherLead[] {
  if (!mayHaveStandIns(graph.resolver)) return [];
  const { configs } = graph.resolver;
  return [...new Set(configs.projectsAmong(configs.all()))].flatMap((config) => {
    if (config.paths === undefined) return [];
    const project = { config, isRoot: rootTest(config) };
    return programOf(graph, project).flatMap((importer) => leadsOf(graph, project, importer));
  });
}

/** Those of a file in a project other than the one by which its imports are followed. */
function leadsOf(graph: ModuleGraph, { config, isRoot }: Project, importer: ModuleNode): OtherLead[] {
  const { root, resolver } = graph;
  const nearest = resolver.configs.projectsAmong(resolver.configsOf(importer.path));
  // Where several that stand beside one another list it, its imports lead to what each of them has.
  const isFollowed = nearest.includes(config) && isRoot(join(root.absolute, importer.path));
  if (isFollowed || nearest.every((one) => wayOf(one) === wayOf(config))) return [];
  return importer.record.imports.flatMap((record) => {
    const from = isRelative(record.specifier) ? undefined : graph.targetOf(importer, record.specifier);
    if (from === undefined) return [];
    const places = pathCandidates(config, record.specifier).filter((place) => root.holds(place));
    const to = places.map((place) => resolver.sourceAt(root.relative(place))).find((one) => one !== undefined);
    return to === undefined || to === from ? [] : [{ importer, record, from, to, config: root.relative(config.path) }];
  });
}

/** What a project lists, and all that leads on to. */
function programOf(graph: ModuleGraph, { isRoot }: Project): ModuleNode[] {
  const listed = [...graph.nodes.values()].filter(({ path }) => isRoot(join(graph.root.absolute, path)));
  const nodes = new Set(listed);
  // A set grows while it is walked.
  for (const node of nodes)
    for (const specifier of node.targets.keys())
      for (const target of graph.targetsOf(node, specifier)) {
        const one = graph.nodes.get(target);
        if (one !== undefined) nodes.add(one);
      }
  return [...nodes];
}
