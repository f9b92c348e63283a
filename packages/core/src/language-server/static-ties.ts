import { cover, WHOLE } from "./cover.ts";
import { isInstalled, type SourceLocation } from "./locations.ts";
import { nameAt } from "./name-at.ts";
import type { NamedUses } from "./named-uses.ts";
import type { Place, Questions } from "./questions.ts";
import { type MemberOfClass, membersNamed, superMembers } from "./super-members.ts";

/** Which static members override which, by where they are named. */
export interface StaticTies {
  /** Those that one overrides, the nearest first. */
  readonly above: readonly SourceLocation[];
  /** Those that override it, at any depth. */
  readonly below: readonly SourceLocation[];
}

const NO_TIES: StaticTies = { above: [], below: [] };

/**
 * What a static member overrides, and what overrides it: `this.name` in the statics of a class, and `typeof Base`, mean any of them.
 * TypeScript ties members of instances alone. The projects that could hold any are to be loaded.
 */
export async function staticTies(questions: Questions, { path, offset }: Place): Promise<StaticTies> {
  const { source } = questions.text(path.absolute);
  const isStatic = BEHIND_STATIC.test(source.slice(Math.max(0, offset - LONGEST), offset));
  const name = isStatic ? nameAt(source, offset) : undefined;
  if (name === undefined || name.startsWith("#")) return NO_TIES;
  const own = (await staticsNamed(questions, path.absolute, name)).find((one) =>
    one.names.some(({ start, end }) => start <= offset && offset <= end),
  );
  if (own === undefined) return NO_TIES;
  return questions.session.candidates.kept(`static ties ${offset} ${path.absolute}`, async () => ({
    above: await overriddenBy(questions, own, name),
    below: await overriding(questions, own, name),
  }));
}

/** Uses of a static member that no type ties to it: what overrides it, and all that refers to those it overrides. */
export async function staticUses(questions: Questions, place: Place): Promise<NamedUses> {
  const { above, below } = await staticTies(questions, place);
  const places = placesOf(questions, above);
  const coverage = places.length === 0 ? WHOLE : await cover(questions, places);
  const uses = await Promise.all(places.map((one) => questions.references(one)));
  return { found: [...below, ...above, ...uses.flat()], coverage };
}

function placesOf({ root }: Questions, locations: readonly SourceLocation[]): Place[] {
  return locations
    .filter((one) => !isInstalled(one))
    .map(({ path, span }) => ({ path: root.proveFile(path as string), offset: span.start }));
}

async function overriddenBy(questions: Questions, own: MemberOfClass, name: string): Promise<SourceLocation[]> {
  const found = new Map<string, SourceLocation>();
  for (let open: readonly MemberOfClass[] = [own]; open.length > 0;) {
    const all = (await superMembers(questions, open, name)).flat();
    // Every class is a function: the library declares `name` for it.
    const isOfFunctions = ({ path }: SourceLocation) => path === undefined && name in Function.prototype;
    const parents = all.filter((one) => !found.has(keyOf(one)) && !isOfFunctions(one));
    for (const one of parents) found.set(keyOf(one), one);
    const keys = new Set(parents.map(keyOf));
    const files = new Set(parents.filter((one) => !isInstalled(one)).map(({ file }) => file));
    const members = await Promise.all(Array.from(files, (file) => staticsNamed(questions, file, name)));
    open = members.flat().filter((one) => keysOf(one).some((key) => keys.has(key)));
  }
  return [...found.values()];
}

async function overriding(questions: Questions, own: MemberOfClass, name: string): Promise<SourceLocation[]> {
  const { session, signal, reader } = questions;
  const holding = await session.candidates.holding(new Set([name]), signal);
  const declaring = new RegExp(`${STATIC}["']?${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, "u");
  const likely = holding.filter((file) => declaring.test(reader.textOf(file)?.source ?? ""));
  const files = [...(await session.projects.loadedAmong(likely, signal))].toSorted();
  const all = (await Promise.all(files.map((file) => staticsNamed(questions, file, name)))).flat();
  const heirs = all.filter(({ endOfHeir }) => endOfHeir !== undefined);
  const parents = await superMembers(questions, heirs, name);
  const tied = [own];
  // What is added here is gone through as well.
  for (const one of tied) {
    const keys = new Set(keysOf(one));
    const next = heirs.filter((_, at) => parents[at]?.some((parent) => keys.has(keyOf(parent))) === true);
    tied.push(...next.filter((heir) => !tied.includes(heir)));
  }
  return tied.slice(1).flatMap(({ file, names }) => names.flatMap((span) => reader.located(file, span) ?? []));
}

async function staticsNamed(questions: Questions, file: string, name: string): Promise<MemberOfClass[]> {
  return (await membersNamed(questions, file, name)).filter(({ isStatic }) => isStatic);
}

function keysOf({ file, names }: MemberOfClass): string[] {
  return names.map((span) => keyOf({ file, span }));
}

function keyOf({ file, span }: Pick<SourceLocation, "file" | "span">): string {
  return `${span.start} ${file}`;
}

/** What stands before the name of a static member. */
const STATIC = String.raw`\bstatic\s+(?:(?:override|readonly|declare|async|accessor|get|set)\s+|\*\s*)*`;
const BEHIND_STATIC = new RegExp(`${STATIC}["']?[\\p{ID_Continue}$]*$`, "u");

/** UTF-16 units before a place that are looked at. */
const LONGEST = 400;
