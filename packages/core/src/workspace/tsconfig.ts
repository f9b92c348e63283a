import { isRecord } from "../text/is-record.ts";
import { filled, starFilling } from "../text/star-pattern.ts";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readTextFile } from "./read-file.ts";
import { replacedOptions } from "./removed-options.ts";
import { realPathOrUndefined } from "./real-path.ts";
import type { WorkspaceRoot } from "./workspace-path.ts";
import type { ConfigProblem } from "./project-files.ts";
import { splitPackageSpecifier, targetUnder, type WorkspacePackages } from "./package-manifest.ts";

/** What a tsconfig says about where modules stand and which files are its own, with all that it extends. Paths are absolute. */
export interface TsConfig {
  readonly path: string;
  readonly baseUrl?: string;
  readonly paths?: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
  readonly rootDir?: string;
  /** Folders that are laid over each other, so that relative imports lead from one to the next. */
  readonly rootDirs?: readonly string[];
  /** What may stand between a name and its ending, best first; the empty one is always among them. */
  readonly moduleSuffixes?: readonly string[];
  readonly outDir?: string;
  readonly declarationDir?: string;
  readonly customConditions?: readonly string[];
  /** How modules are written, and found where nothing else is said. */
  readonly module?: string;
  readonly moduleResolution?: string;
  /** Whether imports may be written with the ending of TypeScript. */
  readonly takesOwnEndings?: boolean;
  readonly allowJs?: boolean;
  /** Whether it sets `jsx`, or extends what was not found and may set it. */
  readonly takesJsx?: boolean;
  readonly jsx?: string;
  /** The package whose runtime makes the elements of JSX. */
  readonly jsxImportSource?: string;
  /** What JSX is compiled to calls, where no runtime makes its elements. */
  readonly jsxFactory?: string;
  readonly jsxFragmentFactory?: string;
  readonly reactNamespace?: string;
  /** Whether others may refer to it: then it lists each of its sources, or refers to what does. */
  readonly composite?: boolean;
  /** Whether the types of what is exported are written down for others. */
  readonly declares?: boolean;
  readonly strict?: boolean;
  readonly noImplicitAny?: boolean;
  /** What its files take without an import, as specifiers: `types`, the folders of `typeRoots`, the source of JSX. */
  readonly implicit?: readonly string[];
  readonly types?: readonly string[];
  /** Folders of what `types` name. */
  readonly typeRoots?: readonly string[];
  /** The root files it names one by one. */
  readonly files?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly references: readonly string[];
  /** Options of {@link CHANGED} that it sets, or may: what it extends was not found. */
  readonly settled?: readonly ChangedOption[];
  /** What is to stand in the place of options for TypeScript 7 to take them, by their names; undefined of those that it takes. */
  readonly replaced?: Readonly<Record<string, unknown>>;
  /** All that it extends, and where it looks for what is not there. */
  readonly bases?: readonly string[];
}

/** Options that mean something else where nothing sets them since TypeScript 6. */
const CHANGED = [
  "strict",
  "types",
  "noUncheckedSideEffectImports",
  "target",
  "module",
  "moduleResolution",
  "useDefineForClassFields",
] as const;

export type ChangedOption = (typeof CHANGED)[number];

/** What other configurations inherit: all but `references`. */
type Inherited = Omit<TsConfig, "path" | "references">;

/**
 * The tsconfig and jsconfig files of a workspace, read leniently: what a configuration extends may not be installed, and what
 * is left still says where modules stand.
 */
export class TsConfigs {
  readonly problems: ConfigProblem[] = [];
  /** Every file that was read, absolute: what an answer depends on. */
  readonly read = new Set<string>();
  /** Every file that was looked for and is not there, absolute: generated, or not installed yet. */
  readonly missing = new Set<string>();
  readonly #root: WorkspaceRoot;
  readonly #packages: WorkspacePackages;
  readonly #inFolder = new Map<string, string[]>();
  readonly #known = new Map<string, TsConfig | undefined>();
  readonly #forFolder = new Map<string, readonly TsConfig[]>();
  readonly #nearest = new Map<string, readonly TsConfig[]>();

  /** @param configs relative to the root */
  constructor(root: WorkspaceRoot, packages: WorkspacePackages, configs: readonly string[]) {
    this.#root = root;
    this.#packages = packages;
    for (const config of configs) {
      const absolute = join(root.absolute, config);
      const folder = dirname(absolute);
      this.#inFolder.set(folder, [...(this.#inFolder.get(folder) ?? []), absolute]);
    }
    for (const list of this.#inFolder.values()) list.sort((a, b) => rank(a) - rank(b));
  }

  all(): TsConfig[] {
    const all = [...this.#inFolder.values()].flat().flatMap((path) => this.#load(path) ?? []);
    // Their own name may be any: that they are read is noted here.
    for (const { references } of all) for (const path of references) this.#load(path);
    return all;
  }

  /** Those that may hold for the files of a folder, nearest first; a solution's references before others beside it. */
  forFolder(folder: string): readonly TsConfig[] {
    const known = this.#forFolder.get(folder);
    if (known !== undefined) return known;
    const parent = dirname(folder);
    const isTop = folder === this.#root.absolute || parent === folder;
    const above = isTop ? [] : this.forFolder(parent);
    const here = (this.#inFolder.get(folder) ?? []).flatMap((path) => this.#load(path) ?? []);
    const nearest = [...new Set([...this.projectsAmong(here), ...this.#withReferences(here)])];
    const all = [...new Set([...nearest, ...above])];
    this.#forFolder.set(folder, all);
    this.#nearest.set(folder, here.length > 0 || isTop ? nearest : this.nearest(parent));
    return all;
  }

  /** Those of the nearest folder that has any, with a solution's references. */
  nearest(folder: string): readonly TsConfig[] {
    this.forFolder(folder);
    return this.#nearest.get(folder) ?? [];
  }

  /** Those among some that the compiler finds by their names, and what these refer to: a file's project is the first that lists it. */
  projectsAmong(configs: readonly TsConfig[]): readonly TsConfig[] {
    return this.#withReferences(configs.filter(isFoundByName));
  }

  #withReferences(configs: readonly TsConfig[]): TsConfig[] {
    return configs.flatMap((one) => [one, ...one.references.flatMap((path) => this.#load(path) ?? [])]);
  }

  #load(path: string): TsConfig | undefined {
    if (!this.#known.has(path)) this.#known.set(path, this.#loadAnew(path));
    return this.#known.get(path);
  }

  #loadAnew(path: string): TsConfig | undefined {
    const options = this.#options(path, dirname(path), new Set());
    if (options === undefined) return undefined;
    const references = (Array.isArray(options.references) ? options.references : []).flatMap((one: unknown) => {
      if (!isRecord(one) || typeof one["path"] !== "string") return [];
      const target = resolve(dirname(path), one["path"]);
      return [target.endsWith(".json") ? target : join(target, "tsconfig.json")];
    });
    return { path, ...options.inherited, references };
  }

  /** @param seen guards against configurations that extend each other */
  #options(
    path: string,
    leafFolder: string,
    seen: ReadonlySet<string>,
  ): { inherited: Inherited; references: unknown } | undefined {
    if (seen.has(path)) return undefined;
    const json = this.#json(path);
    if (json === undefined) return undefined;
    const folder = dirname(path);
    const extended = new Set<string>();
    const bases = [json["extends"] ?? []].flat().flatMap((name) => {
      const base = typeof name === "string" ? this.#extended(folder, name) : undefined;
      if (base === undefined)
        this.#problem(path, `extends ${JSON.stringify(name)}, which was not found in the workspace`);
      const wanted = resolve(folder, typeof name === "string" ? name : "");
      for (const one of base === undefined ? [wanted, `${wanted}.json`] : [base]) extended.add(one);
      const read = base === undefined ? undefined : this.#options(base, leafFolder, new Set([...seen, path]));
      return [read?.inherited ?? { takesJsx: true, settled: CHANGED }];
    });
    const own = isRecord(json["compilerOptions"]) ? json["compilerOptions"] : {};
    const expanded = (value: string) => value.replaceAll("${configDir}", leafFolder);
    const at = (value: unknown) => (typeof value === "string" ? resolve(folder, expanded(value)) : undefined);
    const bequeathed: Inherited = {};
    for (const base of bases)
      Object.assign(bequeathed, base, { replaced: { ...bequeathed.replaced, ...base.replaced } });
    const baseUrl = at(own["baseUrl"]) ?? bequeathed.baseUrl;
    const patterns = (value: unknown) => strings(value)?.map((one) => resolve(folder, expanded(one)));
    const set = {
      baseUrl,
      paths: pathsIn(own["paths"], (target) => resolve(baseUrl ?? folder, expanded(target))),
      rootDir: at(own["rootDir"]),
      rootDirs: patterns(own["rootDirs"]),
      moduleSuffixes: suffixesIn(own["moduleSuffixes"]),
      outDir: at(own["outDir"]),
      declarationDir: at(own["declarationDir"]),
      customConditions: strings(own["customConditions"]),
      implicit: implicitIn(own, bequeathed),
      types: strings(own["types"]),
      typeRoots: patterns(own["typeRoots"]),
      module: text(own["module"]),
      moduleResolution: text(own["moduleResolution"]),
      takesOwnEndings: flag(own["allowImportingTsExtensions"]) ?? flag(own["rewriteRelativeImportExtensions"]),
      allowJs: flag(own["allowJs"]) ?? flag(own["checkJs"]),
      jsx: text(own["jsx"]),
      jsxImportSource: text(own["jsxImportSource"]),
      jsxFactory: text(own["jsxFactory"]),
      jsxFragmentFactory: text(own["jsxFragmentFactory"]),
      reactNamespace: text(own["reactNamespace"]),
      takesJsx: typeof own["jsx"] === "string" ? true : undefined,
      composite: flag(own["composite"]),
      declares: flag(own["declaration"]) ?? flag(own["composite"]),
      strict: flag(own["strict"]),
      noImplicitAny: flag(own["noImplicitAny"]),
      settled: [...CHANGED.filter((name) => name in own), ...bases.flatMap((base) => base.settled ?? [])],
      replaced: { ...bequeathed.replaced, ...replacedOptions(own) },
      files: patterns(json["files"]),
      include: patterns(json["include"]),
      exclude: patterns(json["exclude"]),
      bases: extended.size === 0 ? undefined : [...extended, ...bases.flatMap((base) => base.bases ?? [])],
    };
    const inherited = {
      ...bequeathed,
      ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
    };
    return { inherited, references: json["references"] };
  }

  #json(path: string): Readonly<Record<string, unknown>> | undefined {
    const real = realPathOrUndefined(path);
    if (real === undefined) {
      this.missing.add(path);
      return undefined;
    }
    if (!this.#root.holds(real)) return undefined;
    const outcome = readTextFile(real);
    if (outcome.status !== "read") return undefined;
    this.read.add(real);
    try {
      const json: unknown = Bun.JSONC.parse(outcome.text);
      return isRecord(json) ? json : {};
    } catch (error) {
      // It is a project to the compiler all the same, which takes what it can read of it.
      this.#problem(path, `is not valid JSON: ${(error as Error).message}`);
      return {};
    }
  }

  #extended(folder: string, name: string): string | undefined {
    const found = (path: string) =>
      [path, `${path}.json`, join(path, "tsconfig.json")].find((one) => this.#isFile(one));
    if (/^\.{1,2}(?:[/\\]|$)/.test(name) || isAbsolute(name)) return found(resolve(folder, name));
    const parts = splitPackageSpecifier(name);
    for (let at = folder; this.#root.holds(at); at = dirname(at)) {
      const modules = join(at, "node_modules");
      const inModules = (parts && this.#ofPackage(join(modules, parts.name), parts)) ?? found(join(modules, name));
      if (inModules !== undefined) return inModules;
      if (at === dirname(at)) break;
    }
    if (parts === undefined) return undefined;
    const own = this.#packages.named(parts.name, this.#root.relative(folder));
    const itsFolder = own && join(this.#root.absolute, own.folder);
    return itsFolder && (this.#ofPackage(itsFolder, parts) ?? found(join(itsFolder, parts.subpath)));
  }

  /**
   * What a package's manifest gives to those that extend it: by `exports`, or as a whole by `tsconfig`.
   * https://www.typescriptlang.org/docs/handbook/release-notes/typescript-3-2.html#tsconfigjson-inheritance-via-nodejs-packages
   */
  #ofPackage(folder: string, { subpath }: { readonly subpath: string }): string | undefined {
    const { exports: field, tsconfig } = this.#json(join(folder, "package.json")) ?? {};
    const target = field === undefined ? subpath === "." && text(tsconfig) : targetUnder(field, subpath, CONDITIONS);
    const path = typeof target === "string" ? join(folder, target) : undefined;
    return path !== undefined && this.#isFile(path) ? path : undefined;
  }

  #isFile(path: string): boolean {
    const real = realPathOrUndefined(path);
    if (real === undefined) this.missing.add(path);
    return real !== undefined && this.#root.holds(real) && readTextFile(real).status === "read";
  }

  #problem(path: string, message: string): void {
    const relative = this.#root.relative(path);
    if (!this.problems.some((one) => one.path === relative && one.message === message))
      this.problems.push({ path: relative, line: 1, message });
  }
}

/** Under which the compiler looks for what a configuration extends. */
const CONDITIONS: ReadonlySet<string> = new Set(["require", "types", "node"]);

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

function pathsIn(value: unknown, target: (path: string) => string): TsConfig["paths"] {
  if (!isRecord(value)) return undefined;
  return Object.entries(value).map(([pattern, targets]) => ({
    pattern,
    targets: (strings(targets) ?? []).map(target),
  }));
}

function implicitIn(
  { types, typeRoots, jsxImportSource }: Readonly<Record<string, unknown>>,
  { implicit }: Inherited,
): readonly string[] | undefined {
  const folders = (strings(typeRoots) ?? []).filter((one) => !/(?:^|\/)node_modules\/@types\/?$/.test(one));
  const own = [
    ...(strings(types) ?? []).filter((one) => one !== "*"),
    ...folders,
    ...(strings([jsxImportSource]) ?? []),
  ];
  return own.length === 0 ? implicit : [...(implicit ?? []), ...own];
}

/** Without the empty one TypeScript would not find what bundlers do. */
function suffixesIn(value: unknown): readonly string[] | undefined {
  const own = strings(value);
  return own === undefined ? undefined : [...new Set([...own, ""])];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Whether a language server finds it without another one that refers to it. */
export function isFoundByName({ path }: Pick<TsConfig, "path">): boolean {
  return /^[jt]sconfig\.json$/.test(basename(path));
}

/** `tsconfig.json` before `jsconfig.json` before others. */
function rank(path: string): number {
  return /[/\\]tsconfig\.json$/.test(path) ? 0 : /[/\\]jsconfig\.json$/.test(path) ? 1 : 2;
}

/** The absolute paths, without endings, that a configuration gives for a specifier that is not relative; best first. */
export function pathCandidates({ paths = [], baseUrl }: TsConfig, specifier: string): string[] {
  const matches = paths
    .flatMap(({ pattern, targets }) => {
      const star = pattern.indexOf("*");
      if (star === -1) return pattern === specifier ? [{ rank: Number.POSITIVE_INFINITY, found: targets }] : [];
      const filling = starFilling(pattern, specifier);
      return filling === undefined ? [] : [{ rank: star, found: targets.map((target) => filled(target, filling)) }];
    })
    .sort((a, b) => b.rank - a.rank);
  return [...(matches[0]?.found ?? []), ...(baseUrl === undefined ? [] : [join(baseUrl, specifier)])];
}
