import { dirname, join } from "node:path";
import { type EntryPoint, entryPointsOf } from "@kart/core/modules/entry-points";
import { isRelative } from "@kart/core/modules/import-places";
import { otherLeads } from "@kart/core/modules/other-projects";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { count } from "@kart/core/text/display";
import { isRecord } from "@kart/core/text/is-record";
import { installedFile } from "@kart/core/workspace/installed-file";
import { splitPackageSpecifier, type WorkspacePackage } from "@kart/core/workspace/package-manifest";
import { filled } from "@kart/core/text/star-pattern";
import { ProjectRoots } from "@kart/core/workspace/project-roots";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { pathMeant } from "../../planning/paths/specifiers.ts";
import { commonJsInTypeScript, otherModuleSystem } from "../module-system.ts";
import { leftAliases } from "./left-aliases.ts";
import { leftBases } from "./left-bases.ts";
import { leftGlobals, madeModules } from "./left-globals.ts";
import { leftTypes } from "./left-types.ts";
import { leftWorkspaces } from "./left-workspaces.ts";
import { lostEntries } from "./lost-entries.ts";
import { packageBorders } from "./package-borders.ts";
import { statedTarget } from "./stated-target.ts";
import type { ShadowWorld } from "../shadow-world.ts";
import { undeclaredPackages } from "../undeclared-packages.ts";
import { lostSideEffects } from "../side-effects.ts";
import { under } from "../under.ts";
import { linkOn, type WorkspaceLink } from "../workspace-links.ts";
import { unexportedSubpaths } from "./unexported-subpaths.ts";
import { unlistedImports, type World } from "./unlisted-imports.ts";

/** What a move changes besides places: each a line for a reader, what breaks soonest first. None where everything leads where it led. */
export function whatChanges(
  oxc: Parser,
  root: WorkspaceRoot,
  before: ModuleGraph,
  { root: shadow, links }: ShadowWorld,
  after: ModuleGraph,
  whereTo: WhereTo,
): string[] {
  const moved = (path: string) => whereTo(path) ?? path;
  const old = new ProjectRoots(before.resolver.configs.all());
  const fresh = new ProjectRoots(after.resolver.configs.all());
  const lost = before.files.sources.filter(
    (path) =>
      moved(path) !== path &&
      old.listing(join(root.absolute, path)).length > 0 &&
      fresh.listing(join(shadow.absolute, moved(path))).length === 0,
  );
  const world = { root, graph: before, projects: old };
  const later = { root: shadow, graph: after, projects: fresh };
  const entries = entryPointsOf(after);
  return [
    ...undeclaredPackages(root, before, after, moved),
    ...packageBorders(before, after, moved),
    ...unexportedSubpaths(before, after, moved),
    // What imports by its name a package whose entry is lost follows from that.
    ...lostEntries(oxc, before, after, moved, entries),
    ...lostSideEffects(before, after, moved),
    ...changedImports(before, after, moved, links),
    ...lostStandIns(before, after, moved),
    ...leftAliases(before, after, moved),
    ...otherModuleSystem(before, after, moved),
    ...commonJsInTypeScript(before, after, moved),
    ...unlistedImports(world, later, moved),
    ...leftTypes(world, later, moved),
    ...renamedEntries(before, after, moved, entries),
    ...leftWorkspaces(root, before, after, moved),
    ...leftBases(before, after, moved),
    ...withoutJsx(later, before, moved),
    ...lost.map((path) => `${moved(path)} was part of a tsconfig's project as ${path}, and is no more`),
    ...leftGlobals(oxc, world, later, moved),
    ...madeModules(oxc, world, moved),
  ];
}

type Moved = (path: string) => string;

/** Imports that lead elsewhere than before: those of one name, of a package or an alias, in one line. */
function changedImports(
  before: ModuleGraph,
  after: ModuleGraph,
  moved: Moved,
  links: readonly WorkspaceLink[],
): string[] {
  const changed = [...before.nodes.values()].flatMap((node) => {
    const now = after.nodes.get(moved(node.path));
    return node.record.imports.flatMap(({ specifier }, index) => {
      const record = now?.record.imports[index];
      if (now === undefined || record === undefined) return [];
      const place = `${now.path}:${record.line}`;
      const outcomes = outcomesOf(before, after, moved, node, now, specifier, record.specifier);
      const link = isRelative(specifier) ? linkOn(links, pathMeant(node.path, specifier)) : undefined;
      const through = link === undefined ? "" : ` by the symlink ${moved(link.path)}`;
      return outcomes.map((outcome) => ({ place, specifier: record.specifier, outcome: outcome + through }));
    });
  });
  const groups = Map.groupBy(changed, ({ place, specifier, outcome }) =>
    isRelative(specifier) ? `${place}\0${specifier}\0${outcome}` : `${specifier}\0${outcome}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const imports = others.length === 0 ? "imports" : `and ${others.length} more import`;
    return [`${first.place} ${imports} ${first.specifier}, which would ${first.outcome}`];
  });
}

/** Imports that other projects led elsewhere, to a mock perhaps, and that they lead there no more. */
function lostStandIns(before: ModuleGraph, after: ModuleGraph, moved: Moved): string[] {
  const still = new Set(otherLeads(after).map(({ importer, to, config }) => `${importer.path}\0${to}\0${config}`));
  return otherLeads(before).flatMap(({ importer, record, to, config }) => {
    const now = moved(importer.path);
    return still.has(`${now}\0${moved(to)}\0${config}`)
      ? []
      : [`${now}:${record.line} imported ${moved(to)} in ${config} by ${record.specifier}, and would not any more`];
  });
}

/** None for an import that leads where it led. */
function outcomesOf(
  before: ModuleGraph,
  after: ModuleGraph,
  moved: Moved,
  node: ModuleNode,
  now: ModuleNode,
  specifier: string,
  fresh: string,
): string[] {
  const target = before.targetOf(node, specifier);
  const found = after.targetOf(now, fresh);
  if (target === undefined) {
    const isTaken = found !== undefined && node.targets.get(specifier)?.kind === "external";
    const isByName = isTaken && after.resolver.aliased(now.path, fresh) === undefined;
    return isTaken && !(isByName && isInstalled(before.root.absolute, now.path, fresh)) ? [`lead to ${found}`] : [];
  }
  const stated = found === moved(target) ? undefined : statedTarget(before.resolver, node.path, specifier);
  if (stated !== undefined && found === moved(stated)) return [];
  if (found !== moved(target)) return [`lead ${found === undefined ? "nowhere" : `to ${found}`}`];
  const still = after.targetsOf(now, fresh);
  const lost = before.targetsOf(node, specifier).filter((one) => !still.includes(moved(one)));
  return lost.map((one) => `no longer lead to ${moved(one)}`);
}

/** Whether the package that a file imports is installed where that looks for it, though the workspace has one of its name. */
function isInstalled(root: string, path: string, specifier: string): boolean {
  const parts = splitPackageSpecifier(specifier);
  return (
    parts !== undefined && installedFile(dirname(join(root, path)), `${parts.name}/package.json`, root) !== undefined
  );
}

/** Names by which a published package exports files through patterns, and that lead there no more. */
function renamedEntries(
  before: ModuleGraph,
  after: ModuleGraph,
  moved: Moved,
  entries: readonly EntryPoint[],
): string[] {
  const still = new Set(entries.map(({ path }) => path));
  return before.resolver.packages.all.flatMap((owner) => {
    const { exports } = owner.manifest;
    if (owner.manifest["private"] === true || !isRecord(exports)) return [];
    const patterns = Object.fromEntries(Object.entries(exports).filter(([key]) => key.includes("*")));
    const lost = [...new Set(before.resolver.manifests.fieldSources(owner, patterns))].flatMap((path) => {
      if (moved(path) === path || !still.has(moved(path))) return [];
      const name = namesByPattern(owner, Object.keys(patterns), path).find((one) => leadsTo(before, path, one, path));
      return name === undefined || leadsTo(after, moved(path), name, moved(path)) ? [] : [{ path: moved(path), name }];
    });
    const [first] = lost;
    if (first === undefined) return [];
    const what = lost.length === 1 ? first.path : count(lost.length, "file");
    const names = under(lost.map(({ name }) => name));
    return [`${what} could be imported as ${names} from outside the workspace, and cannot be any more`];
  });
}

/** What a file may be called by a pattern: its star stands for the end of the path, with or without the file's ending. */
function namesByPattern({ name = "", folder }: WorkspacePackage, patterns: readonly string[], path: string): string[] {
  const parts = (folder === "." ? path : path.slice(folder.length + 1)).split("/");
  // Shortest first: the resolver is lenient, and takes whole paths too.
  const ends = parts.map((_, index) => parts.slice(-1 - index).join("/"));
  const stars = ends.flatMap((end) => [end.replace(/\.[^./]+$/, ""), end]);
  return patterns.flatMap((pattern) => stars.map((star) => name + filled(pattern.slice(1), star)));
}

function leadsTo({ resolver }: ModuleGraph, importer: string, specifier: string, path: string): boolean {
  const found = resolver.resolve(importer, specifier);
  return found.kind === "source" && found.path === path;
}

/** What a move makes files of JSX, and imports that projects refuse which set no `jsx` (TS6142). */
function withoutJsx({ root, graph, projects }: World, before: ModuleGraph, moved: Moved): string[] {
  const refusing = new Set(graph.resolver.configs.all().flatMap((one) => (one.takesJsx === true ? [] : [one.path])));
  const isImported = (path: string) =>
    [...graph.nodes.values()].some((node) =>
      node.record.imports.some(({ specifier }) => graph.targetOf(node, specifier) === path),
    );
  return [...before.nodes.keys()].flatMap((path) => {
    const to = moved(path);
    if (!/\.[jt]sx$/.test(to) || /\.[jt]sx$/.test(path)) return [];
    const listing = projects.listing(join(root.absolute, to)).filter((config) => refusing.has(config));
    if (listing.length === 0 || !isImported(to)) return [];
    return listing.map((config) => `${root.relative(config)} sets no \`jsx\`: it refuses imports of ${to}`);
  });
}
