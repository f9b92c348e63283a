import { posix } from "node:path";
import type { Tool, ToolContext } from "@kart/core/mcp/define-tool";
import type { CallTurn } from "../change/call-turns.ts";
import type { EditServices } from "../services.ts";

/**
 * The tool, carried out when earlier calls that it may depend on are: a model sends several at once and means them one after the other.
 * What those show of a file the model has not seen when it sent this one.
 */
export function inArrivalOrder(tool: Tool<EditServices>): Tool<EditServices> {
  const handler = (args: never, context: ToolContext<EditServices>) => {
    const { services, workspace } = context;
    const turn = turnOf(tool, args, workspace.root.absolute);
    const shown = turn.path === undefined ? undefined : services.snapshots.versions(turn.path)[0]?.text;
    const arrived = { ...services, ...(shown !== undefined && { shownAtArrival: shown }) };
    return services.turns.take(turn, () => tool.handler(args, { ...context, services: arrived }));
  };
  return { ...tool, handler };
}

/** Tools that change, or look at, more than what they are given. */
const OF_ANY = new Set(["kart_delete", "kart_grep", "kart_move", "kart_rename", "kart_undo"]);

function turnOf(
  { name, hints }: Tool<EditServices>,
  { file, path: named = file, dryRun }: { readonly file?: string; readonly path?: string; readonly dryRun?: boolean },
  root: string,
): CallTurn {
  const writes = !hints.readOnlyHint && dryRun !== true;
  if (named === undefined || OF_ANY.has(name)) return { writes };
  const path = posix.normalize(named.replaceAll("\\", "/"));
  return { writes, path: path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path };
}
