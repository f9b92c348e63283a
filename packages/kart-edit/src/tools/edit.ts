import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import * as z from "zod";
import type { EditServices } from "../services.ts";
import { fileAnswer, fileOutput } from "./change-answer.ts";
import { file, lines, MAX_CONTENT, options, WRITES } from "./parameters.ts";

const anchor = z.string().max(5000);
const text = z.string().max(MAX_CONTENT);

const edits = z.strictObject({
  set_line: z.strictObject({ anchor, new_text: lines.describe("No final line break") }).optional(),
  replace_lines: z.strictObject({ start_anchor: anchor, end_anchor: anchor, new_text: lines }).optional(),
  insert_after: z.strictObject({ anchor: anchor.describe("Or BOF, EOF"), text: lines }).optional(),
  replace: z
    .strictObject({ old_text: text, new_text: text, all: z.boolean().optional() })
    .optional()
    .describe("Without anchors: unique old text"),
});

export const edit = defineTool({
  name: "kart_edit",
  title: "Edit lines by anchor",
  description:
    'Edit lines of any text file by the LINE:HASH anchors that kart_read, kart_grep or an edit\'s diff showed. All edits of a call refer to the text as shown; all or none. `""` as new_text deletes. For whole declarations kart_replace needs no read.',
  input: z.strictObject({
    path: file,
    edits: z
      .array(
        edits.refine((one) => Object.values(one).filter((value) => value !== undefined).length === 1, {
          message: "takes exactly one of set_line, replace_lines, insert_after, replace",
        }),
      )
      .min(1)
      .max(500),
    ...options,
  }),
  output: z.object({ ...fileOutput, firstChangedLine: z.int() }),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const [{ changeFile }, { planLineEdits }] = await Promise.all([
      import("../change/change-file.ts"),
      import("../change/plan-line-edits.ts"),
    ]);
    const { path, dryRun, lint } = args;
    const { services } = context;
    const change = await changeFile(
      { tool: "kart_edit", call: args, file: path, dryRun, lint },
      context,
      (before) => planLineEdits(before, args.edits, services.snapshots, services.shownAtArrival),
      () => undefined,
    );
    const [first] = change.hunks;
    const firstChangedLine = first === undefined ? 0 : first.newStart + 1;
    const last = change.hunks.at(-1)?.newEnd ?? 0;
    const where =
      change.hunks.length > 1
        ? `${change.hunks.length} places, lines ${firstChangedLine}-${last}`
        : `line ${firstChangedLine}`;
    const what = first === undefined ? "unchanged" : `edited, ${where}`;
    const { structured, text: shown } = fileAnswer(change, { what, dryRun });
    return { structured: { ...structured, firstChangedLine }, text: shown };
  },
});
