import type { ToolContext } from "@kart/core/mcp/define-tool";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { createFile } from "@kart/core/workspace/create-file";
import { type NewPath, proveNew } from "@kart/core/workspace/new-path";
import { FileLines } from "../planning/lines/file-lines.ts";
import type { Plan } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { forgetFound } from "./once-per-call.ts";
import { type ChangeRequest, checked, type FileChanged, unlinted } from "./change-file.ts";
import { FileText } from "./file-text.ts";
import { madeJsonNote } from "./proven-result.ts";
import { generatedNote } from "./generated-file.ts";

/**
 * Makes a file, or nothing at all. Undefined where something has its name by the time that earlier changes are done.
 *
 * @param path where it is to be, as it was proven before
 * @param accept looks at the text, and cannot refuse it
 */
export async function makeFile<Accepted>(
  { tool, file: argument, dryRun, lint }: ChangeRequest,
  content: string,
  { absolute }: NewPath,
  context: ToolContext<EditServices>,
  accept: (after: FileText) => Accepted,
): Promise<FileChanged<Plan, Accepted> | undefined> {
  const { workspace, services, signal } = context;
  const oxc = await loadParser();
  return services.locks.hold([absolute], async () => {
    const path = proveNew(workspace.root, argument);
    if (path === undefined) return undefined;
    const after = new FileText(oxc, path.relative, content);
    const accepted = accept(after);
    signal.throwIfAborted();

    const warnings = [...generatedNote(workspace, path), ...madeJsonNote(after)];
    if (!dryRun) {
      const created = await createFile(workspace.root, path, content);
      const { folders } = created;
      services.history.add({ tool, files: [{ path: path.relative, before: undefined, after: content, folders }] });
      forgetFound();
      services.idle.reset();
      warnings.push(...created.warnings);
    }
    const report =
      unlinted(lint, dryRun, true, after, path, context) ??
      (await checked({ path, before: "", after: content }, dryRun, context));
    const plan: Plan = {
      edits: textEdits([]) as TextEdits,
      result: { start: 0, end: content.length },
      warnings: [],
    };
    const lines = { before: [], after: new FileLines(content).lines, hunks: [] };
    return { path: path.relative, plan, ...lines, failure: after.failure, accepted, report, warnings };
  });
}
