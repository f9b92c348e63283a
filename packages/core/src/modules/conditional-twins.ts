import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { isRecord } from "../text/is-record.ts";
import { fieldEntries, leaves } from "../workspace/package-manifest.ts";
import { isDeclarationFile } from "../syntax/parser/source-language.ts";
import { isRelative } from "./import-places.ts";
import type { ModuleGraph } from "./module-graph.ts";

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
    const plain = targets.filter((target) => target.startsWith(".") && !target.includes("*"));
    const sources = plain.flatMap((target) => resolver.manifests.targetSources(owner, posix.normalize(target)));
    return sources.includes(path) ? sources.map((one) => ({ path: one, isByPath })) : [];
  });
  return found.filter((one) => one.path !== path);
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
          .filter(({ importer, record: { specifier } }) => {
            const target = importer.targets.get(specifier);
            const isFollowed = target?.kind === "source" && target.path === twin.path;
            return isFollowed && importer.path !== path && (twin.isByPath || !isRelative(specifier));
          })
          .map(({ importer, record: { specifier, line } }) => `${importer.path}:${line} ${specifier}`),
      ),
  );
  return [...new Set(found)];
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
    return names.has(bareName(file)) && new Set(targets.map(withoutEnding)).size > 1;
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

function withoutEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}

function bareName(path: string): string {
  return withoutEnding(posix.basename(path));
}
