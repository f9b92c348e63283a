import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleOf } from "./bundle.ts";
import { corpus } from "./corpus.ts";
import { featureFile, LargeWorkspace } from "./large-workspace.ts";
import { type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 3;

/** 5,000 files. */
const PACKAGES = 50;

/** Milliseconds after which servers keep what they read of a new file, and then some. */
const SETTLED = 6000;

interface Question {
  readonly what: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The first answer of a server where nothing was kept, and the first of the next one, which recalls what that read. */
export async function* kept(): AsyncGenerator<Finding> {
  yield* inWorkspace("1,156 files", corpus().folder, "effect/src/Option.ts");
  using large = await LargeWorkspace.of(PACKAGES);
  await Bun.sleep(SETTLED);
  yield* inWorkspace(`${large.files.toLocaleString("en-US")} made ones`, large.root, featureFile(0, 0));
}

async function* inWorkspace(what: string, folder: string, path: string): AsyncGenerator<Finding> {
  using nav = await bundleOf("kart-nav");
  const questions: Question[] = [
    { what: "kart_find of a part of many names", tool: "kart_find", args: { name: "parse" } },
    { what: "kart_find of everything", tool: "kart_find", args: { limit: 1 } },
    { what: "kart_importers", tool: "kart_importers", args: { path } },
    { what: "kart_unused_exports", tool: "kart_unused_exports", args: { limit: 1 } },
  ];
  for (const question of questions) {
    const timings = await sideBySide(ROUNDS, [() => firstAndNext(nav.command, folder, question)]);
    yield ratio(timings, "next", "first", { what: `${what}, ${question.what}, next server`, atMost: 0.6 });
  }
}

async function firstAndNext(command: readonly string[], folder: string, { tool, args }: Question) {
  const cache = mkdtempSync(join(realpathSync(tmpdir()), "kart-kept-"));
  const ask = async () => {
    await using server = await StdioServer.connected(command, folder, { XDG_CACHE_HOME: cache, KART_CACHE: "" });
    const milliseconds = await timed(() => server.call(tool, args));
    await server.end();
    return milliseconds;
  };
  try {
    return { first: await ask(), next: await ask() };
  } finally {
    rmSync(cache, { recursive: true });
  }
}
