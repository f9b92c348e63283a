import { posix } from "node:path";
import { isRecord } from "../text/is-record.ts";
import { filled, starFilling } from "../text/star-pattern.ts";

/** A package.json of the workspace. */
export interface WorkspacePackage {
  readonly name: string | undefined;
  /** Relative to the root, with `/`; `.` for the root. */
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Where a package.json names packages that it depends on. */
export const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** The packages of a workspace, linked in node_modules or not. */
export class WorkspacePackages {
  readonly all: readonly WorkspacePackage[];
  readonly #byFolder: ReadonlyMap<string, WorkspacePackage>;
  readonly #byName = new Map<string, WorkspacePackage[]>();
  #dependents: ReadonlyMap<string, readonly WorkspacePackage[]> | undefined;

  constructor(packages: readonly WorkspacePackage[]) {
    this.all = packages;
    this.#byFolder = new Map(packages.map((one) => [one.folder, one]));
    for (const one of packages)
      if (one.name !== undefined) this.#byName.set(one.name, [...(this.#byName.get(one.name) ?? []), one]);
  }

  /** The nearest package.json above a path. */
  scopeOf(path: string): WorkspacePackage | undefined {
    return this.#above(path, () => true);
  }

  /** The one whose package.json stands in a folder. */
  at(folder: string): WorkspacePackage | undefined {
    return this.#byFolder.get(folder);
  }

  /** The nearest package.json with a name; one without only marks a folder as ESM or CommonJS. */
  packageOf(path: string): WorkspacePackage | undefined {
    return this.#above(path, (one) => one.name !== undefined) ?? this.scopeOf(path);
  }

  /**
   * The package that the importer has by a name: which its manifest gives another one (`"alias": "workspace:@s/a@*"`), or the one of
   * that name; of several (fixtures repeat names) the one nearest to the importer.
   */
  named(name: string, importer: string): WorkspacePackage | undefined {
    return this.#aliased(name, importer) ?? this.#called(name, importer);
  }

  #called(name: string, importer: string): WorkspacePackage | undefined {
    const [first, ...others] = this.#byName.get(name) ?? [];
    return (
      first && others.reduce((best, one) => (closeness(one, importer) > closeness(best, importer) ? one : best), first)
    );
  }

  /** What a manifest at or above the importer says by which package or folder it has a dependency. */
  #aliased(name: string, importer: string): WorkspacePackage | undefined {
    const declaring = this.#above(importer, ({ manifest }) => rangeOf(manifest, name) !== undefined);
    const range = declaring && rangeOf(declaring.manifest, name);
    if (declaring === undefined || range === undefined) return undefined;
    const [, protocol, alias, version = ""] = ALIAS.exec(range) ?? [];
    const found = alias === undefined ? undefined : this.#called(alias, importer);
    if (found !== undefined) return protocol === "workspace" || isWithin(found, version) ? found : undefined;
    const [, path] = FOLDER.exec(range) ?? [];
    return path === undefined ? undefined : this.#byFolder.get(posix.join(declaring.folder, path).replace(/\/$/, ""));
  }

  /** Whether a manifest at or above the path names the package as something it depends on. */
  declares(path: string, name: string): boolean {
    const names = [name, typesPackage(name)];
    const isDeclared = ({ manifest }: WorkspacePackage) =>
      DEPENDENCIES.some(
        (field) => isRecord(manifest[field]) && names.some((one) => Object.hasOwn(manifest[field] as object, one)),
      );
    return this.#above(path, isDeclared) !== undefined;
  }

  /** Some packages, and all that say they depend on one of them, straight or through others of the workspace. */
  withDependents(packages: Iterable<WorkspacePackage>): ReadonlySet<WorkspacePackage> {
    this.#dependents ??= dependentsByName(
      this.all,
      (name, by) => this.#aliased(name, `${by.folder}/package.json`)?.name,
    );
    const found = new Set(packages);
    for (const { name = "" } of found) for (const one of this.#dependents.get(name) ?? []) found.add(one);
    return found;
  }

  #above(path: string, accepts: (one: WorkspacePackage) => boolean): WorkspacePackage | undefined {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const found = this.#byFolder.get(folder);
      if (found !== undefined && accepts(found)) return found;
      if (folder === ".") return undefined;
    }
  }
}

/** https://pnpm.io/workspaces#referencing-workspace-packages-through-aliases, https://docs.npmjs.com/cli/commands/npm-install */
const ALIAS = /^(workspace|npm):((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/;
const FOLDER = /^(?:(?:file|link|portal|workspace):|(?=\.{1,2}(?:\/|$)))(.+)$/;

function rangeOf(manifest: WorkspacePackage["manifest"], name: string): string | undefined {
  for (const field of DEPENDENCIES) {
    const ranges = manifest[field];
    const range = isRecord(ranges) && Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (typeof range === "string") return range;
  }
  return undefined;
}

/** Whether a range of versions is that of the workspace's own package, rather than of another one that a registry has. */
function isWithin({ manifest: { version } }: WorkspacePackage, range: string): boolean {
  return range === "" || typeof version !== "string" || Bun.semver.satisfies(version, range);
}

/** @param aliased the own name of a package that one depends on by another name */
function dependentsByName(
  packages: readonly WorkspacePackage[],
  aliased: (name: string, by: WorkspacePackage) => string | undefined,
): ReadonlyMap<string, readonly WorkspacePackage[]> {
  const pairs = packages.flatMap((one) =>
    DEPENDENCIES.flatMap((field) => {
      const names = one.manifest[field];
      return isRecord(names) ? Object.keys(names).map((name) => ({ name: aliased(name, one) ?? name, one })) : [];
    }),
  );
  const grouped = Map.groupBy(pairs, ({ name }) => name);
  return new Map(Array.from(grouped, ([name, found]) => [name, found.map(({ one }) => one)]));
}

/** Folders in common, less the depth of the package. */
function closeness({ folder }: WorkspacePackage, importer: string): number {
  const own = folder === "." ? [] : folder.split("/");
  const other = importer.split("/");
  const shared = own.findIndex((part, index) => part !== other[index]);
  return (shared === -1 ? own.length : shared) * 1000 - own.length;
}

/** `@types/scope__name` for `@scope/name`. */
export function typesPackage(name: string): string {
  return `@types/${name.replace(/^@([^/]+)\//, "$1__")}`;
}

/** `@scope/name/sub/path` in its two parts, the second as `exports` writes it (`.`, `./sub/path`); undefined for no package name. */
export function splitPackageSpecifier(
  specifier: string,
): { readonly name: string; readonly subpath: string } | undefined {
  const match = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~_-][\w.~-]*)(\/.*)?$/i.exec(specifier);
  return match === null ? undefined : { name: match[1] as string, subpath: `.${match[2] ?? ""}` };
}

/**
 * Every target that an `exports` or `imports` field gives for a key, whatever the conditions: those that name sources first,
 * types last. `*` is filled in.
 */
export function mappedTargets(field: unknown, key: string, sourceConditions: ReadonlySet<string>): string[] {
  const entry = entryFor(field, key);
  if (entry === undefined) return [];
  const { pattern, value, filling } = entry;
  return filling === undefined ? leaves(value, sourceConditions) : targetsOf(pattern, value, filling, sourceConditions);
}

/** The target that an `exports` or `imports` field gives for a key under some conditions alone, the first that holds. `*` is filled in. */
export function targetUnder(field: unknown, key: string, conditions: ReadonlySet<string>): string | undefined {
  const entry = entryFor(field, key);
  const found = entry && leafUnder(entry.value, conditions);
  if (entry?.filling === undefined || found === undefined) return found;
  return entry.pattern.endsWith("/") ? found + entry.filling : filled(found, entry.filling);
}

function leafUnder(value: unknown, conditions: ReadonlySet<string>): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => leafUnder(one, conditions)).find((one) => one !== undefined);
  if (!isRecord(value)) return undefined;
  return Object.entries(value)
    .filter(([condition]) => condition === "default" || conditions.has(condition))
    .map(([, one]) => leafUnder(one, conditions))
    .find((one) => one !== undefined);
}

/** Whether an `exports` field says of a key that it leads nowhere: `"./internal/*": null`. */
export function isHidden(field: unknown, key: string): boolean {
  const entry = entryFor(field, key);
  return entry !== undefined && leaves(entry.value, new Set()).length === 0;
}

/** The entry of a key itself, or the one whose pattern says most of it, with what its star stands for there. */
function entryFor(field: unknown, key: string): { pattern: string; value: unknown; filling?: string } | undefined {
  const entries = fieldEntries(field);
  const exact = entries.find(([pattern]) => pattern === key);
  if (exact !== undefined) return { pattern: key, value: exact[1] };
  const [best] = entries
    .flatMap(([pattern, value]) => {
      const filling = starFilling(belowFolder(pattern), key);
      return filling === undefined ? [] : [{ rank: belowFolder(pattern).indexOf("*"), pattern, value, filling }];
    })
    .sort((a, b) => b.rank - a.rank);
  return best;
}

/** A key that ends in a slash stands for all below it, as what it gives does. */
function belowFolder(key: string): string {
  return key.endsWith("/") ? `${key}*` : key;
}

function targetsOf(pattern: string, value: unknown, filling: string, sourceConditions: ReadonlySet<string>): string[] {
  return leaves(value, sourceConditions).map((target) =>
    pattern.endsWith("/") ? target + filling : filled(target, filling),
  );
}

/**
 * Where `typesVersions` of a package.json lead a path in its package, for the compiler that kart comes with; none where no pattern fits.
 * https://www.typescriptlang.org/docs/handbook/declaration-files/publishing.html#version-selection-with-typesversions
 *
 * @param path from the package's folder: `./sub`
 */
export function versionedTargets({ typesVersions }: WorkspacePackage["manifest"], path: string): string[] {
  const versions = isRecord(typesVersions) ? Object.entries(typesVersions) : [];
  const [, paths] = versions.find(([range]) => Bun.semver.satisfies(TYPESCRIPT, range)) ?? [];
  const named = Object.entries(isRecord(paths) ? paths : {}).map(([pattern, value]) => [under(pattern), value]);
  return mappedTargets(Object.fromEntries(named), under(path), new Set()).map(under);
}

const TYPESCRIPT = "7.0.0";

/** With `./` before it, as `exports` writes paths. */
function under(path: string): string {
  return `./${posix.normalize(path)}`;
}

/**
 * What the compiler takes a subpath for of a package without `exports`.
 *
 * @param subpath `./sub`
 */
export function unexportedTargets(manifest: WorkspacePackage["manifest"], subpath: string): string[] {
  const versioned = versionedTargets(manifest, subpath);
  return versioned.length === 0 ? [subpath] : versioned;
}

/** Key and value of each entry point; a field without keys is the entry point `.`. */
export function fieldEntries(field: unknown): [key: string, value: unknown][] {
  if (field === undefined || field === null) return [];
  const entries = isRecord(field) ? Object.entries(field) : [];
  return entries.some(([key]) => /^[.#]/.test(key)) ? entries : [[".", field]];
}

/**
 * What a subpath that leads nowhere (`"./internal/*": null`) takes away from the patterns that would lead there:
 * `./dist/internal/*.js` of `"./*": "./dist/*.js"`.
 */
export function hiddenTargets(
  key: string,
  entries: readonly (readonly [key: string, value: unknown])[],
  sourceConditions: ReadonlySet<string>,
): string[] {
  return entries.flatMap(([pattern, value]) => {
    const filling = starFilling(belowFolder(pattern), belowFolder(key));
    return filling === undefined || pattern === key ? [] : targetsOf(pattern, value, filling, sourceConditions);
  });
}

/** The targets below an entry of `exports`, best first as in {@link mappedTargets}. */
export function leaves(value: unknown, sourceConditions: ReadonlySet<string>): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, sourceConditions));
  if (!isRecord(value)) return [];
  const rank = (condition: string) => (sourceConditions.has(condition) ? 0 : condition === "types" ? 2 : 1);
  const conditions = Object.keys(value).sort((a, b) => rank(a) - rank(b));
  return [...new Set(conditions.flatMap((condition) => leaves(value[condition], sourceConditions)))];
}

/** Conditions in use that by their name lead to sources. */
export function conditionsNamingSources(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(conditionsNamingSources);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(/^[.#]/.test(key) || !/^(?:source|src|development|bun)$|(?:^|[/:-])(?:source|src)$/.test(key) ? [] : [key]),
    ...conditionsNamingSources(inner),
  ]);
}
