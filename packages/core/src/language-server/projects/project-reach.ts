import { dirname, join } from "node:path";
import type { ModuleGraph, ModuleNode } from "../../modules/module-graph.ts";
import { Sources } from "../../modules/sources.ts";
import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import { InstalledDependents } from "../../workspace/installed-dependents.ts";
import { splitPackageSpecifier, WorkspacePackages } from "../../workspace/package-manifest.ts";
import { type ProjectFiles, readManifest } from "../../workspace/project-files.ts";
import { ProjectRoots } from "../../workspace/project-roots.ts";
import { type TsConfig, TsConfigs } from "../../workspace/tsconfig.ts";
import type { ProjectSet } from "./project-sets.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";

/** What the projects of a workspace are made of. */
export interface Layout {
  readonly root: WorkspaceRoot;
  readonly packages: WorkspacePackages;
  readonly sources: Sources;
  readonly configs: readonly TsConfig[];
  readonly roots: ProjectRoots;
}

export function layoutOf(root: WorkspaceRoot, files: ProjectFiles): Layout {
  const packages = new WorkspacePackages(files.manifests.flatMap((path) => readManifest(root, path, [])));
  const configs = new TsConfigs(root, packages, files.configs).all();
  return { root, packages, sources: new Sources(files.sources), configs, roots: new ProjectRoots(configs) };
}

/** Which projects can refer to what is meant, which only the imports of all files tell. */
export interface Reach {
  /** How many of some they may be. Takes no time. */
  readonly guess: (layout: Layout, projects: readonly string[]) => number;
  readonly find: (layout: Layout) => Promise<ReadonlySet<string> | "all">;
  /** The files that can. */
  readonly files: (layout: Layout) => Promise<ReadonlySet<string> | "all">;
}

/** Of more files of no project than are opened, those that can refer to what is meant, the nearest first. */
export async function leading(
  loose: readonly string[],
  most: number,
  layout: Layout,
  reach: Reach | undefined,
): Promise<string[]> {
  const sorted = loose.toSorted();
  if (reach === undefined || loose.length <= most) return sorted;
  const reaching = await reach.files(layout);
  if (reaching === "all") return sorted;
  const all = new Set(loose);
  return [...reaching].filter((file) => all.has(file));
}

/** Of many projects that are not loaded those that can refer to what is meant, where it pays to find out. */
export async function leadingSets(
  sets: readonly ProjectSet[],
  layout: Layout,
  reach: Reach,
): Promise<readonly ProjectSet[]> {
  const each = sets.map(({ projects }) => projects[0] as string);
  const vain = sets.length - reach.guess(layout, each);
  if (vain <= layout.configs.length / READING_PAYS) return sets;
  const needed = await reach.find(layout);
  return needed === "all" ? sets : sets.filter(({ projects }) => projects.some((one) => needed.has(one)));
}

/**
 * To read the imports of the files of all projects takes as long as to load one in so many: by `bun run bench large`, 48 ms for
 * each project of 100 files, against some 120.
 */
const READING_PAYS = 2.5;

/**
 * Those of some files that are in no project: none lists them, and no file of one leads there by imports of any kind.
 *
 * @param files absolute paths
 */
export function apartAmong(graph: ModuleGraph, files: readonly string[], layout: Layout): ReadonlySet<string> {
  const led = ledByProjects(graph, layout);
  const isApart = (path: string) => graph.nodes.has(path) && !led.has(path);
  return new Set(files.filter((file) => isApart(layout.root.relative(file))));
}

const ledTo = new WeakMap<ModuleGraph, { readonly layout: Layout; readonly paths: ReadonlySet<string> }>();

/** What projects list, and all that leads on to. Relative paths. */
function ledByProjects(graph: ModuleGraph, layout: Layout): ReadonlySet<string> {
  const known = ledTo.get(graph);
  if (known?.layout === layout) return known.paths;
  const isListed = (path: string) => layout.roots.listing(join(layout.root.absolute, path)).length > 0;
  const paths = new Set([...graph.nodes.keys()].filter(isListed));
  // A set grows while it is walked.
  for (const path of paths) {
    const node = graph.nodes.get(path);
    for (const specifier of node?.targets.keys() ?? [])
      for (const target of graph.targetsOf(node as ModuleNode, specifier)) paths.add(target);
  }
  ledTo.set(graph, { layout, paths });
  return paths;
}

/**
 * The projects whose program holds one of some files: a file of theirs leads there, by imports of any kind. Who is not among
 * them cannot refer to what these files declare, whatever names it holds.
 *
 * `all` where imports do not tell: configurations and JSX bring modules that nobody imports. What cannot be read or resolved
 * counts as leading there, and so does what imports an installed package that may lead back.
 *
 * @param files absolute paths
 * @returns absolute paths of configurations
 */
export function projectsReaching(
  graph: ModuleGraph,
  files: Iterable<string>,
  layout: Layout,
): ReadonlySet<string> | "all" {
  const reaching = reachingIn(graph, layout, files);
  if (reaching === "all") return "all";
  return new Set([...reaching].flatMap((path) => layout.roots.listing(join(layout.root.absolute, path))));
}

/**
 * The files that lead to some by imports of any kind, and so all that can refer to what these export; as
 * {@link projectsReaching}, and `all` where one of them is a script, which declares for every file of its program.
 *
 * @param files absolute paths
 * @returns absolute paths, the nearest first
 */
export function filesReaching(
  graph: ModuleGraph,
  files: ReadonlySet<string>,
  layout: Layout,
): ReadonlySet<string> | "all" {
  const { root } = layout;
  const isScript = (file: string) => graph.nodes.get(root.relative(file))?.record.exports.length === 0;
  const reaching = [...files].some(isScript) ? "all" : reachingIn(graph, layout, files);
  return reaching === "all" ? "all" : new Set(Array.from(reaching, (path) => join(root.absolute, path)));
}

/** Paths from the root, the nearest first. */
function reachingIn(
  graph: ModuleGraph,
  { root, packages, configs }: Layout,
  files: Iterable<string>,
): ReadonlySet<string> | "all" {
  const names = new Set(packages.all.flatMap(({ name }) => name ?? []));
  const implicit = configs.flatMap((config) => config.implicit ?? []);
  if (implicit.some((one) => isOwn(one, names)) || [...names].some((name) => name.startsWith("@types/"))) return "all";
  const reached = new Set<string>();
  for (const file of files) {
    const node = root.holds(file) ? graph.nodes.get(root.relative(file)) : undefined;
    if (node === undefined) return "all";
    reached.add(node.path);
  }
  const follow = () => {
    for (const path of reached) for (const { importer } of graph.importsOf(path)) reached.add(importer.path);
  };
  follow();
  for (const path of uncertainIn(graph, root, names)) reached.add(path);
  follow();
  // Every file with JSX imports its runtime without a word.
  return [...reached].some((path) => /(?:^|\/)jsx-(?:dev-)?runtime\.\w+$/.test(path)) ? "all" : reached;
}

/**
 * How many of some projects lead to some files if what packages say they depend on is all that they import: a guess without
 * reading a source, for who wants to know whether {@link projectsReaching} is worth its while.
 *
 * @param projects absolute paths of configurations
 * @param files absolute paths
 */
export function guessReaching(
  { root, packages }: Layout,
  projects: readonly string[],
  files: Iterable<string>,
): number {
  const packageOf = (file: string) => (root.holds(file) ? packages.packageOf(root.relative(file)) : undefined);
  const declaring = Array.from(files, packageOf).filter((one) => one !== undefined);
  const dependents = packages.withDependents(declaring);
  return projects.map(packageOf).filter((one) => one !== undefined && dependents.has(one)).length;
}

/** By graph, which never changes: what is installed is part of what it was made from. */
const uncertain = new WeakMap<ModuleGraph, ReadonlySet<string>>();

/** The files of which it is not certain where they lead. */
function uncertainIn(graph: ModuleGraph, root: WorkspaceRoot, names: ReadonlySet<string>): ReadonlySet<string> {
  const known = uncertain.get(graph);
  if (known !== undefined) return known;
  const found = new Set(graph.unparsed.map(({ path }) => path));
  const installed = new InstalledDependents(names);
  for (const node of graph.nodes.values()) {
    const folder = dirname(join(root.absolute, node.path));
    if (isUncertain(node, graph, names, (name) => installed.has(folder, name))) found.add(node.path);
  }
  uncertain.set(graph, found);
  return found;
}

/**
 * It may lead anywhere: to a file that is not there or not listed, as far as we can tell, or to a package that leads back.
 *
 * @param leadsBack whether an installed package depends on one of the workspace
 */
function isUncertain(
  { record, targets }: ModuleNode,
  graph: ModuleGraph,
  names: ReadonlySet<string>,
  leadsBack: (name: string) => boolean,
): boolean {
  return record.imports.some(({ specifier }) => {
    const target = targets.get(specifier);
    switch (target?.kind) {
      case "source":
        return !graph.nodes.has(target.path);
      case "asset":
        // What git ignores is not in the graph, and what it imports in turn is not known.
        return sourceLanguage(target.path) !== undefined && !graph.nodes.has(target.path);
      case "external":
        return leadsBack(target.name);
      default:
        return isOwn(specifier, names) || leadsBack(splitPackageSpecifier(specifier)?.name ?? "");
    }
  });
}

/** Whether a specifier is no package's, or that of a package of the workspace. */
function isOwn(specifier: string, names: ReadonlySet<string>): boolean {
  const name = splitPackageSpecifier(specifier)?.name;
  return name === undefined || names.has(name);
}
