/** A client that calls a server until it is killed. Arguments: the server, the workspace, the home, a seed. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CallMix } from "../call-mix.ts";
import { Random } from "../random.ts";
import { connectTo, type ServerName } from "../servers.ts";

const [server, root, home, seed] = process.argv.slice(2) as [ServerName, string, string, string];
const environment = { PATH: process.env["PATH"] ?? "", HOME: home, XDG_CACHE_HOME: join(home, "cache") };
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
// A name in a file that may not have it: most find nothing, which is an answer too.
const symbols = files.map((path) => ({ path, name: path.split("/").at(-1)?.replace(".ts", "") as string }));
const mix = new CallMix(server, new Random(Number(seed)), { files, symbols });
const client = await connectTo(server, { root, environment });
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (;;) {
      const call = mix.next();
      mix.take(call, await client.call(...call));
    }
  }),
);
