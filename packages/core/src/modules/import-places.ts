import { dirname, join, sep } from "node:path";
import { pathCandidates, type TsConfig, type TsConfigs } from "../workspace/tsconfig.ts";
import { rootTest } from "../workspace/project-roots.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import { PLAIN, type Sources } from "./sources.ts";

/** A project, and which files it lists. */
export interface Project {
  readonly config: TsConfig;
  readonly isRoot: (file: string) => boolean;
}

/** Where the tsconfigs around an importer say that its imports stand: paths relative to the root, without endings. */
export class ImportPlaces {
  readonly #root: WorkspaceRoot;
  readonly #configs: TsConfigs;
  /** Of the configurations nearest to some folders, the projects, where these lead imports differently. */
  readonly #differing = new Map<readonly TsConfig[], readonly Project[]>();
  /** By folder, from the root. */
  readonly #nearestIn = new Map<string, readonly TsConfig[]>();
  /** By file. */
  readonly #projects = new Map<string, readonly TsConfig[]>();

  constructor(root: WorkspaceRoot, configs: TsConfigs) {
    this.#root = root;
    this.#configs = configs;
  }

  /** By `paths` and `baseUrl`. */
  mapped(importer: string, specifier: string): string[] {
    const configs = new Set([...this.#listing(importer), ...this.#configs.forFolder(this.#folderOf(importer))]);
    return this.#within([...configs].flatMap((config) => pathCandidates(config, specifier)));
  }

  /** The same path in the other folders that `rootDirs` lays over each other. */
  overlaid(importer: string, path: string): string[] {
    const absolute = join(this.#root.absolute, path);
    return this.#nearest(importer).flatMap(({ rootDirs = [] }) => {
      const [own] = rootDirs
        .filter((folder) => absolute.startsWith(`${folder}${sep}`))
        .sort((a, b) => b.length - a.length);
      if (own === undefined) return [];
      return this.#within(rootDirs.flatMap((one) => (one === own ? [] : [one + absolute.slice(own.length)])));
    });
  }

  /** What `moduleSuffixes` puts between a name and its ending, best first. */
  suffixes(importer: string): readonly string[] {
    const hasAny = ({ moduleSuffixes }: TsConfig) => moduleSuffixes !== undefined;
    const config = this.#listing(importer).find(hasAny) ?? this.#nearest(importer).find(hasAny);
    return config?.moduleSuffixes ?? PLAIN;
  }

  /** The sources that suffixes make of a specifier, one for each. */
  onPlatforms(sources: Sources, importer: string, specifier: string): string[] {
    const suffixes = this.suffixes(importer);
    if (suffixes === PLAIN) return [];
    const places = isRelative(specifier)
      ? this.#within([join(this.#folderOf(importer), specifier)])
      : this.mapped(importer, specifier);
    const found = places.map((place) => suffixes.flatMap((suffix) => sources.at(place, [suffix]) ?? []));
    return found.find((paths) => paths.length > 0) ?? [];
  }

  /** The sources that the projects of an importer lead it to, one for each: a web page's and a server's may have other `paths`. */
  inProjects(sources: Sources, importer: string, specifier: string): string[] {
    return this.#listing(importer).flatMap((config) => {
      const { moduleSuffixes } = config;
      const beside = moduleSuffixes === undefined ? [] : [join(this.#folderOf(importer), specifier)];
      const places = this.#within(isRelative(specifier) ? beside : pathCandidates(config, specifier));
      return places.map((place) => sources.at(place, moduleSuffixes)).find((path) => path !== undefined) ?? [];
    });
  }

  /** The projects that list a file; none where all around it would lead its imports alike. */
  #listing(file: string): readonly TsConfig[] {
    const nearest = this.#nearest(file);
    let differing = this.#differing.get(nearest);
    if (differing === undefined)
      this.#differing.set(nearest, (differing = differingOf(this.#configs.projectsAmong(nearest))));
    if (differing.length === 0) return [];
    let found = this.#projects.get(file);
    if (found === undefined) {
      const absolute = join(this.#root.absolute, file);
      found = differing.flatMap(({ config, isRoot }) => (isRoot(absolute) ? config : []));
      this.#projects.set(file, found);
    }
    return found;
  }

  /** Asked several times for each import. */
  #nearest(importer: string): readonly TsConfig[] {
    const folder = importer.slice(0, Math.max(0, importer.lastIndexOf("/")));
    let found = this.#nearestIn.get(folder);
    if (found === undefined)
      this.#nearestIn.set(folder, (found = this.#configs.nearest(join(this.#root.absolute, folder))));
    return found;
  }

  #folderOf(importer: string): string {
    return dirname(join(this.#root.absolute, importer));
  }

  #within(places: readonly string[]): string[] {
    return places.filter((place) => this.#root.holds(place)).map((place) => this.#root.relative(place));
  }
}

function differingOf(projects: readonly TsConfig[]): Project[] {
  const ways = new Set(projects.map(wayOf));
  return ways.size < 2 ? [] : projects.map((config) => ({ config, isRoot: rootTest(config) }));
}

const ways = new WeakMap<TsConfig, string>();

/** Alike for projects that lead imports alike. */
export function wayOf(config: TsConfig): string {
  const { paths, baseUrl, moduleSuffixes } = config;
  const way = ways.get(config) ?? JSON.stringify([paths, baseUrl, moduleSuffixes]);
  ways.set(config, way);
  return way;
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}
