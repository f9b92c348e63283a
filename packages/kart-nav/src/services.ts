import type { Workspace } from "@kart/core/workspace/workspace";
import type { DeclarationIndex } from "./declarations/declaration-index.ts";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { lookOften } from "@kart/core/process/parser-garbage";
import { openModules } from "@kart/core/modules/open-modules";

/** What kart-nav keeps between calls. Each part is loaded when it is first asked for: `tools/list` needs none. */
export interface NavServices {
  readonly declarations: () => Promise<DeclarationIndex>;
  readonly modules: () => Promise<ModuleIndex>;
}

export function openServices(workspace: Workspace): NavServices {
  let declarations: Promise<DeclarationIndex> | undefined;
  const { facts, modules } = openModules(workspace);
  lookOften();
  return {
    declarations: () =>
      (declarations ??= Promise.all([import("./declarations/declaration-index.ts"), facts()]).then(
        ([loaded, kept]) => new loaded.DeclarationIndex(workspace, kept),
      )),
    modules,
  };
}
