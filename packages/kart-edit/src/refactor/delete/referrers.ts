import { graphOfCall } from "../../change/once-per-call.ts";
import { join } from "node:path";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { notSeen } from "@kart/core/language-server/projects/read-as-built";
import type { Place } from "@kart/core/language-server/questions";
import type { UnknownValues } from "@kart/core/language-server/uses/unknown-values";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { calledByFramework, mayBeFrameworkEntry } from "@kart/core/modules/entry-points";
import { isFrameworkMember, mayBeFrameworkMember } from "@kart/core/modules/framework-members";
import { isOfGlobalObject, namesLeadingTo, overloadsOf, walkDeclarations } from "@kart/core/syntax/declaration";
import { loadParser, parseSource, type Parser } from "@kart/core/syntax/parser/parse";
import { useAt } from "@kart/core/syntax/use-site";
import { NEEDING_CONFIG, needingConfig } from "@kart/core/modules/needing-config";
import { usersOutside } from "@kart/core/modules/public-entries";
import { gapNote } from "@kart/core/text/gap-note";
import { nearestFirst } from "@kart/core/text/nearest-first";
import { LineIndex } from "@kart/core/text/line-index";
import { contains, type Span } from "@kart/core/text/span";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { copiedNames } from "../../planning/members/copied-names.ts";
import { isExport, isMemberOfValues, type Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { twinMembers, withoutLine } from "../twin-members.ts";
import { commonJsUsers } from "./common-js-users.ts";
import { declaredTypes } from "../declared-types.ts";
import { namingImporters } from "../exported-through.ts";
import { membersOfPart } from "./merged-parts.ts";
import { placeOf } from "../symbol-place.ts";
import { meantAlone, type TakeOver } from "./taken-over.ts";

/** A place that refers to a symbol. */
export interface Referrer {
  /** From the root, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The line, without the white space around it. */
  readonly text: string;
}

export interface Referrers {
  /** What goes of a symbol that other files declare too, as {@link membersOfPart} has it. */
  readonly part?: { readonly members: readonly Target[]; readonly place: Place } | undefined;
  /** By path and line. */
  readonly places: readonly Referrer[];
  /** What has its place where it is used by the type of a class above. */
  readonly takeOver?: TakeOver | undefined;
  /** Doc comments that speak of it, by path and line: nothing breaks without it. */
  readonly mentions: readonly Pick<Referrer, "path" | "line">[];
  /** Where it may be used on values of type any, as far as it is a member. */
  readonly unknown: UnknownValues;
  /** Whether a framework calls it by its name. */
  readonly isEntry: boolean;
  /** Files that may refer to it and could not be looked into. */
  readonly unseen: readonly string[];
  /** What else a reader should know of how sure this is. */
  readonly notes: readonly string[];
}

export const NOBODY: Referrers = {
  places: [],
  mentions: [],
  unknown: { found: [], unasked: 0 },
  isEntry: false,
  unseen: [],
  notes: [],
};

/** Calls whose overload is asked for, one by one; beyond that all count as calls of it. */
const MAX_CALLS = 200;

/**
 * Who refers to a symbol, what is `removed` with it left out: by the language server in every project that could hold a
 * reference, and by the module graph for what that does not see, such as the scripts of components.
 */
export async function referrersOf(
  target: Target,
  place: Place,
  removed: readonly Span[],
  context: ToolContext<EditServices>,
): Promise<Referrers> {
  const { workspace, services, signal } = context;
  const server = await services.languageServer();
  const { path } = place;
  const members = await membersOfPart(target, place, context);
  const parts = (members ?? [target]).flatMap((part) => {
    const at = part === target ? place : placeOf(path, part);
    return at === undefined ? [] : [{ part, at }];
  });
  const asked = parts.map(({ at }) => at);
  const { references: direct, coverage } = await server.referencesOfAll(asked, signal);
  const indirect = await Promise.all(asked.map((one, at) => server.indirectUses(one, direct[at] ?? [], signal)));
  const references = [...direct, ...indirect.map(({ found }) => found)].flat();
  const unseen = indirect.flatMap((one) => one.unseen);
  // Who calls a value of no type calls no overload more than another.
  const untyped = target.overload === undefined ? parts.filter(({ part }) => isMemberOfValues(part)) : [];
  const ofValues = untyped.map(({ at }) => at);
  const ofGlobal = parts.filter(({ part: { source, declaration } }) =>
    isOfGlobalObject(source.declarations, declaration),
  );
  const open = [...untyped, ...ofGlobal].map(({ at }) => at);
  const ofEnums = parts.flatMap(({ part, at }) => (part.declaration.kind === "enum-member" ? [at] : []));
  const [unknown, computed, keyed] = await Promise.all([
    server.unknownValues(open, direct.flat(), signal),
    server.computedUses([...ofValues, ...ofEnums], signal),
    server.looseKeys(ofValues, direct.flat(), signal),
  ]);
  const own = namesOfItself(target);
  // TypeScript's library has no need of what a workspace declares.
  const isOther = ({ path: name, file, span }: SourceLocation) =>
    name !== undefined && !(file === path.absolute && [...removed, ...own].some((one) => contains(one, span)));
  const oxc = await loadParser();
  const [mentions, uses] = partition(references.filter(isOther), (location) => isMention(oxc, location));
  let others = uses;
  if (target.overload !== undefined && others.length <= MAX_CALLS) {
    const isMeant = async (location: SourceLocation) => {
      if (location.path === undefined) return false;
      const at = { path: workspace.root.proveFile(location.path), offset: location.span.start };
      const definitions = await server.definition(at, signal);
      return definitions.some(({ file, span }) => file === path.absolute && contains(target.span, span));
    };
    const meant = await Promise.all(others.map(isMeant));
    others = others.filter((_, index) => meant[index]);
  }
  const meant = await meantAlone(target, place, own, others, { oxc, server, root: workspace.root }, signal);
  others = [...meant.references];
  const places = new Map(
    others.map(({ path: name = "", line, file }) => [`${file}:${line}`, { path: name, line, file }]),
  );
  for (const one of copiedPlaces(target, path.relative, removed))
    places.set(`${path.absolute}:${one.line}`, { ...one, file: path.absolute });
  const notes = await looseNotes(coverage.outside, path.relative, places, context);
  let isEntry = false;
  if (isExport(target) && target.overload === undefined) {
    const graph = await graphOfCall(services, signal);
    const { names, declared, loading } = await commonJsUsers(oxc, target, path.relative, removed, graph, context);
    unseen.push(...loading.map((one) => join(workspace.root.absolute, one)));
    const known = new Set(others.map((location) => location.path));
    const importers = [...new Set([target.declaration.name, ...names])].flatMap((name) =>
      namingImporters(graph, path.relative, name),
    );
    for (const one of [...importers, ...declared])
      if (!known.has(one.path)) places.set(one.path, { ...one, file: join(workspace.root.absolute, one.path) });
    isEntry = calledByFramework(graph, path.relative, target.declaration).length > 0;
  }
  if (!isEntry && (mayBeFrameworkMember(target.declaration.name) || mayBeFrameworkEntry(path.relative))) {
    const { declarations, parsed } = target.source;
    const graph = await graphOfCall(services, signal);
    isEntry = isFrameworkMember(graph, path.relative, { declarations, text: parsed.source }, target.declaration);
  }
  const { users } = await twinMembers(target, path, context);
  const naming = new Set([...places.values()].map((one) => one.path));
  const apart = users.filter((one) => !naming.has(withoutLine(one)));
  unseen.push(
    ...apart.map(
      (one) => `${join(workspace.root.absolute, one)} (led here on some platforms, under conditions or in tests)`,
    ),
  );
  notes.push(...(await outsideNotes(target, path.relative, context)));
  return {
    part: members && { members, place },
    places: withText([...places.values()]),
    takeOver: meant.takeOver,
    mentions: mentions.map(({ path: name = "", line }) => ({ path: name, line })),
    unknown: {
      ...unknown,
      found: unknown.found.filter(isOther),
      // Who may override it has no need of it.
      heirs: [],
      unaskedHeirs: 0,
      computed: computed.filter(isOther),
      keyed: { ...keyed, found: keyed.found.filter(isOther) },
    },
    isEntry,
    unseen: nearestFirst(
      unseenBeside(new Set([...notSeen(coverage), ...unseen]), [...places.values()], workspace.root),
      [path.relative],
    ),
    notes,
  };
}

/** Strings of the file by which it takes members of a prototype, where one may be meant. */
function copiedPlaces(target: Target, path: string, removed: readonly Span[]) {
  if (target.overload !== undefined || !isMemberOfValues(target)) return [];
  const { source, declaration } = target;
  const left = copiedNames(source.parsed, declaration.name).filter(
    (start) => !removed.some((one) => contains(one, { start, end: start })),
  );
  return left.map((start) => ({ path, line: source.parsed.lines.lineAt(start) }));
}

/** A line about files of no project in which a use may have been missed. */
async function looseNotes(
  outside: readonly string[],
  path: string,
  places: ReadonlyMap<string, Pick<Referrer, "path">>,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const known = new Set([path, ...Array.from(places.values(), (one) => one.path)]);
  const loose = outside.map((file) => root.relative(file)).filter((one) => !known.has(one));
  if (loose.length === 0) return [];
  const graph = await graphOfCall(services, signal);
  const doubtful = needingConfig(graph, loose, new Set([path]));
  return gapNote(`NOT SEEN: ${NEEDING_CONFIG}`, nearestFirst(doubtful, [path]));
}

/** Lines about users outside the workspace, and what tells them of it. */
async function outsideNotes(target: Target, path: string, context: ToolContext<EditServices>): Promise<string[]> {
  const { source, declaration, overload } = target;
  if (!declaration.exported || overload !== undefined) return [];
  const { services, signal } = context;
  const graph = await graphOfCall(services, signal);
  return [
    ...usersOutside(graph, path, namesLeadingTo(source.declarations, declaration).names),
    ...gapNote(
      "Declaration files still describe it to users of the package",
      await declaredTypes(target, path, context),
    ),
  ];
}

/** What was not seen, from the root; but what a place is known of is no riddle. */
function unseenBeside(
  unseen: ReadonlySet<string>,
  places: readonly Pick<Referrer, "path">[],
  root: WorkspaceRoot,
): string[] {
  const known = new Set(places.map(({ path }) => path));
  return Array.from(unseen, (file) => (root.holds(file) ? root.relative(file) : file)).filter(
    (file) => !known.has(withoutLine(file)),
  );
}

/** Whether a name stands in a comment that no compiler reads, such as `{@link parse}`: nothing breaks without it. */
function isMention(oxc: Parser, { file, span }: SourceLocation): boolean {
  const outcome = readTextFile(file);
  if (outcome.status !== "read") return false;
  const { text } = outcome;
  // Most references stand in code, which need not be parsed to see that.
  if (text.lastIndexOf("/*", span.start) <= text.lastIndexOf("*/", span.start)) return false;
  const parsed = parseSource(oxc, file, text);
  return parsed.ok && useAt(parsed.parsed, span.start) === "mention";
}

function partition<T>(list: readonly T[], test: (one: T) => boolean): [yes: T[], no: T[]] {
  const { yes = [], no = [] } = Object.groupBy(list, (one) => (test(one) ? "yes" : "no"));
  return [yes, no];
}

/** The names of what declares the same thing: overloads, the other accessor, what it merges with. */
function namesOfItself({ source, declaration }: Target): Span[] {
  const alike = walkDeclarations(source.declarations).filter(
    (one) => one.declaration.namePath === declaration.namePath,
  );
  return alike.flatMap((one) => overloadsOf(one.declaration).map(({ nameRange }) => nameRange));
}

/** Places with the lines that they stand on. */
export function withText(places: readonly Pick<SourceLocation, "path" | "line" | "file">[]): Referrer[] {
  const texts = new Map<string, LineIndex | undefined>();
  const textOf = (file: string) => {
    if (!texts.has(file)) {
      const outcome = readTextFile(file);
      texts.set(file, outcome.status === "read" ? new LineIndex(outcome.text) : undefined);
    }
    return texts.get(file);
  };
  return places
    .map(({ path = "", line, file }) => ({ path, line, text: textOf(file)?.textOf(line).trim() ?? "" }))
    .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
