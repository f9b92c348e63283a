import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { Parser } from "@kart/core/syntax/parse";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { escapeInvisible } from "@kart/core/text/display";
import type { EditServices } from "../services.ts";
import { withText } from "./referrers.ts";
import { GIVES_NOTHING, type GoingName, isNamedElsewhere, valuesCut } from "./probed-values.ts";
import { type Deleted, StillReferenced } from "./still-referenced.ts";

/** Files that are checked once more for it. */
const MAX_CHECKED = 40;

/**
 * Throws `still_referenced` where a member goes that no code names, but by which values of its type are taken for another type:
 * `request(config)` with a `timeout?: number` on the other side, who would miss it without a word.
 *
 * @param files whose types were checked, the likeliest first; absolute
 */
export async function refuseTaken(
  deleted: Deleted,
  going: GoingName,
  files: readonly string[],
  oxc: Parser,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<void> {
  if (!isNamedElsewhere(going, root)) return;
  const server = await services.languageServer();
  const places = await valuesCut(GIVES_NOTHING, going, files.slice(0, MAX_CHECKED), oxc, server, root, signal);
  if (places.length === 0) return;
  const name = `\`${escapeInvisible(deleted.name)}\``;
  const what = `No code names ${name}, but other types take values of it by that name`;
  throw new StillReferenced(
    [...gapNote(what, linesByFile(places)), "Look into these, then pass force: true."].join("\n"),
    deleted,
    withText(places),
  );
}
