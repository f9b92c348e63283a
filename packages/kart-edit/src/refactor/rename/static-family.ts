import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { EditServices } from "../../services.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/**
 * The other static members that override one another with the one at a place: with another name than theirs it is read where they
 * were meant, and TypeScript renames it alone.
 *
 * Throws `protected_path` and `path_outside_root` where one of them is not the workspace's own.
 */
export async function staticFamily(
  place: Place,
  name: string,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<readonly Place[]> {
  const { signal } = context;
  const { root } = context.workspace;
  const { above, below, beside } = await server.staticTies(place, signal);
  refuseForeign(above.filter(isInstalled), context, name);
  return [...above, ...below, ...beside].map(({ path, span }) => ({
    path: root.proveFile(path as string),
    offset: span.start,
  }));
}
