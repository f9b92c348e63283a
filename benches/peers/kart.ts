import { dirname, join } from "node:path";
import { ROOT, serverPackages } from "../../scripts/servers.ts";
import { type Bundle, bundleOf } from "../bundle.ts";
import type { StdioServer } from "../stdio-server.ts";
import { CHANGED, LISTED, nameAfter, RENAMED, SEARCHED, TYPED, USED } from "./asked.ts";
import { type Contender, mcpServer } from "./contender.ts";
import { groupedPlaces, inlinePlaces } from "./places.ts";
import type { Answer } from "./questions.ts";

/** The servers as an install has them. The text is what counts: it is what Claude Code gives a model. */
export async function kartServers(): Promise<{ readonly contenders: readonly Contender[] } & Disposable> {
  const bundles: Bundle[] = [];
  const commandOf = async (name: `kart-${string}`) => {
    const bundle = await bundleOf(name);
    bundles.push(bundle);
    return [...bundle.command, "--output", "text"];
  };
  const [nav, zoom, edit] = [await commandOf("kart-nav"), await commandOf("kart-zoom"), await commandOf("kart-edit")];
  const contenders = [
    mcpServer({
      ...described("kart-nav"),
      command: () => nav,
      tools: {
        declared: [
          "kart_find",
          async (server, { root }) => {
            const text = await server.call("kart_find", { name: USED.symbol, match: "exact" });
            return { text, places: inlinePlaces(text, root) };
          },
        ],
        search: [
          "kart_search",
          async (server) => {
            const text = await server.call("kart_search", { pattern: SEARCHED, literal: true });
            return { text, places: groupedPlaces(text) };
          },
        ],
        list: ["kart_list", async (server) => ({ text: await server.call("kart_list", { path: LISTED }) })],
      },
    }),
    mcpServer({
      ...described("kart-zoom"),
      command: () => zoom,
      tools: {
        uses: [
          "kart_references",
          async (server) => {
            const text = await server.call("kart_references", USED);
            return { text, places: groupedPlaces(text) };
          },
        ],
        type: [
          "kart_hover",
          async (server) => {
            const { path, symbol } = TYPED;
            return { text: await server.call("kart_hover", { path, symbol }) };
          },
        ],
      },
    }),
    mcpServer({
      ...described("kart-edit"),
      command: () => edit,
      tools: {
        change: ["kart_read, kart_edit (it lints)", (server, _, round) => change(server, round, {})],
        rename: [
          "kart_rename",
          async (server, _, round) => {
            const [symbol, newName] = [nameAfter(round - 1), nameAfter(round)];
            return { text: await server.call("kart_rename", { file: RENAMED.path, symbol, newName }) };
          },
        ],
      },
    }),
    mcpServer({
      ...described("kart-edit"),
      name: "kart-edit, `lint: false`",
      command: () => edit,
      tools: { change: ["kart_read, kart_edit", (server, _, round) => change(server, round, { lint: false })] },
    }),
  ];
  return {
    contenders,
    [Symbol.dispose]: () => {
      for (const bundle of bundles) bundle[Symbol.dispose]();
    },
  };
}

async function change(server: StdioServer, round: number, options: object): Promise<Answer> {
  const { path, line, shown } = CHANGED;
  const read = await server.call("kart_read", { path, limit: shown });
  const set_line = { anchor: anchorOf(read, line), new_text: CHANGED.text(round) };
  return { text: `${read}\n${await server.call("kart_edit", { path, edits: [{ set_line }], ...options })}` };
}

/** `LINE:HASH` of a line, as it was shown. */
export function anchorOf(shown: string, line: number): string {
  const [anchor] = new RegExp(`^${line}:\\w+(?=\\|)`, "m").exec(shown) ?? [];
  if (anchor === undefined) throw new Error(`line ${line} was not shown`);
  return anchor;
}

function described(name: string): { name: string; version: string; runtime: string } {
  const server = serverPackages().find((one) => one.name === name);
  if (server === undefined) throw new Error(`no ${name} in ${dirname(join(ROOT, "packages"))}`);
  return { name, version: server.manifest.version, runtime: "Bun, as a bundle" };
}
