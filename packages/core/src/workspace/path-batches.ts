import type { RipgrepScope } from "../process/ripgrep.ts";

/** Bytes of paths given to one ripgrep. Windows takes no command line of more than 32,767 characters. */
const MAX_PATH_BYTES = 24_000;

/** Scopes of which none has more paths than a command line takes. */
export function inBatches(scope: RipgrepScope): RipgrepScope[] {
  const batches: string[][] = [];
  let room = 0;
  for (const path of scope.paths) {
    // `./`, and what ends it.
    const taken = Buffer.byteLength(path) + 3;
    if (taken > room) {
      batches.push([]);
      room = MAX_PATH_BYTES;
    }
    room -= taken;
    batches.at(-1)?.push(path);
  }
  return batches.map((paths) => ({ ...scope, paths }));
}
