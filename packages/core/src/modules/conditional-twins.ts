import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { isRecord } from "../text/is-record.ts";
import { filled, starFilling } from "../text/star-pattern.ts";
import { fieldEntries, leaves, splitPackageSpecifier, targetUnder } from "../workspace/package-manifest.ts";
import { isDeclarationFile, withoutEnding } from "../syntax/parser/source-language.ts";
import { isRelative } from "./import-places.ts";
import type { ImportEdge, ModuleGraph } from "./module-graph.ts";

/** A file that a package.json has take the place of another one. */
interface Twin {
  /** From the root. */
  readonly path: string;
  /** In what bundlers make for browsers, imports by a path mean it too. */
  readonly isByPath: boolean;
}

/** The files that one stands beside in package.json: for other conditions of `exports` and `imports`, or for browsers. */
export function twinsOf({ resolver }: ModuleGraph, path: string): Twin[] {
  const owner = resolver.packages.packageOf(path);
  if (owner === undefined) return [];
  const found = groupsIn(owner.manifest).flatMap(({ targets, isByPath }) => {
    const own = targets.filter((target) => target.startsWith("."));
    const fillings = own.flatMap((target) => fillingOf(posix.join(owner.folder, target), path) ?? []);
    const plain = own.flatMap((target) =>
      target.includes("*") ? fillings.map((filling) => filled(target, filling)) : [target],
    );
    const sources = plain.flatMap((target) => resolver.manifests.targetSources(owner, posix.normalize(target)));
    return sources.includes(path) ? sources.map((one) => ({ path: one, isByPath })) : [];
  });
  return found.filter((one) => one.path !== path);
}

/** What the star of a pattern stands for in a path, which may be written without its ending there. */
function fillingOf(pattern: string, path: string): string | undefined {
  return starFilling(pattern, path) ?? starFilling(withoutEnding(pattern), withoutEnding(path));
}

interface Group {
  readonly targets: readonly string[];
  readonly isByPath: boolean;
}

/** What stands for the same module in a package.json. */
function groupsIn(manifest: Readonly<Record<string, unknown>>): Group[] {
  const maps = ["browser", "react-native"].flatMap((field): string[][] => {
    const value = manifest[field];
    if (typeof value === "string")
      return [[value, ...leaves(manifest["module"], NONE), ...leaves(manifest["main"], NONE)]];
    return isRecord(value) ? Object.entries(value).map(([key, target]) => [key, ...leaves(target, NONE)]) : [];
  });
  const entries = ["exports", "imports"].flatMap((field) =>
    fieldEntries(manifest[field]).map(([, value]) => leaves(value, NONE)),
  );
  return [
    ...maps.map((targets) => ({ targets, isByPath: true })),
    ...entries.map((targets) => ({ targets, isByPath: false })),
  ];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The imports that lead to some files under conditions of a package.json, and that TypeScript follows to others: `src/a.ts:1 #env`.
 *
 * @param paths from the root
 */
export function importsUnderConditions(graph: ModuleGraph, paths: Iterable<string>): string[] {
  const found = [...paths].flatMap((path) =>
    twinsOf(graph, path)
      .filter((twin) => !isDeclarationFile(twin.path))
      .flatMap((twin) =>
        graph
          .importsOf(twin.path)
          .filter((edge) => {
            const { importer, record } = edge;
            const isFollowed = followedByTypes(graph, edge) === twin.path;
            return isFollowed && importer.path !== path && (twin.isByPath || !isRelative(record.specifier));
          })
          .map(shown),
      ),
  );
  const apart = [...paths].flatMap((path) =>
    graph
      .importsOf(path)
      .filter((edge) => edge.importer.path !== path && !isRelative(edge.record.specifier))
      .filter((edge) => {
        const target = followedByTypes(graph, edge);
        return target !== undefined && target !== path && !isDeclarationFile(target);
      })
      .map(shown),
  );
  return [...new Set([...found, ...apart])];
}

function shown({ importer, record: { specifier, line } }: ImportEdge): string {
  return `${importer.path}:${line} ${specifier}`;
}

/**
 * Where TypeScript follows an import to: by a name of the workspace under the conditions that it knows, which are fewer than those of who
 * runs the program. https://www.typescriptlang.org/docs/handbook/modules/reference.html
 */
function followedByTypes(graph: ModuleGraph, { importer, record }: ImportEdge): string | undefined {
  const { resolver } = graph;
  const { specifier } = record;
  const known = graph.targetOf(importer, specifier);
  const parts = isRelative(specifier) ? undefined : splitPackageSpecifier(specifier);
  const owner = specifier.startsWith("#")
    ? resolver.packages.scopeOf(importer.path)
    : parts && resolver.packages.named(parts.name, importer.path);
  const [config] = resolver.configsOf(importer.path);
  const system = config?.moduleResolution ?? config?.module;
  if (owner === undefined || config === undefined || system === undefined) return known;
  const conditions = new Set([
    "types",
    record.call === "require" ? "require" : "import",
    ...(/^node(?:16|18|20|next)$/i.test(system) ? ["node"] : []),
    ...(config.customConditions ?? []),
  ]);
  const [field, key] = parts === undefined ? ["imports", specifier] : ["exports", parts.subpath];
  const target = targetUnder(owner.manifest[field], key, conditions);
  const sources = target === undefined ? [] : resolver.manifests.targetSources(owner, posix.normalize(target));
  return sources[0] ?? known;
}

/**
 * Whether a file may have twins by the package.json nearest to it, told without those of the workspace: never false where it has.
 *
 * @param file absolute
 */
export function mayHaveTwins(file: string): boolean {
  const manifest = nearestManifest(posix.dirname(file));
  return groupsIn(manifest ?? {}).some(({ targets }) => {
    const names = new Set(targets.map(bareName));
    return (
      (names.has(bareName(file)) || targets.some((one) => one.includes("*"))) &&
      new Set(targets.map(withoutEnding)).size > 1
    );
  });
}

function nearestManifest(folder: string): Readonly<Record<string, unknown>> | undefined {
  for (let at = folder; ; at = posix.dirname(at)) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(posix.join(at, "package.json"), "utf8"));
      // One without a name only says how its folder is read.
      if (isRecord(manifest) && typeof manifest["name"] === "string") return manifest;
    } catch {
      // None there, or none that can be read.
    }
    if (at === posix.dirname(at)) return undefined;
  }
}

function bareName(path: string): string {
  return withoutEnding(posix.basename(path));
}
