import type { FileEdits } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import { memberPlaces } from "@kart/core/language-server/uses/member-places";
import { textOf } from "@kart/core/text/span";
import { applyEdits, editedSpans } from "@kart/core/text/text-edit";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type Collision, collisionAt } from "./collisions.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * Where a renamed member is taken out of a value that has another one of the new name too: of an `A & B` both declare what is one
 * member then, so that each is given what the other was. No type breaks, and all of it can be renamed back.
 *
 * @param renamed in the offsets of the world before
 * @param name the new one
 */
export async function alsoMeant(
  renamed: readonly FileEdits[],
  name: string,
  world: RenameWorld,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<Collision[]> {
  const texts = renamed.map(({ file, edits }) => ({
    file,
    content: applyEdits(world.textOf(file) ?? "", edits),
    written: new Set(editedSpans(edits).map(({ start }) => start)),
  }));
  const asked = texts.flatMap(({ file, content, written }) => {
    // A key of an object literal may be that of either type of a union.
    const offsets = memberPlaces(content, name, false).filter((at) => written.has(at));
    return offsets.length === 0 ? [] : [{ file, content, offsets }];
  });
  if (asked.length === 0) return [];
  const byFile = new Map(texts.map((one) => [one.file, one]));
  const found = await server.definitionsInAll(asked, signal);
  return asked.flatMap(({ file, content, offsets }, at) =>
    offsets.flatMap((offset, index) => {
      const isOther = found[at]?.[index]?.some(({ file: other, span }) => {
        const own = byFile.get(other);
        const isWritten = own?.written.has(span.start) === true;
        return !isWritten && textOf(own?.content ?? world.sourceOf(other) ?? "", span) === name;
      });
      return isOther === true ? [collisionAt(root.relative(file), content, offset)] : [];
    }),
  );
}
