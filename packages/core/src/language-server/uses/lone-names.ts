import { nameAt } from "../../text/name-at.ts";
import { wordsIn } from "../../text/words.ts";
import type { SourceLocation } from "../locations.ts";
import { isTopLevel } from "./module-exports.ts";
import type { Place, Questions } from "../questions.ts";

/** Files that are read to find that a name stands in none of them. */
const MAX_READ = 200;

/**
 * Those of some declarations of modules whose name stands nowhere else in the workspace, so that nothing refers to them; by their
 * place. The server need not be asked about these: it would look through every project that holds their file. None where that
 * comes sooner than the search for their names.
 */
export async function loneDeclarations(
  questions: Questions,
  places: readonly Place[],
): Promise<ReadonlyMap<Place, SourceLocation>> {
  const { session, reader, signal } = questions;
  if (places.length === 1 || !(await session.projects.areManyLoaded(signal))) return new Map();
  const named = places.flatMap((place) => {
    const { source } = questions.text(place.path.absolute);
    const name = nameAt(source, place.offset);
    const isNamed = name !== undefined && wordsIn(source, name, 2).length === 1 && !isDefault(source, place.offset);
    return isNamed ? [{ place, name }] : [];
  });
  if (named.length === 0) return new Map();
  const files = await session.candidates.holding(new Set(named.map(({ name }) => name)), signal);
  if (files.length > MAX_READ) return new Map();
  const isElsewhere = ({ place, name }: (typeof named)[number]) =>
    files.some(
      (file) => file !== place.path.absolute && wordsIn(reader.textOf(file)?.source ?? name, name, 1).length > 0,
    );
  const lone = named.filter((one) => !isElsewhere(one)).map(({ place }) => place);
  const found = await Promise.all(
    (await declaredByModules(questions, lone)).map(async (place): Promise<[Place, SourceLocation][]> => {
      const [definition, ...others] = await questions.definitions(place);
      const isOwn = others.length === 0 && definition?.file === place.path.absolute;
      return isOwn ? [[place, definition]] : [];
    }),
  );
  return new Map(found.flat());
}

/** What overrides a member of an installed package has that for a reference, so that members are asked about. */
async function declaredByModules(questions: Questions, places: readonly Place[]): Promise<readonly Place[]> {
  const areDeclared = await Promise.all(places.map(({ path, offset }) => isTopLevel(questions, path.absolute, offset)));
  return places.filter((_, at) => areDeclared[at]);
}

/** Importers of a default export choose its name. */
function isDefault(source: string, offset: number): boolean {
  return /\bexport\s+default\b[^;{}]*$/.test(source.slice(Math.max(0, offset - 200), offset));
}
