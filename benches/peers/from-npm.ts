import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { StdioServer } from "../stdio-server.ts";
import { CHANGED, LISTED, nameAfter, RENAMED, SEARCHED, TYPED, USED } from "./asked.ts";
import { type Contender, mcpServer } from "./contender.ts";
import { anchorOf } from "./kart.ts";
import { type PinnedName, versionIn } from "./packages.ts";
import { inlinePlaces } from "./places.ts";
import { ripgrepFolder } from "./plain.ts";
import type { Answer } from "./questions.ts";

/** The servers that are installed in a folder, each set up as its README says. */
export async function npmServers(peers: string): Promise<readonly Contender[]> {
  const entry = (path: string) => join(peers, "node_modules", path);
  const configuration = join(peers, "cclsp.json");
  const command = ["node", entry("typescript-language-server/lib/cli.mjs"), "--stdio"];
  const servers = [{ extensions: ["js", "ts", "jsx", "tsx"], command, rootDir: "." }];
  writeFileSync(configuration, JSON.stringify({ servers }));
  process.env["CCLSP_CONFIG_PATH"] = configuration;
  // lsmcp starts typescript-language-server by its name, mcp-hashline-edit-server rg.
  const folders = [join(peers, "node_modules/.bin"), await ripgrepFolder(), process.env["PATH"]];
  process.env["PATH"] = folders.join(delimiter);
  const bun = process.execPath;
  const described = (name: PinnedName, runtime: string) => ({ name, version: versionIn(peers, name), runtime });
  return [
    mcpServer({
      ...described("@mizchi/lsmcp", "Bun (its Node.js is 22 or newer)"),
      command: () => [bun, entry("@mizchi/lsmcp/dist/lsmcp.js"), "-p", "typescript"],
      tools: {
        declared: [
          "search_symbols",
          (server, { root }) => placed(server, root, "search_symbols", { root, query: USED.symbol }),
        ],
        uses: [
          "lsp_find_references",
          (server, { root }) => {
            const at = { relativePath: USED.path, line: `export function ${USED.symbol}`, symbolName: USED.symbol };
            return placed(server, root, "lsp_find_references", { root, ...at });
          },
        ],
        list: ["list_dir", (server) => said(server, "list_dir", { relativePath: LISTED, recursive: false })],
        type: [
          "lsp_get_hover",
          (server, { root }) => {
            const at = { relativePath: TYPED.path, line: TYPED.line, textTarget: TYPED.symbol };
            return said(server, "lsp_get_hover", { root, ...at });
          },
        ],
        rename: [
          "lsp_rename_symbol",
          (server, { root }, round) => {
            const [textTarget, newName] = [nameAfter(round - 1), nameAfter(round)];
            const at = { relativePath: RENAMED.path, line: `export function ${textTarget}`, textTarget };
            return said(server, "lsp_rename_symbol", { root, ...at, newName });
          },
        ],
      },
    }),
    mcpServer({
      ...described("cclsp", "Node.js"),
      command: () => ["node", entry("cclsp/dist/index.js")],
      tools: {
        declared: [
          "find_workspace_symbols",
          (server, { root }) => placed(server, root, "find_workspace_symbols", { query: USED.symbol }),
        ],
        uses: [
          "find_references",
          (server, { root }) => {
            const at = { file_path: USED.path, symbol_name: USED.symbol, symbol_kind: "function" };
            return placed(server, root, "find_references", at);
          },
        ],
        type: [
          "get_hover",
          (server) => {
            const { path, line, column } = TYPED;
            return said(server, "get_hover", { file_path: path, line, character: column });
          },
        ],
        rename: [
          "rename_symbol",
          (server, _, round) => {
            const [symbol_name, new_name] = [nameAfter(round - 1), nameAfter(round)];
            return said(server, "rename_symbol", {
              file_path: RENAMED.path,
              symbol_name,
              symbol_kind: "function",
              new_name,
            });
          },
        ],
      },
    }),
    mcpServer({
      ...described("mcp-hashline-edit-server", "Bun"),
      command: () => [bun, entry("mcp-hashline-edit-server/src/index.ts")],
      tools: {
        declared: [
          "grep",
          (server, { root }) =>
            placed(server, root, "grep", {
              pattern: `\\b(function|class|interface|type|enum|const|let|namespace) ${USED.symbol}\\b`,
              path: ".",
            }),
        ],
        uses: [
          "grep",
          (server, { root }) => placed(server, root, "grep", { pattern: `\\b${USED.symbol}\\b`, path: "." }),
        ],
        search: [
          "grep",
          (server, { root }) => placed(server, root, "grep", { pattern: RegExp.escape(SEARCHED), path: "." }),
        ],
        list: ["read_file", (server) => said(server, "read_file", { path: LISTED })],
        change: [
          "read_file, edit_file",
          async (server, _, round) => {
            const { path, line, shown } = CHANGED;
            const read = await server.call("read_file", { path, limit: shown });
            const set_line = { anchor: anchorOf(read, line), new_text: CHANGED.text(round) };
            return { text: `${read}\n${await server.call("edit_file", { path, edits: [{ set_line }] })}` };
          },
        ],
      },
    }),
    mcpServer({
      ...described("@modelcontextprotocol/server-filesystem", "Node.js"),
      command: ({ root }) => ["node", entry("@modelcontextprotocol/server-filesystem/dist/index.js"), root],
      tools: {
        list: ["list_directory", (server, project) => said(server, "list_directory", { path: project.path(LISTED) })],
        change: [
          "read_text_file, edit_file",
          async (server, project, round) => {
            const path = project.path(CHANGED.path);
            const read = await server.call("read_text_file", { path, head: CHANGED.shown });
            const oldText = read.split("\n")[CHANGED.line - 1];
            const edits = [{ oldText, newText: CHANGED.text(round) }];
            return { text: `${read}\n${await server.call("edit_file", { path, edits })}` };
          },
        ],
      },
    }),
  ];
}

async function said(server: StdioServer, tool: string, args: Record<string, unknown>): Promise<Answer> {
  return { text: await server.call(tool, args) };
}

async function placed(server: StdioServer, root: string, tool: string, args: Record<string, unknown>): Promise<Answer> {
  const text = await server.call(tool, args);
  return { text, places: inlinePlaces(text, root) };
}
