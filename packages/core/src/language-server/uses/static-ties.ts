import { nameAt } from "../../text/name-at.ts";
import { cover, WHOLE } from "../projects/cover.ts";
import { isInstalled, keyOf, type SourceLocation, unique } from "../locations.ts";
import type { NamedUses } from "./named-uses.ts";
import type { Place, Questions } from "../questions.ts";
import {
  isOfFunctions,
  keysOf,
  type MemberOfClass,
  membersNamed,
  overriddenBy,
  superMembers,
} from "./super-members.ts";

/** Which static members override which, by where they are named. */
export interface StaticTies {
  /** Those that one overrides, the nearest first. */
  readonly above: readonly SourceLocation[];
  /** Those that override it, at any depth. */
  readonly below: readonly SourceLocation[];
  /** Others that override what it overrides: `this.name` in that may mean any of them. */
  readonly beside: readonly SourceLocation[];
}

const NO_TIES: StaticTies = { above: [], below: [], beside: [] };

/**
 * What a static member overrides, and what overrides it: `this.name` in the statics of a class, and `typeof Base`, mean any of them.
 * TypeScript ties members of instances alone. The projects that could hold any are to be loaded.
 */
export async function staticTies(questions: Questions, place: Place): Promise<StaticTies> {
  const found = await staticAt(questions, place);
  if (found === undefined) return NO_TIES;
  const { member, name } = found;
  return questions.session.candidates.kept(`static ties ${place.offset} ${place.path.absolute}`, async () => {
    const above = await overriddenBy(questions, member, name);
    const below = await overriding(questions, member, name);
    const bases = await Promise.all(placesOf(questions, above).map((one) => staticAt(questions, one)));
    const members = bases.flatMap((one) => one?.member ?? []);
    const tied = await Promise.all(members.map((one) => overriding(questions, one, name)));
    const known = new Set([...locationsOf(questions, member), ...above, ...below].map(keyOf));
    return { above, below, beside: unique(tied.flat()).filter((one) => !known.has(keyOf(one))) };
  });
}

/** The static member that is declared at a place, with its name. */
async function staticAt(
  questions: Questions,
  { path, offset }: Place,
): Promise<{ readonly member: MemberOfClass; readonly name: string } | undefined> {
  const { source } = questions.text(path.absolute);
  const isStatic = BEHIND_STATIC.test(source.slice(Math.max(0, offset - LONGEST), offset));
  const name = isStatic ? nameAt(source, offset) : undefined;
  if (name === undefined || name.startsWith("#")) return undefined;
  const isHere = ({ names }: MemberOfClass) => names.some(({ start, end }) => start <= offset && offset <= end);
  const member = (await staticsNamed(questions, path.absolute, name)).find(isHere);
  return member && { member, name };
}

/** Uses of a static member that no type ties to it: what overrides it, and all that refers to those it overrides. */
export async function staticUses(questions: Questions, place: Place): Promise<NamedUses> {
  const { above, below } = await staticTies(questions, place);
  const places = placesOf(questions, above);
  const coverage = places.length === 0 ? WHOLE : await cover(questions, places);
  const uses = await Promise.all(places.map((one) => questions.references(one)));
  return { found: [...below, ...above, ...uses.flat()], coverage };
}

/**
 * Static members that some others would override by another name, or that would override them.
 *
 * @param places of static members that have one name
 * @param fresh an identifier
 */
export async function staticsMet(
  questions: Questions,
  places: readonly Place[],
  fresh: string,
): Promise<SourceLocation[]> {
  const members = await Promise.all(places.map((place) => staticAt(questions, place)));
  const own = members.flatMap((one) => one?.member ?? []);
  const [name] = members.flatMap((one) => one?.name ?? []);
  if (name === undefined) return [];
  const above = (await superMembers(questions, own, fresh))
    .flat()
    .filter((one) => !isOfFunctions(one, fresh, questions));
  const heirs = await heirsDeclaring(questions, fresh);
  const keys = new Set(own.flatMap(keysOf));
  const parents = await superMembers(questions, heirs, name);
  const below = heirs.filter((_, at) => parents[at]?.some((parent) => keys.has(keyOf(parent))) === true);
  return [...above, ...below.flatMap((one) => locationsOf(questions, one))];
}

function placesOf({ root }: Questions, locations: readonly SourceLocation[]): Place[] {
  return locations
    .filter((one) => !isInstalled(one))
    .map(({ path, span }) => ({ path: root.proveFile(path as string), offset: span.start }));
}

async function overriding(questions: Questions, own: MemberOfClass, name: string): Promise<SourceLocation[]> {
  const heirs = await heirsDeclaring(questions, name);
  const parents = await superMembers(questions, heirs, name);
  const tied = [own];
  // What is added here is gone through as well.
  for (const one of tied) {
    const keys = new Set(keysOf(one));
    const next = heirs.filter((_, at) => parents[at]?.some((parent) => keys.has(keyOf(parent))) === true);
    tied.push(...next.filter((heir) => !tied.includes(heir)));
  }
  return tied.slice(1).flatMap((one) => locationsOf(questions, one));
}

/** Static members of a name in classes that extend others, in the projects that are loaded. */
async function heirsDeclaring(questions: Questions, name: string): Promise<MemberOfClass[]> {
  const { session, signal, reader } = questions;
  const holding = await session.candidates.holding(new Set([name]), signal);
  const declaring = new RegExp(`${STATIC}["']?${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, "u");
  const likely = holding.filter((file) => declaring.test(reader.textOf(file)?.source ?? ""));
  const files = [...(await session.projects.loadedAmong(likely, signal))].toSorted();
  const all = await Promise.all(files.map((file) => staticsNamed(questions, file, name)));
  return all.flat().filter(({ endOfHeir }) => endOfHeir !== undefined);
}

async function staticsNamed(questions: Questions, file: string, name: string): Promise<MemberOfClass[]> {
  return (await membersNamed(questions, file, name)).filter(({ isStatic }) => isStatic);
}

function locationsOf({ reader }: Questions, { file, names }: MemberOfClass): SourceLocation[] {
  return names.flatMap((span) => reader.located(file, span) ?? []);
}

/** What stands before the name of a static member. */
const STATIC = String.raw`\bstatic\s+(?:(?:override|readonly|declare|async|accessor|get|set)\s+|\*\s*)*`;
const BEHIND_STATIC = new RegExp(`${STATIC}["']?[\\p{ID_Continue}$]*$`, "u");

/** UTF-16 units before a place that are looked at. */
const LONGEST = 400;
