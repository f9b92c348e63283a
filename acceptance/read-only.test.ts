import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AnswerJudge } from "./endurance/answers.ts";
import { type Args, type Call, CallMix } from "./call-mix.ts";
import type { ListedTool, Outcome, ToolClient } from "./client.ts";
import { Random } from "./random.ts";
import { connectTo, SERVERS, type ServerName } from "./servers.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";
import { World } from "./world.ts";

/** Milliseconds, for a slow and busy machine. */
const TIMEOUT = 300_000;

/** Argument sets of each tool, one of six with something wrong in it. */
const CALLS_OF_EACH = 6;

/** Where a server may leave something in the home of its user. */
const LEFT_AT_HOME: Readonly<Record<ServerName, string>> = {
  "kart-nav": "cache/kart/sources",
  "kart-zoom": "cache/kart/sources",
  "kart-edit": "cache/kart/sources",
  "kart-cochange": "cache/kart/cochange",
};

/** The tools that each server says do not write. */
const READERS: Readonly<Record<ServerName, readonly string[]>> = {
  "kart-nav": ["kart_find", "kart_search", "kart_list", "kart_imports", "kart_importers", "kart_unused_exports"],
  "kart-zoom": [
    "kart_zoom",
    "kart_impact",
    "kart_deps",
    "kart_definition",
    "kart_references",
    "kart_implementations",
    "kart_hover",
    "kart_completions",
    "kart_check",
  ],
  "kart-edit": ["kart_read", "kart_grep"],
  "kart-cochange": ["kart_cochange"],
};

for (const server of SERVERS) {
  describe(`${server}: what is marked read-only`, () => {
    let world: World;
    let client: ToolClient;
    let tools: readonly ListedTool[];
    let judge: AnswerJudge;
    beforeAll(async () => {
      world = new World(["@tanstack/query-core"], 4);
      // Else Bun keeps what it has made of the sources there.
      client = await connectTo(server, world, { BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" });
      tools = await client.tools();
      judge = new AnswerJudge(tools);
    }, TIMEOUT);
    afterAll(async () => {
      await client[Symbol.asyncDispose]();
      world[Symbol.dispose]();
    });

    test("is marked idempotent and not destructive too, and is what is known to be", () => {
      const marked = tools.filter(({ annotations }) => annotations["readOnlyHint"] === true);
      expect(marked.map(({ name }) => name).sort()).toEqual(READERS[server].toSorted());
      for (const { annotations } of marked)
        expect(annotations).toMatchObject({ idempotentHint: true, destructiveHint: false, openWorldHint: false });
    });

    for (const tool of READERS[server]) {
      test(
        `${tool} leaves every byte, mode and time, answers the same again, and as its schema says`,
        async () => {
          const before = snapshotOf(world.root, { times: true });
          let answered = 0;
          for (const call of callsOf(tool, server, world)) {
            const [first, second] = [await client.call(...call), await client.call(...call)];
            for (const outcome of [first, second]) expect(judge.complaint(call, outcome)).toBeUndefined();
            expect({ call, ...lasting(second) }).toEqual({ call, ...lasting(first) });
            if (!first.isError) answered++;
          }
          expect(answered).toBeGreaterThanOrEqual(CALLS_OF_EACH / 2);
          expect(snapshotOf(world.root, { times: true })).toEqual(before);
          expect(leftAt(world.home, LEFT_AT_HOME[server])).toEqual([]);
        },
        TIMEOUT,
      );
    }
  });
}

/** The first calls of one tool in the mix. */
function callsOf(tool: string, server: ServerName, world: World): Call[] {
  const mix = new CallMix(server, new Random(8), world);
  const calls: Call[] = [];
  while (calls.length < CALLS_OF_EACH) {
    const call = mix.next();
    // The deepest walks take seconds and show no more.
    if (call[0] === tool && call[1]["depth"] !== 3) calls.push(call);
  }
  return calls;
}

/** An answer without what is measured anew each time. */
function lasting({ isError, text, data }: Outcome) {
  const { durationMs: _measured, ...rest } = data ?? {};
  return { isError, text: text.replace(/\b\d+ ms\b/, ""), data: rest };
}

test(
  "what is not marked read-only writes, and writes nothing where it is told to",
  async () => {
    using world = new World(["@tanstack/query-core"], 4);
    const client = await connectTo("kart-edit", world);
    await using _server = client;
    const tools = await client.tools();
    const judge = new AnswerJudge(tools);
    const writers = tools.filter(({ annotations }) => annotations["readOnlyHint"] !== true);
    expect(WRITES.map(([name]) => name).sort()).toEqual(writers.map(({ name }) => name).sort());

    let before: Snapshot = snapshotOf(world.root, { times: true });
    for (const [tool, args] of WRITES) {
      const accepts = Object.keys(writers.find(({ name }) => name === tool)?.inputSchema["properties"] ?? {});
      const sent = { ...args, ...(accepts.includes("lint") ? { lint: false } : {}) };
      if (accepts.includes("dryRun")) {
        await succeed([tool, { ...sent, dryRun: true }]);
        expect({ tool, ...snapshotOf(world.root, { times: true }) }).toEqual({ tool, ...before });
      }
      await succeed([tool, sent]);
      const after = snapshotOf(world.root, { times: true });
      expect({ tool, ...after }).not.toEqual({ tool, ...before });
      before = after;
    }

    async function succeed(call: Call): Promise<void> {
      const outcome = await client.call(...call);
      expect({ call, isError: outcome.isError, text: outcome.text }).toMatchObject({ isError: false });
      expect(judge.complaint(call, outcome)).toBeUndefined();
    }
  },
  TIMEOUT,
);

const UTILS = "packages/query-core/src/utils.ts";

/** A call of each tool that writes, each of which finds what the ones before it left. */
const WRITES: readonly (readonly [tool: string, args: Args])[] = [
  ["kart_replace", { file: UTILS, symbol: "noop", content: "export function noop(): void {}" }],
  ["kart_insert_after", { file: UTILS, symbol: "noop", content: "export const after = 1;" }],
  ["kart_insert_before", { file: UTILS, symbol: "noop", content: "export const before = 1;" }],
  [
    "kart_patch",
    {
      file: UTILS,
      symbol: "after",
      chunks: [{ oldLines: ["export const after = 1;"], newLines: ["export const after = 2;"] }],
    },
  ],
  ["kart_delete", { file: UTILS, symbol: "before" }],
  ["kart_edit", { path: UTILS, edits: [{ insert_after: { anchor: "EOF", text: "// end" } }] }],
  ["kart_write", { path: "packages/query-core/src/made/new.ts", content: "export const made = 1;\n" }],
  ["kart_rename", { file: UTILS, symbol: "timeUntilStale", newName: "millisecondsUntilStale" }],
  ["kart_move", { from: UTILS, to: "packages/query-core/src/made/utils.ts" }],
  ["kart_undo", {}],
];

/** Files of a folder that are not below the one where they may be. */
function leftAt(folder: string, allowed: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((file) => !file.startsWith(join(folder, allowed, "/")));
}
