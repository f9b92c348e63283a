import type { ToolContext } from "@kart/core/mcp/define-tool";
import { loadParser } from "@kart/core/syntax/parse";
import { type LineHunk, lineHunks } from "@kart/core/text/line-diff";
import { type Line, splitLines } from "@kart/core/text/lines";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { writeFiles } from "@kart/core/workspace/write-files";
import type { LintReport } from "../diagnostics/linter.ts";
import type { Plan } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { FileText } from "./file-text.ts";
import { provenResult } from "./proven-result.ts";

/** What every writing tool is told. */
export interface ChangeRequest {
  readonly tool: string;
  readonly file: string;
  readonly dryRun: boolean;
  readonly lint: boolean;
}

/** A change of one file that was made, or would have been. */
export interface FileChanged<P extends Plan, Accepted> {
  readonly path: string;
  readonly plan: P;
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  readonly hunks: readonly LineHunk[];
  /** What `accept` made of the result. */
  readonly accepted: Accepted;
  /** What the linter found, or why it was not asked. */
  readonly report: LintReport | string;
  readonly warnings: readonly string[];
}

/**
 * Changes one file, or nothing at all: everything up to the write may refuse, nothing behind it does.
 *
 * @param planOf works out the change; throws where there is none
 * @param accept looks at the proven result; throws where it is not what was asked for
 */
export async function changeFile<P extends Plan, Accepted>(
  { tool, file: argument, dryRun, lint }: ChangeRequest,
  { workspace, services, signal }: ToolContext<EditServices>,
  planOf: (before: FileText) => P,
  accept: (plan: P, after: FileText) => Accepted,
): Promise<FileChanged<P, Accepted>> {
  const oxc = await loadParser();
  const { absolute } = workspace.root.proveFile(argument);
  return services.locks.hold([absolute], async () => {
    const file = readForEdit(workspace.root, argument);
    const before = new FileText(oxc, file.path.relative, file.text);
    const plan = planOf(before);
    const after = provenResult(before, plan);
    const accepted = accept(plan, after);
    signal.throwIfAborted();

    const isChanged = after.text !== before.text;
    const warnings = [...plan.warnings];
    if (!isChanged) warnings.push("That is what stands there already; nothing was written.");
    if (isChanged && !dryRun) {
      const written = await writeFiles(workspace.root, [{ file, text: after.text }]);
      services.history.add({ tool, files: [{ path: before.path, before: before.text, after: after.text }] });
      warnings.push(...written.warnings);
    }
    const reason = unlinted(lint, dryRun, isChanged, after);
    const report =
      reason ??
      (await (await services.linter()).lint({ path: file.path, before: before.text, after: after.text }, signal));
    const lines = { before: splitLines(before.text), after: splitLines(after.text) };
    return {
      path: before.path,
      plan,
      ...lines,
      hunks: lineHunks(lines.before, lines.after),
      accepted,
      report,
      warnings,
    };
  });
}

/** Why a change is not linted. */
function unlinted(lint: boolean, dryRun: boolean, isChanged: boolean, after: FileText): string | undefined {
  if (!lint) return "not asked for (lint: false)";
  if (dryRun) return "a dry run is not linted";
  if (!isChanged) return "nothing changed";
  return after.parsed === undefined ? "no TypeScript or JavaScript file" : undefined;
}
