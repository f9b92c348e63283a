import { ripgrepPath } from "../process/ripgrep.ts";
import { runToEnd } from "../process/run.ts";
import { clip, count } from "../text/display.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { BackendState } from "./serve.ts";

/** Runs ripgrep as the tools do: it lists the source files of the workspace. */
export async function ripgrepState(workspace: Workspace, signal: AbortSignal): Promise<BackendState[]> {
  try {
    const path = await ripgrepPath();
    const { stdout } = await runToEnd(path, ["--version"], { cwd: workspace.root.absolute, signal });
    const version = new TextDecoder().decode(stdout).split("\n")[0] ?? "";
    const { files, problems } = await workspace.sourceFiles(workspace.root.prove("."), signal);
    const did = `lists ${count(files.length, "source file")} here`;
    return [{ name: "ripgrep", version: version.replace(/^ripgrep /, ""), path, did }, ...gaps(files, problems)];
  } catch (error) {
    return [{ name: "ripgrep", problem: (error as Error).message }];
  }
}

/** What may be wrong with the root where nothing is wrong with ripgrep. */
function gaps(files: readonly string[], problems: readonly string[]): BackendState[] {
  if (problems.length > 0) {
    const problem = `${count(problems.length, "folder")} or files cannot be read: ${clip(problems.join("; "), 300)}.`;
    return [
      { name: "source files", problem, without: "Give this user the right to read them, or answers leave them out." },
    ];
  }
  if (files.length > 0) return [];
  const problem = "There is no TypeScript or JavaScript here, or .gitignore names it all.";
  return [{ name: "source files", problem, without: "Pass --root DIR if another folder is meant." }];
}
