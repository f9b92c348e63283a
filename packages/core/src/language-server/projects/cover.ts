import type { ModuleGraph } from "../../modules/module-graph.ts";
import { nameAt } from "../../text/name-at.ts";
import { isInstalled, type LocationReader, type SourceLocation } from "../locations.ts";
import { isTopLevel } from "../uses/module-exports.ts";
import { filesReaching, guessReaching, projectsReaching, type Reach } from "./project-reach.ts";
import type { Coverage } from "./projects.ts";
import type { Place, Questions } from "../questions.ts";
import { readAsBuilt } from "./read-as-built.ts";
import { throughLinks } from "./through-links.ts";

/**
 * Loads every project that may refer to what stands at some places: those of the files that hold its name, or a name that it
 * is exported under. Where these are many, those among them that lead to a file which declares it. Who sees that as it was built
 * is unseen, and who has it through a symlink, and what cannot be read.
 *
 * @param others symbols that count as well
 */
export async function cover(
  questions: Questions,
  places: readonly Place[],
  others: readonly SourceLocation[] = [],
): Promise<Coverage> {
  const coverage = await load(questions, places, others);
  const [{ unseen, asBuilt }, linked, { problems }] = await Promise.all([
    readAsBuilt(questions, places),
    throughLinks(questions, places),
    questions.session.candidates.scanned(questions.signal),
  ]);
  const more = [...unseen, ...linked, ...problems];
  if (more.length + asBuilt.length === 0) return coverage;
  return { ...coverage, complete: false, unseen: [...new Set([...coverage.unseen, ...more])], asBuilt };
}

async function load(
  questions: Questions,
  places: readonly Place[],
  others: readonly SourceLocation[],
): Promise<Coverage> {
  const { session, signal } = questions;
  const sources = places.map(({ path }) => questions.text(path.absolute).source);
  await session.projects.update(signal);
  // Then nothing that could be found by name is missing, and searching for it costs more than the question does.
  if (await session.projects.areAllLoaded(signal)) return WHOLE;
  const definitions = await Promise.all(places.map((place) => questions.definitions(place)));
  // A package or the library does not refer to the workspace.
  const own = [...definitions.flat(), ...others].filter(({ path }) => path !== undefined);
  const names = new Set([
    ...places.map(({ offset }, at) => nameAt(sources[at] as string, offset)),
    ...namesOf(questions.reader, own),
  ]);
  const declaring = new Set([...places.map(({ path }) => path.absolute), ...own.map(({ file }) => file)]);
  const members = async () => {
    const isOfModule = ({ file, span }: SourceLocation) => isTopLevel(questions, file, span.start);
    const areOfModules = await Promise.all(definitions.map((found) => Promise.all(found.map(isOfModule))));
    return places.filter((_, at) => areOfModules[at]?.includes(true) !== true);
  };
  // What a package or the library declares, a project may refer to that leads to no file of the workspace.
  const isForeign = definitions.flat().some(isInstalled);
  const reach: Reach = {
    guess: (layout, projects) => (isForeign ? projects.length : guessReaching(layout, projects, declaring)),
    find: async (layout) => projectsReaching(...(await reaching(questions, await members(), declaring)), layout),
    files: async (layout) => filesReaching(...(await reaching(questions, await members(), declaring)), layout),
  };
  const known = [...names].filter((name) => name !== undefined);
  const graph = () => questions.moduleGraph();
  if (known.length < names.size) return session.projects.load("any", signal, reach, graph);
  const { files, problems } = await session.candidates.of(new Set(known), declaring, signal);
  const coverage = await session.projects.load(files, signal, reach, graph);
  return problems.length === 0 ? coverage : { ...coverage, complete: false, unseen: [...coverage.unseen, ...problems] };
}

/**
 * What leads to the files of some symbols leads to these.
 *
 * @param members what overrides something has the uses of that, too, which may stand in another file
 */
async function reaching(
  questions: Questions,
  members: readonly Place[],
  declaring: ReadonlySet<string>,
): Promise<[graph: ModuleGraph, files: ReadonlySet<string>]> {
  const [graph, ...found] = await Promise.all([
    questions.moduleGraph(),
    ...members.map((place) => filesReferringTo(questions, place)),
  ]);
  return [graph, new Set([...declaring, ...found.flat()])];
}

/** The files with references that the server sees now. Who asks for implementations mostly has asked for references before. */
function filesReferringTo(questions: Questions, place: Place): Promise<readonly string[]> {
  const { candidates, projects } = questions.session;
  return candidates.shared(`referring ${projects.sight} ${place.offset} ${place.path.absolute}`, async () => [
    ...new Set((await questions.references(place)).map(({ file }) => file)),
  ]);
}

/**
 * What a question finds, asked again with the names of what was found until nothing new is: who extends an implementation need
 * not name what that implements.
 */
export async function coverFound(
  questions: Questions,
  place: Place,
  ask: () => Promise<SourceLocation[]>,
): Promise<{ readonly found: SourceLocation[]; readonly coverage: Coverage }> {
  const { projects } = questions.session;
  await cover(questions, [place]);
  for (let names = new Set<string | undefined>(); ;) {
    const { sight } = projects;
    const found = await ask();
    const named = found.filter((one) => !isLiteral(questions.reader, one));
    const coverage = await cover(questions, [place], named);
    // Then the names of what was found led to nothing that the server had not seen when it was asked.
    if (projects.sight === sight) return { found, coverage };
    const all = namesOf(questions.reader, named);
    if (all.isSubsetOf(names)) return { found, coverage };
    names = all;
  }
}

/** An object literal or an arrow function has no name for others to extend it by. */
function isLiteral(reader: LocationReader, { file, span }: SourceLocation): boolean {
  return /[{(]/.test(reader.textOf(file)?.source[span.start] ?? "");
}

export const WHOLE: Coverage = { complete: true, outside: [], unseen: [] };

/** What several answers together stand on. */
export function allOf(coverages: readonly Coverage[]): Coverage {
  return {
    complete: coverages.every(({ complete }) => complete),
    outside: [...new Set(coverages.flatMap(({ outside }) => outside))],
    unseen: eachOnce(coverages.flatMap(({ unseen }) => unseen)),
    asBuilt: [...new Set(coverages.flatMap(({ asBuilt = [] }) => asBuilt))],
  };
}

/** Uses in files that we cannot read are not among the answers. */
export function withUnread(coverage: Coverage, unread: ReadonlySet<string>): Coverage {
  return unread.size === 0 ? coverage : { ...coverage, complete: false, unseen: [...coverage.unseen, ...unread] };
}

/** Places that were not seen, each once: of a file that is named with its lines the name alone says nothing more. */
export function eachOnce(unseen: readonly string[]): string[] {
  const all = new Set(unseen);
  const files = new Set(unseen.flatMap((one) => /^(.+):\d+(?: \(.*)?$/.exec(one)?.[1] ?? []));
  return [...all].filter((one) => !files.has(one));
}

function namesOf(reader: LocationReader, locations: readonly SourceLocation[]): Set<string | undefined> {
  return new Set(locations.map(({ file, span }) => nameAt(reader.textOf(file)?.source ?? "", span.start)));
}
