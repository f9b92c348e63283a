import { declarationTwin } from "@kart/core/modules/declaration-twin";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import { contains, type Span } from "@kart/core/text/span";
import { saysGenerated } from "../../change/generated-file.ts";
import { callingAtLoad, givesOwnMember, isActing, readingAtLoad } from "../../planning/moved/acts-at-load.ts";
import { changingBelow, doesSomething } from "../../planning/moved/changed-below.ts";
import { directivesOf } from "../../planning/moved/file-head.ts";
import { UsePlaces } from "../../planning/moved/use-places.ts";
import type { MovedSymbols } from "../../planning/moved/moved-symbols.ts";
import { listedNames } from "../../planning/names.ts";
import { LoadOrder } from "../load-order.ts";
import { sideEffectsLeftOut } from "../side-effects.ts";
import { leftRequiresNote } from "./carried-specifiers.ts";
import type { Ends, Worked } from "./move-symbols.ts";
import { publicNotes } from "./passed-on.ts";
import { unreadyByOrder, unreadyIn } from "./unready.ts";

/** Two files. Paths from the root. */
interface Places {
  readonly from: string;
  readonly to: string;
}

/** What the old file comes to export, since moved code uses it. */
export function exportedAnew({ own }: MovedSymbols): string[] {
  return own.filter(({ exportedAs }) => exportedAs === undefined).map(({ name }) => name);
}

/** @param targetOf where a specifier will lead */
export function loadOrder(
  oxc: Parser,
  graph: ModuleGraph,
  { from, to }: Places,
  { moved, kept, texts }: Worked,
  targetOf: (importer: string, specifier: string) => string | undefined,
): LoadOrder {
  const node = graph.nodes.get(from);
  const needed = new Set(
    moved.imports.flatMap(({ isValue, from: { specifier } }) =>
      isValue && node !== undefined ? (graph.targetOf(node, specifier) ?? []) : [],
    ),
  );
  const goesOn = graph.importsOf(from).some(({ importer, record: { names, typeOnly, dynamic } }) => {
    const isOther = names.length === 0 || names.some((one) => !one.typeOnly && !moved.exported.has(one.imported));
    return importer.path === to && !typeOnly && !dynamic && isOther;
  });
  if (goesOn || moved.own.some(({ isValue }) => isValue)) needed.add(from);
  const goesBack = moved.valuesOfRest.size > 0 || [...kept].some((name) => !moved.types.has(name));
  const isValue = (name: string) => moved.exported.has(name) && !moved.types.has(name);
  const loading = new Set(
    graph
      .importsOf(from)
      .flatMap(({ importer, record }) => (record.names.some(({ imported }) => isValue(imported)) ? importer.path : [])),
  );
  // The circle of these two is the one to tell of.
  const paths = [...new Set([from, to, ...texts.keys()])];
  return new LoadOrder(
    oxc,
    graph,
    paths.flatMap((path): [string, string][] => {
      const text = texts.get(path);
      return text === undefined ? [] : [[path, text.after]];
    }),
    targetOf,
    (importer, target, wasLoaded) => {
      if (importer === to) return needed.has(target) || (wasLoaded && target !== from);
      return wasLoaded || target !== to || (importer === from ? goesBack : loading.has(importer));
    },
  );
}

/** Throws `invalid_argument` where two files would load each other, and one would need at once what the other does not have yet. */
export function refuseUnready(
  order: LoadOrder,
  { from, to }: Places,
  { moved, isEntry, kept, importers }: Worked,
): void {
  const { needed, left } = moved.atLoad;
  if (order.way(to, from) === undefined || order.way(from, to) === undefined) return;
  if (needed.length > 0 && (isEntry || order.isLoadedFirst(from, to)))
    throw unready(
      to,
      from,
      needed,
      `${listedNames(needed)} along`,
      moved.valuesOfRest.size > 0 ? "" : isEntry ? sinceEntry(from, [...kept]) : instead([...kept], importers.keeping),
    );
  const used = moved.own.flatMap(({ name, isValue }) => (isValue ? [name] : []));
  if (left.length > 0 && order.isLoadedFirst(to, from))
    throw unready(
      from,
      to,
      left,
      used.length === 0 ? "what uses it along" : `${listedNames(used)} along, or what uses it`,
    );
}

/** Why there is a circle, where the old file itself uses nothing of what moves. */
function sinceEntry(from: string, kept: readonly string[]): string {
  return ` ${escapeName(from)} would import it only since it is an entry point of its package, and goes on exporting ${listedNames(kept)}.`;
}

/** What makes a circle unneeded that is one only since the old file would go on exporting what moves. */
function instead(kept: readonly string[], keeping: readonly string[]): string {
  const stars = keeping.flatMap((one) => STAR.exec(one)?.[1] ?? []).map((one) => escapeName(one));
  if (stars.length === 0 || stars.length < keeping.length || stars.length > MAX_STARS) return "";
  return ` Or name ${listedNames(kept)} beside \`export *\` in ${stars.join(" and ")} first, in a list from the same file: it follows then.`;
}

/** How {@link MovedImporters.keeping} says that a file passes on all. */
const STAR = /^(.+) export \*$/;

const MAX_STARS = 3;

/** @param of the file that has what the other one uses while it loads */
function unready(path: string, of: string, names: readonly string[], next: string, other = ""): ToolError {
  return new ToolError(
    "invalid_argument",
    `${escapeName(path)} would use ${listedNames(names)} of ${escapeName(of)} while it loads, and each would import the other: it fails where ${escapeName(of)} is loaded first. Move ${next}: symbol takes several.${other}`,
  );
}

/** What the caller has to know. */
export function notesOf(
  oxc: Parser,
  { from, to }: Ends,
  graph: ModuleGraph,
  order: LoadOrder,
  { moved, kept, isEntry, keepsAll, importers: { keeping, mocks }, texts }: Worked,
): string[] {
  const isLeftEmpty = /^(?:\s*export \{\};)?\s*$/.test(texts.get(from.path)?.after ?? "");
  const alone = new Set(moved.own.flatMap(({ name, isUsedOnlyHere }) => (isUsedOnlyHere ? [name] : [])));
  const anew = exportedAnew(moved);
  const passing = anew.length === 0 ? [] : passingAll(graph, from.path);
  const others = anew.filter((name) => alone.has(name));
  const isForOthers = anew.length > 0 && (isEntry || passing.length > 0);
  // What has been exported to all by then stays exported.
  const made = anew.map((name) =>
    alone.has(name) && !isForOthers ? `${name} (nothing else there does: kart_move it too)` : name,
  );
  const change = { texts, names: moved.names, from: from.path, to: to.path };
  const circle = order.newCircle();
  // What these two have of each other is refused where it may fail.
  const areEnds = (...files: string[]) => files.every((path) => path === from.path || path === to.path);
  const isNew = (one: string, other: string) => !areEnds(one, other) && !order.wasInCircle(one, other);
  const failing = circle === undefined ? [] : unreadyIn(oxc, graph, order.around(circle[0] as string), isNew, change);
  const late = unreadyByOrder(oxc, graph, order, change).filter((one) => !failing.includes(one));
  const code = moved.statements.map(({ span }) => from.source.parsed.source.slice(span.start, span.end)).join("\n");
  const [here, there] = [from.source, to.source].map((one) => (one === undefined ? [] : directivesOf(one))) as [
    string[],
    string[],
  ];
  const unlike = to.source === undefined ? [] : [...new Set(here).symmetricDifference(new Set(there))];
  const twin = declaredBeside(graph, from.path, moved.names);
  const changed = [...texts].filter(([, { before, after }]) => before !== after);
  const ignored = changed.filter(([path]) => graph.nodes.get(path)?.isIgnored === true);
  const generated = changed.filter((one) => !ignored.includes(one) && saysGenerated(one[1].before) !== undefined);
  return [
    ...(isLeftEmpty ? [`Nothing is left in ${escapeName(from.path)}: delete it.`] : []),
    ...gapNote(`EXPORTED from ${from.path} now, since what moved uses it`, made),
    ...gapNote("EXPORTED by `export *` with it", passing),
    ...publicNotes(graph, { from, to }, moved.exported, moved.usedByRest),
    ...(isEntry && anew.length > 0
      ? [`${escapeName(from.path)} is an entry point, and exports ${listedNames(anew)} to others now.`]
      : []),
    ...(isForOthers && others.length > 0
      ? [
          `Nothing else there uses ${listedNames(others)}: kart_undo, then move it in the same call (symbol takes several).`,
        ]
      : []),
    ...(kept.size === 0
      ? keepsAll
        ? [`${escapeName(from.path)} imports ${escapeName(to.path)} for what runs there: nothing else loads it.`]
        : []
      : isEntry
        ? [`${escapeName(from.path)} is an entry point, and goes on exporting ${listedNames([...kept])}.`]
        : keepsAll
          ? [
              `${escapeName(from.path)} goes on exporting ${listedNames([...kept])}: nothing else loads ${escapeName(to.path)}, which runs code then.`,
            ]
          : gapNote(`${from.path} goes on exporting what these have without naming it in a list`, keeping)),
    ...gapNote(
      `HAVE IT TOO now, since they take all that ${to.path} exports`,
      [...moved.exported].some((name) => !moved.types.has(name)) ? takingAll(graph, to.path) : [],
    ),
    ...gapNote("LOOK AT THESE mocks, which may be meant for what moved", [...mocks, ...mocksOf(graph, to.path)]),
    ...(unlike.length > 0 && [...moved.names].some((name) => !moved.types.has(name))
      ? [
          `Only one of ${escapeName(from.path)} and ${escapeName(to.path)} says ${unlike.map((one) => `"${escapeInvisible(one)}"`).join(", ")}: LOOK whether what moved may stand there.`,
        ]
      : []),
    ...gapNote("LEFT BEHIND: what moved is declared there too", twin === undefined ? [] : [twin]),
    ...gapNote(
      "Changed too, though they say that they are generated: what writes them may undo this",
      generated.map(([path]) => path),
    ),
    ...gapNote(
      "CHANGED too, though git ignores it: what writes it may undo this",
      ignored.map(([path]) => path),
    ),
    ...(circle === undefined
      ? []
      : [
          `IN A CIRCLE now: ${circle.map(escapeName).join(" → ")}. What runs while they load may find the other not ready.`,
          ...gapNote("FAILS where the other one is loaded first, since it does so while it loads", failing),
        ]),
    ...gapNote("FAILS while it loads, since the files of its circle load in another order now", late),
    ...leftRequiresNote(from, moved),
    ...(/\bimport\.meta\b|\b__(?:dir|file)name\b/.test(code)
      ? ["`import.meta`, `__dirname` and `__filename` mean the new file there: LOOK AT them."]
      : []),
  ];
}

/** The declaration file beside JavaScript, or that beside such a file, where it exports one of some names. */
function declaredBeside(graph: ModuleGraph, path: string, names: ReadonlySet<string>): string | undefined {
  const twin = declarationTwin(graph, path);
  const node = twin === undefined ? undefined : graph.nodes.get(twin);
  return node !== undefined && [...names].some((name) => graph.exportsNamed(node, name).length > 0) ? twin : undefined;
}

/** Files that pass on whatever another one exports. */
function passingAll(graph: ModuleGraph, path: string): string[] {
  return graph
    .importsOf(path)
    .flatMap(({ importer, record }) =>
      record.reExport && record.names.some(({ imported, local }) => imported === "*" && local === "*")
        ? [importer.path]
        : [],
    );
}

/** Where a module is taken as a whole, straight or from those that pass on all of it, and not for single members. */
function takingAll(graph: ModuleGraph, path: string): string[] {
  const sources = new Set([path]);
  // A set grows while it is walked.
  for (const source of sources) for (const one of passingAll(graph, source)) sources.add(one);
  return [...sources].flatMap((source) =>
    graph.importsOf(source).flatMap(({ importer, record: { names, line, reExport, typeOnly } }) => {
      const isAll = names.some(
        (one) => one.imported === "*" && !one.typeOnly && graph.membersUsed(importer, one) === "all",
      );
      return isAll && !reExport && !typeOnly ? [`${importer.path}:${line}`] : [];
    }),
  );
}

/** Where a file is mocked, so that what moves to it comes to be. */
function mocksOf(graph: ModuleGraph, path: string): string[] {
  return graph
    .importsOf(path)
    .flatMap(({ importer, record }) => (isMock(record.call) ? [`${importer.path}:${record.line}`] : []));
}

/** What the old file does when it loads and who imports what moved no longer brings about. */
export function sidesLost({ from, to }: Ends, order: LoadOrder, { moved, texts }: Worked): string[] {
  const { program, source } = from.source.parsed;
  const isGone = (place: Span) => moved.statements.some(({ span }) => contains(span, place));
  const acts = program.body.filter((one) => isActing(one) && !isGone(one));
  const about = acts.filter((one) => moved.usesOfRest.some((use) => contains(one, use)));
  const loads =
    acts.length > 0 || program.body.some((one) => one.type === "ImportDeclaration" && one.specifiers.length === 0);
  const isLost = (path: string) => order.did(path, from.path) && order.way(path, from.path) === undefined;
  const lost = loads ? [...texts.keys()].filter((path) => path !== from.path && path !== to.path && isLost(path)) : [];
  const first = (place: Span) => firstLine(source, place);
  if (about.length > 0 && order.way(to.path, from.path) === undefined)
    return gapNote(`STAYS in ${from.path}, and runs only where that is imported`, about.map(first));
  return gapNote(`NO LONGER LOADED by these, though it does more than declare: ${escapeName(from.path)}`, lost);
}

/** What moved and runs when it is loaded, where bundlers load the new file for nothing but its exports. */
export function sidesLeftOut({ from, to }: Ends, graph: ModuleGraph, { moved }: Worked): string[] {
  const spans = moved.statements.map(({ span }) => span);
  if (callingAtLoad(from.source.parsed.program, spans).length === 0) return [];
  return sideEffectsLeftOut(graph, from.path, to.path);
}

/** What stood above code that runs when it is loaded, and runs behind it from now on. */
export function runsEarlier({ from, to }: Ends, order: LoadOrder, { moved }: Worked): string[] {
  if (order.way(from.path, to.path) === undefined) return [];
  const { program, source } = from.source.parsed;
  const spans = moved.statements.map(({ span }) => span);
  const calling = callingAtLoad(program, spans);
  const own = new Set(from.source.declarations.flatMap((one) => (one.isImport === true ? [] : one.name)));
  const reading = readingAtLoad(program, spans, own);
  const lastOf = (parts: readonly Span[]) => Math.max(...parts.map(({ start }) => start));
  const places = new UsePlaces(program);
  const above = program.body.filter(
    (one) =>
      isActing(one) &&
      (one.start < lastOf(calling) || (one.start < lastOf(reading) && doesSomething(one, places))) &&
      !givesOwnMember(one, own) &&
      !moved.statements.some(({ span }) => contains(span, one)),
  );
  return gapNote(
    `RUNS FIRST now, before these of ${from.path} above it: LOOK whether it needs them`,
    above.map((one) => firstLine(source, one)),
  );
}

/** What stood below code that runs when it is loaded, changes what that reads, and has run by then from now on. */
export function runsLater({ from, to }: Ends, order: LoadOrder, { moved }: Worked): string[] {
  if (order.way(to.path, from.path) === undefined) return [];
  const below = changingBelow(
    from.source,
    moved.statements.map(({ span }) => span),
  );
  return gapNote(
    `RUN BEFORE it now, these of ${from.path} below it: LOOK whether they change what it reads`,
    below.map((one) => firstLine(from.source.parsed.source, one)),
  );
}

/** Who comes to load the new file, which does more than to declare. */
export function sidesGained({ to }: Ends, order: LoadOrder, { texts }: Worked): string[] {
  if (to.source === undefined) return [];
  const { program } = to.source.parsed;
  const own = new Set(to.source.declarations.map(({ name }) => name));
  const acts = program.body.some((one) => isActing(one) && !givesOwnMember(one, own));
  if (!acts) return [];
  const isNew = (path: string) => order.way(path, to.path) !== undefined && !order.led(path, to.path);
  const gained = [...texts.keys()].filter((path) => path !== to.path && isNew(path));
  return gapNote(`LOADED by these now, though it does more than declare: ${escapeName(to.path)}`, gained);
}

function firstLine(source: string, { start, end }: Span): string {
  return clip(source.slice(start, end).split(/[\r\n]/, 1)[0] as string, 60);
}
