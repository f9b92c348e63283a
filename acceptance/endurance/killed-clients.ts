import { join } from "node:path";
import { until } from "@kart/testkit/processes";
import { Random } from "../random.ts";
import { connectTo, type ServerName } from "../servers.ts";
import type { World } from "../world.ts";
import { END_WITHIN } from "./ended-whole.ts";
import { descendantsOf, isRunning } from "./process-table.ts";
import { counted, type Findings, seconds } from "./report.ts";

/** Milliseconds after its start in which a client is killed. */
const KILLED_WITHIN = 2000;

/** Kills clients that are calling a server, each at a random moment. Orphans must have been adopted. */
export async function killedClients(
  server: ServerName,
  world: World,
  { kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<Findings> {
  const failures: string[] = [];
  const random = new Random(seed);
  let slowest = 0;
  let withChildren = 0;
  for (let kill = 0; kill < kills; kill++) {
    const client = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, "calling-client.ts"),
        server,
        world.root,
        world.home,
        String(seed + kill),
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    await Bun.sleep(random.below(KILLED_WITHIN));
    const before = descendantsOf(client.pid);
    if (before.length > 1) withChildren++;
    client.kill("SIGKILL");
    await client.exited;
    const start = performance.now();
    // What lost its parent is ours now, whatever had been started in the last moment.
    const left = () => descendantsOf(process.pid);
    await until("", () => left().length === 0 && !before.some(({ pid }) => isRunning(pid)), END_WITHIN).catch(() => {
      failures.push(`left by a killed client: ${counted(left().map(({ command }) => command))}`);
      for (const { pid } of left()) process.kill(pid, "SIGKILL");
    });
    slowest = Math.max(slowest, performance.now() - start);
  }
  const litter = await litterAfterAnotherCall(server, world);
  if (litter !== "") failures.push(`files left by a killed server: ${litter}`);
  return {
    figures: [
      `${kills} clients killed, ${withChildren} of them while the server had children: all gone within ${seconds(slowest)}`,
    ],
    failures,
  };
}

/** Temporary files that still stand in the workspace once another server was started, and has answered. */
async function litterAfterAnotherCall(server: ServerName, world: World): Promise<string> {
  await using client = await connectTo(server, world);
  const [tool] = (await client.tools()).map(({ name }) => name);
  await client.call(server === "kart-edit" ? "kart_undo" : (tool as string), {});
  const untracked = world.git("ls-files", "--others").split("\n");
  return untracked.filter((path) => /kart|\.tmp|~$/.test(path)).join(", ");
}
