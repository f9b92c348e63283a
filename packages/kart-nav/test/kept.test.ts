import { expect, test } from "bun:test";
import { join } from "node:path";
import { connectStdio } from "@kart/testkit/connect";
import { changeKept } from "@kart/testkit/kept-facts";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { COMMAND } from "./ask.ts";

interface Found {
  readonly symbols: readonly { readonly name: string }[];
  readonly unparsed: readonly unknown[];
  readonly durationMs?: number;
}

/** Files that have been as they are for a while, in which there is every form of declaration. */
const root = join(import.meta.dir, "../../core");

/** Everything declared, as a server answers first; it ends then. */
async function everything(cache: TempWorkspace): Promise<Found> {
  await using server = await connectStdio({ root, command: COMMAND, env: { XDG_CACHE_HOME: cache.root } });
  const { durationMs: _, ...found } = await server.data<Found>("kart_find", { limit: 5000 });
  return found;
}

test("a server answers from what another has read, alike to the last field", async () => {
  using cache = new TempWorkspace();
  const read = await everything(cache);
  expect(read.symbols.length).toBeGreaterThan(2000);
  expect(await everything(cache)).toEqual(read);
  changeKept(cache.root, "declarations", '"name":"SourceFacts"', '"name":"Marked"');
  const names = new Set((await everything(cache)).symbols.map(({ name }) => name));
  expect([names.has("Marked"), names.has("SourceFacts")]).toEqual([true, false]);
});
