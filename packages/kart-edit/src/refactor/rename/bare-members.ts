import { ToolError } from "@kart/core/mcp/tool-error";
import { walkDeclarations } from "@kart/core/syntax/declaration";
import { contains } from "@kart/core/text/span";
import { escapeInvisible } from "@kart/core/text/display";
import type { PlannedFile } from "../../change/change-files.ts";
import { isReserved } from "../../planning/names.ts";
import { ownerOf } from "../../planning/plan.ts";
import type { RenameSubject } from "./rename-subject.ts";

/**
 * Throws `invalid_argument` where an enum uses a member by its name alone, and the new name is a word that means something else
 * there: `enum E { a, b = a }` to `true`.
 */
export function refuseBareWord({ target, names, path }: RenameSubject, planned: readonly PlannedFile[]): void {
  const owner = ownerOf(target);
  const file = planned.find((one) => one.path === path.relative);
  if (owner?.kind !== "enum" || file === undefined || !isReserved(names.fresh)) return;
  const enums = [...walkDeclarations(target.source.declarations)]
    .map(({ declaration }) => declaration)
    .filter(({ kind, name }) => kind === "enum" && name === owner.name);
  const bare = file.edits.find(({ span }) => {
    const around = enums.find((one) => contains(one.span, span));
    if (around === undefined || around.children.some(({ nameRange }) => contains(nameRange, span))) return false;
    return !/[."'`]\s*$/.test(file.text.slice(around.span.start, span.start));
  });
  if (bare === undefined) return;
  const line = target.source.parsed.lines.lineAt(bare.span.start);
  throw new ToolError(
    "invalid_argument",
    `\`${names.fresh}\` is a reserved word, and \`${escapeInvisible(names.old)}\` is used by its name alone in line ${line}. Send another name.`,
  );
}
