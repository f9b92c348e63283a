import type { SourceFacts } from "../workspace/source-facts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ModuleIndex } from "./module-index.ts";

/** The module graph of a workspace, and what is kept of its sources; each loaded when it is first asked for. */
export interface OpenModules {
  readonly facts: () => Promise<SourceFacts>;
  readonly modules: () => Promise<ModuleIndex>;
}

/** @param shareMs see {@link ModuleIndex} */
export function openModules(workspace: Workspace, shareMs?: number): OpenModules {
  let opened: Promise<SourceFacts> | undefined;
  let modules: Promise<ModuleIndex> | undefined;
  const facts = () =>
    (opened ??= import("../workspace/source-facts.ts").then(
      (loaded) => new loaded.SourceFacts(workspace.root.absolute),
    ));
  return {
    facts,
    modules: () =>
      (modules ??= Promise.all([import("./module-index.ts"), facts()]).then(
        ([loaded, kept]) => new loaded.ModuleIndex(workspace, kept, shareMs),
      )),
  };
}
