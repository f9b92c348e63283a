/** Asks the servers real questions about this repository, and has a copy of a part of it changed, through a real MCP client. */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, connectStdio } from "@kart/testkit/connect";

const repository = join(import.meta.dir, "..");

type Request = readonly [words: string, tool: string, args: Record<string, unknown>];

/** Stands for the anchor of the first match in the answer before. */
const ANCHOR = "ANCHOR";

const QUESTIONS: readonly Request[] = [
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

const TYPES: readonly Request[] = [
  [
    "What breaks if I change LineIndex.textOf, and which tests show it?",
    "kart_impact",
    { path: "packages/core/src/text/line-index.ts", symbol: "LineIndex.textOf" },
  ],
  [
    "Who uses parseNamePath, and how?",
    "kart_references",
    { path: "packages/core/src/syntax/name-path.ts", symbol: "parseNamePath" },
  ],
  [
    "What would come along if I moved the clipping of text?",
    "kart_deps",
    { path: "packages/core/src/text/display.ts", symbol: "clipAround" },
  ],
  [
    "Would everything that imports this file still compile?",
    "kart_check",
    {
      paths: ["packages/core/src/text/gap-note.ts"],
      content: "export function gapNote(): number { return 1; }\n",
      dependents: true,
    },
  ],
];

const CHANGES: readonly Request[] = [
  [
    "Give this function another type of parameter, and see what that breaks.",
    "kart_replace",
    {
      file: "text/display.ts",
      symbol: "count",
      content:
        'export function count(amount: string, noun: string, plural = `${noun}s`): string {\n  return `${amount.toLocaleString("en-US")} ${amount === 1 ? noun : plural}`;\n}',
    },
  ],
  ["Take that back.", "kart_undo", {}],
  [
    "Add a method beside another one.",
    "kart_insert_after",
    {
      file: "text/line-index.ts",
      symbol: "LineIndex.lineAt",
      content:
        "/** The offset at which a line starts. */\nstartOf(line: number): number | undefined {\n  return this.#starts[line - 1];\n}",
    },
  ],
  [
    "Change two lines of a class without sending the rest of it.",
    "kart_patch",
    {
      file: "text/line-index.ts",
      symbol: "LineIndex",
      chunks: [
        { oldLines: ["    let low = 0;"], newLines: ["    let low = 0; // 0-based"] },
        { oldLines: ["    return low + 1;"], newLines: ["    return low + 1; // 1-based"] },
      ],
    },
  ],
  ["Which lines bound what is shown?", "kart_grep", { pattern: "Math\\.max\\(0, max", path: "text", pre: 1 }],
  [
    "Change one of them, by its anchor.",
    "kart_edit",
    {
      path: "text/display.ts",
      edits: [
        {
          set_line: {
            anchor: ANCHOR,
            new_text: "  return `${text.slice(0, wholeCharacters(text, Math.max(1, max - 1)))}…`;",
          },
        },
      ],
    },
  ],
  [
    "And what if the new text swallows what follows?",
    "kart_replace",
    { file: "text/span.ts", symbol: "contains", content: "export function contains() {} /*" },
  ],
  [
    "Rename a constant wherever it is meant.",
    "kart_rename",
    { file: "text/anchored-diff.ts", symbol: "CONTEXT", newName: "SHOWN_AROUND" },
  ],
  [
    "To a name that something else has?",
    "kart_rename",
    { file: "text/span.ts", symbol: "contains", newName: "textOf" },
  ],
  [
    "Move a file, and all that imports it follows.",
    "kart_move",
    { from: "text/gap-note.ts", to: "text/notes/gaps.ts" },
  ],
  ["Delete what is still used?", "kart_delete", { file: "text/display.ts", symbol: "clip" }],
  ["And what nothing uses?", "kart_delete", { file: "text/notes/gaps.ts", symbol: "unsearchedNote" }],
];

const HISTORY: readonly Request[] = [
  ["What changes along with the server loop?", "kart_cochange", { path: "packages/core/src/mcp/serve.ts", limit: 6 }],
  [
    "I changed a tool and its test. What did I forget?",
    "kart_cochange",
    { paths: ["packages/kart-nav/src/tools/find.ts", "packages/kart-nav/test/find.test.ts"], limit: 6 },
  ],
];

await show("kart-nav", repository, QUESTIONS);
await show("kart-zoom", repository, TYPES);

const copy = mkdtempSync(join(tmpdir(), "kart-demo-"));
try {
  cpSync(join(repository, "packages/core/src/text"), join(copy, "text"), { recursive: true });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "preserve",
    target: "esnext",
    types: [],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  await show("kart-edit", copy, CHANGES);
} finally {
  rmSync(copy, { recursive: true });
}

// A copy of the files without their history has nothing to tell.
if (existsSync(join(repository, ".git"))) await show("kart-cochange", repository, HISTORY);

async function show(name: string, root: string, requests: readonly Request[]): Promise<void> {
  await using server = await connectStdio({
    command: ["bun", join(repository, `packages/${name}/src/main.ts`)],
    root,
    clientName: "claude-code",
  });
  const tools = (await server.tools()).map((tool) => tool.name);
  console.log(`${name} ${server.client.getServerVersion()?.version ?? ""} serves ${tools.join(", ")}\n`);
  let answer = "";
  for (const [words, tool, args] of requests) {
    const anchor = /^>(\d+:[0-9a-f]{2})\|/m.exec(answer)?.[1] ?? ANCHOR;
    const filled = JSON.parse(JSON.stringify(args).replaceAll(ANCHOR, anchor)) as Record<string, unknown>;
    answer = await ask(server, [words, tool, filled]);
  }
}

async function ask(connection: Connection, [words, tool, args]: Request): Promise<string> {
  const start = performance.now();
  const { content } = await connection.call(tool, args);
  const took = performance.now() - start;
  const answer = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  console.log(`# ${words}\n> ${tool} ${JSON.stringify(args)}   (${took.toFixed(0)} ms)\n${answer}\n`);
  return answer;
}
