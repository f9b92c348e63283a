import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { ChangedFile } from "../change/change-files.ts";
import { listedNames } from "../planning/names.ts";
import type { MovedPath } from "../refactor/move-path/move-path.ts";
import type { MovedSymbolsResult } from "../refactor/move-symbols/move-symbols.ts";
import type { EditServices } from "../services.ts";
import { filesDiff } from "./files-answer.ts";
import { file, options, WRITES } from "./parameters.ts";
import { warningRows } from "./warning-rows.ts";

export const move = defineTool({
  name: "kart_move",
  title: "Move a file, folder or symbol",
  description:
    "Move or rename a file or folder and rewrite all that names it: imports, import(), require, mocks, tsconfig, package.json, web pages. With symbol: top-level declarations to another file, there or new. Overwrites nothing.",
  input: z.strictObject({
    from: file,
    to: file.describe("The whole new path, or `folder/` to move into"),
    symbol: z.union([z.string(), z.array(z.string())]).optional(),
    // Here, too, there are no diagnostics to leave out.
    ...options,
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
    if (args.symbol !== undefined) {
      const { moveSymbols } = await import("../refactor/move-symbols/move-symbols.ts");
      const symbols = [args.symbol].flat();
      return symbolsAnswer(await moveSymbols({ ...args, symbols }, context), args.dryRun, context.services);
    }
    const { movePath } = await import("../refactor/move-path/move-path.ts");
    return answer(await movePath(args, context), args.dryRun, context.services);
  },
});

function answer(movedPath: MovedPath, dryRun: boolean, services: EditServices) {
  const { from, to, kind, files, whereTo, warnings } = movedPath;
  const now = files.map((one) => ({ ...one, path: whereTo(one.path) ?? one.path }));
  const what = `the ${kind} ${escapeName(from)} to ${escapeName(to)}`;
  return moveAnswer({ from, to, what, files: now, none: "nothing named it", warnings }, dryRun, services);
}

function symbolsAnswer(movedSymbols: MovedSymbolsResult, dryRun: boolean, services: EditServices) {
  const { from, to, names, files, warnings } = movedSymbols;
  const what = `${listedNames(names)} from ${escapeName(from)} to ${escapeName(to)}`;
  return moveAnswer({ from, to, what, files, none: "", warnings }, dryRun, services);
}

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly what: string;
  /** By the paths that they have now. */
  readonly files: readonly ChangedFile[];
  /** What is said where no file changes. */
  readonly none: string;
  readonly warnings: readonly string[];
}

function moveAnswer(made: Moved, dryRun: boolean, services: EditServices) {
  const { from, to, what, files, none, warnings } = made;
  const edits = files.reduce((sum, one) => sum + one.edits.length, 0);
  const diff = filesDiff(files, dryRun, services);
  const changed = files.length === 0 ? none : `${count(edits, "edit")} in ${count(files.length, "file")}`;
  return {
    structured: {
      success: true,
      moved: [{ from, to }],
      files: files.map(({ path, edits: places }) => ({ path, edits: places.length })),
      diff,
      warnings: [...warnings],
    },
    text: [
      `moved ${what}, ${changed}${dryRun ? " (dry run, nothing written)" : ""}`,
      ...(diff === "" ? [] : [diff]),
      ...warningRows(warnings),
    ].join("\n"),
  };
}
