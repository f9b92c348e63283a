import { join } from "node:path";
import { type Connection, connectInMemory } from "@kart/testkit/connect";
import { zoomServer } from "../src/server.ts";

/** The server from its sources. */
export const COMMAND: [string, string] = ["bun", join(import.meta.dir, "../src/main.ts")];

/** Connects within this process. */
export function connect(root: string): Promise<Connection> {
  return connectInMemory(zoomServer, { root });
}

/** Runs git in a folder. Throws what it complains of. */
export function gitIn(folder: string, ...args: string[]): void {
  const named = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", ...args];
  const { exitCode, stderr } = Bun.spawnSync(named, { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

/** Commits all that is there. */
export function commitIn(folder: string): void {
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-qm", "x");
}
