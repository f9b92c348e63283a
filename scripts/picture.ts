/** `bun scripts/picture.ts`: draws docs/terminal.svg, the real answers to a few questions about an installed package's sources. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyOfQueryCore } from "./query-core.ts";
import { ROOT } from "./servers.ts";

export const PICTURE = join(ROOT, "docs/terminal.svg");

const QUESTIONS: readonly (readonly [server: string, tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["kart-nav", "kart_find", { name: "hashKey" }],
  ["kart-zoom", "kart_impact", { path: "src/utils.ts", symbol: "hashKey", depth: 2 }],
  ["kart-edit", "kart_rename", { file: "src/utils.ts", symbol: "noop", newName: "isServer" }],
  [
    "kart-edit",
    "kart_patch",
    {
      file: "src/utils.ts",
      symbol: "sleep",
      chunks: [
        {
          oldLines: ["    timeoutManager.setTimeout(resolve, timeout)"],
          newLines: ["    timeoutManager.setTimeout(resolve)"],
        },
      ],
    },
  ],
];

/** The same bytes each time: no answer holds a time. */
export async function picture(): Promise<string> {
  using copy = copyOfQueryCore();
  const rows: Row[] = [];
  for (const [server, tool, args] of QUESTIONS) {
    if (rows.length > 0) rows.push({ text: "", color: "answer" });
    rows.push({ text: `${tool} ${JSON.stringify(args)}`, color: "question" });
    rows.push(...(await answer(server, tool, args, copy.root)).map(colored));
  }
  return drawn(rows);
}

async function answer(server: string, tool: string, args: unknown, root: string): Promise<string[]> {
  const main = join(ROOT, "packages", server, "src/main.ts");
  const child = Bun.spawn([process.execPath, main, "--root", root, "call", tool, JSON.stringify(args)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const [text] = await Promise.all([child.stdout.text(), child.exited]);
  return text.trimEnd().split("\n");
}

interface Row {
  readonly text: string;
  readonly color: keyof typeof COLORS;
}

const COLORS = { question: "#7ee787", answer: "#c9d1d9", removed: "#ff7b72", added: "#79c0ff", refused: "#ffa657" };

function colored(text: string): Row {
  if (text.startsWith("-")) return { text, color: "removed" };
  if (text.startsWith("+")) return { text, color: "added" };
  return { text, color: /REJECTED|error /.test(text) ? "refused" : "answer" };
}

const [WIDTH, LINE, MARGIN] = [980, 19, 18];
/** Characters of 13 pixels that fit in a row. */
const COLUMNS = 118;

function drawn(rows: readonly Row[]): string {
  const wrapped = rows.flatMap(({ text, color }) =>
    (text.match(new RegExp(`.{1,${COLUMNS}}`, "gu")) ?? [""]).map((part): Row => ({ text: part, color })),
  );
  const lines = wrapped.map(({ text, color }, index) => {
    const y = MARGIN + LINE * (index + 1) - 5;
    return `  <text x="${MARGIN}" y="${y}" fill="${COLORS[color]}" xml:space="preserve">${Bun.escapeHTML(text)}</text>`;
  });
  const height = MARGIN * 2 + LINE * wrapped.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">`,
    `  <rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...lines,
    "</svg>",
    "",
  ].join("\n");
}

if (import.meta.main) writeFileSync(PICTURE, await picture());
