import { eachOnce } from "../projects/cover.ts";
import type { Place, Questions } from "../questions.ts";
import { propertyUses } from "./common-js-uses.ts";
import { filledIn } from "./filled-in.ts";
import { inUses } from "./in-uses.ts";
import { indirectUses, type IndirectUses, type KnownPlace } from "./indirect-uses.ts";
import { importedMembers } from "./named-uses.ts";
import { patternUses } from "./pattern-uses.ts";
import { recordUses } from "./record-uses.ts";
import { shorthandVariable } from "./shorthand-variables.ts";
import { untypedGraph } from "./untyped-graph.ts";
import { untypedUses } from "./untyped-uses.ts";

/**
 * Uses by its name that neither a rename nor a search of importers finds. Those that may be in what nobody can look into are unseen.
 *
 * @param found places that were found already, or will be
 */
export async function usesBeside(
  questions: Questions,
  place: Place,
  found: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<IndirectUses> {
  const variable = await shorthandVariable(questions, place);
  if (variable !== undefined) questions.declare(place, variable);
  const untyped = async () => {
    const uses = await untypedUses(questions, await untypedGraph(questions, [place]), [place], true);
    return { found: [], unseen: uses.flatMap((one) => one.unseen) };
  };
  const all: readonly IndirectUses[] = await Promise.all([
    indirectUses(questions, place, found),
    importedMembers(questions, place, found),
    propertyUses(questions, place, found),
    patternUses(questions, place, found, false).then((uses) => ({ found: uses.found, unseen: uses.coverage.unseen })),
    inUses(questions, place, found).then((uses) => ({ found: uses.found, unseen: uses.coverage.unseen })),
    recordUses(questions, place, found).then((uses) => ({ found: uses.found, unseen: uses.coverage.unseen })),
    filledIn(questions, place).then((uses) => ({ found: uses.found, unseen: uses.coverage.unseen })),
    untyped(),
  ]);
  return { found: all.flatMap((one) => one.found), unseen: eachOnce(all.flatMap((one) => one.unseen)) };
}
