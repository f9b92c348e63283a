import type { SourceFacts } from "@kart/core/workspace/source-facts";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { DeclarationIndex } from "./declarations/declaration-index.ts";
import type { ModuleIndex } from "@kart/core/modules/module-index";

/** What kart-nav keeps between calls. Each part is loaded when it is first asked for: `tools/list` needs none. */
export interface NavServices {
  readonly declarations: () => Promise<DeclarationIndex>;
  readonly modules: () => Promise<ModuleIndex>;
}

export function openServices(workspace: Workspace): NavServices {
  let declarations: Promise<DeclarationIndex> | undefined;
  let modules: Promise<ModuleIndex> | undefined;
  let facts: Promise<SourceFacts> | undefined;
  const sharedFacts = () =>
    (facts ??= import("@kart/core/workspace/source-facts").then(
      (loaded) => new loaded.SourceFacts(workspace.root.absolute),
    ));
  return {
    declarations: () =>
      (declarations ??= Promise.all([import("./declarations/declaration-index.ts"), sharedFacts()]).then(
        ([loaded, kept]) => new loaded.DeclarationIndex(workspace, kept),
      )),
    modules: () =>
      (modules ??= Promise.all([import("@kart/core/modules/module-index"), sharedFacts()]).then(
        ([loaded, kept]) => new loaded.ModuleIndex(workspace, kept),
      )),
  };
}
