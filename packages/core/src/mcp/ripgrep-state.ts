import { ripgrepPath } from "../process/ripgrep.ts";
import { runToEnd } from "../process/run.ts";
import type { BackendState } from "./serve.ts";

/** Which ripgrep is used, or why none can be. */
export async function ripgrepState(): Promise<BackendState> {
  try {
    const path = await ripgrepPath();
    const { signal } = new AbortController();
    const { stdout } = await runToEnd(path, ["--version"], { cwd: process.cwd(), signal });
    return { name: "ripgrep", version: new TextDecoder().decode(stdout).split("\n")[0] ?? "", path };
  } catch (error) {
    return { name: "ripgrep", problem: (error as Error).message };
  }
}
