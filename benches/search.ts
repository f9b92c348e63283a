import { bundleOf } from "./bundle.ts";
import { corpus } from "./corpus.ts";
import { ripgrep, runRipgrep } from "./ripgrep.ts";
import { type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 15;
/** 59, 432 and 463 matching lines: fewer than the limit, so that both search to the end. */
const PATTERNS = ["switchMap", "toJSONSchema", "^export default|@deprecated|mergeMap\\w*"] as const;
const LIMIT = 5000;

export async function* search(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-nav");
  const { folder } = corpus();
  const program = await ripgrep();
  await using server = await StdioServer.connected(bundle.command, folder);
  await server.call("kart_search", { pattern: "warm" });
  for (const pattern of PATTERNS) {
    const timings = await sideBySide(ROUNDS, [
      async () => ({ "rg --json": await timed(() => runRipgrep(program, ["--json", "-e", pattern], folder)) }),
      async () => ({ search: await timed(() => server.call("kart_search", { pattern, limit: LIMIT })) }),
    ]);
    yield ratio(timings, "search", "rg --json", { what: `kart_search ${pattern}`, atMost: 1.5, plus: 5 });
  }

  // The limit ends the search: what matches everywhere is found as soon as what matches 87 times.
  const timings = await sideBySide(ROUNDS, [
    async () => ({ "87 matches": await timed(() => server.call("kart_search", { pattern: "isFunction" })) }),
    async () => ({ "430,000 matches": await timed(() => server.call("kart_search", { pattern: "\\w" })) }),
  ]);
  yield ratio(timings, "430,000 matches", "87 matches", { what: "kart_search, 430,000 matches", atMost: 1 });
}
