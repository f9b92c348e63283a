import { dirname, join } from "node:path";
import { hasFormerDefaults } from "@kart/core/language-server/projects/former-defaults";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { stepsTo } from "@kart/core/modules/steps-to";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";
import { ProjectRoots } from "@kart/core/workspace/project-roots";
import type { TsConfig } from "@kart/core/workspace/tsconfig";
import { mayTake, typeDirectives } from "@kart/core/workspace/type-directives";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** What projects are made of: the files that they list and all that these import. Files by paths from the root, projects by absolute ones. */
export class Programs {
  readonly configs: readonly TsConfig[];
  readonly #root: WorkspaceRoot;
  readonly #graph: ModuleGraph;
  readonly #roots: ProjectRoots;

  constructor(root: WorkspaceRoot, graph: ModuleGraph) {
    this.#root = root;
    this.#graph = graph;
    this.configs = graph.resolver.configs.all();
    this.#roots = new ProjectRoots(this.configs);
  }

  /** The projects that list a file, there or not. */
  listing(path: string): readonly string[] {
    return this.#roots.listing(join(this.#root.absolute, path));
  }

  /** The projects that list a file by its path, so that it has to be there. */
  naming(path: string): string[] {
    const absolute = join(this.#root.absolute, path);
    return this.configs.filter(({ files = [] }) => files.includes(absolute)).map((config) => config.path);
  }

  /** The projects that list some files or what leads to them. */
  holding(paths: readonly string[]): Set<string> {
    return new Set([...stepsTo(this.#graph, paths).keys()].flatMap((path) => this.listing(path)));
  }

  /** The same, and those that take some files or their package by `types`. */
  sharing(paths: readonly string[]): Set<string> {
    const projects = this.holding(paths);
    const reached = [...stepsTo(this.#graph, paths).keys()];
    const packages = new Set(paths.flatMap((path) => this.#graph.resolver.packages.packageOf(path)?.name ?? []));
    for (const config of this.configs) {
      const { path, implicit = [] } = config;
      const directives = typeDirectives(config, hasFormerDefaults(dirname(path)));
      if (
        implicit.some((one) => packages.has(splitPackageSpecifier(one)?.name ?? "")) ||
        reached.some((one) => mayTake(directives, join(this.#root.absolute, one)))
      )
        projects.add(path);
    }
    return projects;
  }

  /** The sources that are checked in one of some projects: what these list, and what they reach that no project lists. */
  sources(projects: ReadonlySet<string>): string[] {
    if (projects.size === 0) return [];
    return [...this.reached(projects)].filter((path) => {
      const listing = this.listing(path);
      return listing.length === 0 || listing.some((one) => projects.has(one));
    });
  }

  /** @param isFollowed which imports count, by importer and specifier */
  reached(
    projects: ReadonlySet<string>,
    isFollowed: (importer: string, specifier: string) => boolean = () => true,
  ): Set<string> {
    const { nodes, files } = this.#graph;
    const found = new Set(files.sources.filter((path) => this.listing(path).some((one) => projects.has(one))));
    // A set grows while it is walked.
    for (const path of found) {
      const node = nodes.get(path);
      if (node === undefined) continue;
      for (const specifier of node.targets.keys())
        if (isFollowed(path, specifier))
          for (const target of this.#graph.targetsOf(node, specifier))
            if (sourceLanguage(target) !== undefined) found.add(target);
    }
    return found;
  }
}
