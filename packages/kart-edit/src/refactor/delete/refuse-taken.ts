import type { SourceLocation } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { escapeInvisible } from "@kart/core/text/display";
import type { EditServices } from "../../services.ts";
import { withText } from "./referrers.ts";
import {
  GIVES_NOTHING,
  type GoingName,
  isNamedElsewhere,
  type Probe,
  TAKES_NOTHING,
  valuesCut,
} from "../probed-values.ts";
import { type Deleted, StillReferenced } from "./still-referenced.ts";

/** Files that are checked once more for it. */
const MAX_CHECKED = 40;

/**
 * Throws `still_referenced` where a member goes that no code names, but by which values of its type are taken for another type:
 * `request(config)` with a `timeout?: number` on the other side, who would miss it without a word; or that object literals give it
 * where inference alone ties them to its type.
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
  const ask = (probe: Probe) => valuesCut(probe, going, files.slice(0, MAX_CHECKED), oxc, server, root, signal);
  const name = `\`${escapeInvisible(deleted.name)}\``;
  const taken = (await ask(GIVES_NOTHING)).map(({ location }) => location);
  refuse(deleted, `No code names ${name}, but other types take values of it by that name`, taken);
  // What another type has by the name is its own, and no less right without; what a literal gives to this one is not.
  const given = (await ask(TAKES_NOTHING)).flatMap(({ location, key }) => (key === undefined ? [] : location));
  refuse(deleted, `No type names ${name}, but object literals that are taken for its type by inference have it`, given);
}

function refuse(deleted: Deleted, what: string, places: readonly SourceLocation[]): void {
  if (places.length === 0) return;
  throw new StillReferenced(
    [...gapNote(what, linesByFile(places)), "Look into these, then pass force: true."].join("\n"),
    deleted,
    withText(places),
  );
}
