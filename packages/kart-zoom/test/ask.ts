import { join } from "node:path";
import { type Connection, connectInMemory } from "@kart/testkit/connect";
import { zoomServer } from "../src/server.ts";

/** The server from its sources. */
export const COMMAND: [string, string] = ["bun", join(import.meta.dir, "../src/main.ts")];

/** Connects within this process. */
export function connect(root: string): Promise<Connection> {
  return connectInMemory(zoomServer, { root });
}
