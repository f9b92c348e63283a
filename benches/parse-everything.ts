import { realpathSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../scripts/servers.ts";
import type { Corpus } from "./corpus.ts";

/** oxc-parser as anyone has it, which hands trees over as JSON. */
export function publicParser(): Promise<{
  parseSync: (path: string, source: string, options: object) => { program: { body: unknown[] } };
}> {
  return import(entry());
}

/** Milliseconds to read and parse every file of the corpus once, in a process of its own. */
export async function parseEverything({ folder, files }: Corpus): Promise<number> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "parse-all.ts"), entry(), folder], {
    stdin: new TextEncoder().encode(files.join("\n")),
    stdout: "pipe",
    stderr: "inherit",
  });
  return Number(await child.stdout.text());
}

function entry(): string {
  return Bun.resolveSync("oxc-parser", realpathSync(join(ROOT, "packages/core")));
}
