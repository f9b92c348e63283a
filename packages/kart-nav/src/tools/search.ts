import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import { gapNote, unsearchedNote } from "@kart/core/text/gap-note";
import { noFileFits } from "@kart/core/workspace/glob";
import * as z from "zod";
import type { SearchResult, TextMatch } from "@kart/core/workspace/search";
import type { NavServices } from "../services.ts";
import { limit, path, text } from "./parameters.ts";

export const search = defineTool({
  name: "kart_search",
  title: "Search text in files",
  description:
    "Which lines match a regular expression (ripgrep's; `literal` for plain text)? Any file that git does not ignore. Returns lines grouped by file as `line:column text`. For declarations kart_find is shorter and exact; to edit the lines, kart_grep.",
  input: z.strictObject({
    pattern: text("Regular expression, matched within a line"),
    glob: text("Files to take in folders, such as `*.ts` or `src/**/*.tsx`").optional(),
    paths: z.array(path("File or folder")).min(1).max(100).optional(),
    literal: z.boolean().default(false),
    ignoreCase: z.boolean().default(false),
    context: z.int().min(0).max(20).default(0),
    limit: limit(100),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        column: z.int(),
        text: z.string(),
        before: z.array(z.string()).optional(),
        after: z.array(z.string()).optional(),
        lossy: z.literal(true).optional(),
      }),
    ),
    total: z.int().optional(),
    truncated: z.boolean(),
    fileCount: z.int(),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, signal }: ToolContext<NavServices>) => {
    const { pattern, literal, ignoreCase, context, limit: max, glob } = args;
    const paths = (args.paths ?? ["."]).map((given) => workspace.root.prove(given));
    const files = await import("@kart/core/workspace/search");
    const result = await files.search(
      workspace,
      { pattern, literal, ignoreCase, context, limit: max, paths, ...(glob === undefined ? {} : { glob }) },
      signal,
    );
    const matches = result.matches.map(plain);
    const fileCount = new Set(matches.map((match) => match.path)).size;
    const truncated = result.next !== undefined;
    return {
      structured: {
        matches,
        ...(truncated ? {} : { total: matches.length }),
        truncated,
        fileCount,
      },
      text: [
        summary(result, fileCount, glob),
        ...rows(result.matches, context),
        ...gapNote("CHANGED while searched, left out", result.changed),
        ...unsearchedNote(result.problems),
      ].join("\n"),
    };
  },
});

function plain({ before, after, ...match }: TextMatch) {
  return {
    ...match,
    ...(before === undefined ? {} : { before: [...before] }),
    ...(after === undefined ? {} : { after: [...after] }),
  };
}

function summary({ matches, next, searched }: SearchResult, files: number, glob: string | undefined): string {
  if (next !== undefined)
    return `First ${count(matches.length, "match", "matches")} in order of path, in ${count(files, "file")}; from ${escapeName(next.path)}:${next.line} on, nothing is shown. Narrow with glob, paths or pattern, or raise limit.`;
  if (matches.length > 0) return `${count(matches.length, "match", "matches")} in ${count(files, "file")}`;
  const where = searched === undefined ? "" : ` in ${count(searched, "file")} searched`;
  const left = "Binary files are left out, ignored ones and node_modules too unless named in paths.";
  return `${searched === 0 && glob !== undefined ? noFileFits(glob) : `No match${where}.`} ${left}`;
}

/** A match is `line:column text`, a line around it `line  text`; a gap between them is `--`. */
function rows(matches: readonly TextMatch[], context: number): string[] {
  const output: string[] = [];
  let file: string | undefined;
  let shownTo = 0;
  for (const { path: itsPath, line, column, text: lineText, before = [], after = [], lossy } of matches) {
    if (itsPath !== file) {
      output.push(escapeName(itsPath));
      file = itsPath;
      shownTo = 0;
    }
    const first = line - before.length;
    if (context > 0 && shownTo > 0 && first > shownTo + 1) output.push("--");
    before.forEach((shown, index) => {
      if (first + index > shownTo) output.push(`${first + index}  ${shown}`);
    });
    const contextRow = output.lastIndexOf(`${line}  ${lineText}`);
    if (line <= shownTo && contextRow !== -1) output.splice(contextRow, 1, `${line}:${column} ${lineText}`);
    else output.push(`${line}:${column} ${lineText}${lossy === true ? " [not UTF-8]" : ""}`);
    shownTo = Math.max(shownTo, line);
    after.forEach((shown, index) => {
      if (line + 1 + index > shownTo) output.push(`${line + 1 + index}  ${shown}`);
    });
    shownTo = Math.max(shownTo, line + after.length);
  }
  return output;
}
