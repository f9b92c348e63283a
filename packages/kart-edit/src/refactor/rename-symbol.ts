import { basename } from "node:path";
import type { FileEdits } from "@kart/core/language-server/answers";
import type { Rename } from "@kart/core/language-server/language-server";
import type { Place } from "@kart/core/language-server/questions";
import { unknownNotes } from "@kart/core/language-server/unknown-values";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { calledByFramework, mayBeFrameworkEntry } from "@kart/core/modules/entry-points";
import { assignedNames, isExportsProperty } from "@kart/core/syntax/common-js-names";
import { loadParser, type Parser, parseSource } from "@kart/core/syntax/parse";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import { textOf } from "@kart/core/text/span";
import { placeInPackage } from "@kart/core/workspace/installed-package";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { type ChangedFile, type PlannedFile, proveFiles } from "../change/change-files.ts";
import { FileText } from "../change/file-text.ts";
import { platformTwins } from "./platform-twins.ts";
import { readAhead } from "./read-ahead.ts";
import { findTarget } from "../change/find-target.ts";
import { type NewName, newNameFor } from "../planning/names.ts";
import { isExport, isMemberOfValues, ownerOf, type Target } from "../planning/plan.ts";
import { mayJoin, withShorthands } from "../planning/shorthand.ts";
import type { EditServices } from "../services.ts";
import { collisionAt, duplicates, hiddenByStars, refuseCollisions, takenInOtherParts } from "./collisions.ts";
import { exportedKey } from "./exported-key.ts";
import { namingImporters } from "./exported-through.ts";
import { localMeant } from "./local-meant.ts";
import { type Mentions, mentionsOf } from "./mentions-of.ts";
import { mocksNaming } from "./named-in-texts.ts";
import { placesIn, withIndirect } from "./indirect-edits.ts";
import { refuseBroken } from "./refuse-broken.ts";
import { refuseIntrinsic } from "./intrinsic-elements.ts";
import { withKeysInTypes } from "./rename-keys.ts";
import { renameLocal } from "./rename-local.ts";
import { renameTargets } from "./rename-targets.ts";
import { RenameWorld } from "./rename-world.ts";
import { nameless, placeOf } from "./symbol-place.ts";

export interface RenameRequest {
  readonly file: string;
  readonly symbol: string;
  readonly newName: string;
  readonly line?: number | undefined;
  readonly dryRun: boolean;
}

export interface Renamed {
  readonly old: string;
  readonly fresh: string;
  /** By path. */
  readonly files: readonly ChangedFile[];
  /** Whether every file that could hold a reference was seen as its project sees it. */
  readonly complete: boolean;
  readonly mentions: Mentions;
  readonly warnings: readonly string[];
}

/**
 * Gives a symbol another name wherever it is meant, in all files or none; a local as {@link renameLocal} does.
 *
 * The language server names the places. That none of them comes to mean something else, and nothing else comes to mean the
 * symbol, is proven by renaming it back in the texts that would be written: the same places must come out.
 *
 * Throws `already_exists` where the name is taken, and `invalid_argument` where it is none or nothing can be renamed.
 */
export async function renameSymbol(request: RenameRequest, context: ToolContext<EditServices>): Promise<Renamed> {
  const { workspace, services, signal } = context;
  const oxc = await loadParser();
  const file = readForEdit(workspace.root, request.file);
  const source = new FileText(oxc, file.path.relative, file.text).symbols();
  const { relative } = file.path;
  const key = exportedKey(source, request.symbol);
  const local = key === undefined ? await localMeant(source, relative, request, context) : undefined;
  if (local !== undefined) return renameLocal(oxc, { source, path: relative, binding: local }, request, context);
  const targets = key === undefined ? renameTargets(source, relative, request.symbol, request.line) : [key];
  const [target] = targets as [Target, ...Target[]];
  const names = newNameFor(target.declaration, request.newName, isMember(target));
  const { old, fresh } = names;
  const place = renamablePlace(file.path, target);

  const server = await services.languageServer();
  // What fails in it fails again, and is told then.
  server.prepare(file.path, signal).catch(() => {});
  const world = await RenameWorld.of(context, oxc, names, !isMember(target));
  const keeps = key === undefined && keepsExport(target);
  const isExported = key !== undefined || isExport(target);
  const isOwn = (at: string) => !keeps || at === file.path.absolute;
  const ask = async (at: readonly Place[]) => {
    const answer = await world.ask(server, at, signal);
    return { ...answer, files: answer.files.filter((one) => isOwn(one.file)) };
  };
  const asked = renameAll(targets, place, ask, world);
  const planning = asked.then(({ renamed }) => planFiles(oxc, renamed.files, world, context));
  const known = planning.then((planned) => placesIn(planned, workspace.root));
  const indirect =
    isExported || ownerOf(target) !== undefined
      ? server.indirectUses(place, known, signal)
      : Promise.resolve({ found: [], unseen: [] });
  const untyped = isMemberOfValues(target) ? [place] : [];
  const unknown = known.then((found) => server.unknownValues(untyped, found, signal));
  // What fails is told where it is waited for, if it comes to that.
  for (const one of [known, indirect, unknown]) one.catch(() => {});
  // While another process works: most of what holds the name will be changed.
  const parsed = readAhead(oxc, world.holdingOld, (one) => world.sourceOf(one), workspace.root);
  const { places, renamed } = await asked;
  if (places.length > 1 && isMember(target)) findTarget(source, file.path.relative, request.symbol, request.line);
  refuseForeign(renamed.files, context, old);

  const { planned: used, unseen } = withIndirect(await planning, await indirect, names, workspace.root);
  const { planned, warnings: keys } = keepsExport(target)
    ? { planned: used, warnings: [] }
    : await withKeysInTypes(oxc, used, names, world, context);
  refuseIntrinsic(names, planned);
  const proven = proveFiles(oxc, planned, context, parsed);
  const isTaken = world.holdingNew.length > 0;
  const collisions = [
    ...duplicates(proven.files, planned, fresh),
    ...takenInOtherParts(target, file.path.relative, fresh),
  ];
  const missed = [...unseen];
  const twins: string[] = [];
  if (isTaken || mayBeMissed(world, renamed.files)) {
    const graph = await (await services.modules()).graph(signal);
    if (isTaken && isExported) collisions.push(...hiddenByStars(graph, proven.files, fresh));
    const edited = new Set(planned.map(({ path }) => path));
    if (isExported) {
      // Those who import it by another name go on doing so.
      const naming = namingImporters(graph, file.path.relative, old).filter(({ names: taken }) => taken.includes(old));
      const told = [...missed, ...renamed.coverage.unseen].flatMap((one) => one.split(/[ ,]+/));
      const named = new Set(told.map((one) => one.replace(/:\d+$/, "")));
      const isLeft = ({ path }: (typeof naming)[number]) => !edited.has(path) && !named.has(path);
      const unedited = keeps ? [] : naming.filter(isLeft).map(({ path }) => path);
      missed.push(...new Set([...unedited, ...mocksNaming(graph, workspace.root, file.path.relative, old, planned)]));
      twins.push(
        ...platformTwins(graph, file.path.relative, old).filter((one) => !edited.has(one.replace(/:\d+$/, ""))),
      );
    }
  }
  if (isTaken && collisions.length === 0)
    for (const { file: at, start, text } of await world.renamedBack(server, places, renamed.files, signal))
      if (isOwn(at)) collisions.push(collisionAt(workspace.root.relative(at), text, start));
  refuseCollisions(old, fresh, collisions);
  const checked = await refuseBroken(target, { names, path: file.path.relative, planned, world, parsed }, context);
  signal.throwIfAborted();

  const mentions = mentionsOf(old, proven.files, world.mentioning, context);
  const warnings = [
    ...(keeps ? keptExport(source, old) : []),
    ...coverageWarnings(renamed, missed, context),
    ...unknownNotes("NOT CHANGED", await unknown),
    ...(await frameworkNote(target, file.path.relative, names, context)),
    ...gapNote(`NOT RENAMED: for other platforms \`${escapeInvisible(old)}\` is exported by`, twins),
    ...keys,
    ...checked.warnings,
  ];
  if (!request.dryRun) {
    const paths = planned.map(({ path }) => `${workspace.root.absolute}/${path}`);
    // What another call has changed meanwhile is found to be stale.
    warnings.push(...(await services.locks.hold(paths, () => proven.write("kart_rename"))).warnings);
  }
  return {
    old,
    fresh,
    files: proven.files,
    complete:
      renamed.coverage.complete && missed.length === 0 && (await unknown).found.length === 0 && checked.isComplete,
    mentions,
    warnings,
  };
}

function isMember(target: Target): boolean {
  const owner = ownerOf(target);
  if (owner === undefined)
    return (
      target.declaration.kind === "property" ||
      isExportsProperty(target.source.parsed.source, target.declaration.nameRange)
    );
  // A parameter property is a binding of the constructor too.
  return owner.kind !== "namespace" && owner.kind !== "constructor";
}

/** Whether the declaration is exported by a property of CommonJS, which keeps the name that importers know. */
function keepsExport({ declaration, source }: Target): boolean {
  return assignedNames(source.parsed).some(({ local }) => local === declaration.name);
}

/** What importers go on writing. */
function keptExport({ parsed }: Target["source"], old: string): string[] {
  if (!assignedNames(parsed).some(({ name, local }) => name === old && local === old)) return [];
  const name = escapeInvisible(old);
  return [
    `Still exported as \`${name}\`, which importers keep: rename the symbol \`module.exports.${name}\` to change that.`,
  ];
}

function renamablePlace(path: Parameters<typeof placeOf>[0], target: Target): NonNullable<ReturnType<typeof placeOf>> {
  const { name, kind, nameRange } = target.declaration;
  const isNamed =
    kind !== "constructor" &&
    !((name === "default" || name === "export=") && textOf(target.source.parsed.source, nameRange) !== name);
  const place = placeOf(path, target);
  const isKeyword = ["default", "global"].includes(name) || name.startsWith('"') || name === "export=";
  if (place === undefined || !isNamed || (isKeyword && ownerOf(target) === undefined))
    throw nameless(target, "Change the declaration with kart_replace.");
  return place;
}

/** One rename for all declarations, and another for each that the first does not reach. */
async function renameAll(
  [target, ...others]: readonly Target[],
  place: Place,
  ask: (places: readonly Place[]) => Promise<Rename>,
  world: RenameWorld,
): Promise<{ readonly places: readonly Place[]; readonly renamed: Rename }> {
  const renamed = await ask([place]);
  if (renamed.files.length === 0)
    throw new ToolError(
      "invalid_argument",
      `TypeScript does not rename \`${escapeInvisible((target as Target).declaration.namePath)}\`: it may be declared outside the workspace. Change it with kart_patch.`,
    );
  const own = renamed.files.find(({ file }) => file === place.path.absolute)?.edits ?? [];
  const isReached = (at: Place) => own.some(({ span }) => span.start === world.offsetOf(at));
  const left = others.flatMap((other) => placeOf(place.path, other) ?? []).filter((at) => !isReached(at));
  const places = [place, ...left];
  return { places, renamed: left.length === 0 ? renamed : await ask(places) };
}

/** Throws where a change would reach what is no part of the workspace. */
function refuseForeign(files: readonly FileEdits[], { workspace }: ToolContext<EditServices>, old: string): void {
  const rules = workspace.ignoreRules();
  for (const { file } of files) {
    const isInside = workspace.root.holds(file);
    const installed = placeInPackage(file);
    const path = isInside
      ? workspace.root.relative(file)
      : installed === undefined
        ? basename(file)
        : `${installed.name}/${installed.file}`;
    if (isInside && !path.split("/").includes("node_modules")) {
      if (!rules.ignores(path, false)) continue;
    }
    throw new ToolError(
      isInside ? "protected_path" : "path_outside_root",
      `\`${escapeInvisible(old)}\` is declared in ${escapeName(clip(path, 300))} too, which ${isInside ? "is generated or installed: git ignores it" : "is outside the workspace"}. Its name is not this workspace's to change.`,
    );
  }
}

function planFiles(
  oxc: Parser,
  files: readonly FileEdits[],
  world: RenameWorld,
  { workspace }: ToolContext<EditServices>,
): PlannedFile[] {
  const planned = files.map(({ file, edits }): PlannedFile => {
    const path = workspace.root.relative(file);
    const text = world.sourceOf(file);
    if (text === undefined)
      throw new ToolError("stale", `${escapeName(path)} was removed while this was worked out. Repeat the call.`);
    const collapsed = world.collapsed(file, edits);
    // Only the tree tells a property from anything else with a colon.
    const parsed = mayJoin(text, collapsed) ? parseSource(oxc, path, text) : undefined;
    return { path, text, edits: parsed?.ok === true ? withShorthands(parsed.parsed, collapsed) : collapsed };
  });
  return planned.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Said where a framework calls an export by the name that it loses. */
async function frameworkNote(
  target: Target,
  path: string,
  { old }: NewName,
  { services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  if (!isExport(target) || !mayBeFrameworkEntry(path)) return [];
  const graph = await (await services.modules()).graph(signal);
  const isCalled = calledByFramework(graph, path, target.declaration).includes(old);
  return isCalled ? [`The framework calls it by its name, \`${escapeInvisible(old)}\`.`] : [];
}

/** Files that hold the name and are not changed: they may mean the symbol in a way that TypeScript does not see. */
function mayBeMissed({ holdingOld }: RenameWorld, files: readonly FileEdits[]): boolean {
  const edited = new Set(files.map(({ file }) => file));
  return holdingOld.some((file) => !edited.has(file));
}

const MAX_NAMED = 10;

function coverageWarnings(
  { coverage: { outside, unseen } }: Rename,
  missed: readonly string[],
  { workspace }: ToolContext<EditServices>,
): string[] {
  const named = (what: string, files: readonly string[]) => {
    if (files.length === 0) return [];
    const shown = files
      .slice(0, MAX_NAMED)
      .map((file) => escapeName(workspace.root.holds(file) ? workspace.root.relative(file) : file));
    const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : "";
    return [`${what}: ${shown.join(", ")}${more}`];
  };
  return [
    ...named("In no tsconfig, and seen with TypeScript's defaults", outside),
    ...named("NOT SEEN, and may use the old name", unseen),
    ...named("NOT CHANGED, though they import it: TypeScript does not see them so", missed),
  ];
}
