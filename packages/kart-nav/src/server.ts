import type { BackendState, ServerDefinition } from "@kart/core/mcp/serve";
import type { Workspace } from "@kart/core/workspace/workspace";
import packageJson from "../package.json" with { type: "json" };
import { type NavServices, openServices } from "./services.ts";
import { find } from "./tools/find.ts";
import { importers } from "./tools/importers.ts";
import { imports } from "./tools/imports.ts";
import { list } from "./tools/list.ts";
import { search } from "./tools/search.ts";
import { unusedExports } from "./tools/unused-exports.ts";

export const navServer: ServerDefinition<NavServices> = {
  name: "kart-nav",
  version: packageJson.version,
  summary: "finds declarations, text, files, importers and unused exports in TypeScript and JavaScript repositories",
  instructions:
    "Answers where things are in this TypeScript/JavaScript workspace, within milliseconds and without reading files: kart_find (declarations by name, with body on demand), kart_search (text), kart_list (files), kart_imports and kart_importers (who depends on a file or export, through barrels and aliases), kart_unused_exports. Use these instead of grep, find and reading whole files.",
  tools: [find, search, list, imports, importers, unusedExports],
  open: openServices,
  backends,
};

async function backends(workspace: Workspace, signal: AbortSignal): Promise<BackendState[]> {
  const [{ ripgrepState }, { oxcStates }] = await Promise.all([
    import("@kart/core/mcp/ripgrep-state"),
    import("@kart/core/mcp/oxc-states"),
  ]);
  return [...(await ripgrepState(workspace, signal)), ...(await oxcStates())];
}
