import { graphOfCall } from "../../change/once-per-call.ts";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { entryPointsOf } from "@kart/core/modules/entry-points";
import { isRelative } from "@kart/core/modules/import-places";
import { rootsOf } from "@kart/core/syntax/module-records/jsx-factory";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { bareName, parseNamePath } from "@kart/core/syntax/name-path";
import { loadParser, type Parser } from "@kart/core/syntax/parser/parse";
import { moduleRecord } from "@kart/core/syntax/module-records/module-record";
import { gapNote, unsearchedNote } from "@kart/core/text/gap-note";
import { isDeclarationFile, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { type NewPath, proveNew } from "@kart/core/workspace/new-path";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { type ChangedFile, madeFile, proveFiles } from "../../change/change-files.ts";
import { FileText } from "../../change/file-text.ts";
import { findInCode } from "../../change/find-target.ts";
import { callingAtLoad } from "../../planning/moved/acts-at-load.ts";
import { withDeclaredExports } from "../../planning/moved/declared-exports.ts";
import { headLike } from "../../planning/moved/file-head.ts";
import { newDirectives } from "../new-directives.ts";
import { lineChanges } from "../../planning/moved/line-changes.ts";
import { ambientNames } from "../../planning/moved/ambient-names.ts";
import { type MovedSymbols, movedSymbols } from "../../planning/moved/moved-symbols.ts";
import {
  movedCode,
  placedAlone,
  placedIn,
  refuseTakenNames,
  remainderOf,
} from "../../planning/moved/placed-symbols.ts";
import type { EditServices } from "../../services.ts";
import { ByPackageName } from "./by-package-name.ts";
import { borderNotes, passedOn } from "./passed-on.ts";
import { typesAlong, withCarriedTypes, withoutLeftTypes } from "./carried-types.ts";
import { carriedSpecifiers } from "./carried-specifiers.ts";
import { commonJsCourse } from "./move-common-js.ts";
import { isLoadedNoMore, type KeptLoads, keptLoads, keptLoadsNote } from "../kept-loads.ts";
import { refuseBroken, standInFor } from "./move-check.ts";
import { ignored, mayBeCommonJs, moduleAt } from "./movable-modules.ts";
import { type MovedImporters, movedImporters, type MoveWorld } from "./moved-importers.ts";
import {
  exportedAnew,
  loadOrder,
  notesOf,
  refuseUnready,
  runsEarlier,
  runsLater,
  sidesGained,
  sidesLeftOut,
  sidesLost,
} from "./moved-effects.ts";
import { movedComputed } from "./moved-computed.ts";
import { movedNeeds, withoutMoved, withoutWidened } from "./moved-needs.ts";
import { refusedImports, takenOver } from "./led-anew.ts";
import { unparsedNamers } from "../unparsed-namers.ts";
import { ShadowWorld } from "../shadow-world.ts";
import { refuseUnlike } from "./move-refusals.ts";
import { type LeadsTo, SpecifiersTo } from "./specifiers-to.ts";
import { refuseStarClashes } from "./star-clashes.ts";
import { workspaceLinks } from "../workspace-links.ts";

export interface MoveSymbolsRequest {
  readonly from: string;
  readonly to: string;
  readonly symbols: readonly string[];
  readonly dryRun: boolean;
}

export interface MovedSymbolsResult {
  /** From the root, with `/`. */
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
  /** One that is made comes first: what it imports is what nobody has seen. */
  readonly files: readonly ChangedFile[];
  readonly warnings: readonly string[];
}

/**
 * Moves declarations of a module's top level to another file, there or not yet: with the imports that they need, and every import of
 * them led to where they are. What has them in another way than by name goes on having them from the old file.
 *
 * Throws `invalid_argument` for what cannot be moved, `already_exists` where a name is taken, `still_referenced` where types would
 * break, and what proving paths and writing files throw; then nothing has changed.
 */
export function moveSymbols(
  request: MoveSymbolsRequest,
  context: ToolContext<EditServices>,
): Promise<MovedSymbolsResult> {
  const { workspace, services } = context;
  return services.locks.hold([workspace.root.absolute], () => moveAlone(request, context));
}

async function moveAlone(
  { dryRun, ...request }: MoveSymbolsRequest,
  context: ToolContext<EditServices>,
): Promise<MovedSymbolsResult> {
  const { workspace, services, signal } = context;
  const { root } = workspace;
  const oxc = await loadParser();
  const graph = await graphOfCall(services, signal);
  const ends = endsOf(oxc, graph, request, context);
  const { from, to, made, names } = ends;
  const standIn = made === undefined ? undefined : standInFor(root, made);
  const added = [to.path, standIn ?? []].flat();
  const links = made === undefined ? [] : await workspaceLinks(workspace, signal);
  using shadow =
    made === undefined ? undefined : await ShadowWorld.open(root, graph, links, () => undefined, [], added);
  const targetOf = (importer: string, specifier: string) =>
    shadow === undefined ? pathOf(graph.resolver.resolve(importer, specifier)) : shadow.targetOf(importer, specifier);
  const leadsTo: LeadsTo = (importer, specifier, target) => targetOf(importer, specifier) === target;
  const specifiers = new SpecifiersTo(graph, leadsTo);
  const isEntry = entryPointsOf(graph).some(({ path, reason }) => path === from.path && reason !== "test");
  const world = { oxc, root, graph, specifiers };
  const course = ends.isCommonJs ? commonJsCourse : moduleCourse;
  const work = course(world, ends, isEntry, targetOf);
  const worked = work(to.path);
  const { texts, placed } = worked;
  const own = await worked.notes(signal);
  const planned = [...texts]
    .filter(([path, { before, after }]) => before !== after && (made === undefined || path !== to.path))
    .map(([path, { before, after }]) => ({ path, text: before, edits: lineChanges(before, after) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const proven = await proveFiles(oxc, planned, context);
  const file = made === undefined ? undefined : madeFile(oxc, made, placed);
  // A compiler finds a package's files where they were built or written, and not what is to come.
  const isByPath = made !== undefined || (worked.built !== undefined && worked.built.size > 0);
  const checked = isByPath ? work(standIn ?? to.path, isByPath) : worked;
  const warnings = [
    ...(await refuseBroken(from.path, { path: to.path, as: standIn ?? to.path }, graph, checked.texts, context)),
    ...own,
    ...gapNote("NOT AS BEFORE", [
      ...(made === undefined ? [] : takenOver(graph, to.path, targetOf)),
      ...refusedImports(oxc, root, graph, texts, { from: from.path, to: to.path }, targetOf),
    ]),
    ...proven.files.flatMap(({ before, after }) => newDirectives(before, after)),
    ...gapNote(
      "INCOMPLETE: NOT PARSED, and may import what was moved",
      unparsedNamers(graph, [from.path], proven.files),
    ),
    ...unsearchedNote(graph.files.problems),
  ];
  signal.throwIfAborted();

  if (!dryRun) {
    const paths = [to.path, ...planned.map(({ path }) => path)].map((path) => `${root.absolute}/${path}`);
    const write = async () =>
      (await proveFiles(oxc, planned, context)).write("kart_move", [], made && { path: made, text: placed });
    warnings.push(...(await services.locks.hold(paths, write)).warnings);
  }
  return { from: from.path, to: to.path, names, files: [file ?? [], proven.files].flat(), warnings };
}

/**
 * How symbols move between files of one module system: all texts as they will be, with the new file at a path. Throws where it is not to
 * be done.
 *
 * @param isByPath whether other packages are to have what moves by a path to it
 */
export type MoveCourse = (to: string, isByPath?: boolean) => MoveTexts;

export interface MoveTexts {
  readonly placed: string;
  /** What the caller has to know. Throws where it would fail when a program runs. */
  readonly notes: (signal: AbortSignal) => string[] | Promise<string[]>;
  /** Packages that others have what moves by the names of, which they read as built. */
  readonly built?: ReadonlySet<string>;
  /** By path from the root. */
  readonly texts: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
}

/** Where a specifier will lead, from the root. */
export type TargetOf = (importer: string, specifier: string) => string | undefined;

function moduleCourse(world: MoveWorld, ends: Ends, isEntry: boolean, targetOf: TargetOf): MoveCourse {
  const { oxc, graph } = world;
  const leadsTo: LeadsTo = (importer, specifier, target) => targetOf(importer, specifier) === target;
  const { from, to, names } = ends;
  const notes = (worked: Worked) => {
    const { moved } = worked;
    const isOwn = (name: string) => moved.exported.has(name) || moved.usedByRest.has(name);
    refuseStarClashes(graph, { path: to.path, names: names.filter(isOwn), from: from.path });
    refuseStarClashes(graph, { path: from.path, names: exportedAnew(moved), from: from.path });
    refuseUnlike(graph, ends, worked);
    const order = loadOrder(oxc, graph, { from: from.path, to: to.path }, worked, targetOf);
    refuseUnready(order, { from: from.path, to: to.path }, worked);
    return [
      ...notesOf(oxc, ends, graph, order, worked),
      ...keptLoadsNote(from.path, worked.loads, (specifier) => `import "${specifier}"`),
      ...sidesLost(ends, order, worked),
      ...sidesLeftOut(ends, graph, worked),
      ...sidesGained(ends, order, worked),
      ...runsEarlier(ends, order, worked),
      ...runsLater(ends, order, worked),
      ...movedComputed(oxc, ends, moved, worked.placed),
      ...borderNotes(world.root, graph, ends, worked),
    ];
  };
  return (path, isByPath = false) => {
    const work = (loads: KeptLoads, keepsAll: boolean) =>
      workedOut(world, { ...ends, to: { ...to, path } }, { isEntry, keepsAll }, leadsTo, isByPath, loads);
    const orderOf = (worked: Worked) => loadOrder(oxc, graph, { from: from.path, to: path }, worked, targetOf);
    const first = work(new Map(), false);
    const orderOfFirst = orderOf(first);
    // What others have of a file that nothing loads yet they will load: what has no such name is run by hand.
    const isOwn = first.moved.exported.size === 0;
    const isLost =
      first.kept.size === 0 &&
      isLoadedNoMore(graph, from.path, path, isEntry || isOwn, orderOfFirst) &&
      callingAtLoad(
        from.source.parsed.program,
        first.moved.statements.map(({ span }) => span),
      ).length > 0;
    const alone = isLost ? work(new Map(), true) : first;
    const order = isLost ? orderOf(alone) : orderOfFirst;
    const needed = alone.moved.imports.flatMap((one) => (one.isValue && !one.typeOnly ? [one.from.specifier] : []));
    const loads = keptLoads(oxc, graph, ends.from, isEntry, needed, order);
    const worked = loads.size === 0 ? alone : work(loads, isLost);
    return { ...worked, notes: () => notes(worked) };
  };
}

/** What moving takes, with all texts that change. */
export interface Worked extends Omit<MoveTexts, "notes"> {
  readonly moved: MovedSymbols;
  readonly importers: MovedImporters;
  /** What the old file goes on exporting. */
  readonly kept: ReadonlySet<string>;
  readonly isEntry: boolean;
  /** Whether it does so since nothing else would load what runs when it is loaded. */
  readonly keepsAll: boolean;
  /** Entries of another package that come to pass on what moves into it. */
  readonly passing: ReadonlySet<string>;
  readonly built: ReadonlySet<string>;
  readonly loads: KeptLoads;
}

function workedOut(
  around: MoveWorld,
  { from, to, names }: Ends,
  { isEntry, keepsAll }: Pick<Worked, "isEntry" | "keepsAll">,
  leadsTo: LeadsTo,
  isByPath: boolean,
  loads: KeptLoads,
): Worked {
  const { oxc, graph } = around;
  const jsx = rootsOf(from.node.factories ?? []);
  const moved = movedSymbols(from.source, names, to.source && ambientNames(to.source), jsx);
  const isExported = (name: string) => moved.exported.has(name) || moved.usedByRest.has(name);
  const byName = new ByPackageName(
    graph,
    leadsTo,
    {
      path: to.path,
      names: moved.exported.union(moved.usedByRest),
    },
    isByPath,
  );
  const isAcross = byName.isBetween(from.path, to.path);
  const specifiers = isAcross ? new SpecifiersTo(graph, leadsTo, false, byName) : around.specifiers;
  const world = { ...around, specifiers };
  const importers = movedImporters(world, { names: moved.exported, from: from.path, to: to.path });
  const kept = isEntry || keepsAll ? moved.exported : importers.kept;
  const isRun = keepsAll && kept.size === 0;
  const isLed = kept.size > 0 || moved.usedByRest.size > 0 || isRun;
  const back = isLed ? specifiers.to(from.path, to.path) : "";
  const loaded = new Set([...loads.keys(), ...(isRun ? [back] : [])]);
  const rest = remainderOf(oxc, from.path, from.source, moved, kept, back, jsx, loaded);
  const types = typesAlong(from.source, moved);
  const remainder = withoutLeftTypes(world, from, types, rest);
  const code = movedCode(from.source, moved, isExported, carriedSpecifiers(from, moved, to.path, specifiers));
  const there =
    importers.here === undefined ? to : { ...to, source: new FileText(oxc, to.path, importers.here).symbols() };
  const alone = placedText(oxc, { from, to: there }, code, moved, graph, specifiers);
  const placed = withCarriedTypes(world, { from, to: there }, types, alone);
  const texts = new Map(importers.texts)
    .set(from.path, { before: from.text, after: remainder })
    .set(to.path, { before: to.text, after: placed });
  for (const path of byName.passing) texts.set(path, passedOn(world, path, texts.get(path), to.path, moved));
  const { passing, built } = byName;
  return { passing, built, loads, moved, importers, kept, isEntry, keepsAll, placed, texts };
}

function pathOf(found: ReturnType<ModuleGraph["resolver"]["resolve"]>): string | undefined {
  return found.kind === "source" || found.kind === "asset" ? found.path : undefined;
}

const MAX_SYMBOLS = 100;

/** Where symbols come from, and where they go. */
export interface Ends {
  /** Whether both are CommonJS; ES modules otherwise. */
  readonly isCommonJs: boolean;
  readonly from: {
    readonly path: string;
    readonly node: ModuleNode;
    readonly source: SourceSymbols;
    /** As it stands: `source` may be written in another way that means the same. */
    readonly text: string;
  };
  readonly to: { readonly path: string; readonly text: string; readonly source?: SourceSymbols };
  /** Where a file is to be made. */
  readonly made?: NewPath;
  readonly names: readonly string[];
}

/** Throws what reading both files and finding the symbols throws, and `invalid_argument` for what is no module. */
function endsOf(
  oxc: Parser,
  graph: ModuleGraph,
  { from, to, symbols }: Omit<MoveSymbolsRequest, "dryRun">,
  { workspace }: ToolContext<EditServices>,
): Ends {
  const { root } = workspace;
  if (symbols.length === 0 || symbols.length > MAX_SYMBOLS)
    throw new ToolError(
      "invalid_argument",
      `\`symbol\` takes 1 to ${MAX_SYMBOLS} names. Leave it out to move the whole file.`,
    );
  const file = readForEdit(root, from);
  const path = file.path.relative;
  const source = new FileText(oxc, path, file.text).symbols();
  const names = [...new Set(symbols.map((symbol) => topName(source, path, symbol)))];
  const made = proveNew(root, to);
  const there = made === undefined ? readForEdit(root, to) : undefined;
  const target = made?.relative ?? there?.path.relative ?? to;
  if (target === path)
    throw new ToolError("invalid_argument", `${escapeName(path)} is where it stands. Name another file.`);
  if (sourceLanguage(target) === undefined || isDeclarationFile(target) !== isDeclarationFile(path))
    throw new ToolError(
      "invalid_argument",
      `${escapeName(target)} cannot hold what ${escapeName(path)} declares. Name a file of its language.`,
    );
  if (made !== undefined && workspace.ignoreRules().ignores(target, false)) throw ignored(target);
  const { node, isCommonJs } = moduleAt(root, graph, path, source);
  const { packages } = graph.resolver;
  if (isCommonJs && packages.packageOf(path) !== packages.packageOf(target))
    throw new ToolError(
      "invalid_argument",
      `${escapeName(target)} is in another package, and CommonJS moves within one alone: write it there (kart_insert_after), then delete it here.`,
    );
  const own = there === undefined ? undefined : new FileText(oxc, target, there.text).symbols();
  const isSame =
    own !== undefined && own.parsed.program.body.length > 0
      ? moduleAt(root, graph, target, own).isCommonJs === isCommonJs
      : !isCommonJs || mayBeCommonJs(root, target);
  if (!isSame)
    throw new ToolError(
      "invalid_argument",
      `Only one of ${escapeName(path)} and ${escapeName(target)} is an ES module. Name another file, or move the code with kart_patch.`,
    );
  return {
    isCommonJs,
    from: {
      path,
      text: file.text,
      ...(declaredIn(oxc, path, node, source, names, isCommonJs) ?? { node, source }),
    },
    to: { path: target, text: there?.text ?? "", ...(own !== undefined && { source: own }) },
    ...(made !== undefined && { made }),
    names,
  };
}

/** The file that symbols leave, where CommonJS declares them by what exports them. */
function declaredIn(
  oxc: Parser,
  path: string,
  node: ModuleNode,
  source: SourceSymbols,
  names: readonly string[],
  isCommonJs: boolean,
): Pick<Ends["from"], "node" | "source"> | undefined {
  const declared = isCommonJs ? withDeclaredExports(source, names) : undefined;
  if (declared === undefined) return undefined;
  const outcome = moduleRecord(oxc, path, declared);
  if (!outcome.ok) return undefined;
  return { node: { ...node, record: outcome.record }, source: new FileText(oxc, path, declared).symbols() };
}

const NEXT =
  "kart_move moves code: move the comment with kart_edit, and change the `import()` and `@import` of it that kart_references gives.";

function topName(source: SourceSymbols, path: string, symbol: string): string {
  const { parts } = parseNamePath(bareName(symbol));
  const [name = ""] = parts;
  if (parts.length === 1 && source.declarations.some((one) => one.name === name && one.isImport !== true)) return name;
  const { declaration } = findInCode(source, path, symbol, undefined, NEXT);
  if (source.declarations.includes(declaration)) return declaration.name;
  throw new ToolError(
    "invalid_argument",
    `\`${escapeInvisible(declaration.namePath)}\` is a member: what stands at the top of a file moves, with all of its members.`,
  );
}

function placedText(
  oxc: Parser,
  { from, to }: Pick<Ends, "from" | "to">,
  code: string,
  moved: MovedSymbols,
  graph: ModuleGraph,
  specifiers: SpecifiersTo,
): string {
  const { taken, has, declared, widened } = movedNeeds(from, to.path, moved, graph, specifiers);
  if (to.source === undefined) {
    const isAction = moved.exported.size > 0;
    const head = headLike(from.source, { isJsx: moved.isJsx, isAction });
    return placedAlone(oxc, to.path, head, code, taken, from.source);
  }
  const { text, names: imported } = withoutMoved(oxc, to.path, to.source, moved, from.path, graph);
  const brought = new Set([...moved.names, ...taken.flatMap(({ names }) => names.map(({ local }) => local))]);
  const modules = taken.flatMap(({ from: { specifier }, names }) =>
    isRelative(specifier) ? [] : names.flatMap((one) => (/^(?:\*|default)$/.test(one.imported) ? [one.local] : [])),
  );
  refuseTakenNames(to.path, to.source, moved, brought, has.union(imported), new Set(modules));
  const own = withoutWidened(oxc, to.path, text, widened);
  return placedIn(oxc, to.path, new FileText(oxc, to.path, own).symbols(), code, taken, {
    isUsed: imported.size > 0,
    needed: declared,
    like: from.source,
  });
}
