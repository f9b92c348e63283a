import { totalmem } from "node:os";

/** The share of the machine's memory near which Go collects garbage as often as it takes to stay below. */
const MOST = 1 / 2;

/**
 * Has a program in Go collect garbage less often than Go would: it saves time and costs memory, as
 * `docs/decisions/0016-less-garbage-collected.md` measures.
 *
 * @param share percent of what is in use that garbage may add before it is collected; 100 is Go's own choice
 */
export function goEnvironment(share: number): Readonly<Record<string, string>> {
  // Zero where nothing but the machine limits it.
  const allowed = process.constrainedMemory() || Infinity;
  return { GOGC: `${share}`, GOMEMLIMIT: `${Math.floor(Math.min(totalmem(), allowed) * MOST)}B` };
}
