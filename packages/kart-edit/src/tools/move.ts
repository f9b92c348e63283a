import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { MovedPath } from "../refactor/move-path.ts";
import type { EditServices } from "../services.ts";
import { filesDiff } from "./files-answer.ts";
import { file, WRITES } from "./parameters.ts";
import { warningRows } from "./warning-rows.ts";

export const move = defineTool({
  name: "kart_move",
  title: "Move a file or folder",
  description:
    "Move or rename a file or folder and rewrite what names it in all packages: imports, import(), require, mocks, tsconfig and package.json entries, web pages, in the style each had. Makes folders, overwrites nothing.",
  input: z.strictObject({
    from: file,
    to: file.describe("The whole new path, or `folder/` to move into"),
    dryRun: z.boolean().default(false),
  }),
  output: z.object({
    success: z.boolean(),
    moved: z.array(z.object({ from: z.string(), to: z.string() })),
    files: z.array(z.object({ path: z.string(), edits: z.int() })),
    diff: z.string(),
    warnings: z.array(z.string()),
  }),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const { movePath } = await import("../refactor/move-path.ts");
    return answer(await movePath(args, context), args.dryRun);
  },
});

function answer({ from, to, kind, files, whereTo, warnings }: MovedPath, dryRun: boolean) {
  const now = files.map((one) => ({ ...one, path: whereTo(one.path) ?? one.path }));
  const edits = files.reduce((sum, one) => sum + one.edits.length, 0);
  const diff = filesDiff(now, dryRun);
  const what = files.length === 0 ? "nothing named it" : `${count(edits, "edit")} in ${count(files.length, "file")}`;
  return {
    structured: {
      success: true,
      moved: [{ from, to }],
      files: now.map(({ path, edits: places }) => ({ path, edits: places.length })),
      diff,
      warnings: [...warnings],
    },
    text: [
      `moved the ${kind} ${escapeName(from)} to ${escapeName(to)}, ${what}${dryRun ? " (dry run, nothing written)" : ""}`,
      ...(diff === "" ? [] : [diff]),
      ...warningRows(warnings),
    ].join("\n"),
  };
}
