import { posix } from "node:path";
import { declarationTwin } from "@kart/core/modules/declaration-twin";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { contains } from "@kart/core/text/span";
import { actsAtLoad } from "../../planning/moved/acts-at-load.ts";
import { exportStyle, variableExports } from "../../planning/moved/common-js-exports.ts";
import { directivesOf } from "../../planning/moved/file-head.ts";
import { listedNames } from "../../planning/names.ts";
import { type MovedCommonJs, movedCommonJs } from "../../planning/moved/moved-common-js.ts";
import { movedCode, refuseTakenNames } from "../../planning/moved/placed-symbols.ts";
import { placedAloneCommonJs, placedInCommonJs, remainderOfCommonJs } from "../../planning/moved/placed-common-js.ts";
import { type Requirement, requirementsOf, type WantedRequirement } from "../../planning/moved/requirements.ts";
import { relativeTo } from "../../planning/paths/specifiers.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import { UsePlaces } from "../../planning/moved/use-places.ts";
import { typesAlong, withCarriedTypes, withoutLeftTypes } from "./carried-types.ts";
import { carriedSpecifiers } from "./carried-specifiers.ts";
import { commonJsNotes } from "./common-js-notes.ts";
import { halfMadeAnew } from "./half-made.ts";
import { type KeptLoads, keptLoads, keptLoadsNote } from "../kept-loads.ts";
import { LoadOrder } from "../load-order.ts";
import type { Ends, MoveCourse, MoveTexts, TargetOf } from "./move-symbols.ts";
import type { MovedImporters, MoveWorld } from "./moved-importers.ts";
import { loadedByPath, movedRequirers, takenBy } from "./moved-requirers.ts";
import { SpecifiersTo } from "./specifiers-to.ts";

/** What moving symbols between CommonJS files takes. */
export interface CommonJsWorked extends Omit<MoveTexts, "notes"> {
  readonly parts: MovedCommonJs;
  readonly importers: MovedImporters;
  /** What the old file goes on exporting. */
  readonly kept: ReadonlySet<string>;
  /** Where a path that nobody follows leads to the old file. */
  readonly byPath: readonly string[];
  readonly isEntry: boolean;
  readonly loads: KeptLoads;
}

/** How symbols move from a CommonJS file to another. */
export function commonJsCourse(
  { oxc, root, graph }: MoveWorld,
  ends: Ends,
  isEntry: boolean,
  targetOf: TargetOf,
): MoveCourse {
  const leadsTo = (importer: string, specifier: string, target: string) =>
    targetOf(importer, specifier) === target && isFoundByNode(importer, specifier, target);
  const world = { oxc, root, graph, specifiers: new SpecifiersTo(graph, leadsTo, true) };
  const from = ends.from.path;
  const notes = async (worked: CommonJsWorked, signal: AbortSignal) => {
    const halfMade = await halfMadeAnew(oxc, graph, worked.texts, { from, to: ends.to.path }, targetOf, signal);
    if (halfMade === undefined)
      throw unmovable(
        `Too many files load ${escapeName(from)} to tell whether one would be required while it is still loading. Move the code with kart_patch.`,
      );
    if (halfMade.length > 0)
      throw unmovable(
        `Files would require others that are still loading, and get what these have exported by then: ${listedPlaces(halfMade)}.${whyKept(from, worked)} Move what both need along, or name another file: symbol takes several.`,
      );
    return [
      ...commonJsNotes(graph, ends, worked),
      ...keptLoadsNote(from, worked.loads, (specifier) => `require("${specifier}")`),
    ];
  };
  return (path) => {
    const work = (loads: KeptLoads) => workedOut(world, { ...ends, to: { ...ends.to, path } }, isEntry, loads);
    const alone = work(new Map());
    const after = Array.from(alone.texts, ([one, text]) => [one, text.after] as const);
    const order = new LoadOrder(oxc, graph, after, targetOf, () => true, true);
    const unneeded = alone.parts.unneeded.map(({ specifier }) => specifier);
    const loads = keptLoads(oxc, graph, ends.from, isEntry, unneeded, order);
    const worked = loads.size === 0 ? alone : work(loads);
    return { ...worked, notes: (signal) => notes(worked, signal) };
  };
}

/** Why the old file would require the other at all, where that is not for itself. */
function whyKept(from: string, { kept, importers: { keeping }, parts: { usedByRest } }: CommonJsWorked): string {
  if (kept.size === 0 || keeping.length === 0 || usedByRest.size > 0) return "";
  return ` ${escapeName(from)} would go on exporting ${listedNames([...kept])} for ${listedPlaces(keeping)}.`;
}

function listedPlaces(places: readonly string[]): string {
  const more = places.length > MAX_SHOWN ? ` and ${places.length - MAX_SHOWN} more` : "";
  return places.slice(0, MAX_SHOWN).map(escapeName).join(", ") + more;
}

/** Places named before the rest is counted. */
const MAX_SHOWN = 4;

/** Node.js adds `.js` to a path, and `/index.js`, and no other ending of a source. */
function isFoundByNode(importer: string, specifier: string, target: string): boolean {
  if (!isRelative(specifier)) return true;
  const path = posix.join(posix.dirname(importer), specifier);
  return [path, `${path}.js`, posix.join(path, "index.js")].includes(target);
}

function workedOut(world: MoveWorld, ends: Ends, isEntry: boolean, loads: KeptLoads): CommonJsWorked {
  const { oxc, graph, specifiers } = world;
  const { from, to, names } = ends;
  const parts = movedCommonJs(from.source, from.path, from.node.record, names);
  const { moved, style, entries, usedByRest, asksThis } = parts;
  const lead = (importer: string, target: string) => specifierTo(specifiers, importer, target);
  const exported = new Set(entries.keys());
  const isGone = (place: { start: number; end: number }) => moved.statements.some(({ span }) => contains(span, place));
  const acts = actsAtLoad(from.source, isGone);
  const importers = movedRequirers(world, {
    names: exported,
    from: from.path,
    to: to.path,
    asksThis,
    acts,
    instead: (importer, specifier) => specifiers.instead(importer, specifier, { from: from.path, to: to.path }),
  });
  const had = hadOf(graph, ends, exported);
  if (acts && had.gone.length > 0)
    throw unmovable(
      `${escapeName(to.path)} requires ${escapeName(from.path)} for what moves, and that does more than declare while it loads. Write \`require()\` of it alone into ${escapeName(to.path)} and take the names out, then move the code with kart_patch.`,
    );
  const twin = declarationTwin(graph, from.path);
  const isDescribed = (name: string) => {
    const node = twin === undefined ? undefined : graph.nodes.get(twin);
    return node !== undefined && graph.exportsNamed(node, name).length > 0;
  };
  const byPath = loadedByPath(graph, from.path);
  const kept =
    isEntry || byPath.length > 0
      ? exported
      : new Set([...importers.kept, ...had.kept, ...[...exported].filter(isDescribed)]);
  refuseBoth(ends, parts, kept);
  const back = lead(from.path, to.path);
  const rest = remainderOfCommonJs(oxc, from.path, from.source, parts, kept, back, new Set(loads.keys()));
  const types = typesAlong(from.source, moved);
  const remainder = withoutLeftTypes(world, from, types, rest);
  const given = [...moved.names].filter((name) => exported.has(name) || usedByRest.has(name));
  const code = movedCode(from.source, moved, () => false, carriedSpecifiers(from, moved, to.path, specifiers));
  const { wanted, has } = neededOf(world, ends, parts);
  const arrival = { code, names: given, wanted, like: from.source };
  const alone =
    to.source === undefined || to.source.parsed.program.body.length === 0
      ? placedAloneCommonJs(oxc, to.path, arrival, style)
      : placedThere(world, ends, parts, arrival, had.gone, has);
  const placed = withCarriedTypes(world, ends, types, alone);
  const texts = new Map(importers.texts)
    .set(from.path, { before: from.text, after: remainder })
    .set(to.path, { before: to.text, after: placed });
  return { parts, importers, kept, byPath, isEntry, loads, placed, texts };
}

/** What moves uses what stays, and what stays uses or exports what moves. */
function refuseBoth({ from, to }: Ends, { own, usedByRest, entries }: MovedCommonJs, kept: ReadonlySet<string>): void {
  const back = [...new Set([...usedByRest, ...[...entries.keys()].filter((name) => kept.has(name))])];
  if (own.length === 0 || back.length === 0) return;
  const needed = listedNames(own.map(({ local }) => local));
  throw unmovable(
    `${escapeName(to.path)} would require ${needed} of ${escapeName(from.path)}, and that ${listedNames(back)} of it: one would get what the other has exported by then. Move ${needed} along: symbol takes several.`,
  );
}

function specifierTo(specifiers: SpecifiersTo, importer: string, target: string): string {
  try {
    return specifiers.to(importer, target);
  } catch (error) {
    if (error instanceof ToolError) return relativeTo(importer, target);
    throw error;
  }
}

function placedThere(
  { oxc, graph }: MoveWorld,
  { from, to }: Ends,
  { moved }: MovedCommonJs,
  arrival: Parameters<typeof placedInCommonJs>[3],
  had: readonly Requirement[],
  has: ReadonlySet<string>,
): string {
  const node = graph.nodes.get(to.path);
  const source = to.source;
  if (node === undefined || source === undefined) throw new Error("a file that is there is in the graph");
  const record = node.record;
  refuseUnlikeTarget(
    from,
    { path: to.path, source },
    moved.statements.map(({ span }) => span),
  );
  const style = exportStyle(source, record);
  if (record.hasShebang || (style.kind === "names" && style.isEmpty && actsAtLoad(source, () => false)))
    throw unmovable(
      `${escapeName(to.path)} is a program: whoever required it for what moves would run it. Name another file.`,
    );
  const taken = record.exports.find(({ name }) => arrival.names.includes(name));
  if (taken !== undefined)
    throw new ToolError(
      "already_exists",
      `${escapeName(to.path)} exports \`${escapeInvisible(taken.name)}\` already, in line ${taken.line}. Rename one of the two first (kart_rename).`,
    );
  const brought = new Set([...moved.names, ...arrival.wanted.map(({ local }) => local)]);
  const locals = new Set(had.map(({ local }) => local));
  refuseTakenNames(to.path, source, moved, brought, has.union(locals), new Set());
  const places = new UsePlaces(source.parsed.program);
  const isFirst = bindingsIn(source.parsed).some(
    ({ name, scope, uses }) =>
      scope.parent === undefined && locals.has(name) && uses.some((use) => places.isAtLoad(use)),
  );
  return placedInCommonJs(oxc, to.path, source, arrival, (now) => exportStyle(now, record), {
    had,
    isFirst,
    needed: has,
  });
}

/** Sloppy code may mean another thing in strict mode, and the other way round. What a class holds is always strict. */
function refuseUnlikeTarget(
  from: Ends["from"],
  to: { readonly path: string; readonly source: Ends["from"]["source"] },
  spans: readonly { readonly start: number; readonly end: number }[],
): void {
  const [here, there] = [from.source, to.source].map((one) => directivesOf(one).includes("use strict"));
  const { body } = from.source.parsed.program;
  const isLoose = spans.some((span) => body.some((one) => contains(span, one) && one.type !== "ClassDeclaration"));
  if (here === there || !isLoose) return;
  throw unmovable(
    `Only one of ${escapeName(from.path)} and ${escapeName(to.path)} says "use strict", and what moves may mean another thing there. Write it in both first, or name another file.`,
  );
}

/** What the file that code moves to requires of the old one: names that it declares then, and what it goes on having from there. */
function hadOf(
  graph: ModuleGraph,
  { from, to }: Ends,
  exported: ReadonlySet<string>,
): { readonly gone: readonly Requirement[]; readonly kept: readonly string[] } {
  const node = graph.nodes.get(to.path);
  if (node === undefined || to.source === undefined) return { gone: [], kept: [] };
  const gone = requirementsOf(to.source).filter(
    ({ specifier, behind, key }) =>
      key !== undefined && behind === "" && exported.has(key) && graph.targetOf(node, specifier) === from.path,
  );
  const other = gone.find(({ key, local }) => key !== local);
  if (other !== undefined)
    throw unmovable(
      `${escapeName(to.path)} has \`${escapeInvisible(other.key ?? "")}\` as \`${escapeInvisible(other.local)}\`. Give it one name first (kart_rename).`,
    );
  const kept = graph
    .importsOf(from.path)
    .filter(({ importer }) => importer.path === to.path)
    .flatMap((edge) => {
      const own = gone.filter(({ declaration }) => contains(declaration, edge.record));
      return takenBy(edge, exported).filter((name) => !own.some(({ key }) => key === name));
    });
  return { gone, kept };
}

interface Needs {
  readonly wanted: readonly WantedRequirement[];
  /** Names that the file has already, as the same. */
  readonly has: ReadonlySet<string>;
}

/** What moved code requires where it goes. */
function neededOf({ graph, specifiers }: MoveWorld, { from, to }: Ends, { requires, own }: MovedCommonJs): Needs {
  const node = graph.nodes.get(to.path);
  const there = to.source === undefined ? [] : requirementsOf(to.source);
  const has = new Set<string>();
  const wanted: WantedRequirement[] = [];
  const need = (target: string, one: WantedRequirement) => {
    const isSame = (other: Requirement) =>
      other.local === one.local &&
      other.key === one.key &&
      other.behind === one.behind &&
      node !== undefined &&
      (graph.targetOf(node, other.specifier) ?? other.specifier) === target;
    if (there.some(isSame)) has.add(one.local);
    else wanted.push(one);
  };
  for (const { specifier, behind, key, local } of requires) {
    const target = graph.targetOf(from.node, specifier);
    if (target !== to.path) {
      const fresh = specifiers.carried(from.node, specifier, to.path);
      need(target ?? specifier, { specifier: fresh, behind, local, ...(key !== undefined && { key }) });
      continue;
    }
    const style = to.source && node && exportStyle(to.source, node.record);
    const isOwn =
      key === local &&
      behind === "" &&
      to.source !== undefined &&
      style !== undefined &&
      variableExports(to.source, style, local).some(({ name }) => name === key);
    if (!isOwn)
      throw unmovable(
        `It uses \`${escapeInvisible(local)}\`, which goes by another name in ${escapeName(to.path)}, where it would stand. Require it by its name in ${escapeName(from.path)} first.`,
      );
    has.add(local);
  }
  for (const { local, exportedAs } of own)
    need(from.path, { specifier: specifierTo(specifiers, to.path, from.path), behind: "", key: exportedAs, local });
  return { wanted, has };
}

function unmovable(message: string): ToolError {
  return new ToolError("invalid_argument", message);
}
