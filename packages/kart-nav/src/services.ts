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
  return {
    declarations: () =>
      (declarations ??= import("./declarations/declaration-index.ts").then(
        (loaded) => new loaded.DeclarationIndex(workspace),
      )),
    modules: () =>
      (modules ??= import("@kart/core/modules/module-index").then((loaded) => new loaded.ModuleIndex(workspace))),
  };
}
