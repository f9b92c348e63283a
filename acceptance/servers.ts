import { join } from "node:path";
import type { World } from "./world.ts";
import { ToolClient } from "./client.ts";

export const SERVERS = ["kart-nav", "kart-zoom", "kart-edit", "kart-cochange"] as const;
export type ServerName = (typeof SERVERS)[number];

/** Program and arguments that start a server from its sources. */
export function commandOf(server: ServerName, root: string): [string, ...string[]] {
  return [process.execPath, join(import.meta.dir, "../packages", server, "src/main.ts"), "--root", root];
}

/** Starts a server on a world's workspace, and connects. */
export function connectTo(
  server: ServerName,
  world: Pick<World, "root" | "environment">,
  env: Readonly<Record<string, string>> = {},
): Promise<ToolClient> {
  return ToolClient.connected({ command: commandOf(server, world.root), env: { ...world.environment, ...env } });
}
