import type { BackendState, ServerDefinition } from "@kart/core/mcp/serve";
import type { Workspace } from "@kart/core/workspace/workspace";
import packageJson from "../package.json" with { type: "json" };
import { build } from "./commands/build.ts";
import { report } from "./commands/report.ts";
import { status } from "./commands/status.ts";
import { type CochangeServices, openServices } from "./services.ts";
import { cochange } from "./tools/cochange.ts";

export const cochangeServer: ServerDefinition<CochangeServices> = {
  name: "kart-cochange",
  version: packageJson.version,
  summary: "tells which files change together, from the git history",
  instructions:
    "Knows which files of this repository change together, from its git history: kart_cochange. Ask it with the files you changed before you finish: tests, docs, configuration and twins that no import leads to stand on top. Also useful before a change, to see what usually goes along with a file.",
  tools: [cochange],
  open: openServices,
  backends,
  commands: [build, status, report],
};

async function backends(workspace: Workspace, signal: AbortSignal): Promise<BackendState[]> {
  const [{ historyStates }, { cacheState }, { cacheFolder }, { ripgrepState }, { oxcStates }] = await Promise.all([
    import("./history/history-states.ts"),
    import("@kart/core/mcp/cache-state"),
    import("@kart/core/workspace/cache-folder"),
    import("@kart/core/mcp/ripgrep-state"),
    import("@kart/core/mcp/oxc-states"),
  ]);
  const readers = [...(await ripgrepState(workspace, signal)), ...(await oxcStates())];
  return [
    ...(await historyStates(workspace, signal)),
    cacheState(cacheFolder()),
    // A report reads what imports what.
    ...readers.map((reader) => ({ ...reader, without: "Only `kart-cochange report` needs it." })),
  ];
}
