import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { EditServices } from "../../services.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/**
 * The other members that override one another with the one at a place, and that TypeScript does not rename with it: static ones, and
 * those of a base that is put together of several types. With another name than theirs it is not what is meant where they are.
 *
 * Throws `protected_path` and `path_outside_root` where one of them is not the workspace's own.
 */
export async function overrideFamily(
  place: Place,
  name: string,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<readonly Place[]> {
  const { signal } = context;
  const { root } = context.workspace;
  const statics = await server.staticTies(place, signal);
  const composed = await server.composedFamily(place, signal);
  const above = [...statics.above, ...composed.above];
  refuseForeign(above.filter(isInstalled), context, name);
  return [...above, ...statics.below, ...statics.beside, ...composed.below].map(({ path, span }) => ({
    path: root.proveFile(path as string),
    offset: span.start,
  }));
}
