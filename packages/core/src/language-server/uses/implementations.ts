import { type SourceLocation, withUses } from "../locations.ts";
import { allOf, coverFound } from "../projects/cover.ts";
import type { Coverage } from "../projects/projects.ts";
import type { Place, Questions } from "../questions.ts";
import { subtypesOfAliases } from "./aliases.ts";
import { namedImplementations } from "./named-implementations.ts";
import { withoutNamesakes } from "./namespace-namesakes.ts";
import { renamedSubclasses } from "./renamed-subclasses.ts";
import { requiredSubclasses } from "./required-subclasses.ts";

export interface Implementations {
  readonly references: readonly SourceLocation[];
  readonly coverage: Coverage;
}

/** What implements or extends an interface or a class, or a member of one, at any depth, as far as types and the names of classes tell. */
export async function implementations(questions: Questions, place: Place): Promise<Implementations> {
  const below = (one: Place) => coverFound(questions, one, () => namedImplementations(questions, one));
  const { found, coverage } = await below(place);
  const more = await requiredSubclasses(questions, place, found, below);
  const named = withUses(found, more.found);
  const renamed = await renamedSubclasses(questions, place, named, below);
  const direct = withUses(named, renamed.found);
  const aliased = await subtypesOfAliases(questions, place, direct, below);
  return {
    references: await withoutNamesakes(questions, place, withUses(direct, aliased.found)),
    coverage: allOf([coverage, more.coverage, renamed.coverage, aliased.coverage]),
  };
}
