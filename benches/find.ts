import { bundleOf } from "./bundle.ts";
import { type Corpus, corpus } from "./corpus.ts";
import { parseEverything } from "./parse-everything.ts";
import { ripgrep, runRipgrep } from "./ripgrep.ts";
import { bound, type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 7;
/** Milliseconds after which garbage is collected, and then some. */
const AT_REST = 1000;
/** By the files that hold the name: 5, 35 and 398 of 1,156. */
const NAMES = { rare: "prettifyError", middling: "toJSONSchema", common: "parse" } as const;

export async function* find(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-nav");
  const files = corpus();
  for (const [kind, name] of Object.entries(NAMES)) yield* oneName(bundle.command, files, `${kind} ${name}`, name);
  yield* everything(bundle.command, files);
  yield* memory(bundle.command, files);
}

/** A name in a server that has answered nothing yet, and the same name again. */
async function* oneName(
  command: readonly string[],
  { folder }: Corpus,
  what: string,
  name: string,
): AsyncGenerator<Finding> {
  const program = await ripgrep();
  const timings = await sideBySide(ROUNDS, [
    async () => ({ "rg -l": await timed(() => runRipgrep(program, ["-l", name], folder)) }),
    async () => {
      await using server = await StdioServer.connected(command, folder);
      const ask = () => timed(() => server.call("kart_find", { name }));
      return { first: await ask(), again: await ask() };
    },
  ]);
  yield ratio(timings, "first", "rg -l", { what: `${what}, first call`, atMost: 4 });
  yield ratio(timings, "again", "rg -l", { what: `${what}, again`, atMost: 2 });
}

/** Every symbol there is: no name, the highest limit. */
async function* everything(command: readonly string[], files: Corpus): AsyncGenerator<Finding> {
  let megabytes = 0;
  const timings = await sideBySide(3, [
    async () => ({ "parsing all": await parseEverything(files) }),
    async () => {
      await using server = await StdioServer.connected(command, files.folder);
      const listing = await timed(() => server.call("kart_find", { limit: 5000 }));
      megabytes = server.residentMegabytes();
      return { listing };
    },
  ]);
  yield ratio(timings, "listing", "parsing all", { what: "whole corpus", atMost: 1.3 });
  yield bound("memory after the whole corpus", megabytes, "MB", 450);
}

/** What many questions in a row leave behind. */
async function* memory(command: readonly string[], { folder, files }: Corpus): AsyncGenerator<Finding> {
  await using server = await StdioServer.connected(command, folder);
  const names = new Set(files.map((path) => /([\w-]+)\.[^/]+$/.exec(path)?.[1] ?? path));
  for (const name of [...names].filter((candidate) => /^\w{4,}$/.test(candidate)).slice(0, 100)) {
    await server.call("kart_find", { name });
  }
  yield bound("memory right after a hundred names", server.residentMegabytes(), "MB", 150);
  await Bun.sleep(AT_REST);
  yield bound("memory after a hundred names, at rest", server.residentMegabytes(), "MB", 150);
}
