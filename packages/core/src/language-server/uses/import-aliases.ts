import { allOf } from "../projects/cover.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import { nameAt } from "../../text/name-at.ts";
import type { Place, Questions } from "../questions.ts";
import type { NamedUses } from "./named-uses.ts";

/**
 * The aliases that `import alias = Space.name` declares for what some locations name, each by its own name. To TypeScript's search
 * such an alias is another symbol than what it stands for, as no alias of a module is.
 */
export function importAliases({ root, reader }: Questions, locations: readonly SourceLocation[]): Place[] {
  return locations.flatMap((one) => {
    const { file, path, span } = one;
    if (path === undefined || isInstalled(one)) return [];
    const source = reader.textOf(file)?.source ?? "";
    const before = DECLARING.exec(source.slice(Math.max(0, span.start - LONGEST), span.start));
    if (before === null || /^\s*\./.test(source.slice(span.end, span.end + LONGEST))) return [];
    const offset = span.start - before[0].length + (before[1] ?? "").length;
    return [{ path: root.proveFile(path), offset }];
  });
}

/**
 * What extends or implements a type by such an alias, at any depth.
 *
 * @param direct what the server finds below a place
 * @param ask for that, of another place
 */
export async function aliasedSubtypes(
  questions: Questions,
  place: Place,
  direct: readonly SourceLocation[],
  ask: (place: Place) => Promise<NamedUses>,
): Promise<NamedUses> {
  const { session, root, reader, signal } = questions;
  const found: SourceLocation[] = [];
  const coverages: NamedUses["coverage"][] = [];
  if ((await session.candidates.matching(OF_MEMBER, signal)).length === 0) return { found, coverage: allOf([]) };
  const placesOf = (locations: readonly SourceLocation[]) =>
    locations.flatMap(({ file, path, span }) => {
      // A literal has no name for an alias to stand for.
      const isNamed = nameAt(reader.textOf(file)?.source ?? "", span.start) !== undefined;
      return path === undefined || !isNamed ? [] : [{ path: root.proveFile(path), offset: span.start }];
    });
  const places = new PlacesOnce();
  places.add([place, ...placesOf(direct)]);
  const known = new Set(direct.map(keyOf));
  // Places are added while they are gone through.
  for (const one of places.all) {
    const aliases = places.add(importAliases(questions, await questions.references(one)));
    const answers = await Promise.all(aliases.map(ask));
    const below = answers.flatMap((answer) => answer.found);
    found.push(...below.filter((each) => !known.has(keyOf(each)) && known.add(keyOf(each)).size > 0));
    coverages.push(...answers.map(({ coverage }) => coverage));
    places.add(placesOf(below));
  }
  return { found, coverage: allOf(coverages) };
}

/** Places in the order in which they come, each once. */
export class PlacesOnce {
  readonly all: Place[] = [];
  readonly #keys = new Set<string>();

  /** Gives those that were not there. */
  add(places: readonly Place[]): readonly Place[] {
    const fresh = places.filter(({ path, offset }) => {
      const key = `${offset} ${path.absolute}`;
      return !this.#keys.has(key) && this.#keys.add(key).size > 0;
    });
    this.all.push(...fresh);
    return fresh;
  }
}

/** What stands before the last name of what an alias stands for. */
const DECLARING =
  /(\bimport\s+(?:type\s+)?)[\p{ID_Start}$_][\p{ID_Continue}$]*\s*=\s*(?:[\p{ID_Start}$_][\p{ID_Continue}$]*\s*\.\s*)*$/u;

/** To ripgrep: only members of namespaces and modules are types that go by another name. */
const OF_MEMBER = "\\bimport\\s+(?:type\\s+)?[\\w$]+\\s*=\\s*[\\w$]+\\s*\\.";

/** UTF-16 units around a name that are looked at. */
const LONGEST = 400;
