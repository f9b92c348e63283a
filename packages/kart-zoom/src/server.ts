import type { BackendState, ServerDefinition } from "@kart/core/mcp/serve";
import type { Workspace } from "@kart/core/workspace/workspace";
import packageJson from "../package.json" with { type: "json" };
import { openServices, type ZoomServices } from "./services.ts";
import { projectStructure } from "./resources/project-structure.ts";
import { standardDocs } from "./resources/standard-docs.ts";
import { check } from "./tools/check.ts";
import { completions } from "./tools/completions.ts";
import { deps } from "./tools/deps.ts";
import { definition } from "./tools/definition.ts";
import { hover } from "./tools/hover.ts";
import { impact } from "./tools/impact.ts";
import { implementations } from "./tools/implementations.ts";
import { references } from "./tools/references.ts";
import { zoom } from "./tools/zoom.ts";

export const zoomServer: ServerDefinition<ZoomServices> = {
  name: "kart-zoom",
  version: packageJson.version,
  summary: "tells what a symbol is and how far it reaches: types, references, blast radius, compiler errors",
  instructions:
    "Understands the types of this TypeScript/JavaScript workspace, as an IDE does. Before reading a file to use it: kart_zoom (what a module or folder offers, full types without bodies), kart_hover (the type of a name), kart_definition, kart_completions. Before changing a symbol: kart_impact (who depends on it, and who on those, and which tests), kart_references (every use, by type and not by text), kart_implementations, kart_deps (what it needs). After, or before saving: kart_check (compiler errors, dependents too, of unsaved text too). Use these instead of grep for uses, reading whole files and running tsc; the answer says whether it is complete.",
  tools: [zoom, impact, deps, definition, references, implementations, hover, completions, check],
  resources: [projectStructure, standardDocs],
  open: openServices,
  backends,
};

async function backends(workspace: Workspace, signal: AbortSignal): Promise<BackendState[]> {
  const [{ ripgrepState }, { oxcStates }, { languageServerState }, { gitState }] = await Promise.all([
    import("@kart/core/mcp/ripgrep-state"),
    import("@kart/core/mcp/oxc-states"),
    import("@kart/core/language-server/session/server-state"),
    import("@kart/core/mcp/git-state"),
  ]);
  const { absolute } = workspace.root;
  return [
    await languageServerState(absolute),
    ...(await ripgrepState(workspace, signal)),
    ...(await oxcStates()),
    { ...(await gitState(absolute, signal)), without: "Until then kart_check needs `paths`." },
  ];
}
