import type { Workspace } from "@kart/core/workspace/workspace";
import type { CoChange } from "./cochange/co-change.ts";

/** What kart-cochange keeps between calls, loaded when it is first asked for: `tools/list` needs none. */
export interface CochangeServices {
  readonly coChange: () => Promise<CoChange>;
}

export function openServices(workspace: Workspace): CochangeServices {
  let coChange: Promise<CoChange> | undefined;
  return {
    coChange: () => (coChange ??= import("./cochange/co-change.ts").then((loaded) => new loaded.CoChange(workspace))),
  };
}
