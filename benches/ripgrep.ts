import { realpathSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../scripts/servers.ts";

/** The ripgrep that the servers use. */
export async function ripgrep(): Promise<string> {
  const entry = Bun.resolveSync("@vscode/ripgrep", realpathSync(join(ROOT, "packages/core")));
  return ((await import(entry)) as { rgPath: string }).rgPath;
}

/** Runs it to its end in a folder, its output read and thrown away. */
export async function runRipgrep(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = Bun.spawn([program, ...args], { cwd, stdin: "ignore", stdout: "pipe", stderr: "ignore" });
  await child.stdout.bytes();
  await child.exited;
}
