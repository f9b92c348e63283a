import type { LanguageServer } from "@kart/core/language-server/language-server";
import { modulesOfCall } from "./change/once-per-call.ts";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { openModules } from "@kart/core/modules/open-modules";
import type { Workspace } from "@kart/core/workspace/workspace";
import { CallTurns } from "./change/call-turns.ts";
import { FileLocks } from "./change/file-locks.ts";
import { History } from "./change/history.ts";
import { IdleCalls } from "./change/idle-calls.ts";
import { Snapshots } from "./change/snapshots.ts";
import type { Linter } from "./diagnostics/linter.ts";

/** What kart-edit keeps between calls. What is asked for by a call is loaded at the first: `tools/list` needs none of it. */
export interface EditServices extends Disposable {
  readonly locks: FileLocks;
  readonly turns: CallTurns;
  /** The text of the file that a call is about, as it was last shown when the call came: what is shown while it waits it does not know. */
  readonly shownAtArrival?: string;
  readonly history: History;
  readonly snapshots: Snapshots;
  readonly idle: IdleCalls;
  readonly linter: () => Promise<Linter>;
  /** Starts a process of its own when it is first asked something. */
  readonly languageServer: () => Promise<LanguageServer>;
  readonly modules: () => Promise<ModuleIndex>;
  /** What was taken back of a change that a killed server left, done at the first call; to be said once, and emptied then. */
  readonly recovered: () => Promise<string[]>;
}

export function openServices(workspace: Workspace): EditServices {
  let linter: Promise<Linter> | undefined;
  let languageServer: Promise<LanguageServer> | undefined;
  let recovered: Promise<string[]> | undefined;
  const { facts, modules } = openModules(workspace);
  return {
    locks: new FileLocks(),
    turns: new CallTurns(),
    history: new History(),
    snapshots: new Snapshots(),
    idle: new IdleCalls(),
    linter: () => (linter ??= import("./diagnostics/linter.ts").then((loaded) => new loaded.Linter(workspace))),
    languageServer: () =>
      (languageServer ??= Promise.all([import("@kart/core/language-server/language-server"), facts()]).then(
        ([loaded, kept]) =>
          new loaded.LanguageServer(workspace, { modules: () => modulesOfCall(modules), facts: kept }),
      )),
    modules,
    recovered: () => (recovered ??= import("./change/recovery.ts").then(({ recover }) => recover(workspace.root))),
    [Symbol.dispose]() {
      void languageServer?.then((server) => server[Symbol.dispose]());
    },
  };
}
