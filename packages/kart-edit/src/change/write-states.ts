import { accessSync, constants } from "node:fs";
import { cacheState } from "@kart/core/mcp/cache-state";
import type { BackendState } from "@kart/core/mcp/serve";
import { journalFolder } from "./journal.ts";

/** Where edits are written: the workspace, and the journal of those that change several files. */
export function writeStates(root: string): BackendState[] {
  return [...rootState(root), cacheState(journalFolder())];
}

/** Nothing where the root can be written to: a line for it stands above already. */
function rootState(root: string): BackendState[] {
  try {
    accessSync(root, constants.W_OK);
    return [];
  } catch (error) {
    const problem = `Nothing can be changed: ${(error as Error).message}. Give this user the right to write there.`;
    return [{ name: "root", problem }];
  }
}
