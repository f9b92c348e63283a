import { readdirSync } from "node:fs";
import { join } from "node:path";
import { outerFolders } from "../workspace/outer-folders.ts";
import { pathCandidates } from "../workspace/tsconfig.ts";
import { differingOf, isRelative, type Project } from "./import-places.ts";
import type { ImportRecord } from "../syntax/module-records/module-record.ts";
import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

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
 * the tests import. The other project is one of those nearest to the importer.
 */
export function otherLeads(graph: ModuleGraph): readonly OtherLead[] {
  const found = known.get(graph) ?? [...graph.nodes.values()].flatMap(leadsOf(graph));
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

/**
 * Whether a file may have stand-ins, as far as the names of configurations around it tell.
 *
 * @param file absolute
 */
export function mayHaveStandIns(file: string): boolean {
  return outerFolders(file).some((folder) => namesIn(folder).filter((name) => CONFIG.test(name)).length > 1);
}

const CONFIG = /^[jt]sconfig.*\.json$/;

/** None of what may not be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function leadsOf(graph: ModuleGraph): (node: ModuleNode) => OtherLead[] {
  const { resolver, root } = graph;
  const differing = new Map<unknown, readonly Project[]>();
  const programs = new Map<string, ReadonlySet<string>>();
  return (importer) => {
    const nearest = resolver.configsOf(importer.path);
    const projects = differing.getOrInsertComputed(nearest, () => differingOf(resolver.configs.projectsAmong(nearest)));
    if (projects.length === 0) return [];
    const file = join(root.absolute, importer.path);
    const others = projects.filter(({ config, isRoot }) => config.paths !== undefined && !isRoot(file));
    return importer.record.imports.flatMap((record) => {
      const from = graph.targetOf(importer, record.specifier);
      if (isRelative(record.specifier) || from === undefined) return [];
      return others.flatMap((project) => {
        const { config } = project;
        const places = pathCandidates(config, record.specifier).filter((place) => root.holds(place));
        const to = places.map((place) => resolver.sourceAt(root.relative(place))).find((one) => one !== undefined);
        if (to === undefined || to === from) return [];
        const program = programs.getOrInsertComputed(config.path, () => programOf(graph, project));
        return program.has(importer.path) ? [{ importer, record, from, to, config: root.relative(config.path) }] : [];
      });
    });
  };
}

/** What a project lists, and all that leads on to. */
function programOf(graph: ModuleGraph, { isRoot }: Project): ReadonlySet<string> {
  const paths = new Set([...graph.nodes.keys()].filter((path) => isRoot(join(graph.root.absolute, path))));
  // A set grows while it is walked.
  for (const path of paths) {
    const node = graph.nodes.get(path);
    for (const specifier of node?.targets.keys() ?? [])
      for (const target of graph.targetsOf(node as ModuleNode, specifier)) paths.add(target);
  }
  return paths;
}
