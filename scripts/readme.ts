/**
 * `bun scripts/readme.ts`: asks anew what README.md shows. A fenced block of it that begins with a tool's name is one or more
 * calls, each a line, with the answer below it up to the next empty line and call.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRunner } from "../packages/core/src/mcp/serve.ts";
import { copyOfQueryCore } from "./query-core.ts";
import { ROOT } from "./servers.ts";
import { cacheIn, close, commitHistory, copyOfShop, NEVER } from "./tool-examples.ts";
import { SERVERS } from "./tools-doc.ts";

export const README = join(ROOT, "README.md");

const BLOCK = /(?<=^```\n)kart_[^]*?(?=^```$)/gm;
const CALL = /^(kart_\w+) (\{.*\})$/gm;

/** What a reader sees of an answer. */
const MAX_LINES = 14;
const MAX_WIDTH = 180;

/** The text with the answers of today. The calls go to one process of each server, in their order: one may take another back. */
export async function withAnswers(readme: string): Promise<string> {
  using copy = copyOfQueryCore();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kart-readme-")));
  using _cache = cacheIn(folder);
  const shop = copyOfShop(folder);
  commitHistory(shop);
  const runners = SERVERS.map(
    (server) => new ToolRunner(server as never, server.name === "kart-cochange" ? shop : copy.root),
  );
  try {
    const answers = new Map<string, string>();
    for (const [block] of readme.matchAll(BLOCK)) {
      const shown: string[] = [];
      for (const [call, tool = "", args = ""] of block.matchAll(CALL)) {
        const runner = runners[SERVERS.findIndex(({ tools }) => tools.some(({ name }) => name === tool))];
        if (runner === undefined) throw new Error(`README.md calls ${tool}, which no server has`);
        const { content } = await runner.call(tool, JSON.parse(args), NEVER, "text");
        const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
        shown.push(`${call}\n${clipped(text)}\n`);
      }
      answers.set(block, shown.join("\n"));
    }
    return readme.replaceAll(BLOCK, (block) => answers.get(block) ?? block);
  } finally {
    for (const runner of runners) await close(runner);
    rmSync(folder, { recursive: true });
  }
}

function clipped(text: string): string {
  const lines = text.split("\n").map((line) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line));
  return (lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), "…"] : lines).join("\n");
}

if (import.meta.main) writeFileSync(README, await withAnswers(await Bun.file(README).text()));
