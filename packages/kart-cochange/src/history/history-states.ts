import { gitState } from "@kart/core/mcp/git-state";
import type { BackendState } from "@kart/core/mcp/serve";
import { asSentence, count } from "@kart/core/text/display";
import type { Workspace } from "@kart/core/workspace/workspace";
import { VarpDatabases } from "../varp/varp-database.ts";
import { git } from "@kart/core/process/git";
import { findRepository } from "./repository.ts";

/** Where answers come from: git, the history that the root belongs to, and weights that another program left. */
export async function historyStates({ root }: Workspace, signal: AbortSignal): Promise<BackendState[]> {
  const varp = new VarpDatabases(root).open();
  const weights: BackendState[] =
    varp.status === "open" ? [{ name: "weights", did: "read from .varp/cochange.db" }] : [];
  const without = weights.length > 0 ? { without: "Until then only .varp/cochange.db is read." } : {};
  const program = await gitState(root.absolute, signal);
  if (program.problem !== undefined) return [...weights, { ...program, ...without }];
  return [...weights, program, { ...(await history(root.absolute, signal)), ...without }];
}

async function history(root: string, signal: AbortSignal): Promise<BackendState> {
  const name = "history";
  try {
    const found = await findRepository(root, signal);
    if (found.status === "none")
      return {
        name,
        problem: `The root is in no git repository: ${found.reason}. Pass --root DIR, or run \`git init\`.`,
      };
    const { commonFolder: path, head } = found.repository;
    if (head === undefined) return { name, problem: `Nothing was committed yet in ${path}. Ask again after a commit.` };
    const { stdout } = await git(["rev-list", "--count", "--max-count=100000", "HEAD"], { cwd: root, signal });
    const commits = Number(new TextDecoder().decode(stdout));
    return { name, path, did: `${count(commits, "commit")}${commits === 100_000 ? " or more" : ""}` };
  } catch (error) {
    return { name, problem: `${asSentence((error as Error).message)} Run \`git status\` there.` };
  }
}
