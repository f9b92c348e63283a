import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ChangedFile } from "../../change/change-files.ts";
import { ASSIGNING, assignedMembers } from "../../planning/members/assigned-members.ts";
import { isMemberOfValues } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import type { Collision } from "./collisions.ts";
import { membersMet } from "./inherited-names.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * Where `Object.assign` and its like give a member of the new name to what has the renamed one: `Object.assign(K.prototype, { name() {} })`
 * would take its place.
 *
 * @param files as they would be written
 */
export async function takenByAssigned(
  { target, names: { old, fresh } }: RenameSubject,
  files: readonly ChangedFile[],
  world: RenameWorld,
  server: LanguageServer,
  { workspace: { root }, signal }: ToolContext<EditServices>,
): Promise<Collision[]> {
  if (!isMemberOfValues(target) || old.startsWith("#")) return [];
  return membersMet(files, world, server, root, signal, ASSIGNING, (parsed) => assignedMembers(parsed, fresh, old));
}
