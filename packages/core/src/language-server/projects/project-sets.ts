import { basename, dirname, join, sep } from "node:path";
import type { ProjectRoots } from "../../workspace/project-roots.ts";
import type { TsConfig } from "../../workspace/tsconfig.ts";

/** Files that the same projects list. Paths are absolute. */
export interface ProjectSet {
  /** Their configurations. */
  readonly projects: readonly string[];
  readonly files: string[];
}

/** Files by the projects that list them; those of none under the empty key. */
export function setsOf(roots: ProjectRoots, files: readonly string[]): Map<string, ProjectSet> {
  const sets = new Map<string, ProjectSet>();
  for (const file of files) {
    const projects = roots.listing(file);
    const key = projects.join("\0");
    const set = sets.get(key);
    if (set === undefined) sets.set(key, { projects, files: [file] });
    else set.files.push(file);
  }
  return sets;
}

/**
 * For each set that leaves no choice of its project, or has one with the name that a server looks for first, that project; with
 * the files of the set.
 */
export function plainProjects(sets: readonly ProjectSet[]): Map<string, readonly string[]> {
  const chosen = new Map<string, readonly string[]>();
  for (const { projects, files } of sets) {
    const project = projects.length === 1 ? projects[0] : projects.find((one) => basename(one) === "tsconfig.json");
    if (project !== undefined) chosen.set(project, files);
  }
  return chosen;
}

/** Of the projects that list a file, the one that a server chooses when it is opened; undefined where that depends on more. */
export function openedIn(file: string, projects: readonly string[]): string | undefined {
  if (projects.length < 2) return projects[0];
  const above = projects.filter((one) => basename(one) === "tsconfig.json" && file.startsWith(join(dirname(one), sep)));
  // The nearest has the longest path.
  return above.toSorted((a, b) => b.length - a.length)[0];
}

/** Projects that list a file as well. */
export interface OtherProjects {
  /** Absolute paths of configurations. */
  readonly configs: readonly string[];
  /** Whether the server answers about the file in one of them. */
  readonly isOneAnswering: boolean;
}

/**
 * The projects that list a file beside the one in which a server answers about it: the nearest `tsconfig.json` that lists it or refers to
 * who does. Of several that this refers to, nothing tells which. Left out are projects that no other refers to, which may have options
 * for nothing but what extends them, but for a `tsconfig.json` that nothing extends and that says what it holds: what `tsc` builds in
 * its folder.
 */
export function othersListing(
  file: string,
  projects: readonly string[],
  configs: readonly Pick<TsConfig, "path" | "references" | "bases" | "include" | "files">[],
): OtherProjects {
  if (projects.length < 2) return { configs: [], isOneAnswering: false };
  const byPath = new Map(configs.map((one) => [one.path, one]));
  const ledBy = (path: string) => {
    const found = new Set([path]);
    // A set grows while it is walked.
    for (const one of found) for (const other of byPath.get(one)?.references ?? []) found.add(other);
    return projects.filter((one) => found.has(one));
  };
  const above = [...byPath.keys()].filter(
    (one) => basename(one) === "tsconfig.json" && file.startsWith(join(dirname(one), sep)),
  );
  const nearest = above
    .toSorted((a, b) => b.length - a.length)
    .map((one) => ({ one, led: ledBy(one) }))
    .find(({ led }) => led.length > 0);
  const answering =
    nearest?.led.find((one) => one === nearest.one) ?? (nearest?.led.length === 1 ? nearest.led[0] : undefined);
  const referred = new Set(configs.flatMap(({ references }) => references));
  const extended = new Set(configs.flatMap(({ bases = [] }) => bases));
  const isBuilt = (one: string) => {
    const { include, files } = byPath.get(one) ?? {};
    return basename(one) === "tsconfig.json" && (include ?? files) !== undefined && !extended.has(one);
  };
  return {
    configs: projects.filter((one) => one !== answering && (referred.has(one) || isBuilt(one))),
    isOneAnswering: answering === undefined,
  };
}

/**
 * For each of some sets, of which one project is loaded: the projects that resolve imports as none of the loaded ones does, each
 * way once, as sets of their own.
 */
export function otherResolutions(
  sets: readonly ProjectSet[],
  configs: readonly TsConfig[],
  loaded: ReadonlySet<string>,
): ProjectSet[] {
  const several = sets.filter(({ projects }) => projects.length > 1);
  if (several.length === 0) return [];
  const ways = waysOf(configs);
  return several.flatMap(({ projects, files }) => {
    const known = new Set(projects.filter((one) => loaded.has(one)).map((one) => ways.get(one)));
    // One that is not loaded was found not to lead there.
    if (known.size === 0) return [];
    const missing = new Map(projects.map((one) => [ways.get(one), one]));
    return Array.from(missing, ([way, project]) => (known.has(way) ? [] : [{ projects: [project], files }])).flat();
  });
}

const knownWays = new WeakMap<readonly TsConfig[], ReadonlyMap<string, string>>();

/** By configuration, what tells how its imports are resolved; alike for those that do it alike. */
function waysOf(configs: readonly TsConfig[]): ReadonlyMap<string, string> {
  const known = knownWays.get(configs);
  if (known !== undefined) return known;
  const ways = new Map(
    configs.map(({ path, baseUrl, paths, customConditions }) => [
      path,
      JSON.stringify([baseUrl, paths, customConditions]),
    ]),
  );
  knownWays.set(configs, ways);
  return ways;
}
