import { heirMembersNamed, type HeirBase, type HeirMember } from "../../syntax/heir-members.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { nameAt } from "../../text/name-at.ts";
import { isInstalled, keyOf, type SourceLocation, unique } from "../locations.ts";
import { WHOLE } from "../projects/cover.ts";
import type { Place, Questions } from "../questions.ts";
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
}

const NONE: ComposedFamily = { above: [], below: [], uses: [] };

/** References to the members of {@link composedFamily}, and these, but for what packages declare. */
export async function composedBaseUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
): Promise<NamedUses> {
  const { above, below, uses } = await composedFamily(questions, place, direct);
  return { found: [...above.filter((one) => !isInstalled(one)), ...below, ...uses], coverage: WHOLE };
}

/**
 * The members that one overrides, or is overridden by, where `implements Both` or `extends Mixin(Base)` names a type that is put
 * together of several, `Base & Extra`: such a type has no declaration of its own, and the server's search ends there.
 *
 * @param direct what that found
 */
export async function composedFamily(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
): Promise<ComposedFamily> {
  const heirs = await composedHeirs(questions, place);
  if (heirs.length === 0) return NONE;
  const known = new Set([...(await questions.definitions(place)), ...(await direct)].map(keyOf));
  const isKnown = (one: SourceLocation) => known.has(keyOf(one));
  const uses: SourceLocation[] = [];
  /** Members, and all that come of them, with who refers to these. */
  const taken = async (next: () => readonly SourceLocation[]) => {
    const members: SourceLocation[] = [];
    for (let open = next(); open.length > 0; open = next()) {
      const own = open.filter((one) => !isInstalled(one));
      const found = (await Promise.all(own.map((one) => referencesAt(questions, one)))).flat();
      for (const one of [...open, ...found]) known.add(keyOf(one));
      members.push(...open);
      uses.push(...found);
    }
    return unique(members);
  };
  const fresh = (all: readonly SourceLocation[]) => all.filter((one) => !isKnown(one));
  const above = await taken(() => heirs.flatMap((one) => (one.own.some(isKnown) ? fresh(one.above) : [])));
  // What else these override is none of it.
  const below = await taken(() => heirs.flatMap((one) => (one.above.some(isKnown) ? fresh(one.own) : [])));
  return { above, below, uses };
}

/** The heirs with a member of the name at a place, where that may be a member, whose bases are put together of several types. */
export async function composedHeirs(questions: Questions, place: Place): Promise<readonly ComposedHeir[]> {
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || name.startsWith("#") || (await isNoMember(questions, place, false))) return [];
  const likely = await likelyHeirs(questions, name);
  if (likely.length === 0 || (await isNoMember(questions, place, true))) return [];
  return questions.session.candidates.kept(`composed bases of ${name}`, () => withAbove(questions, name, likely));
}

function referencesAt(questions: Questions, { path, span }: SourceLocation): Promise<SourceLocation[]> {
  return questions.references({ path: questions.root.proveFile(path as string), offset: span.start });
}

/** A member of an heir in a file, absolute, with the bases that may be put together. */
interface LikelyHeir {
  readonly file: string;
  readonly member: HeirMember;
  readonly bases: readonly HeirBase[];
}

function likelyHeirs(questions: Questions, name: string): Promise<readonly LikelyHeir[]> {
  const { candidates } = questions.session;
  return candidates.kept(`heirs with ${name}`, async () => {
    const files = await candidates.holding(new Set([name]), questions.signal);
    const all = await Promise.all(files.map((file) => heirsIn(questions, file, name)));
    return all.flat();
  });
}

async function heirsIn(questions: Questions, file: string, name: string): Promise<LikelyHeir[]> {
  if (!(await mayHoldHeirs(questions, file))) return [];
  const outcome = parseSource(await loadParser(), file, questions.reader.textOf(file)?.source ?? "");
  const members = outcome.ok ? heirMembersNamed(outcome.parsed, name) : [];
  const likely = members.map(async (member) => {
    const are = member.bases.map(async (one) => one.name === undefined || mayBeComposed(questions, one.name.text));
    const isLikely = await Promise.all(are);
    const bases = member.bases.filter((_, at) => isLikely[at]);
    return bases.length === 0 ? [] : [{ file, member, bases }];
  });
  return (await Promise.all(likely)).flat();
}

/** Whether a class or an interface of a file may have a base that is put together, by what stands before its brace. */
function mayHoldHeirs(questions: Questions, file: string): Promise<boolean> {
  return questions.session.candidates.kept(`may hold heirs ${file}`, async () => {
    const { source = "" } = questions.reader.textOf(file) ?? {};
    const bases = [...source.matchAll(HEAD)].map(([, one = ""]) => one);
    if (bases.some((one) => CALL.test(one) || isOpen(one))) return true;
    const names = new Set(bases.flatMap((one) => one.match(NAMES) ?? []));
    for (const name of names) if (await mayBeComposed(questions, name)) return true;
    return false;
  });
}

/** From the first base to the brace, which may be that of a type. */
const HEAD = /\b(?:class|interface)\b[^{}]*?\b(?:extends|implements)\b([^{}]*)\{/g;
const CALL = /^\s*[\p{ID_Continue}$.]+\s*(?:<[^()]*>\s*)?\(/u;
const NAMES = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** Whether the brace behind some bases stands in the types that one is given: there may be more behind it. */
function isOpen(bases: string): boolean {
  return bases.split("<").length > bases.replaceAll("=>", "").split(">").length;
}

/** Whether a name is that of an alias or a variable, or imported so; classes and interfaces alone are no types put together. */
function mayBeComposed({ session, reader, signal }: Questions, name: string): Promise<boolean> {
  const { candidates } = session;
  return candidates.kept(`may be composed ${name}`, async () => {
    const files = await candidates.holding(new Set([name]), signal);
    const own = `${RegExp.escape(name)}(?![\\p{ID_Continue}$])`;
    const texts = files.map((file) => reader.textOf(file)?.source ?? "");
    const isAny = (pattern: string) => {
      const wanted = new RegExp(pattern, "u");
      return texts.some((text) => wanted.test(text));
    };
    if (isAny(`\\btype\\s+${own}\\s*[<=]|\\b(?:const|let|var)\\s+${own}|\\bas\\s+${own}\\s*[,}]`)) return true;
    // A default import goes by any name, most often that of the class.
    return isAny(`\\bimport\\s+(?:type\\s+)?${own}`) && !isAny(`\\b(?:class|interface)\\s+${own}`);
  });
}

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
    return heirs.flatMap(({ member }, index) => {
      const above = left.splice(0, probes[index]?.length ?? 0).flat();
      const own = member.names.flatMap((span) => reader.located(file, span) ?? []);
      return above.length === 0 ? [] : [{ own, above }];
    });
  });
}

function probesOf(source: string, { member, bases }: LikelyHeir, name: string): Probe[] {
  const key = JSON.stringify(name);
  return bases.map(({ span, isValue }) => {
    const before = isValue ? ";[0](){super[" : `;0:(${source.slice(span.start, span.end)})[`;
    const text = `${before}${key}]${isValue ? "}" : ";"}`;
    return { edits: [{ span: { start: member.end, end: member.end }, text }], at: before.length + 1 };
  });
}
