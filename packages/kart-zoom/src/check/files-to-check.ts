import { ToolError } from "@kart/core/mcp/tool-error";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { stepsTo } from "@kart/core/modules/steps-to";
import { isComponent, isPage, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { importsLedElsewhere } from "@kart/core/modules/platforms";
import { gapNote } from "@kart/core/text/gap-note";
import { escapeName } from "@kart/core/text/display";
import { changedInFolder } from "@kart/core/workspace/changed-in-folder";
import { askedFile, noSource } from "../source/asked-place.ts";
import { type DataDependents, isConfiguration, isData } from "./data-files.ts";
import type { Programs } from "./programs.ts";
import { unreadError, whyUnread } from "@kart/core/workspace/unread-error";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";

/** Source files that are to be checked. */
export interface FilesToCheck {
  readonly files: readonly WorkspacePath[];
  /** Source files beyond the most of one check, in the order in which they would have come. From the root. */
  readonly left: readonly string[];
  /** Those that cannot be read as text, with the reason: `src/a.ts (binary content)`. From the root. */
  readonly unread: readonly string[];
  /** What stands in the way of calling the check whole. */
  readonly gaps: readonly string[];
  /** Components (`.vue` and the like) that were to be checked as well, which nothing here can. From the root. */
  readonly components: readonly string[];
  /** Changed files that are gone. */
  readonly deleted: readonly string[];
  /** What has no types of its own, and sources depend on: JSON, configurations. From the root, gone ones among them. */
  readonly data: readonly string[];
}

/**
 * Files of one check. The server answers for about fifty a second (1,441 of 1,677 in 30 s, with two cores), and those that it does
 * not answer for in time are named.
 */
const MAX_FILES = 2_000;

/** The same of what changed: what is complained of is held against HEAD, which takes as long again where that is all of it. */
const MAX_CHANGED = 1_000;

/** Steps of those that depend on something without importing it: behind all others. */
const FARTHEST = Number.MAX_SAFE_INTEGER;

/**
 * The source files that paths name, those below folders included. Throws what proving throws, `invalid_argument` for others, and
 * what {@link unreadError} tells of one that is named itself and cannot be read.
 *
 * @param content stands in the place of the one file that is named
 */
export async function namedFiles(
  workspace: Workspace,
  paths: readonly string[],
  content: string | undefined,
  signal: AbortSignal,
): Promise<FilesToCheck> {
  const found = new Map<string, WorkspacePath>();
  const data: string[] = [];
  for (const given of paths) {
    const path = content === undefined ? workspace.root.prove(given) : askedFile(workspace.root, given, content);
    if (path.kind === "folder")
      for (const file of (await workspace.sourceFiles(path, signal)).files) found.set(file, workspace.root.prove(file));
    else if (isData(path.relative) && (content === undefined || !isConfiguration(path.relative)))
      data.push(path.relative);
    else if (isConfiguration(path.relative))
      throw new ToolError(
        "invalid_argument",
        `content cannot stand in the place of ${escapeName(path.relative)}. Write it, and check then.`,
      );
    else if (sourceLanguage(path.relative) === undefined) throw noSource(path.relative);
    else if (content === undefined && whyUnread(path) !== undefined) throw unreadError(path);
    else found.set(path.relative, path);
  }
  return { ...capped([...found.values()], [], MAX_FILES), data };
}

/** The source files that git sees as changed. Throws `backend_unavailable` where there is no repository. */
export async function changedSources(workspace: Workspace, signal: AbortSignal): Promise<FilesToCheck> {
  const { root } = workspace;
  const changed = await changedInFolder(root.absolute, signal);
  if (changed.status === "unknown")
    throw new ToolError("backend_unavailable", `git does not say what changed: ${changed.reason}. Pass paths.`);
  // A link leads to a file that may have changed too.
  const files = new Map<string, WorkspacePath>();
  const deleted: string[] = [];
  const components: string[] = [];
  const data = changed.files.map(({ path }) => path).filter(isData);
  for (const { path, isNew } of changed.files) {
    if (isComponent(path) && proveOrUndefined(root, path) !== undefined) components.push(path);
    if (sourceLanguage(path) === undefined) continue;
    const proven = proveOrUndefined(root, path);
    // What HEAD does not have is a link that leads nowhere, or out of the root.
    if (proven === undefined && !isNew) deleted.push(path);
    else if (proven?.kind === "file") files.set(proven.relative, proven);
  }
  const all = capped([...files.values()], deleted, MAX_CHANGED);
  const inside = await Promise.all(changed.repositories.map((path) => holdsSources(workspace, path, signal)));
  const gaps = [
    ...gapNote("NOT checked, submodules with changes: pass them in paths", changed.submodules.changed),
    ...gapNote(
      "NOT looked into for changes, submodules beyond the most: pass them in paths",
      changed.submodules.notLookedInto,
    ),
    ...gapNote(
      "NOT checked, repositories of their own: pass them in paths",
      changed.repositories.filter((_, index) => inside[index]),
    ),
  ];
  return { ...all, gaps, components, data };
}

async function holdsSources(workspace: Workspace, folder: string, signal: AbortSignal): Promise<boolean> {
  const path = proveOrUndefined(workspace.root, folder);
  return path !== undefined && (await workspace.sourceFiles(path, signal)).files.length > 0;
}

/**
 * Without the files that cannot be read as text: a video may end in `.ts` too. Nobody named them themselves.
 *
 * @param contents texts in the place of files, by absolute path
 */
export function withoutUnread(found: FilesToCheck, contents: ReadonlyMap<string, string>): FilesToCheck {
  const unread: string[] = [];
  const files = found.files.filter((path) => {
    const why = contents.has(path.absolute) ? undefined : whyUnread(path);
    if (why !== undefined) unread.push(`${path.relative} (${why})`);
    return why === undefined;
  });
  return { ...found, files, unread };
}

/** Without the data that nothing depends on. */
export function withDataInUse(found: FilesToCheck, dependents: DataDependents): FilesToCheck {
  const isInUse = (path: string) => dependents.importers(path).length > 0 || dependents.configured(path).length > 0;
  return { ...found, data: found.data.filter(isInUse) };
}

/** What tells who depends on files. */
interface Told {
  /** Whether the files are those that somebody named, rather than what changed. */
  readonly isNamed: boolean;
  /** Of a path from the root, whether a file there declares something for others to see without importing it, or did so. */
  readonly isGlobal: (path: string) => boolean;
  /** Of the data. */
  readonly dependents: DataDependents;
  /** Who would import what is not there, were it. */
  readonly ofAbsent: ReadonlyMap<string, ReadonlySet<string>>;
  readonly programs: Programs;
  /** Projects to which the change may bring files, or that lose some by it. */
  readonly changed: ReadonlySet<string>;
}

/**
 * The files that import some files, directly or not, the nearest first; those that imported deleted files as well, whether that fails
 * now or leads elsewhere, and those that would import a file that is not there yet. What one of all these declares globally nobody
 * imports, nor what comes into a program: every file of the projects is a dependent then, the last of all.
 */
export function withDependents(
  { root }: Workspace,
  graph: ModuleGraph,
  { files, left, gaps, deleted, components, data }: FilesToCheck,
  { isNamed, isGlobal, dependents, ofAbsent, programs, changed }: Told,
): FilesToCheck {
  const asked = files.map(({ relative }) => relative);
  const depths = new Map(stepsTo(graph, asked));
  const importing = [
    ...data.flatMap((one) => dependents.importers(one)),
    ...[...ofAbsent.values()].flatMap((one) => [...one]),
  ];
  for (const [path, steps] of stepsTo(graph, importing))
    depths.set(path, Math.min(steps + 1, depths.get(path) ?? Infinity));
  if (deleted.length > 0)
    for (const { path, looksLikePackage } of graph.unresolved()) if (!looksLikePackage) depths.set(path, 1);
  for (const path of data.flatMap((one) => dependents.configured(one)))
    if (!depths.has(path)) depths.set(path, FARTHEST);
  const known = new Set(asked);
  const isMissed = (path: string) => isGlobal(path) || programs.naming(path).length > 0;
  const gone = deleted.filter(isMissed).flatMap((one) => [one, ...(ofAbsent.get(one) ?? [])]);
  const global = [...Array.from(depths.keys()).filter(isGlobal), ...gone];
  const projects = new Set([...changed, ...(global.length === 0 ? [] : programs.sharing(global))]);
  for (const path of programs.sources(projects)) if (!depths.has(path)) depths.set(path, FARTHEST);
  const added = [...depths]
    .filter(([path]) => !known.has(path) && sourceLanguage(path) !== undefined)
    .sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
  const proven = added.flatMap(([path]) => proveOrUndefined(root, path) ?? []);
  const all = capped([...files, ...proven], deleted, isNamed ? MAX_FILES : MAX_CHANGED);
  const unread = new Set([
    ...components,
    ...Array.from(depths.keys()).filter((path) => isComponent(path) || isPage(path)),
  ]);
  const elsewhere = gapNote(
    "These imports lead to what is checked on some platform, under some condition or in some project alone, and may be checked where they lead to another file",
    importsLedElsewhere(graph, known),
  );
  const empty = deleted.flatMap((path) => {
    const alone = programs.naming(path).filter((project) => programs.sources(new Set([project])).length === 0);
    return alone.map((project) => `${root.relative(project)} (${path})`);
  });
  const unsearched = gapNote("NOT SEARCHED, and may import what is checked", [
    ...graph.files.problems,
    ...graph.unparsed.map(({ path }) => path).filter((path) => graph.isUnreadable(path)),
  ]);
  const without = gapNote("NOT checked, since they name what is gone and list nothing else", empty);
  return {
    ...all,
    left: [...left, ...all.left],
    gaps: [...gaps, ...elsewhere, ...unsearched, ...without],
    components: [...unread].sort(),
    data,
  };
}

function capped(files: readonly WorkspacePath[], deleted: readonly string[], most: number): FilesToCheck {
  const left = files.slice(most).map(({ relative }) => relative);
  return { files: files.slice(0, most), left, unread: [], gaps: [], deleted, components: [], data: [] };
}

/** A file that is gone, or leads out of the root. */
function proveOrUndefined(root: Workspace["root"], path: string): WorkspacePath | undefined {
  try {
    return root.prove(path);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
