import type { Workspace } from "@kart/core/workspace/workspace";
import { FileLocks } from "./change/file-locks.ts";
import { History } from "./change/history.ts";
import { IdleCalls } from "./change/idle-calls.ts";
import { Snapshots } from "./change/snapshots.ts";
import type { Linter } from "./diagnostics/linter.ts";

/** What kart-edit keeps between calls. The linter is loaded when it is first asked for: `tools/list` needs none. */
export interface EditServices {
  readonly locks: FileLocks;
  readonly history: History;
  readonly snapshots: Snapshots;
  readonly idle: IdleCalls;
  readonly linter: () => Promise<Linter>;
}

export function openServices(workspace: Workspace): EditServices {
  let linter: Promise<Linter> | undefined;
  return {
    locks: new FileLocks(),
    history: new History(),
    snapshots: new Snapshots(),
    idle: new IdleCalls(),
    linter: () => (linter ??= import("./diagnostics/linter.ts").then((loaded) => new loaded.Linter(workspace))),
  };
}
