/**
 * `bun run endurance [SERVER…] [--calls N] [--kills N] [--rounds N] [--minutes N] [--seed N]`: what a server is put through in
 * weeks, in minutes. Linux only: what a process holds is read from `/proc`. Exits 1 where something did not hold.
 */
import { parseArgs } from "node:util";
import { SERVERS, type ServerName } from "../servers.ts";
import { World } from "../world.ts";
import { hurtBackends } from "./hurt-backends.ts";
import { killedClients } from "./killed-clients.ts";
import { mixedCalls } from "./mixed-calls.ts";
import { adoptOrphans } from "./process-table.ts";
import type { Findings } from "./report.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    calls: { type: "string", default: "20000" },
    kills: { type: "string", default: "100" },
    rounds: { type: "string", default: "100" },
    minutes: { type: "string", default: "15" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [calls, kills, rounds, minutes, seed] = [
  values.calls,
  values.kills,
  values.rounds,
  values.minutes,
  values.seed,
].map(Number) as [number, number, number, number, number];
if (process.platform !== "linux") throw new Error("needs /proc, which only Linux has");
for (const name of positionals)
  if (!SERVERS.includes(name as ServerName)) throw new Error(`no server ${name}; there are ${SERVERS.join(", ")}`);

adoptOrphans();
print(`seed ${seed}`);
let failed = 0;
for (const server of SERVERS) {
  if (positionals.length > 0 && !positionals.includes(server)) continue;
  print(`\n${server}`);
  using world = new World(["rxjs", "@tanstack/query-core"]);
  // What hurts backends compares answers, so it comes before the files change.
  if (rounds > 0) show(await hurtBackends(server, world, { rounds, seed }));
  if (calls > 0) show(await mixedCalls(server, world, { calls, seed, atMost: minutes * 60_000 }));
  if (kills > 0) show(await killedClients(server, world, { kills, seed }));
}
print(failed === 0 ? "\nall of it held" : `\n${failed} did not hold`);
process.exitCode = failed === 0 ? 0 : 1;

function show({ figures, failures }: Findings): void {
  for (const figure of figures) print(`  ${figure}`);
  for (const failure of failures.slice(0, 20)) print(`  FAILED: ${failure}`);
  failed += failures.length;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
