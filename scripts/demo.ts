/** Asks the servers real questions about this repository, through a real MCP client over standard input and output. */
import { join } from "node:path";
import { type Connection, connectStdio } from "@kart/testkit/connect";

const root = join(import.meta.dir, "..");

const QUESTIONS: readonly (readonly [question: string, tool: string, args: Record<string, unknown>])[] = [
  ["Where is ToolError declared?", "kart_find", { name: "ToolError", match: "exact" }],
  [
    "Show me the method that proves a path, with its source.",
    "kart_find",
    { name: "WorkspaceRoot.proveFile", body: true },
  ],
  [
    "Which enums and type aliases does the syntax folder export?",
    "kart_find",
    { kind: ["enum", "type"], exported: true, path: "packages/core/src/syntax", limit: 8 },
  ],
  ["Where are children killed?", "kart_search", { pattern: "\\.kill\\(", glob: "packages/**/*.ts", limit: 5 }],
  ["What tests does kart-nav have?", "kart_list", { path: "packages/kart-nav", recursive: true, glob: "*.test.ts" }],
  ["What does the find tool import?", "kart_imports", { path: "packages/kart-nav/src/tools/find.ts" }],
  [
    "Who uses parseNamePath?",
    "kart_importers",
    { path: "packages/core/src/syntax/name-path.ts", symbol: "parseNamePath" },
  ],
  ["Which exports does nothing use?", "kart_unused_exports", { path: "packages" }],
  ["And what if a path leads outside?", "kart_search", { pattern: "root", paths: ["../../etc/passwd"] }],
];

await using server = await connectStdio({
  command: ["bun", join(root, "packages/kart-nav/src/main.ts")],
  root,
  clientName: "claude-code",
});
const tools = await server.tools();
console.log(
  `kart-nav ${server.client.getServerVersion()?.version ?? ""} serves ${tools.map(({ name }) => name).join(", ")}\n`,
);
for (const [question, tool, args] of QUESTIONS) await ask(server, question, tool, args);

async function ask(
  connection: Connection,
  question: string,
  tool: string,
  args: Record<string, unknown>,
): Promise<void> {
  const start = performance.now();
  const { content } = await connection.call(tool, args);
  const took = performance.now() - start;
  const answer = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  console.log(`# ${question}\n> ${tool} ${JSON.stringify(args)}   (${took.toFixed(0)} ms)\n${answer}\n`);
}
