import { until } from "@kart/testkit/processes";
import type { ToolClient } from "../client.ts";
import { descendantsOf, isRunning } from "./process-table.ts";

/** Milliseconds in which a server ends, and all that it has started. */
export const END_WITHIN = 2000;

/** Ends a server as a client does that has done its work, and sees to it that nothing is left. */
export async function endedWhole(client: ToolClient, failures: string[]): Promise<void> {
  const pids = [client.pid, ...descendantsOf(client.pid).map(({ pid }) => pid)];
  const ended = client.end();
  const left = () => pids.filter(isRunning);
  await until("", () => left().length === 0, END_WITHIN).catch(() => {
    failures.push(`${left().length} of ${pids.length} processes outlived their end by ${END_WITHIN} ms`);
    for (const pid of left()) process.kill(pid, "SIGKILL");
  });
  const exitCode = await ended;
  if (exitCode !== 0) failures.push(`the server ended with status ${exitCode}: ${client.log}`);
}
