import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import { rootTest } from "../workspace/project-roots.ts";
import type { NapiResolveOptions, ResolverFactory } from "oxc-resolver";
import {
  splitPackageSpecifier,
  typesPackage,
  type WorkspacePackage,
  WorkspacePackages,
} from "../workspace/package-manifest.ts";
import { type ConfigProblem, type ProjectFiles, readManifest } from "../workspace/project-files.ts";
import { type JsxFactories, jsxFactories, type JsxPragmas } from "../syntax/module-records/jsx-factory.ts";
import { Assets } from "./assets.ts";
import { KIND_ENDINGS, PLAIN, PLAIN_ENDINGS, Sources, WRITTEN_FOR } from "./sources.ts";
import { isOtherVersion } from "./installed-folders.ts";
import type { ModuleForm } from "./module-form.ts";
import { OutputFolders } from "./output-folders.ts";
import { ManifestSources } from "./manifest-sources.ts";
import { ImportPlaces, isRelative } from "./import-places.ts";
import { isInBuildFolder } from "./source-twin.ts";
import { isForPlatform, PLATFORM_SUFFIXES } from "./platforms.ts";
import { installedPackage } from "../workspace/installed-package.ts";
import { type TsConfig, TsConfigs } from "../workspace/tsconfig.ts";

/** Where a specifier leads. Paths are relative to the root, with `/`. */
export type Resolution =
  /** A source file of the workspace. */
  | {
      readonly kind: "source";
      readonly path: string;
      /** Bundlers for one platform alone take it for that: TypeScript finds nothing there. */
      readonly isForPlatform?: true;
      /** A framework or a bundler leads there, and TypeScript does not as long as no configuration says it. */
      readonly isBeyondTypes?: true;
    }
  /** Another file of the workspace: JSON, a style sheet, generated code that git ignores. */
  | { readonly kind: "asset"; readonly path: string }
  /** A package outside the workspace, a module of the runtime, a URL. */
  | { readonly kind: "external"; readonly name: string }
  | { readonly kind: "unresolved"; readonly reason: string };

/**
 * Resolves specifiers to the sources of the workspace, never to what is built from them.
 *
 * Knows the tree as it was listed: make a new one when files come and go or a configuration changes.
 */
export class Resolver {
  readonly packages: WorkspacePackages;
  readonly configs: TsConfigs;
  readonly manifests: ManifestSources;
  readonly problems: ConfigProblem[] = [];
  /** Folders of files that import what no manifest declares: any node_modules above may come to hold it. */
  readonly undeclared = new Set<string>();
  readonly #root: WorkspaceRoot;
  readonly #assets: Assets;
  readonly #sources: Sources;
  readonly #withConfig: ResolverFactory;
  readonly #withoutConfig: ResolverFactory;
  /** For modules of which one alone of `import` and `require` holds; by that condition. */
  readonly #ofForm: (form: ModuleForm) => ResolverFactory;
  readonly #places: ImportPlaces;

  /** Loads oxc-resolver on first use. */
  static async open(root: WorkspaceRoot, files: ProjectFiles): Promise<Resolver> {
    const { ResolverFactory: Factory } = await import("oxc-resolver");
    return new Resolver(root, files, (options) => new Factory(options));
  }

  private constructor(
    root: WorkspaceRoot,
    files: ProjectFiles,
    make: (options: NapiResolveOptions) => ResolverFactory,
  ) {
    this.#root = root;
    this.#assets = new Assets(root);
    this.#sources = new Sources(files.sources);
    this.packages = new WorkspacePackages(files.manifests.flatMap((path) => readManifest(root, path, this.problems)));
    this.configs = new TsConfigs(root, this.packages, files.configs);
    this.#places = new ImportPlaces(root, this.configs);
    const outputs = new OutputFolders(root, this.configs);
    this.manifests = new ManifestSources(this.packages, this.configs, this.#sources, this.#assets, outputs);
    const conditionNames = [...this.manifests.conditions, "import", "require", "node", "module", "types", "default"];
    const options: NapiResolveOptions = {
      conditionNames,
      extensions: [...PLAIN_ENDINGS, ".json", ".node", ...KIND_ENDINGS],
      extensionAlias: Object.fromEntries(
        Object.entries(WRITTEN_FOR).map(([written, endings]) => [written, [...endings]]),
      ),
      mainFields: [...MAIN_FIELDS],
      nodePath: false,
    };
    this.#withConfig = make({ ...options, tsconfig: "auto" });
    this.#withoutConfig = make(options);
    const ofForms = new Map<ModuleForm, ResolverFactory>();
    this.#ofForm = (form) => {
      const other = form === "import" ? "require" : "import";
      const names = conditionNames.filter((one) => one !== other && (form === "import" || one !== "module"));
      const factory = ofForms.get(form) ?? make({ ...options, conditionNames: names, tsconfig: "auto" });
      ofForms.set(form, factory);
      return factory;
    };
    this.problems.push(...this.configs.problems);
  }

  /**
   * @param importer a file, relative to the root
   * @param form the condition of package.json that holds, where what loads the module tells; otherwise the importer does
   */
  resolve(importer: string, specifier: string, form?: ModuleForm): Resolution {
    const wanted = pathIn(specifier);
    if (wanted === "") return { kind: "unresolved", reason: "the specifier is empty" };
    if (isRelative(wanted)) return this.#relative(importer, wanted);
    if (wanted.startsWith("/")) return this.#fromTop(importer, wanted);
    if (/^[a-z][a-z\d+.-]+:/i.test(wanted)) return { kind: "external", name: wanted };
    return this.#bare(importer, wanted, form ?? this.#formOf(importer));
  }

  /**
   * The other sources that a specifier leads to: under other conditions of `imports` and `exports`, on other platforms, in other
   * projects that list the importer.
   *
   * @param taken where it leads here
   */
  variants(importer: string, specifier: string, taken: Resolution): string[] {
    const wanted = pathIn(specifier);
    const path = taken.kind === "source" ? taken.path : undefined;
    const found = [
      ...(path === undefined ? [] : this.#places.onPlatforms(this.#sources, importer, wanted)),
      ...(path === undefined ? [] : this.#places.inProjects(this.#sources, importer, wanted)).map((one) =>
        this.manifests.preferSource(one),
      ),
      ...(path === undefined || isForPlatform(wanted) ? [] : this.#sources.forPlatforms(path)),
      ...this.manifests.importTargets(importer, wanted).flatMap((target) => {
        const other = this.#importTarget(importer, target);
        return other?.kind === "source" ? [other.path] : [];
      }),
      ...(path === undefined ? [] : this.#entries(importer, wanted, path)),
    ];
    return [...new Set(found)].filter((one) => one !== path && one !== importer);
  }

  /** What a package of the workspace, in which a source lies, is imported as under any condition of its `exports`. */
  #entries(importer: string, specifier: string, path: string): string[] {
    const parts = isRelative(specifier) ? undefined : splitPackageSpecifier(specifier);
    const owner = parts && this.packages.named(parts.name, importer);
    if (parts === undefined || owner === undefined || this.packages.packageOf(path) !== owner) return [];
    return this.manifests.exported(owner, parts.subpath);
  }

  /** The source that `paths` or `baseUrl` of a tsconfig lead to, whatever a package of that name says. */
  aliased(importer: string, specifier: string): string | undefined {
    const found = isRelative(specifier) ? undefined : this.#byConfig(importer, pathIn(specifier));
    return found?.kind === "source" ? found.path : undefined;
  }

  /** Where a specifier leads by `paths` or `baseUrl` of a tsconfig, or from the top of its package, whatever stands there: paths from the root. */
  places(importer: string, specifier: string): string[] {
    if (!specifier.startsWith("/")) return this.#places.mapped(importer, specifier);
    const folders = new Set([this.packages.packageOf(importer)?.folder ?? ".", "."]);
    return Array.from(folders, (folder) => posix.join(folder, specifier));
  }

  /** The packages whose runtimes make the elements of a file's JSX, as the tsconfigs around it say. */
  jsxSources(importer: string): string[] {
    const configs = this.configsOf(importer);
    return [...new Set(configs.flatMap(({ jsxImportSource }) => jsxImportSource ?? []))];
  }

  /** What the JSX of a file calls without naming it, as the tsconfigs around it say; none where runtimes make its elements. */
  jsxFactories(importer: string, pragmas: JsxPragmas): JsxFactories[] {
    const configs = this.configsOf(importer);
    const found = (configs.length === 0 ? [{}] : configs).flatMap((one) => jsxFactories(pragmas, one) ?? []);
    return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
  }

  /** The configurations nearest to a file, those that list it or may. */
  configsOf(path: string): readonly TsConfig[] {
    return this.configs.nearest(join(this.#root.absolute, posix.dirname(path)));
  }

  /** The projects among these that list a file. */
  projectsOf(path: string): readonly TsConfig[] {
    const file = join(this.#root.absolute, path);
    return this.configs.projectsAmong(this.configsOf(path)).filter((config) => rootTest(config)(file));
  }

  /** What answers depended on beside the sources; alike twice means that they still hold. */
  layout(): string[] {
    return this.#assets.layout();
  }

  /** The files that stand for a source on platforms. */
  forPlatforms(path: string): readonly string[] {
    return this.#sources.forPlatforms(path);
  }

  /** The source file at a path that may lack its ending or name a folder. */
  sourceAt(path: string): string | undefined {
    return this.#sources.at(path);
  }

  #relative(importer: string, specifier: string): Resolution {
    const path = posix.join(posix.dirname(importer), specifier);
    if (path === ".." || path.startsWith("../")) return { kind: "external", name: specifier };
    const isFolder = /(?:^|\/)\.{0,2}$/.test(specifier);
    const clean = path.replace(/\/$/, "");
    const suffixes = this.#places.suffixes(importer);
    // A file may have the mark of a fragment in its name.
    const whole = clean.replace(/#[^/]*$/, "");
    const source = isFolder
      ? this.#sources.index(clean, suffixes)
      : (this.#sources.at(clean, suffixes) ?? (whole === clean ? undefined : this.#sources.at(whole, suffixes)));
    if (source !== undefined) {
      const data = isFolder ? undefined : this.#dataBefore(importer, clean, source);
      const other = data ?? this.#mainOf(importer, specifier, clean, source);
      return other ?? { kind: "source", path: this.manifests.preferSource(source) };
    }
    // A folder is none of the files beside it: `..` in `lib/deep` is not `lib.ts`.
    const asked = isFolder ? specifier.replace(/\/?$/, "/") : specifier;
    const found = this.#withoutConfig.resolveFileSync(join(this.#root.absolute, importer), asked).path;
    if (found !== undefined) {
      if (!found.startsWith(`${join(this.#root.absolute, clean)}.`)) this.#assets.ledBy(clean);
      return this.#located(found, specifier);
    }
    const asset = this.#assets.at(clean) ?? this.#assets.at(path.replace(/#.*$/s, "")) ?? this.#described(clean);
    if (asset !== undefined) return asset;
    // Nor what is built from one.
    const named = isFolder ? posix.join(clean, "index") : clean;
    for (const place of this.#places.overlaid(importer, named)) {
      const there = this.#atPlace(importer, place, suffixes);
      if (there !== undefined) return there;
    }
    const owner = this.packages.packageOf(path);
    // What stands in `lib` itself is not built into it, and neither is what it imports from there.
    const isBeside = owner !== undefined && topFolder(owner, importer) === topFolder(owner, path);
    const built =
      owner === undefined || isBeside ? undefined : this.manifests.sourceOfBuilt(owner, named, "built-folder");
    if (built !== undefined && !isAstray(owner as WorkspacePackage, importer, clean, built))
      return { kind: "source", path: built };
    return this.#forPlatform(named) ?? { kind: "unresolved", reason: `${clean} does not exist` };
  }

  /**
   * What JavaScript loads by `./core` where `core.json` stands beside `core/index.js`: Node.js looks for files first, of which TypeScript
   * takes those alone for JSON whose ending is written. https://nodejs.org/api/modules.html#all-together
   */
  #dataBefore(importer: string, path: string, source: string): Resolution | undefined {
    const isLast = isIndexOf(source, path) || KIND_ENDINGS.some((ending) => source === path + ending);
    return isLast && /\.[cm]?jsx?$/.test(importer) ? this.#assets.before(`${path}.json`) : undefined;
  }

  /** What the package.json of a folder says that it is by, before any index. */
  #mainOf(importer: string, specifier: string, path: string, source: string): Resolution | undefined {
    const owner = isIndexOf(source, path) ? this.packages.at(path) : undefined;
    if (owner === undefined || !MAIN_FIELDS.some((field) => typeof owner.manifest[field] === "string"))
      return undefined;
    const folder = specifier.replace(/\/?$/, "/");
    const found = this.#withoutConfig.resolveFileSync(join(this.#root.absolute, importer), folder).path;
    const main = found === undefined ? undefined : this.#located(found, specifier);
    return main?.kind === "source" ? main : undefined;
  }

  /** The declaration of what is made later, or by a bundler. */
  #described(place: string): Resolution | undefined {
    const path = this.#sources.describing(place);
    return path === undefined ? undefined : { kind: "source", path };
  }

  /** A source, or what stands there that git ignores. */
  #atPlace(importer: string, place: string, suffixes: readonly string[]): Resolution | undefined {
    const source = this.#sources.at(place, suffixes);
    if (source !== undefined) return { kind: "source", path: this.manifests.preferSource(source) };
    const { absolute } = this.#root;
    const found = this.#withoutConfig.resolveFileSync(join(absolute, importer), join(absolute, place)).path;
    if (found !== undefined) return this.#located(found, place);
    return this.#assets.at(place) ?? this.#forPlatform(place);
  }

  /** Where there is one file for each platform, and none for all. */
  #forPlatform(place: string): Resolution | undefined {
    const path = this.#sources.at(place, PLATFORM_SUFFIXES);
    return path === undefined ? undefined : { kind: "source", path, isForPlatform: true };
  }

  /** `/src/x.ts`, as bundlers of web pages read it: from the package's own top. */
  #fromTop(importer: string, specifier: string): Resolution {
    const owner = this.packages.packageOf(importer)?.folder ?? ".";
    for (const folder of [owner, ".", posix.join(owner, "public")]) {
      const path = posix.join(folder, specifier);
      const source = this.sourceAt(path);
      if (source !== undefined) {
        const isMapped = this.#byConfig(importer, specifier)?.kind === "source";
        return { kind: "source", path: source, ...(!isMapped && { isBeyondTypes: true }) };
      }
      const asset = this.#assets.at(path);
      if (asset !== undefined) return asset;
    }
    return { kind: "unresolved", reason: `${specifier} does not exist in the package or in the root` };
  }

  #bare(importer: string, specifier: string, form: ModuleForm | undefined): Resolution {
    const parts = splitPackageSpecifier(specifier);
    const folder = posix.dirname(importer);
    if (parts !== undefined && !this.undeclared.has(folder) && !isBuiltin(specifier))
      if (!this.packages.declares(importer, parts.name)) this.undeclared.add(folder);
    // oxc-resolver knows no suffixes.
    const onPlatform = this.#places.suffixes(importer) === PLAIN ? undefined : this.#byConfig(importer, specifier);
    if (onPlatform?.kind === "source") return onPlatform;
    const absolute = join(this.#root.absolute, importer);
    const owner = parts && this.packages.named(parts.name, importer);
    const isOwn = owner !== undefined || specifier.startsWith("#");
    const ofForm =
      isOwn && form !== undefined ? this.#ofForm(form).resolveFileSync(absolute, specifier).path : undefined;
    const withConfig = ofForm ?? this.#withConfig.resolveFileSync(absolute, specifier).path;
    // One tsconfig that cannot be read, or extends what is not installed, makes every resolution below it fail.
    const path = withConfig ?? this.#withoutConfig.resolveFileSync(absolute, specifier).path;
    // What stands at the path itself the compiler does not look at then, and oxc-resolver knows no other.
    const isVersioned = owner !== undefined && this.manifests.isVersioned(owner, parts?.subpath ?? ".");
    const found = path === undefined || isVersioned ? undefined : this.#located(path, specifier);
    if (found?.kind === "source") return found;
    const own =
      this.#byConfig(importer, specifier) ??
      this.#byPackage(importer, specifier, path) ??
      this.#byImports(importer, specifier) ??
      this.#bySvelteKit(importer, specifier);
    if (own !== undefined) return own;
    if (found !== undefined) return found;
    if (isBuiltin(specifier)) return { kind: "external", name: specifier };
    if (parts === undefined) return { kind: "unresolved", reason: "no tsconfig path or import map leads to a file" };
    const isKnown =
      this.packages.declares(importer, parts.name) ||
      this.#withoutConfig.resolveFileSync(absolute, `${typesPackage(parts.name)}/package.json`).path !== undefined;
    if (isKnown) return { kind: "external", name: parts.name };
    return {
      kind: "unresolved",
      reason: `the package ${parts.name} is neither in the workspace nor installed nor declared`,
    };
  }

  /** How a module loads others, where its name or its package.json tells: bundlers make either of what neither does. */
  #formOf(importer: string): ModuleForm | undefined {
    const [, letter] = /\.([cm])[jt]s$/.exec(importer) ?? [];
    if (letter !== undefined) return letter === "m" ? "import" : "require";
    return this.packages.scopeOf(importer)?.manifest["type"] === "module" ? "import" : undefined;
  }

  /** tsconfig paths, for what oxc-resolver leaves: files outside every `include`, jsconfig, configurations it cannot load. */
  #byConfig(importer: string, specifier: string): Resolution | undefined {
    const suffixes = this.#places.suffixes(importer);
    const places = this.#places.mapped(importer, specifier);
    for (const path of places) {
      const source = this.#sources.at(path, suffixes);
      if (source !== undefined) return { kind: "source", path: this.manifests.preferSource(source) };
      const asset = this.#assets.at(path) ?? this.#described(path);
      if (asset !== undefined) return asset;
      const owner = this.packages.packageOf(path);
      // The compiler guesses nothing here: `lib` holds sources of many an application, and an alias leads to it.
      const built =
        owner && isInBuildFolder(posix.relative(owner.folder, path))
          ? this.manifests.sourceOfBuilt(owner, path, "output")
          : undefined;
      if (built !== undefined) return { kind: "source", path: built };
    }
    return places.map((path) => this.#forPlatform(path)).find((one) => one !== undefined);
  }

  /** @param installed where node_modules has the package, which may be a copy of the workspace's own or another version */
  #byPackage(importer: string, specifier: string, installed: string | undefined): Resolution | undefined {
    const parts = splitPackageSpecifier(specifier);
    const owner = parts && this.packages.named(parts.name, importer);
    if (parts === undefined || owner === undefined) return undefined;
    if (installed !== undefined && isOtherVersion(this.#root, owner, installed)) return undefined;
    return this.manifests.entry(owner, parts.subpath);
  }

  /** `$lib`, which the tsconfig that SvelteKit generates says too, once it was. */
  #bySvelteKit(importer: string, specifier: string): Resolution | undefined {
    const owner = /^\$lib(?:\/|$)/.test(specifier) ? this.packages.packageOf(importer) : undefined;
    if (owner === undefined || !this.packages.declares(importer, "@sveltejs/kit")) return undefined;
    const found = this.#atPlace(importer, posix.join(owner.folder, "src/lib", specifier.slice("$lib".length)), PLAIN);
    return found?.kind === "source" ? { ...found, isBeyondTypes: true } : found;
  }

  #byImports(importer: string, specifier: string): Resolution | undefined {
    for (const target of this.manifests.importTargets(importer, specifier)) {
      const found = this.#importTarget(importer, target);
      if (found !== undefined || !target.startsWith(".")) return found;
    }
    return undefined;
  }

  #importTarget(importer: string, target: string): Resolution | undefined {
    if (!target.startsWith(".")) return target.startsWith("#") ? undefined : this.resolve(importer, target);
    const owner = this.packages.scopeOf(importer);
    if (owner === undefined) return undefined;
    const path = posix.join(owner.folder, target);
    const source = this.manifests.sourceOfBuilt(owner, path, "output");
    return source === undefined ? this.#assets.at(path) : { kind: "source", path: source };
  }

  /** @param real an absolute path free of symlinks */
  #located(real: string, specifier: string): Resolution {
    if (!this.#root.holds(real)) return { kind: "external", name: installedPackage(real) ?? specifier };
    const path = this.#root.relative(real);
    const installed = installedPackage(path);
    if (installed !== undefined) return { kind: "external", name: installed };
    if (this.#sources.has(path)) return { kind: "source", path: this.manifests.preferSource(path) };
    const owner = this.packages.packageOf(path);
    const source =
      owner &&
      this.manifests.sourceOfBuilt(
        owner,
        path,
        isInBuildFolder(posix.relative(owner.folder, path)) ? "built-folder" : "beside-sources",
      );
    if (source !== undefined) return { kind: "source", path: source };
    return this.#assets.found(path);
  }
}

/** What a package.json names its module by, best first: sources before what is built of them. */
const MAIN_FIELDS: readonly string[] = ["source", "module", "main", "types"];

function isIndexOf(source: string, folder: string): boolean {
  return source.startsWith(posix.join(folder, "index."));
}

/** Loaders of webpack stand before the last `!`, queries of bundlers after `?`. */
function pathIn(specifier: string): string {
  return specifier.slice(specifier.lastIndexOf("!") + 1).replace(/\?.*$/s, "");
}

/** Whether a path climbs a folder too far to what stands among the sources by the same path: `../lib/a` of `src/b` for `src/lib/a`. */
function isAstray({ folder }: WorkspacePackage, importer: string, path: string, source: string): boolean {
  const [top = ""] = posix.relative(folder, importer).split("/", 1);
  return source.startsWith(`${posix.join(folder, top, posix.relative(folder, path)).replace(/\.[cm]?[jt]sx?$/, "")}.`);
}

/** The folder of a package that a path lies in. */
function topFolder({ folder }: WorkspacePackage, path: string): string {
  return posix.relative(folder, path).split("/", 1)[0] as string;
}
