import { posix } from "node:path";
import {
  conditionsNamingSources,
  fieldEntries,
  hiddenTargets,
  leaves,
  mappedTargets,
  type WorkspacePackage,
  type WorkspacePackages,
} from "../workspace/package-manifest.ts";
import type { TsConfigs } from "../workspace/tsconfig.ts";
import type { Assets } from "./assets.ts";
import type { OutputFolders } from "./output-folders.ts";
import type { Resolution } from "./resolver.ts";
import type { Sources } from "./sources.ts";
import { isInBuildFolder, sourceStems } from "./source-twin.ts";

/** The sources behind what manifests name, which mostly is what is built from them. Paths are relative to the root. */
export class ManifestSources {
  /** Under any of these an entry of a manifest counts. */
  readonly conditions: ReadonlySet<string>;
  readonly #packages: WorkspacePackages;
  readonly #sources: Sources;
  readonly #assets: Assets;
  readonly #outputs: OutputFolders;

  constructor(
    packages: WorkspacePackages,
    configs: TsConfigs,
    sources: Sources,
    assets: Assets,
    outputs: OutputFolders,
  ) {
    this.#packages = packages;
    this.#sources = sources;
    this.#assets = assets;
    this.#outputs = outputs;
    const custom = configs.all().flatMap(({ customConditions = [] }) => customConditions);
    const named = packages.all.flatMap(({ manifest }) =>
      [manifest["exports"], manifest["imports"]].flatMap(conditionsNamingSources),
    );
    this.conditions = new Set([...custom, ...named, "source", "development", "bun"]);
  }

  /** The sources that a target of a manifest stands for; a `*` in it stands for any name. */
  targetSources(owner: WorkspacePackage, target: string): string[] {
    const path = posix.join(owner.folder, target);
    if (!target.includes("*")) {
      const found = this.sourceOfBuilt(owner, path, "package");
      return found === undefined ? [] : [found];
    }
    const relative = target.replace(/^\.\//, "");
    const itself = relative.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, "");
    const stems = sourceStems(relative, this.#outputs.of(owner), "package");
    for (const stem of isInBuildFolder(relative) ? [...stems, itself] : [itself, ...stems]) {
      const [head = "", ...tail] = posix.join(owner.folder, stem).split("*");
      const found = this.#sources.filter((source) => {
        const bare = source.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, "");
        return source.startsWith(head) && (bare.endsWith(tail.join("*")) || source.endsWith(tail.join("*")));
      });
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The sources behind an `exports`-like field, a string or a map. */
  fieldSources(owner: WorkspacePackage, value: unknown): string[] {
    const entries = fieldEntries(value);
    const sourcesOf = (target: string) => this.targetSources(owner, target);
    const hidden = new Set(
      entries
        .flatMap(([key, entry]) => (entry === null ? hiddenTargets(key, entries, this.conditions) : []))
        .flatMap(sourcesOf),
    );
    const targets = entries.flatMap(([, entry]) => leaves(entry, this.conditions));
    return targets.flatMap(sourcesOf).filter((path) => !hidden.has(path));
  }

  /** Where the name of a package of the workspace leads. @param subpath `.` or `./sub` */
  entry(owner: WorkspacePackage, subpath: string): Resolution {
    const { exports: field, source: written } = owner.manifest;
    // Guesses at what is built from where come after what the manifest says itself.
    const stated =
      subpath === "." && typeof written === "string" ? this.#sources.at(posix.join(owner.folder, written)) : undefined;
    if (stated !== undefined) return { kind: "source", path: stated };
    const targets = field === undefined ? [] : mappedTargets(field, subpath, this.conditions);
    const fields =
      subpath === "." ? MAIN_FIELDS.flatMap((name) => leaves(owner.manifest[name], this.conditions)) : [subpath];
    for (const target of [...targets, ...fields]) {
      const source = this.sourceOfBuilt(owner, posix.join(owner.folder, target), "package");
      if (source !== undefined) return { kind: "source", path: source };
      const asset = this.#assets.at(posix.join(owner.folder, target));
      if (asset !== undefined) return asset;
    }
    const source =
      subpath === "."
        ? ["src/index", "index", "src/main", "lib/index", "src/lib/index"]
            .map((one) => this.#sources.at(posix.join(owner.folder, one)))
            .find((one) => one !== undefined)
        : undefined;
    if (source !== undefined) return { kind: "source", path: source };
    return {
      kind: "unresolved",
      reason: `the workspace package ${owner.name} has no ${subpath === "." ? "entry point" : `entry ${subpath}`} that leads to a source`,
    };
  }

  /** Whether a package's name leads to a source as it stands, under any condition, and never to what is built from it. */
  leadsToItself(owner: WorkspacePackage, subpath: string, path: string): boolean {
    const { exports: field } = owner.manifest;
    const fields =
      subpath === "." ? MAIN_FIELDS.flatMap((name) => leaves(owner.manifest[name], this.conditions)) : [subpath];
    const written = fields.length === 0 ? ["index"] : fields;
    const targets = field === undefined ? written : mappedTargets(field, subpath, this.conditions);
    return targets.length > 0 && targets.every((target) => this.#sources.at(posix.join(owner.folder, target)) === path);
  }

  /** Where `#name` of the importer's own package.json leads, under any condition. */
  importTargets(importer: string, specifier: string): string[] {
    const owner = specifier.startsWith("#") ? this.#packages.scopeOf(importer) : undefined;
    return owner === undefined ? [] : mappedTargets(owner.manifest["imports"], specifier, this.conditions);
  }

  /** A built file that is kept in the repository gives way to its source. */
  preferSource(path: string): string {
    const owner = this.#packages.packageOf(path);
    if (owner === undefined || !isInBuildFolder(posix.relative(owner.folder, path))) return path;
    return this.#twin(owner, path, "beside-sources") ?? path;
  }

  /** The source at a path, or the one that what stands there, or would, is built from. */
  sourceOfBuilt(owner: WorkspacePackage, path: string, scope: Parameters<typeof sourceStems>[2]): string | undefined {
    const itself = this.#sources.at(path);
    if (itself !== undefined && !itself.endsWith(".d.ts")) return this.preferSource(itself);
    return this.#twin(owner, path, scope) ?? itself;
  }

  #twin(owner: WorkspacePackage, path: string, scope: Parameters<typeof sourceStems>[2]): string | undefined {
    const relative = posix.relative(owner.folder, path);
    if (relative.startsWith("..")) return undefined;
    for (const stem of sourceStems(relative, this.#outputs.of(owner), scope)) {
      const found = this.#sources.at(posix.join(owner.folder, stem));
      if (
        found !== undefined &&
        found !== path &&
        !isInBuildFolder(posix.relative(owner.folder, found).replace(/^lib\//, ""))
      )
        return found;
    }
    return undefined;
  }
}

const MAIN_FIELDS = ["source", "module", "main", "browser", "types", "typings"];
