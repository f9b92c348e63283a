import type { Workspace } from "@kart/core/workspace/workspace";
import { DeclarationIndex } from "./declarations/declaration-index.ts";

/** What kart-nav keeps between calls. */
export interface NavServices {
  readonly declarations: DeclarationIndex;
}

export function openServices(workspace: Workspace): NavServices {
  return { declarations: new DeclarationIndex(workspace) };
}
