import { graphOfCall } from "../../change/once-per-call.ts";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ChangedFile } from "../../change/change-files.ts";
import { isMemberOfValues } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { alsoMeant } from "./also-meant.ts";
import {
  collisionAt,
  duplicates,
  hiddenByStars,
  hidingStars,
  refuseCollisions,
  takenInOtherParts,
} from "./collisions.ts";
import { goneMembers } from "./gone-members.ts";
import { takenByHeirs, takenByInherited } from "./inherited-names.ts";
import { takenByLibrary } from "./library-names.ts";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";
import { takenByAssigned } from "./taken-by-assigned.ts";
import { takenByCommonJs } from "./taken-by-common-js.ts";

/** Throws `already_exists` where the new name meets another thing that has it, or comes to be another thing's. */
export async function refuseMet(
  subject: RenameSubject,
  { places, renamed }: RenamePlan,
  files: readonly ChangedFile[],
  world: RenameWorld,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<void> {
  const { workspace, services, signal } = context;
  const { root } = workspace;
  const { target, path, names, isMember, place, family, isExported, keepsExport } = subject;
  const { old, fresh } = names;
  const collisions = [
    ...duplicates(files, fresh),
    ...takenInOtherParts(target, path.relative, fresh),
    ...takenByCommonJs(files, fresh, root),
  ];
  const met = isMember ? await server.staticsMet([place, ...family], fresh, signal) : [];
  // What a package declares is told as inherited.
  for (const { path: other, file, span } of met.filter((one) => !isInstalled(one)))
    if (other !== undefined) collisions.push(collisionAt(other, world.sourceOf(file) ?? "", span.start));
  const isTaken = world.holdingNew.length > 0;
  if (isTaken && isExported) {
    const graph = await graphOfCall(services, signal);
    collisions.push(...hiddenByStars(graph, files, fresh), ...hidingStars(graph, files, fresh));
  }
  if (isTaken && collisions.length === 0) {
    const differing = await world.renamedBack(server, places, renamed.files, signal);
    const missing = isMemberOfValues(target) ? differing.filter(({ isMissing }) => isMissing) : [];
    // What has no such member now is told where types break.
    const gone = await goneMembers(missing, world.after(renamed.files), server, root, signal);
    for (const one of differing)
      if (!gone.has(one) && (!keepsExport || one.file === path.absolute))
        collisions.push(collisionAt(root.relative(one.file), one.text, one.start));
  }
  if (isTaken && collisions.length === 0 && isMemberOfValues(target))
    collisions.push(...(await alsoMeant(renamed.files, fresh, world, server, root, signal)));
  for (const taken of [takenByInherited, takenByHeirs, takenByAssigned])
    if (collisions.length === 0) collisions.push(...(await taken(subject, files, world, server, context)));
  refuseCollisions(old, fresh, collisions);
  refuseCollisions(old, fresh, await takenByLibrary(subject, files, server, signal));
}
