import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import { textOf } from "@kart/core/text/span";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * Declarations that a rename leaves, though some of what it changes means them as well: `one.size` of a `Box | Bag` is the `size` of
 * both, and takes another name only if both do.
 */
export async function unionSiblings(
  { planned }: RenamePlan,
  old: string,
  world: RenameWorld,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const changed = planned.flatMap(({ path: file, edits }) => {
    const path = root.proveFile(file);
    return edits.map(({ span }) => ({ path, offset: span.start }));
  });
  const keyOf = ({ path, offset }: Place) => `${offset} ${path.absolute}`;
  const known = new Set(changed.map(keyOf));
  const isNamed = ({ file, span }: SourceLocation) => textOf(world.sourceOf(file) ?? "", span) === old;
  const meant = (await server.definitionsOfAll(changed, signal)).filter((found) => found.length > 1).flat();
  const places = meant
    .filter((one) => !isInstalled(one) && isNamed(one))
    .map((one): Place => ({ path: root.proveFile(one.path as string), offset: one.span.start }));
  return [...new Map(places.map((one) => [keyOf(one), one])).values()].filter((one) => !known.has(keyOf(one)));
}
