import { dirname, join, sep } from "node:path";
import { pathCandidates, type TsConfig, type TsConfigs } from "../workspace/tsconfig.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import { PLAIN, type Sources } from "./sources.ts";

/** Where the tsconfigs around an importer say that its imports stand: paths relative to the root, without endings. */
export class ImportPlaces {
  readonly #root: WorkspaceRoot;
  readonly #configs: TsConfigs;

  constructor(root: WorkspaceRoot, configs: TsConfigs) {
    this.#root = root;
    this.#configs = configs;
  }

  /** By `paths` and `baseUrl`. */
  mapped(importer: string, specifier: string): string[] {
    const configs = this.#configs.forFolder(this.#folderOf(importer));
    return this.#within(configs.flatMap((config) => pathCandidates(config, specifier)));
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
    const [named = PLAIN] = this.#nearest(importer).flatMap(({ moduleSuffixes }) =>
      moduleSuffixes === undefined ? [] : [moduleSuffixes],
    );
    return named;
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

  #nearest(importer: string): readonly TsConfig[] {
    return this.#configs.nearest(this.#folderOf(importer));
  }

  #folderOf(importer: string): string {
    return dirname(join(this.#root.absolute, importer));
  }

  #within(places: readonly string[]): string[] {
    return places.filter((place) => this.#root.holds(place)).map((place) => this.#root.relative(place));
  }
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}
