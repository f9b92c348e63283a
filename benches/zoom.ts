import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleOf } from "./bundle.ts";
import { effectSources } from "./effect-sources.ts";
import { RawLanguageServer } from "./raw-language-server.ts";
import { bound, type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 3;

/** Milliseconds after which servers keep what they read of a new file, and then some. */
const SETTLED = 6000;

/** Milliseconds after which garbage is collected, and then some. */
const AT_REST = 1000;

const FIRST = { path: "src/Option.ts", symbol: "isSome" };
const LATER = { path: "src/Result.ts", symbol: "isSuccess" };
/** About fifty dependents, three deep. */
const REACHING = { path: "src/Option.ts", symbol: "liftThrowable" };

/** The language server's answers, asked for by kart and by a client that does nothing else. */
export async function* zoom(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-zoom");
  using sources = effectSources();
  const { root } = sources;
  const reached = await expandedBy(bundle.command, root);
  using cache = await keptBy(bundle.command, root);
  const timings = await sideBySide(ROUNDS, [
    async () => {
      const [start, server] = [performance.now(), new RawLanguageServer(root)];
      await using _ended = server;
      const ask = ({ path, symbol }: typeof FIRST) => server.references(path, nameOffset(root, path, symbol));
      await ask(FIRST);
      const first = performance.now() - start;
      return {
        "raw, first": first,
        "raw, later": await timed(() => ask(LATER)),
        "raw, again": await timed(() => ask(FIRST)),
        "20 raw": (20 / reached.length) * (await timed(() => inTurn(reached, ask))),
      };
    },
    async () => {
      const start = performance.now();
      await using server = new StdioServer(bundle.command, root);
      await server.listTools();
      await server.call("kart_references", FIRST);
      const first = performance.now() - start;
      return {
        "kart_references, first": first,
        "kart_references, later": await timed(() => server.call("kart_references", LATER)),
        "kart_references, again": await timed(() => server.call("kart_references", FIRST)),
        kart_impact: await timed(() => server.call("kart_impact", { ...REACHING, limit: 2000 })),
      };
    },
    async () => {
      const start = performance.now();
      await using server = new StdioServer(bundle.command, root, cache.environment);
      await server.listTools();
      await server.call("kart_references", FIRST);
      return { "kart_references, first of the next": performance.now() - start };
    },
  ]);
  yield ratio(timings, "kart_references, first", "raw, first", {
    what: "from spawn to the first references",
    atMost: 1.3,
  });
  yield ratio(timings, "kart_references, first of the next", "raw, first", {
    what: "from spawn to the first references, of a server that comes after another",
    atMost: 1.3,
  });
  for (const which of ["later", "again"])
    yield ratio(timings, `kart_references, ${which}`, `raw, ${which}`, {
      what: `references ${which}`,
      atMost: 1.3,
      plus: 5,
    });
  yield ratio(timings, "kart_impact", "20 raw", { what: "kart_impact, three deep", atMost: 1 });

  await using server = await StdioServer.connected([...bundle.command, "--output", "text"], root);
  for (const symbol of ["isSome", "isNone", "map", "flatMap", "getOrElse"]) {
    await server.call("kart_references", { ...FIRST, symbol });
    await server.call("kart_impact", { ...FIRST, symbol });
  }
  yield bound("memory of our own process, right after", server.residentMegabytes(), "MB", 150);
  await Bun.sleep(AT_REST);
  yield bound("memory of our own process, at rest", server.residentMegabytes(), "MB", 150);
  const { tools } = (await server.listTools()) as { tools: unknown[] };
  yield bound("tools/list without output schemas", JSON.stringify(tools).length, "characters", 9000);
}

interface Node {
  readonly name: string;
  readonly path: string;
  readonly fanOut?: number;
  readonly callers: readonly Node[];
}

/** The symbols whose references an impact asks for. */
async function expandedBy(command: readonly string[], root: string): Promise<(typeof FIRST)[]> {
  await using server = await StdioServer.connected(command, root);
  const { root: top } = await server.data<{ root: Node }>("kart_impact", { ...REACHING, limit: 2000 });
  const all = (node: Node): Node[] => [node, ...node.callers.flatMap(all)];
  return all(top)
    .filter(({ fanOut, name }) => fanOut !== undefined && !name.startsWith("("))
    .map(({ path, name }) => ({ path, symbol: name.split(".").at(-1) as string }));
}

/** What a server keeps of the first references for the next one. */
async function keptBy(
  command: readonly string[],
  root: string,
): Promise<Disposable & { readonly environment: Record<string, string> }> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "kart-kept-"));
  const environment = { XDG_CACHE_HOME: folder, KART_CACHE: "" };
  await Bun.sleep(SETTLED);
  await using server = await StdioServer.connected(command, root, environment);
  await server.call("kart_references", FIRST);
  await server.end();
  return { environment, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

async function inTurn<T>(list: readonly T[], ask: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of list) await ask(one);
}

function nameOffset(root: string, path: string, symbol: string): number {
  const text = readFileSync(join(root, path), "utf8");
  const declared = new RegExp(
    `(?:const|let|var|function|class|interface|type|get) ${symbol}\\b|^  ${symbol}\\b`,
    "m",
  ).exec(text);
  return declared === null ? text.indexOf(symbol) : declared.index + declared[0].length - symbol.length;
}
