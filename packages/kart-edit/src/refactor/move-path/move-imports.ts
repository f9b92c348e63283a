import { join, posix } from "node:path";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { JSX_SOURCE } from "@kart/core/syntax/module-records/jsx-runtime";
import { type ImportRecord, moduleRecord } from "@kart/core/syntax/module-records/module-record";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import { mappedTargets, splitPackageSpecifier } from "@kart/core/workspace/package-manifest";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../../change/change-files.ts";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { routeTypes } from "../../planning/paths/route-types.ts";
import { computedOnes } from "./computed-ones.ts";
import { AcrossPackages } from "./across-packages.ts";
import type { ShadowWorld } from "../shadow-world.ts";
import { byItsPackage } from "../by-its-package.ts";
import { linkOn, type WorkspaceLink } from "../workspace-links.ts";
import { pathAnew } from "./path-anew.ts";
import { statedTarget } from "./stated-target.ts";
import { exported } from "./unexported-subpaths.ts";
import {
  type Moved,
  isPathOf,
  needsEnding,
  pathMeant,
  relativeTo,
  specifierCandidates,
  specifierEdit,
} from "../../planning/paths/specifiers.ts";

/** What is moved, as the imports of a workspace see it. */
export interface Move {
  /** From the root, with `/`. */
  readonly from: string;
  readonly whereTo: WhereTo;
  /** Symlinks lead elsewhere: imports by their own path are what is looked at. */
  readonly isLink: boolean;
}

export interface ImportEdits {
  /** On the texts at the old places. */
  readonly files: readonly PlannedFile[];
  /** The new specifiers. */
  readonly changes: ReadonlyMap<ImportRecord, string>;
  /** Imports whose specifier is put together when the program runs, and which the move may concern. */
  readonly computed: readonly string[];
}

/** Rewrites every import that a move would break: of what is moved, and in it. */
export function importEdits(
  oxc: Parser,
  root: WorkspaceRoot,
  graph: ModuleGraph,
  move: Move,
  shadow: ShadowWorld,
): ImportEdits {
  const files: PlannedFile[] = [];
  const all = new Map<ImportRecord, string>();
  const computed: string[] = [];
  const across = new AcrossPackages(graph, shadow, move.whereTo);
  for (const node of graph.nodes.values()) {
    const to = move.whereTo(node.path) ?? node.path;
    const changes = new Map<ImportRecord, string>();
    for (const record of node.record.imports) {
      const fresh = newSpecifier(graph, shadow, across, node, record, to, move);
      if (fresh !== undefined && fresh !== record.specifier) changes.set(record, fresh);
    }
    for (const [record, fresh] of changes) all.set(record, fresh);
    computed.push(...computedOnes({ path: node.path, computed: node.record.computed }, graph, shadow, move));
    if (changes.size > 0) files.push(planned(oxc, root, node, changes));
  }
  return { files, changes: all, computed };
}

/** Undefined where the specifier stays. */
function newSpecifier(
  graph: ModuleGraph,
  shadow: ShadowWorld,
  across: AcrossPackages,
  node: ModuleNode,
  record: ImportRecord,
  to: string,
  move: Move,
): string | undefined {
  const { specifier, call } = record;
  // What a compiler imports stands in no text.
  if (call === JSX_SOURCE) return undefined;
  const target = targetOf(graph, node, specifier, move);
  const meant = isRelative(specifier) ? pathMeant(node.path, specifier) : undefined;
  const types = target === undefined || isWrittenAnew(target) ? routeTypes(specifier, node.path, to) : undefined;
  if (types !== undefined) return types;
  if (target === undefined) {
    // It leads out of the workspace or nowhere; a file that moves takes a relative one along.
    if (to === node.path || meant === undefined) return undefined;
    return move.whereTo(meant) === undefined ? relativeTo(to, meant) : undefined;
  }
  const now = move.whereTo(target) ?? target;
  // So it is with most of a workspace: neither end moves, and the path between them still leads there.
  const isLeft = to === node.path && now === target && meant !== undefined && !move.isLink;
  if (isLeft && shadow.targetOf(to, specifier) === target) return undefined;
  const places = [
    { from: node.path, to },
    { from: target, to: now },
  ] as const;
  const isInner = isWithinPackage(graph, node, specifier, places[1], move);
  const isGiven = isGivenName(graph, node, specifier);
  const ends = { importer: to, target: now };
  const written = () =>
    specifierCandidates(specifier, ...places).map((one) =>
      pathAnew(graph.resolver, shadow, node, specifier, one, ends),
    );
  const candidates = () =>
    written().filter(
      (one) =>
        (!isInner || !isRelative(one)) &&
        (!isGiven || exported(shadow, to, one)?.isExported === true) &&
        !isOwnNameAnew(shadow, specifier, one, to),
    );
  if (move.isLink) return candidates()[0];
  const isItself = byItsPackage(graph.resolver, node.path, specifier, target) === "itself";
  const leadsThere = (one: string) =>
    shadow.targetOf(to, one) === now && !(isItself && byItsPackage(shadow.resolver, to, one, now) === "built");
  if (!leadsThere(specifier)) {
    const stated = statedTarget(graph.resolver, node.path, specifier);
    if (
      stated !== undefined &&
      stated !== target &&
      shadow.targetOf(to, specifier) === (move.whereTo(stated) ?? stated)
    )
      return undefined;
    // What `rootDirs` or `moduleSuffixes` lead from a path to its file still do where the path is the same.
    const asMeant = meant === undefined ? [] : [relativeTo(to, move.whereTo(meant) ?? meant)];
    const linked = meant === undefined ? [] : linkedCandidates(shadow.links, specifier, meant, places, move.whereTo);
    const found = [...candidates(), ...linked, ...asMeant].find(leadsThere);
    if (found === undefined || !isRelative(found)) return found;
    return across.named(node, record, ...places).find(leadsThere) ?? found;
  }
  const within = across.within(node, record, ...places).find(leadsThere);
  if (within !== undefined) return within;
  // What led to the file itself is not to lead to it as what might be built from it: `../lib/a`, where `lib` became `src`.
  const isGuess = meant !== undefined && isPathOf(specifier, node.path, target) && !isPathOf(specifier, to, now);
  if (isGuess) return candidates().find(leadsThere);
  // The resolver tries more endings than TypeScript does. The name of a package or an entry of `paths` has none.
  const isEnded = !needsEnding({ from: target, to: now }) || /\.[cm]?[jt]sx?(?:\?|$)/.test(specifier);
  // Neither does a package guess at endings: `./*` of its exports leads to what is written.
  if (isEnded && needsEnding({ from: target, to: now }) && !isStated(shadow, specifier, now))
    return candidates().find((one) => isStated(shadow, one, now));
  const isAlike = (one: string) => isRelative(one) === isRelative(specifier);
  return isEnded ? undefined : candidates().find((one) => isAlike(one) && leadsThere(one));
}

/** Whether a framework writes a file each time that it builds. */
function isWrittenAnew(path: string): boolean {
  return /(?:^|\/)\.(?:svelte-kit|react-router)\//.test(path);
}

/** Specifiers by the symlink of a folder that the old one went through. */
function linkedCandidates(
  links: readonly WorkspaceLink[],
  specifier: string,
  meant: string,
  [importer, target]: readonly [Moved, Moved],
  whereTo: WhereTo,
): string[] {
  const link = linkOn(links, meant);
  if (link === undefined) return [];
  const now = { path: whereTo(link.path) ?? link.path, target: whereTo(link.target) ?? link.target };
  if (!target.from.startsWith(`${link.target}/`) || !target.to.startsWith(`${now.target}/`)) return [];
  const from = link.path + target.from.slice(link.target.length);
  return specifierCandidates(specifier, importer, { from, to: now.path + target.to.slice(now.target.length) });
}

/**
 * Whether a file that another package imports by its package's name stays in that: no path reaches into a package from outside.
 * Where the name leads nowhere any more, what its package.json says of it must change.
 */
function isWithinPackage(
  { resolver: { packages } }: ModuleGraph,
  { path }: ModuleNode,
  specifier: string,
  { from, to }: Moved,
  { whereTo }: Move,
): boolean {
  const owner = packages.packageOf(from);
  if (owner?.name === undefined || splitPackageSpecifier(specifier)?.name !== owner.name) return false;
  const folder = whereTo(owner.folder) ?? owner.folder;
  return packages.packageOf(path) !== owner && (folder === "." || to.startsWith(`${folder}/`));
}

/**
 * Whether a specifier is a name that the `exports` of a package give to what it leads to, and no `paths` do: others import by it too, so
 * that it stays where they give the new place none, and what they lead it to must change.
 */
function isGivenName(graph: ModuleGraph, { path }: ModuleNode, specifier: string): boolean {
  return exported(graph, path, specifier)?.isExported === true && graph.resolver.aliased(path, specifier) === undefined;
}

/**
 * Whether a file would import its own package by its name, where it imported another: no `node_modules` need have that, and from within
 * it is what is built that the name leads to.
 */
function isOwnNameAnew({ resolver }: ShadowWorld, old: string, fresh: string, importer: string): boolean {
  const name = splitPackageSpecifier(fresh)?.name;
  if (name === undefined || name !== resolver.packages.packageOf(importer)?.name) return false;
  return splitPackageSpecifier(old)?.name !== name && resolver.aliased(importer, fresh) === undefined;
}

/** Whether a package's exports lead from a specifier by its name to a file, or to what is built beside it. */
function isStated({ resolver: { packages, manifests } }: ShadowWorld, specifier: string, now: string): boolean {
  const owner = packages.packageOf(now);
  const parts = splitPackageSpecifier(specifier);
  if (owner?.name === undefined || parts?.name !== owner.name) return false;
  const targets = mappedTargets(owner.manifest["exports"], parts.subpath, manifests.conditions);
  const written = now.replace(/(?<!\.d)\.([cm]?)tsx?$/, ".$1js");
  return targets.map((target) => posix.join(owner.folder, target)).some((path) => path === now || path === written);
}

function targetOf(graph: ModuleGraph, node: ModuleNode, specifier: string, { from, isLink }: Move): string | undefined {
  if (!isLink) return graph.targetOf(node, specifier);
  if (!isRelative(specifier)) return undefined;
  const meant = pathMeant(node.path, specifier);
  if (meant === from || meant.startsWith(`${from}/`)) return meant;
  const stem = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, "");
  return stem(meant) === stem(from) ? from : undefined;
}

function planned(
  oxc: Parser,
  root: WorkspaceRoot,
  { path }: ModuleNode,
  changes: ReadonlyMap<ImportRecord, string>,
): PlannedFile {
  const text = textOrEmpty(join(root.absolute, path));
  const edits = new Map<number, TextEdit>();
  for (const [record, fresh] of changes) {
    const edit = specifierEdit(text, record, fresh);
    if (edit === undefined) throw unwritten(path, record);
    edits.set(edit.span.start, edit);
  }
  const plan = { path, text, edits: textEdits([...edits.values()]) as TextEdits };
  if (sourceLanguage(path) !== undefined) prove(oxc, plan, changes);
  return plan;
}

/** The new text imports what the old one did, but for what was to change. */
function prove(oxc: Parser, { path, text, edits }: PlannedFile, changes: ReadonlyMap<ImportRecord, string>): void {
  const [before, after] = [text, applyEdits(text, edits)].map((one) => moduleRecord(oxc, path, one));
  if (before?.ok !== true || after?.ok !== true) return;
  const wanted = new Map(Array.from(changes, ([{ start, specifier }, fresh]) => [`${start} ${specifier}`, fresh]));
  for (const [index, record] of before.record.imports.entries()) {
    const fresh = wanted.get(`${record.start} ${record.specifier}`) ?? record.specifier;
    if (after.record.imports[index]?.specifier !== fresh) throw unwritten(path, record);
  }
}

function unwritten(path: string, { line, specifier }: ImportRecord): ToolError {
  return new ToolError(
    "stale",
    `${escapeName(path)}:${line} does not show its import of ${escapeName(specifier)} any more, or writes it in a way that cannot be changed safely. Look at that line, then repeat the call.`,
  );
}
