import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { anchoredDiff } from "@kart/core/text/anchored-diff";
import { count } from "@kart/core/text/display";
import * as z from "zod";
import type { FileChanged } from "../change/change-file.ts";
import type { FileText } from "../change/file-text.ts";
import type { Plan } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { fileAnswer, fileOutput } from "./change-answer.ts";
import { content, file, options, WRITES } from "./parameters.ts";

export const write = defineTool({
  name: "kart_write",
  title: "Write a whole file",
  description:
    "Create a file with its folders. `overwrite` replaces the whole text of a file that kart_read has shown, and only as shown. Returns its problems (oxlint, types).",
  input: z.strictObject({ path: file, content, overwrite: z.boolean().default(false), ...options }),
  output: z.object({ ...fileOutput, created: z.boolean(), lines: z.int() }),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const [
      { changeFile },
      { makeFile },
      { planOverwrite },
      { refuseFenced, requireText },
      { alreadyExists },
      { proveNew },
    ] = await Promise.all([
      import("../change/change-file.ts"),
      import("../change/make-file.ts"),
      import("../change/plan-overwrite.ts"),
      import("../planning/content.ts"),
      import("@kart/core/workspace/create-file"),
      import("@kart/core/workspace/new-path"),
    ]);
    requireText(args.content, "content");
    refuseFenced(args.path, args.content.split("\n"), "content");
    const { root } = context.workspace;
    const { snapshots } = context.services;
    const request = { tool: "kart_write", call: args, file: args.path, dryRun: args.dryRun, lint: args.lint };
    const accept = (after: FileText) => after;
    const path = proveNew(root, args.path);
    const made = path === undefined ? undefined : await makeFile(request, args.content, path, context, accept);
    if (made === undefined && !args.overwrite) throw alreadyExists(root.proveFile(args.path));
    const change =
      made ??
      (await changeFile(
        request,
        context,
        (before) => planOverwrite(before, args.content, snapshots),
        (_, after) => after,
      ));
    const { path: written, after, accepted } = change;
    const lines = after.length;
    // The model knows every line: it sent them.
    if (!args.dryRun) snapshots.show(written, accepted.text, [{ from: 1, to: lines }]);
    return answer(change, made !== undefined, lines, args.dryRun);
  },
});

/** Rows of the diff shown: what was overwritten was shown before, and what was sent is known. */
const MAX_ROWS = 20;
const MAX_DRY_ROWS = 100;

function answer(change: FileChanged<Plan, FileText>, created: boolean, lines: number, dryRun: boolean) {
  const { before, after, hunks } = change;
  const all = anchoredDiff(before, after, hunks);
  const max = dryRun ? MAX_DRY_ROWS : MAX_ROWS;
  const rows = all.slice(0, max);
  if (all.length > max) rows.push(`… ${count(all.length - max, "more row")}`);
  const what = `${created ? "created" : "overwritten"}, ${lines === 0 ? "empty" : count(lines, "line")}`;
  const { structured, text } = fileAnswer(change, { what, dryRun, rows });
  return { structured: { ...structured, created, lines }, text };
}
