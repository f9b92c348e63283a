import { posix } from "node:path";
import {
  conditionsNamingSources,
  fieldEntries,
  hiddenTargets,
  isHidden,
  leaves,
  mappedTargets,
  unexportedTargets,
  versionedTargets,
  type WorkspacePackage,
  type WorkspacePackages,
} from "../workspace/package-manifest.ts";
import { isDeclarationFile } from "../syntax/parser/source-language.ts";
import { starFilling } from "../text/star-pattern.ts";
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
    // Nothing builds what TypeScript is written in.
    const isBuilt = isInBuildFolder(relative) && !/(?<!\.d)\.[cm]?tsx?$/.test(relative);
    for (const stem of isBuilt ? [...stems, itself] : [itself, ...stems]) {
      const pattern = posix.join(owner.folder, stem);
      const found = this.#sources.filter((source) =>
        [source.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, ""), source].some(
          (one) => starFilling(pattern, one) !== undefined,
        ),
      );
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * The sources behind a target that others come to by a subpath of the package's name, the likeliest first. A bundler may have named
   * a file by its form: `dist/types.d.ts` is built from what `source` states, and else from `src/index.ts` or `src/types.ts`.
   *
   * @param subpath `.` or `./sub`
   */
  entrySources(owner: WorkspacePackage, subpath: string, target: string): string[] {
    const found = this.targetSources(owner, target);
    const [guessed] = found;
    const path = posix.join(owner.folder, target);
    if (subpath !== "." || !isNamedByForm(target) || guessed === path) return found;
    const stated = this.#stated(owner);
    if (stated !== undefined) return [stated];
    const index = this.sourceOfBuilt(owner, posix.join(posix.dirname(path), "index.js"), "package");
    if (index === undefined || isInBuildFolder(posix.relative(owner.folder, index))) return found;
    if (guessed === undefined) return [index];
    if (this.#isNamedFor(owner, guessed)) return found;
    const outputs = this.#outputs.of(owner).map(({ output }) => posix.join(owner.folder, output));
    const isOfCompiler = outputs.some((output) => path.startsWith(`${output}/`));
    return [...new Set(isOfCompiler ? [guessed, index] : [index, guessed])];
  }

  /** Whether some file that the package itself is imported as is named for a source rather than by its form: `main.d.ts` for `main.ts`. */
  #isNamedFor(owner: WorkspacePackage, source: string): boolean {
    return this.#targets(owner, ".").some(
      (target) => !isNamedByForm(target) && this.targetSources(owner, target).includes(source),
    );
  }

  /** What the package itself, or a subpath of its name, is imported as under any condition, best first. */
  #targets({ manifest }: WorkspacePackage, subpath: string): string[] {
    const { exports: field } = manifest;
    const targets = field === undefined ? [] : mappedTargets(field, subpath, this.conditions);
    if (field !== undefined && isHidden(field, subpath)) return [];
    if (subpath !== ".")
      return [...targets, ...(field === undefined ? unexportedTargets(manifest, subpath) : [subpath])];
    const fields = MAIN_FIELDS.flatMap((name) => {
      const found = leaves(manifest[name], this.conditions);
      return TYPE_FIELDS.includes(name)
        ? [...found.flatMap((one) => versionedTargets(manifest, one)), ...found]
        : found;
    });
    return [...targets, ...fields];
  }

  /** Whether `typesVersions` say where a package without `exports`, or a subpath of its name, leads. */
  isVersioned({ manifest }: WorkspacePackage, subpath: string): boolean {
    if (manifest["exports"] !== undefined) return false;
    const paths = subpath === "." ? TYPE_FIELDS.flatMap((name) => leaves(manifest[name], this.conditions)) : [subpath];
    return paths.some((path) => versionedTargets(manifest, path).length > 0);
  }

  /** The sources behind a subpath of a package's `exports` under all conditions, but for declarations. */
  exported(owner: WorkspacePackage, subpath: string): string[] {
    const field = owner.manifest["exports"];
    const targets = field === undefined ? [] : mappedTargets(field, subpath, this.conditions);
    const sources = targets
      .filter((target) => target.startsWith("."))
      .flatMap((target) => this.entrySources(owner, subpath, target).slice(0, 1));
    return sources.filter((path) => !isDeclarationFile(path));
  }

  /** Every source that a package, or a subpath of its name, may stand for: under any condition, by any field. */
  subpathSources(owner: WorkspacePackage, subpath: string): string[] {
    const stated = this.#targets(owner, subpath).flatMap((target) => this.entrySources(owner, subpath, target));
    const taken = this.entry(owner, subpath);
    return taken.kind === "source" ? [...stated, taken.path] : stated;
  }

  /** The source that a manifest says the package itself is built from. */
  #stated({ folder, manifest: { source } }: WorkspacePackage): string | undefined {
    return typeof source === "string" ? this.#sources.at(posix.join(folder, source)) : undefined;
  }

  /** The sources behind an `exports`-like field, a string or a map. */
  fieldSources(owner: WorkspacePackage, value: unknown): string[] {
    const entries = fieldEntries(value);
    const hidden = new Set(
      entries
        .flatMap(([key, entry]) => (entry === null ? hiddenTargets(key, entries, this.conditions) : []))
        .flatMap((target) => this.targetSources(owner, target)),
    );
    const sources = entries.flatMap(([key, entry]) =>
      leaves(entry, this.conditions).flatMap((target) => this.entrySources(owner, key, target)),
    );
    return sources.filter((path) => !hidden.has(path));
  }

  /** Where the name of a package of the workspace leads. @param subpath `.` or `./sub` */
  entry(owner: WorkspacePackage, subpath: string): Resolution {
    // Guesses at what is built from where come after what the manifest says itself.
    const stated = subpath === "." ? this.#stated(owner) : undefined;
    if (stated !== undefined) return { kind: "source", path: stated };
    for (const target of this.#targets(owner, subpath)) {
      const [source] = this.entrySources(owner, subpath, target);
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
      subpath === "."
        ? MAIN_FIELDS.flatMap((name) => leaves(owner.manifest[name], this.conditions))
        : unexportedTargets(owner.manifest, subpath);
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
    // No compiler writes TypeScript: `lib/a.ts` beside `src/a.ts` is a module of its own.
    if (relative.startsWith("..") || (/\.[cm]?tsx?$/.test(path) && !isDeclarationFile(path))) return undefined;
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

/** Whether bundlers may have named a built file by the form it has, and not for the module that it is built from. */
function isNamedByForm(target: string): boolean {
  return isInBuildFolder(target) && /\/(?:types\.d\.[cm]?ts|(?:main|module)\.[cm]?js)$/.test(target);
}

const TYPE_FIELDS = ["types", "typings"];
const MAIN_FIELDS = ["source", "module", "main", "browser", ...TYPE_FIELDS];
