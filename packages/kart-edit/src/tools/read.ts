import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { count, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { ReadFile, ReadFolder } from "../change/read-lines.ts";
import type { EditServices } from "../services.ts";
import { file, symbol } from "./parameters.ts";

export const read = defineTool({
  name: "kart_read",
  title: "Read lines with anchors",
  description:
    "Read a text file, or one declaration of it (`symbol`), as rows `LINE:HASH|content`; kart_edit takes the LINE:HASH as anchors, so old text is never sent back. A folder lists its entries. `plain` leaves the anchors out.",
  input: z.strictObject({
    path: file.describe("File or folder"),
    symbol: symbol.optional(),
    offset: z.int().min(1).max(100_000_000).default(1).describe("First line"),
    limit: z.int().min(1).max(20_000).optional().describe("2000, or what fits 20 kB"),
    plain: z.boolean().default(false),
  }),
  output: z.object({
    path: z.string(),
    totalLines: z.int().optional(),
    startLine: z.int().optional(),
    endLine: z.int().optional(),
    lines: z.array(z.object({ line: z.int(), hash: z.string().optional(), text: z.string() })).optional(),
    entries: z.array(z.object({ name: z.string(), isDirectory: z.boolean() })).optional(),
    truncated: z.boolean(),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services }: ToolContext<EditServices>) => {
    const { readFolder, readLines } = await import("../change/read-lines.ts");
    const path = workspace.root.prove(args.path);
    if (path.kind === "folder") return folderAnswer(readFolder(workspace, path));
    const isShort =
      args.limit === undefined && args.symbol === undefined && sourceLanguage(path.relative) !== undefined;
    return fileAnswer(await readLines(path, args, services.snapshots), isShort);
  },
});

function folderAnswer({ path, entries, total }: ReadFolder) {
  const rows = entries.map(({ name, isDirectory }) => ` ${escapeName(name)}${isDirectory ? "/" : ""}`);
  const more = total > entries.length ? [`… ${total - entries.length} more`] : [];
  return {
    structured: { path, entries: [...entries], truncated: total > entries.length },
    text: [`${escapeName(path)}/: ${count(total, "entry", "entries")}`, ...rows, ...more].join("\n"),
  };
}

/** @param isShort nobody asked for as many lines, and one symbol of the file may be enough */
function fileAnswer({ path, totalLines, rows, texts, nextOffset }: ReadFile, isShort: boolean) {
  const startLine = rows[0]?.line ?? 0;
  const endLine = rows.at(-1)?.line ?? 0;
  const range =
    rows.length === totalLines ? count(totalLines, "line") : `lines ${startLine}-${endLine} of ${totalLines}`;
  const more =
    nextOffset === undefined ? [] : [`… go on with offset: ${nextOffset}${isShort ? ", or pass symbol" : ""}`];
  return {
    structured: { path, totalLines, startLine, endLine, lines: [...rows], truncated: nextOffset !== undefined },
    text: [`${escapeName(path)}: ${totalLines === 0 ? "empty" : range}`, ...texts, ...more].join("\n"),
  };
}
