import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Args } from "./call-mix.ts";
import { commandOf, SERVERS, type ServerName } from "./servers.ts";
import { World } from "./world.ts";

/** Milliseconds, for a slow and busy machine. */
const TIMEOUT = 300_000;

/** Programs that run at a time. */
const AT_ONCE = 2;

/** The command line of the protocol's own Inspector, a client that we have no part in. */
const INSPECTOR = join(import.meta.dir, "../node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js");

const UTILS = "packages/query-core/src/utils.ts";
const NOOP = { file: UTILS, symbol: "noop" };
const DRY = { dryRun: true, lint: false };
const HASH_KEY = { path: UTILS, symbol: "hashKey" };

/** A call of each tool, and what its text must hold. */
const CALLS: Readonly<Record<ServerName, Readonly<Record<string, readonly [args: Args, text: string]>>>> = {
  "kart-nav": {
    kart_find: [{ name: "hashKey", kind: ["function"], body: true }, "export function hashKey("],
    kart_search: [{ pattern: "function hashKey\\(", context: 1 }, "utils.ts"],
    kart_list: [{ path: "packages/query-core/src", glob: "*Cache.ts" }, "queryCache.ts"],
    kart_imports: [{ path: "packages/query-core/src/queryCache.ts" }, "./utils"],
    kart_importers: [{ ...HASH_KEY, depth: 2 }, "hydration.ts"],
    kart_unused_exports: [{ path: UTILS }, "export"],
  },
  "kart-zoom": {
    kart_zoom: [HASH_KEY, "export function hashKey("],
    kart_impact: [{ ...HASH_KEY, depth: 1 }, "hashQueryKeyByOptions"],
    kart_deps: [{ ...HASH_KEY, depth: 1 }, "isPlainObject"],
    kart_definition: [HASH_KEY, "hashKey"],
    kart_references: [HASH_KEY, "hashQueryKeyByOptions"],
    kart_implementations: [{ path: "packages/query-core/src/subscribable.ts", symbol: "Subscribable" }, "QueryCache"],
    kart_hover: [HASH_KEY, "string"],
    kart_completions: [{ path: UTILS, line: 1, column: 18, content: "const a = [1]; a." }, "map"],
    kart_check: [{ paths: ["packages/query-core/src/subscribable.ts"] }, "1 file"],
  },
  "kart-edit": {
    kart_read: [HASH_KEY, "export function hashKey("],
    kart_grep: [{ pattern: "function hashKey", path: UTILS }, "hashKey"],
    kart_replace: [{ ...NOOP, content: "export function noop(): void {}", ...DRY }, "+"],
    kart_insert_after: [{ ...NOOP, content: "export const after = 1;", ...DRY }, "+"],
    kart_insert_before: [{ ...NOOP, content: "export const before = 1;", ...DRY }, "+"],
    kart_patch: [
      {
        file: UTILS,
        symbol: "hashKey",
        chunks: [
          {
            oldLines: ["  return JSON.stringify(queryKey, (_, val) =>"],
            newLines: ["  return JSON.stringify(queryKey, (_key, val) =>"],
          },
        ],
        ...DRY,
      },
      "_key",
    ],
    kart_delete: [{ ...NOOP, force: true, ...DRY }, "-"],
    kart_edit: [{ path: UTILS, edits: [{ insert_after: { anchor: "EOF", text: "// end" } }], ...DRY }, "// end"],
    kart_write: [{ path: "made/new.ts", content: "export const made = 1;\n" }, "made/new.ts"],
    kart_rename: [{ ...NOOP, newName: "nothing", dryRun: true }, "nothing"],
    kart_move: [{ from: UTILS, to: "packages/query-core/src/made/utils.ts", dryRun: true }, "made/utils.ts"],
    kart_undo: [{}, "nothing_to_undo"],
  },
  "kart-cochange": {
    kart_cochange: [{ path: UTILS, limit: 5 }, "packages/query-core/src/"],
  },
};

let world: World;
beforeAll(() => {
  world = new World(["@tanstack/query-core"], 10);
}, TIMEOUT);
afterAll(() => world[Symbol.dispose]());

for (const server of SERVERS) {
  const calls = CALLS[server];

  test(
    `the Inspector lists ${server}, and finds schemas that every client can take`,
    async () => {
      const { exitCode, stdout, stderr } = await inspect(server, "--method", "tools/list", "--strict");
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      const { tools } = JSON.parse(stdout) as { readonly tools: readonly { readonly name: string }[] };
      expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
    },
    TIMEOUT,
  );

  test(
    `the Inspector calls every tool of ${server}`,
    async () => {
      const waiting = Object.entries(calls);
      const callInTurn = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await call(...next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, callInTurn));
    },
    TIMEOUT,
  );

  async function call(tool: string, [args, text]: readonly [args: Args, text: string]): Promise<void> {
    const pairs = Object.entries(args).flatMap(([key, value]) => [
      "--tool-arg",
      `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    const { exitCode, stdout, stderr } = await inspect(server, "--method", "tools/call", "--tool-name", tool, ...pairs);
    const result = JSON.parse(stdout) as { readonly content: readonly unknown[]; readonly structuredContent?: unknown };
    expect({ tool, stdout }).toEqual({ tool, stdout: expect.stringContaining(text) });
    if (REFUSED.has(tool)) {
      expect({ tool, exitCode, result }).toMatchObject({ tool, exitCode: TOOL_ERROR, result: { isError: true } });
    } else {
      expect({ tool, exitCode, stderr }).toEqual({ tool, exitCode: 0, stderr: "" });
      expect(result).toMatchObject({ content: [{ type: "text" }], structuredContent: expect.any(Object) });
    }
  }
}

/** Each call has a server of its own, which has nothing to take back. */
const REFUSED = new Set(["kart_undo"]);

/** The exit status of the Inspector when a tool says that it failed. */
const TOOL_ERROR = 5;

async function inspect(server: ServerName, ...args: readonly string[]) {
  // --bun stands in for the `node` that it is written for.
  const child = Bun.spawn([process.execPath, "--bun", INSPECTOR, ...commandOf(server, world.root), ...args], {
    cwd: world.root,
    env: world.environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, exitCode };
}
