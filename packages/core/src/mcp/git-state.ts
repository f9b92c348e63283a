import { git } from "../process/git.ts";
import type { BackendState } from "./serve.ts";

/** Which git is used, or why none can be. */
export async function gitState(cwd: string, signal: AbortSignal): Promise<BackendState> {
  try {
    const { stdout } = await git(["--version"], { cwd, signal });
    const version = new TextDecoder().decode(stdout).trim();
    return { name: "git", version: version.replace(/^git version /, ""), path: Bun.which("git") ?? "git" };
  } catch (error) {
    return { name: "git", problem: (error as Error).message };
  }
}
