import { join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";
import type { ProjectRoots } from "@kart/core/workspace/project-roots";
import type { TsConfig } from "@kart/core/workspace/tsconfig";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** A workspace before a move, or as it will be. */
export interface World {
  readonly root: WorkspaceRoot;
  readonly graph: ModuleGraph;
  readonly projects: ProjectRoots;
}

/**
 * What projects refuse to compile, since a move takes it out of their reach: a composite one every source that neither it nor one
 * that it refers to lists, any other those outside its `rootDir` (TS6307, TS6059). A line for each project and source.
 */
export function unlistedImports(before: World, after: World, moved: (path: string) => string): string[] {
  const refusing = new RefusingProjects(after);
  if (!refusing.areAny) return [];
  const old = new RefusingProjects(before);
  const found = new Map<string, { readonly first: string; count: number }>();
  for (const node of before.graph.nodes.values()) {
    const now = after.graph.nodes.get(moved(node.path));
    for (const [index, { specifier }] of node.record.imports.entries()) {
      const record = now?.record.imports[index];
      if (now === undefined || record === undefined) continue;
      const target = after.graph.targetOf(now, record.specifier);
      const was = before.graph.targetOf(node, specifier);
      const isMoved = moved(node.path) !== node.path || (was !== undefined && moved(was) !== was);
      if (target === undefined || !isMoved || !refusing.isCompiled(now.path, record.specifier, target)) continue;
      const configs = refusing.of(now.path, target);
      // What was refused before is nobody's surprise.
      if (configs.length === 0 || (was !== undefined && old.of(node.path, was).length > 0)) continue;
      for (const config of configs) {
        const key = refusedLine(after.root, config, target);
        const known = found.get(key);
        if (known === undefined) found.set(key, { first: `${now.path}:${record.line}`, count: 1 });
        else known.count += 1;
      }
    }
  }
  return Array.from(found, ([what, { first, count }]) => {
    const more = count === 1 ? " imports" : ` and ${count - 1} more import`;
    return `${what}, which ${first}${more}`;
  });
}

export function refusedLine(root: WorkspaceRoot, { path }: TsConfig, target: string): string {
  return `${root.relative(path)} would neither list nor refer to ${target}`;
}

/** Projects that do not take whatever is imported. Paths of files are from the root. */
export class RefusingProjects {
  readonly #world: World;
  /** By their paths. */
  readonly #strict: ReadonlyMap<string, TsConfig>;

  constructor(world: World) {
    this.#world = world;
    const all = world.graph.resolver.configs.all().map((config) => [config.path, config] as const);
    this.#strict = new Map(all.filter(([, { composite, rootDir }]) => composite === true || rootDir !== undefined));
  }

  get areAny(): boolean {
    return this.#strict.size > 0;
  }

  /** Whether what is imported is TypeScript that is compiled as it stands there: of a package's name declarations are read, as they were built. */
  isCompiled(importer: string, specifier: string, target: string): boolean {
    const name = splitPackageSpecifier(specifier)?.name;
    const isPackage = name !== undefined && this.#world.graph.resolver.packages.named(name, importer) !== undefined;
    return !isPackage && /(?<!\.d)\.[cm]?tsx?$/.test(target);
  }

  /** Those of the importer's that refuse what it imports. */
  of(importer: string, target: string): TsConfig[] {
    const { root, projects } = this.#world;
    const path = join(root.absolute, target);
    const listing = new Set(projects.listing(path));
    return projects.listing(join(root.absolute, importer)).flatMap((project) => {
      const config = this.#strict.get(project);
      if (config === undefined || reachable(this.#strict, config).some((one) => listing.has(one))) return [];
      const isInside = config.rootDir !== undefined && path.startsWith(`${config.rootDir}/`);
      return config.composite === true || !isInside ? [config] : [];
    });
  }
}

/** A project and all that it refers to, straight or by way of others. */
function reachable(configs: ReadonlyMap<string, TsConfig>, { path }: TsConfig): string[] {
  const reached = new Set([path]);
  for (const at of reached) for (const one of configs.get(at)?.references ?? []) reached.add(one);
  return [...reached];
}
