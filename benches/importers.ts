import { bundleOf } from "./bundle.ts";
import { corpus } from "./corpus.ts";
import { parseEverything } from "./parse-everything.ts";
import { type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 3;
const FILE = "effect/src/Option.ts";

/** The first answer has to know every import of the workspace; later ones only ask what it learnt. */
export async function* importers(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-nav");
  const files = corpus();
  const timings = await sideBySide(ROUNDS, [
    async () => ({ "parsing all": await parseEverything(files) }),
    async () => {
      await using server = await StdioServer.connected(bundle.command, files.folder);
      const first = await timed(() => server.call("kart_importers", { path: FILE }));
      const later = await timed(() => server.call("kart_importers", { path: FILE, symbol: "some" }));
      return { first, later };
    },
  ]);
  yield ratio(timings, "first", "parsing all", { what: "kart_importers, first answer", atMost: 2 });
  yield ratio(timings, "later", "parsing all", { what: "kart_importers, later answer", atMost: 0.1 });
}
