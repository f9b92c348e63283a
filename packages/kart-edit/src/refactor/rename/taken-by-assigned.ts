import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import type { ChangedFile } from "../../change/change-files.ts";
import { assignedMembers, mayAssignMembers } from "../../planning/members/assigned-members.ts";
import { isMemberOfValues } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { type Collision, collisionAt } from "./collisions.ts";
import { changedIn, membersAsked } from "./inherited-names.ts";
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
  const oxc = await loadParser();
  const asked = world.holdingNew.flatMap((file) => {
    const text = world.sourceOf(file) ?? "";
    const outcome = mayAssignMembers(text) ? parseSource(oxc, root.relative(file), text) : undefined;
    if (outcome?.ok !== true) return [];
    const questions = assignedMembers(outcome.parsed, fresh, old);
    return questions.asked.length === 0 ? [] : [{ file, text, questions }];
  });
  const found = await membersAsked(asked, server, signal);
  const isChanged = changedIn(files, root.absolute);
  return asked.flatMap(({ file, text, questions }, at) =>
    questions.asked.flatMap(({ member }, index) =>
      found[at]?.[index]?.some(isChanged) === true ? [collisionAt(root.relative(file), text, member.start)] : [],
    ),
  );
}
