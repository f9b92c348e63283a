import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import { gapNote, unsearchedNote } from "@kart/core/text/gap-note";
import { noFileFits } from "@kart/core/workspace/glob";
import * as z from "zod";
import type { AnchoredMatch, AnchoredRow } from "../search/anchored-file.ts";
import type { AnchoredResult, MatchesInFile } from "../search/anchored-search.ts";
import type { EditServices } from "../services.ts";

const text = z.string().min(1).max(2000);
const contextLines = z.int().min(0).max(20).default(0);

export const grep = defineTool({
  name: "kart_grep",
  title: "Search lines to edit",
  description:
    "Find lines by a regular expression (ripgrep's) as rows that kart_edit takes, without reading files: `>LINE:HASH|text` for matches, ` LINE:HASH|text` for context.",
  input: z.strictObject({
    pattern: text,
    path: z.string().max(10_000).default(".").describe("File or folder"),
    glob: text.optional().describe("Files in folders: `src/**/*.tsx`"),
    type: text.optional().describe("File type: ts, js, json…"),
    ignoreCase: z.boolean().default(false),
    pre: contextLines.describe("Lines of context above"),
    post: contextLines,
    limit: z.int().min(1).max(1000).default(100),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        hash: z.string().optional(),
        column: z.int(),
        text: z.string(),
        before: z.array(z.string()).optional(),
        beforeHashes: z.array(z.string()).optional(),
        after: z.array(z.string()).optional(),
        afterHashes: z.array(z.string()).optional(),
      }),
    ),
    total: z.int().optional(),
    truncated: z.boolean(),
    fileCount: z.int(),
  }),
  hints: READ_ONLY,
  handler: async ({ path, glob, type, ...args }, context: ToolContext<EditServices>) => {
    const paths = [context.workspace.root.prove(path)];
    const { searchWithAnchors } = await import("../search/anchored-search.ts");
    const chosen = { ...(glob === undefined ? {} : { glob }), ...(type === undefined ? {} : { type }) };
    const result = await searchWithAnchors({ ...args, ...chosen, paths }, context);
    const { files } = result;
    const truncated = result.next !== undefined;
    const matches = files.flatMap((file) => file.matches.map((match) => dataOf(file.path, match, args)));
    return {
      structured: {
        matches,
        ...(truncated ? {} : { total: matches.length }),
        truncated,
        fileCount: files.length,
      },
      text: [
        summary(result, matches.length, glob),
        ...files.flatMap((file) => fileRows(file, args.pre + args.post > 0)),
        ...gapNote("CHANGED while searched, left out", result.changed),
        ...gapNote("LONE CARRIAGE RETURNS break lines, so more of them may match", result.incomplete),
        ...unsearchedNote(result.problems),
      ].join("\n"),
    };
  },
});

/** `""` stands for the hash of a row that is no anchor. */
function dataOf(
  path: string,
  { row, column, before, after }: AnchoredMatch,
  { pre, post }: { readonly pre: number; readonly post: number },
) {
  const { line, hash, text: shown } = row;
  const texts = (rows: readonly AnchoredRow[]) => rows.map((one) => one.text);
  const hashes = (rows: readonly AnchoredRow[]) => rows.map((one) => one.hash ?? "");
  return {
    path,
    line,
    ...(hash === undefined ? {} : { hash }),
    column,
    text: shown,
    ...(pre === 0 ? {} : { before: texts(before), beforeHashes: hashes(before) }),
    ...(post === 0 ? {} : { after: texts(after), afterHashes: hashes(after) }),
  };
}

function summary({ files, next, searched }: AnchoredResult, found: number, glob?: string): string {
  const where = `in ${count(files.length, "file")}`;
  if (next !== undefined)
    return `First ${count(found, "match", "matches")} in order of path, ${where}; from ${escapeName(next.path)}:${next.line} on, nothing is shown. Narrow with path, glob, type or pattern, or raise limit.`;
  if (found > 0) return `${count(found, "match", "matches")} ${where}`;
  const among = searched === undefined ? "" : ` in ${count(searched, "file")} searched`;
  const left = "Binary files are left out, ignored ones and node_modules too unless named in path.";
  return `${searched === 0 && glob !== undefined ? noFileFits(glob) : `No match${among}.`} ${left}`;
}

/** A heading, and each line once; a gap between lines is `--` where context is shown. */
function fileRows({ path, uneditable, matches }: MatchesInFile, withGaps: boolean): string[] {
  const rows = new Map<number, readonly [sign: string, row: AnchoredRow]>();
  for (const { row, before, after } of matches) {
    for (const around of [...before, ...after]) if (!rows.has(around.line)) rows.set(around.line, [" ", around]);
    // A row clipped around its match says more than one clipped at its end.
    rows.set(row.line, [">", row]);
  }
  const inOrder = [...rows.values()].sort(([, a], [, b]) => a.line - b.line);
  return [
    `${escapeName(path)}${uneditable === undefined ? "" : ` (${uneditable}: cannot be edited)`}`,
    ...inOrder.flatMap(([sign, row], index) => {
      const previous = inOrder[index - 1]?.[1].line ?? row.line - 1;
      return [...(withGaps && row.line > previous + 1 ? ["--"] : []), `${sign}${rowText(row)}`];
    }),
  ];
}

function rowText({ line, hash = "--", text: shown, clipped }: AnchoredRow): string {
  const note = clipped === undefined ? "" : ` [clipped, ${count(clipped, "character")}: cannot be edited by anchor]`;
  return `${line}:${hash}|${shown}${note}`;
}
