import type { SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { allReferences } from "./all-references.ts";
import { computedUses, ownersOf } from "./computed-uses.ts";
import { instanceUses } from "./instance-uses.ts";

/**
 * Where members may be taken without their names, of objects, of classes, and of instances.
 *
 * @param inTypes as {@link computedUses} has it
 */
export async function unnamedUses(
  questions: Questions,
  places: readonly Place[],
  inTypes: boolean,
): Promise<readonly SourceLocation[]> {
  const { named, modules } = await ownersOf(questions, places);
  const { references } = named.length === 0 ? { references: [] } : await allReferences(questions, named);
  const uses = named.map(({ kind }, at) => ({ kind, references: references[at] ?? [] }));
  const [computed, ofInstances] = await Promise.all([
    computedUses(questions, uses, modules, inTypes),
    instanceUses(questions, places),
  ]);
  return [...computed, ...ofInstances];
}
