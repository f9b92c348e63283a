import { bundleOf } from "./bundle.ts";
import { corpus } from "./corpus.ts";
import { bound, type Finding } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

/** What a server costs a model to read, in characters. */
export async function* size(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-nav");
  const { folder } = corpus();
  await using server = new StdioServer([...bundle.command, "--output", "text"], folder);
  const { tools } = (await server.listTools()) as { tools: unknown[] };
  yield bound("tools/list without output schemas", JSON.stringify(tools).length, "characters", 7000);
  // Names with more matches than that, so that an answer holds exactly as many symbols.
  const limit = 50;
  for (const name of ["parse", "map", "Effect"]) {
    const text = await server.call("kart_find", { name, limit });
    yield bound(`kart_find ${name}`, text.length / limit, "characters a symbol", 90);
  }
}
