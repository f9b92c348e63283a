import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { Edit } from "../change/history.ts";
import type { EditServices } from "../services.ts";
import { filesDiff } from "./files-answer.ts";
import { options, WRITES } from "./parameters.ts";
import { warningRows } from "./warning-rows.ts";

export const undo = defineTool({
  name: "kart_undo",
  title: "Take back edits",
  description:
    "Take back the last edits of these tools, newest first, byte for byte. Refused where a file has changed since.",
  input: z.strictObject({
    steps: z.int().min(1).max(50).default(1),
    // Nothing is linted, but whoever passes `lint` may pass it to all that write.
    ...options,
  }),
  output: z.object({
    undone: z.array(z.object({ tool: z.string(), paths: z.array(z.string()) })),
    remaining: z.int(),
    /** Of a dry run. */
    diff: z.string().optional(),
  }),
  hints: WRITES,
  handler: async ({ steps, dryRun }, context: ToolContext<EditServices>) => {
    const { undoEdits } = await import("../change/undo-edits.ts");
    const { undone, already, files, warnings } = await undoEdits({ steps, dryRun }, context);
    const { size, forgotten } = context.services.history;
    const remaining = dryRun ? size - undone.length - already.length : size;
    const diff = dryRun ? filesDiff(files, dryRun, context.services) : "";
    const older =
      forgotten === 0 ? "" : `; ${count(forgotten, "older one is", "older ones are")} kept no more: use git for these`;
    const named = (edit: Edit) => `${edit.tool}: ${listed(pathsOf(edit))}`;
    const rows = [
      ...already.map((edit) => `another program had taken back ${named(edit)}; nothing was written for that`),
      ...undone.map((edit) => `took back ${named(edit)}${dryRun ? " (dry run, nothing written)" : ""}`),
      ...(diff === "" ? [] : [diff]),
    ];
    return {
      structured: {
        undone: undone.map((edit) => ({ tool: edit.tool, paths: pathsOf(edit) })),
        remaining,
        ...(dryRun && { diff }),
      },
      text: [...rows, ...warningRows(warnings), `${count(remaining, "edit")} left to take back${older}`].join("\n"),
    };
  },
});

/** The paths that an edit changed or moved, as they are again. */
function pathsOf({ files, moves = [] }: Edit): string[] {
  return [...new Set([...moves.map(({ from }) => from), ...files.map(({ path }) => path)])];
}

/** Paths named before the rest is counted. */
const MAX_NAMED = 5;

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, MAX_NAMED).map((path) => escapeName(path));
  return shown.join(", ") + (paths.length > shown.length ? ` and ${paths.length - shown.length} more` : "");
}
