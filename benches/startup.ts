import { join } from "node:path";
import { ROOT } from "../scripts/servers.ts";
import { bundleOf } from "./bundle.ts";
import { type Finding, ratio, sideBySide } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 25;

/** From spawn to an answered `tools/list`: what a client waits for before its model can be asked anything. */
export async function* startup(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-nav");
  const bun = process.execPath;
  const timings = await sideBySide(ROUNDS, [
    async () => ({ "bare loop": await answered([bun, join(import.meta.dir, "bare-loop.ts")]) }),
    async () => ({ sources: await answered([bun, join(ROOT, "packages/kart-nav/src/main.ts")]) }),
    async () => ({ bundle: await answered(bundle.command) }),
  ]);
  yield ratio(timings, "sources", "bare loop", { what: "spawn to tools/list, sources", atMost: 6 });
  yield ratio(timings, "bundle", "bare loop", { what: "spawn to tools/list, bundle", atMost: 3.2 });
}

async function answered(command: readonly string[]): Promise<number> {
  const start = performance.now();
  await using server = new StdioServer(command);
  await server.listTools();
  return performance.now() - start;
}
