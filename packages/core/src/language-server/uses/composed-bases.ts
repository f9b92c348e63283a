import { type Heir, type HeirBase, heirsIn } from "../../syntax/heir-members.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { nameAt } from "../../text/name-at.ts";
import type { Span } from "../../text/span.ts";
import { wordsIn } from "../../text/words.ts";
import { isInstalled, keyOf, type SourceLocation, unique } from "../locations.ts";
import { WHOLE } from "../projects/cover.ts";
import type { Place, Questions } from "../questions.ts";
import { meant } from "./indirect-uses.ts";
import { isNoMember } from "./module-exports.ts";
import type { NamedUses } from "./named-uses.ts";
import { answersOf, type Probe } from "./probes.ts";

/** A member of an heir, and those that it overrides by a base that is put together of several types. */
export interface ComposedHeir {
  /** Where it is named: several times where it has overloads. */
  readonly own: readonly SourceLocation[];
  readonly above: readonly SourceLocation[];
}

/** Members that override one another by bases that are put together of several types. */
export interface ComposedFamily {
  /** Those that one overrides, and what else they lead to. */
  readonly above: readonly SourceLocation[];
  /** Those that override it, or any of these. */
  readonly below: readonly SourceLocation[];
  /** What refers to any of them. */
  readonly uses: readonly SourceLocation[];
  /** Files, absolute, that hold the name too often to be asked about. */
  readonly unasked: readonly string[];
}

/** Places that the server is asked about, one by one. */
const MAX_ASKED = 3000;

/** Members for each of which the server searches. */
const MAX_SEARCHED = 8;

const NONE: ComposedFamily = { above: [], below: [], uses: [], unasked: [] };

/** References to the members of {@link composedFamily}, and these, but for what packages declare. */
export async function composedBaseUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
): Promise<NamedUses> {
  const { above, below, uses, unasked } = await composedFamily(questions, place, direct);
  const unseen = unasked.map((file) => questions.root.relative(file));
  return {
    found: [...above.filter((one) => !isInstalled(one)), ...below, ...uses],
    coverage: { ...WHOLE, complete: unseen.length === 0, unseen },
  };
}

/**
 * The members that one overrides, or is overridden by, where `implements Both` or `extends Mixin(Base)` names a type that is put
 * together of several, `Base & Extra`: such a type has no declaration of its own, and the server's search ends there.
 *
 * @param direct what that found
 * @param isWhole whether what else is overridden by those below is among it, which has to go by the same name
 */
export async function composedFamily(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
  isWhole = false,
): Promise<ComposedFamily> {
  const heirs = await composedHeirs(questions, place);
  if (heirs.length === 0) return NONE;
  const known = [...(await questions.definitions(place)), ...(await direct)];
  const apart = Bun.hash(known.map(keyOf).toSorted().join("\n"));
  const { sight } = questions.session.projects;
  const key = `composed family ${isWhole} ${sight} ${apart} ${place.offset} ${place.path.absolute}`;
  return questions.session.candidates.kept(key, () =>
    heirs.length > MAX_SEARCHED
      ? byDefinitions(questions, place, known, isWhole)
      : byReferences(questions, heirs, known, isWhole),
  );
}

/** Asks the server who refers to each member, which tells of those that override it by names as well. */
async function byReferences(
  questions: Questions,
  heirs: readonly ComposedHeir[],
  found: readonly SourceLocation[],
  isWhole: boolean,
): Promise<ComposedFamily> {
  const known = new Set(found.map(keyOf));
  const uses: SourceLocation[] = [];
  const { above, below } = await follow(heirs, known, isWhole, async (members) => {
    const own = members.filter((one) => !isInstalled(one));
    const all = await Promise.all(own.map((one) => referencesAt(questions, one)));
    for (const one of all.flat()) known.add(keyOf(one));
    uses.push(...all.flat());
  });
  return { above, below, uses, unasked: [] };
}

/** Asks what each heir overrides, and what each place means where the name stands: a search for each of many members takes longer. */
async function byDefinitions(
  questions: Questions,
  place: Place,
  found: readonly SourceLocation[],
  isWhole: boolean,
): Promise<ComposedFamily> {
  const { session, reader, signal } = questions;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset) as string;
  const heirs = await heirsNamed(questions, name, true);
  const { above, below } = await follow(heirs, new Set(found.map(keyOf)), isWhole, async () => {});
  const known = new Set([...found, ...above, ...below].map(keyOf));
  const holding = await session.candidates.holding(new Set([name]), signal);
  const suspects = [...(await session.projects.loadedAmong(holding, signal))].toSorted().map((file) => {
    const { source = "" } = reader.textOf(file) ?? {};
    const isKnown = (start: number) => known.has(keyOf({ file, span: { start, end: start } }));
    return { file, source, offsets: wordsIn(source, name).filter((one) => !isKnown(one)) };
  });
  let count = 0;
  const { yes: asked = [], no: left = [] } = Object.groupBy(suspects, ({ offsets }) =>
    (count += offsets.length) <= MAX_ASKED ? "yes" : "no",
  );
  const uses = await meant(questions, asked, [...above, ...below]);
  return { above, below, uses, unasked: left.map(({ file }) => file) };
}

/**
 * Follows heirs up from members that are known, and then down from all of these: what else those below override is none of it, but for
 * the whole.
 *
 * @param known keys of these, to which others are added
 * @param onTaken what is to be done with members before it goes on
 */
async function follow(
  heirs: readonly ComposedHeir[],
  known: Set<string>,
  isWhole: boolean,
  onTaken: (members: readonly SourceLocation[]) => Promise<void>,
): Promise<Pick<ComposedFamily, "above" | "below">> {
  const isKnown = (one: SourceLocation) => known.has(keyOf(one));
  const taken = async (next: (heir: ComposedHeir) => readonly SourceLocation[]) => {
    const members: SourceLocation[] = [];
    const open = () => unique(heirs.flatMap(next).filter((one) => !isKnown(one)));
    for (let fresh = open(); fresh.length > 0; fresh = open()) {
      for (const one of fresh) known.add(keyOf(one));
      members.push(...fresh);
      await onTaken(fresh);
    }
    return members;
  };
  const above: SourceLocation[] = [];
  const below: SourceLocation[] = [];
  for (let count = -1; count < above.length + below.length;) {
    count = above.length + below.length;
    above.push(...(await taken((one) => (one.own.some(isKnown) ? one.above : []))));
    below.push(...(await taken((one) => (one.above.some(isKnown) ? one.own : []))));
    if (!isWhole) break;
  }
  return { above, below };
}

/** The heirs with a member of the name at a place, where that may be a member, whose bases are put together of several types. */
export async function composedHeirs(questions: Questions, place: Place): Promise<readonly ComposedHeir[]> {
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || name.startsWith("#") || (await isNoMember(questions, place))) return [];
  return heirsNamed(questions, name, false);
}

/** @param isAny whether each base counts, not only those that may be put together */
async function heirsNamed(questions: Questions, name: string, isAny: boolean): Promise<readonly ComposedHeir[]> {
  const likely = await heirsWith(questions, name, isAny);
  if (likely.length === 0) return [];
  const { candidates, projects } = questions.session;
  // Only what is loaded is looked into.
  const key = `heirs of bases ${name} ${isAny} ${projects.sight}`;
  return candidates.kept(key, () => withAbove(questions, name, likely));
}

function referencesAt(questions: Questions, { path, span }: SourceLocation): Promise<SourceLocation[]> {
  return questions.references({ path: questions.root.proveFile(path as string), offset: span.start });
}

/** An heir in a file, absolute, with a member of the name that is asked about and the bases that count. */
export interface LikelyHeir {
  readonly file: string;
  readonly heir: Heir;
  /** Where the member is named. */
  readonly names: readonly Span[];
  readonly bases: readonly HeirBase[];
}

/** @param isAny whether each base counts, not only those that may be put together */
export function heirsWith(questions: Questions, name: string, isAny: boolean): Promise<readonly LikelyHeir[]> {
  const { candidates } = questions.session;
  // Hundreds of heirs have the same base, and are asked about at once.
  const composed = new Map<string | undefined, Promise<boolean>>();
  const isMeant = async ({ imported }: HeirBase) =>
    isAny || composed.getOrInsertComputed(imported, () => mayBeComposed(questions, imported));
  const heirsOf = async (file: string) => {
    const heirs = isAny ? await readHeirs(questions, file, true) : await knownHeirs(questions, file);
    const likely = heirs.map(async (heir): Promise<LikelyHeir[]> => {
      const names = heir.members.get(name);
      if (names === undefined) return [];
      const are = await Promise.all(heir.bases.map(isMeant));
      const bases = heir.bases.filter((_, at) => are[at]);
      return bases.length === 0 ? [] : [{ file, heir, names, bases }];
    });
    return (await Promise.all(likely)).flat();
  };
  return candidates.kept(`heirs with ${name} ${isAny}`, async () => {
    const files = await candidates.holding(new Set([name]), questions.signal);
    return (await Promise.all(files.map(heirsOf))).flat();
  });
}

/** By session and file: to find them takes all of a tree, and few files have any. */
const KNOWN = new WeakMap<object, Map<string, { readonly text: number | bigint; readonly heirs: readonly Heir[] }>>();

/** The heirs of a file with bases that may be put together. */
async function knownHeirs(questions: Questions, file: string): Promise<readonly Heir[]> {
  const files = KNOWN.getOrInsertComputed(questions.session, () => new Map());
  const text = Bun.hash(questions.reader.textOf(file)?.source ?? "");
  const known = files.get(file);
  if (known?.text === text) return known.heirs;
  const heirs = await readHeirs(questions, file, false);
  files.set(file, { text, heirs });
  return heirs;
}

async function readHeirs({ reader }: Questions, file: string, isAny: boolean): Promise<readonly Heir[]> {
  const { source = "" } = reader.textOf(file) ?? {};
  if (!/\b(?:class|interface)\b/.test(source) || !/\b(?:extends|implements)\b/.test(source)) return [];
  const outcome = parseSource(await loadParser(), file, source);
  return outcome.ok ? heirsIn(outcome.parsed, isAny) : [];
}

/**
 * Whether a base may be put together: what is imported under a name is not where all that goes by it are classes and interfaces, and
 * nor is what is declared nowhere here. Without a name it may be.
 */
async function mayBeComposed({ session, reader, signal }: Questions, name: string | undefined): Promise<boolean> {
  if (name === undefined) return true;
  const { candidates } = session;
  return candidates.kept(`may be composed ${name}`, async () => {
    const files = await candidates.holding(new Set([name]), signal);
    const stands = files.map((file) => {
      const text = reader.textOf(file)?.source ?? "";
      return new Set(wordsIn(text, name).map((at) => standing(text, { start: at, end: at + name.length })));
    });
    const isAny = (kind: Standing) => stands.some((one) => one.has(kind));
    // A default import goes by any name, most often that of the class.
    return isAny("composed") || (isAny("imported") && !isAny("plain"));
  });
}

/** How a name stands: where what may be put together gets it, where an import or a class or interface does, or elsewhere. */
type Standing = "composed" | "imported" | "plain" | "elsewhere";

function standing(text: string, { start, end }: Span): Standing {
  const before = text.slice(Math.max(0, start - LONGEST), start);
  const after = text.slice(end, end + LONGEST);
  const isAlias = /\btype\s+$/.test(before) && /^\s*[<=]/.test(after);
  if (isAlias || /\b(?:const|let|var)\s+$/.test(before)) return "composed";
  if (/\bas\s+$/.test(before) && /^\s*[,}]/.test(after)) return "composed";
  if (/\bimport\s+(?:type\s+)?(?:\*\s+as\s+)?$/.test(before)) return "imported";
  return /\b(?:class|interface)\s+$/.test(before) ? "plain" : "elsewhere";
}

/** UTF-16 units that are looked at on both sides of a name. */
const LONGEST = 80;

/** What those override, as the compiler tells at a line that names it at the end of each class or interface. */
async function withAbove(
  questions: Questions,
  name: string,
  likely: readonly LikelyHeir[],
): Promise<readonly ComposedHeir[]> {
  const { session, reader, signal } = questions;
  const loaded = await session.projects.loadedAmong([...new Set(likely.map(({ file }) => file))], signal);
  const files = [...Map.groupBy(likely, ({ file }) => file)].filter(([file]) => loaded.has(file));
  const asked = files.map(([file, heirs]) => {
    const { source = "" } = reader.textOf(file) ?? {};
    return { file, heirs, probes: heirs.map((one) => probesOf(source, one, name)) };
  });
  const answers = await answersOf(
    questions,
    asked.map(({ file, probes }) => ({ file, probes: probes.flat() })),
    true,
  );
  return asked.flatMap(({ file, heirs, probes }, at) => {
    const left = [...(answers[at] ?? [])];
    return heirs.flatMap(({ names }, index) => {
      const above = left.splice(0, probes[index]?.length ?? 0).flat();
      const own = names.flatMap((span) => reader.located(file, span) ?? []);
      return above.length === 0 ? [] : [{ own, above }];
    });
  });
}

function probesOf(source: string, { heir, bases }: LikelyHeir, name: string): Probe[] {
  const key = JSON.stringify(name);
  return bases.map(({ span, isValue }) => {
    const before = isValue ? ";[0](){super[" : `;0:(${source.slice(span.start, span.end)})[`;
    const text = `${before}${key}]${isValue ? "}" : ";"}`;
    return { edits: [{ span: { start: heir.end, end: heir.end }, text }], at: before.length + 1 };
  });
}
