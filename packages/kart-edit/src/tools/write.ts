import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { isFailure, type SyntaxFailure } from "@kart/core/syntax/parse";
import { anchoredDiff } from "@kart/core/text/anchored-diff";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { FileChanged } from "../change/change-file.ts";
import type { FileText } from "../change/file-text.ts";
import type { Plan } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { changeAnswer, changeOutput } from "./change-answer.ts";
import { content, file, options, WRITES } from "./parameters.ts";

const { startLine: _start, endLine: _end, symbol: _symbol, ...output } = changeOutput;

export const write = defineTool({
  name: "kart_write",
  title: "Write a whole file",
  description:
    "Create a file, with the folders above it; nothing that exists is replaced. `overwrite` replaces the whole text of a file that kart_read has shown, and only as shown. To change a file use kart_replace, kart_patch or kart_edit. Returns the problems the text has (oxlint, types).",
  input: z.strictObject({ path: file, content, overwrite: z.boolean().default(false), ...options }),
  output: z.object({ ...output, created: z.boolean(), lines: z.int() }),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const [{ changeFile }, { makeFile }, { planOverwrite }, { requireText }, { alreadyExists }, { proveNew }] =
      await Promise.all([
        import("../change/change-file.ts"),
        import("../change/make-file.ts"),
        import("../change/plan-overwrite.ts"),
        import("../planning/content.ts"),
        import("@kart/core/workspace/create-file"),
        import("@kart/core/workspace/new-path"),
      ]);
    requireText(args.content, "content");
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
    const lines = after.length - (after.at(-1)?.text === "" ? 1 : 0);
    // The model knows every line: it sent them.
    if (!args.dryRun) snapshots.show(written, accepted.text, [{ from: 1, to: lines }]);
    return answer(change, made !== undefined, lines, args.dryRun);
  },
});

/** Rows of the diff shown: what was overwritten was shown before, and what was sent is known. */
const MAX_ROWS = 20;
const MAX_DRY_ROWS = 100;
/** UTF-16 units of a row. */
const MAX_ROW = 300;

function answer(change: FileChanged<Plan, FileText>, created: boolean, lines: number, dryRun: boolean) {
  const { path, before, after, hunks, accepted } = change;
  const failure = failureOf(accepted);
  const syntaxErrorMessage =
    failure === undefined ? undefined : `line ${failure.line}: ${clip(escapeInvisible(failure.message), 300)}`;
  const warnings = syntaxErrorMessage === undefined ? [] : [`It does not parse: ${syntaxErrorMessage}. Mend it.`];
  const verb = created ? "created" : "overwritten";
  const outcome = { verb, startLine: 1, endLine: lines, dryRun, warnings };
  const { structured, text } = changeAnswer({ ...change, hunks: [] }, outcome);
  const { startLine: _s, endLine: _e, symbol: _n, ...data } = structured;
  const all = anchoredDiff(before, after, hunks);
  const max = dryRun ? MAX_DRY_ROWS : MAX_ROWS;
  const rows = all.slice(0, max).map((row) => clip(row, MAX_ROW));
  if (all.length > max) rows.push(`… ${count(all.length - max, "more row")}`);
  const head = `${escapeName(path)}: ${verb}, ${lines === 0 ? "empty" : count(lines, "line")}${dryRun ? " (dry run, nothing written)" : ""}`;
  return {
    structured: {
      ...data,
      created,
      lines,
      diff: rows.join("\n"),
      syntaxError: failure !== undefined,
      ...(syntaxErrorMessage === undefined ? {} : { syntaxErrorMessage }),
    },
    text: [head, ...rows.map((row) => escapeInvisible(row)), ...text.split("\n").slice(1)].join("\n"),
  };
}

function failureOf({ parsed }: FileText): SyntaxFailure | undefined {
  return parsed !== undefined && isFailure(parsed) ? parsed : undefined;
}
