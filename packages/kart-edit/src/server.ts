import type { BackendState, ServerDefinition } from "@kart/core/mcp/serve";
import type { Workspace } from "@kart/core/workspace/workspace";
import packageJson from "../package.json" with { type: "json" };
import { type EditServices, openServices } from "./services.ts";
import { inArrivalOrder } from "./tools/arrival-order.ts";
import { afterRecovery } from "./tools/after-recovery.ts";
import { remove } from "./tools/delete.ts";
import { edit } from "./tools/edit.ts";
import { grep } from "./tools/grep.ts";
import { insertAfter } from "./tools/insert-after.ts";
import { insertBefore } from "./tools/insert-before.ts";
import { leadingOn } from "./tools/leading-on.ts";
import { move } from "./tools/move.ts";
import { patch } from "./tools/patch.ts";
import { read } from "./tools/read.ts";
import { rename } from "./tools/rename.ts";
import { replace } from "./tools/replace.ts";
import { undo } from "./tools/undo.ts";
import { write } from "./tools/write.ts";

export const editServer: ServerDefinition<EditServices> = {
  name: "kart-edit",
  version: packageJson.version,
  summary:
    "changes TypeScript and JavaScript by symbol, and any text file by verified lines; parsed, proven and linted before it answers",
  instructions:
    "Changes code without quoting old text. By symbol name (TypeScript/JavaScript): kart_replace (a whole declaration), kart_insert_after and kart_insert_before (new code beside one), kart_patch (a few lines inside one). Across the workspace, one call for a dozen edits: kart_rename (a symbol and all references), kart_move (a file or folder and all imports), kart_delete (a declaration that nothing refers to). By line, any text file: kart_read and kart_grep show rows LINE:HASH|content, kart_edit takes these anchors. kart_write creates files, kart_undo takes edits back. The result must parse and every other symbol survive, or nothing is written; the answer lists the lint and type problems the edit made. Use these instead of search-and-replace edits, whole-file writes and mv.",
  tools: [replace, insertAfter, insertBefore, patch, remove, rename, move, read, grep, edit, write, undo]
    .map(leadingOn)
    .map(afterRecovery)
    .map(inArrivalOrder),
  open: openServices,
  backends,
};

async function backends(workspace: Workspace, signal: AbortSignal): Promise<BackendState[]> {
  const [{ ripgrepState }, { oxcStates }, { lintStates }, { languageServerState }, { writeStates }] = await Promise.all(
    [
      import("@kart/core/mcp/ripgrep-state"),
      import("@kart/core/mcp/oxc-states"),
      import("./diagnostics/lint-states.ts"),
      import("@kart/core/language-server/session/server-state"),
      import("./change/write-states.ts"),
    ],
  );
  const { absolute } = workspace.root;
  return [
    ...(await oxcStates()),
    ...(await ripgrepState(workspace, signal)),
    ...(await lintStates(absolute, signal)),
    await languageServerState(absolute),
    ...writeStates(absolute),
  ];
}
