import type { ToolContext } from "@kart/core/mcp/define-tool";
import { isFailure, loadParser, type SyntaxFailure } from "@kart/core/syntax/parser/parse";
import { type LineHunk, lineHunks } from "@kart/core/text/line-diff";
import type { Line } from "@kart/core/text/lines";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import { proveWritable } from "@kart/core/workspace/protected-path";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { writeFiles } from "@kart/core/workspace/write-files";
import type { Change, LintReport } from "../diagnostics/linter.ts";
import { hasOxlint } from "../diagnostics/oxlint-binary.ts";
import { enumWarnings } from "../planning/enum-values.ts";
import { FileLines } from "../planning/lines/file-lines.ts";
import type { Plan } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { CONTEXT } from "@kart/core/text/anchored-diff";
import { forgetFound } from "./once-per-call.ts";
import { FileText } from "./file-text.ts";
import { generatedNote } from "./generated-file.ts";
import { uncheckedUsers } from "./unchecked-users.ts";
import { provenResult } from "./proven-result.ts";

/** What every writing tool is told. */
export interface ChangeRequest {
  readonly tool: string;
  /** The arguments of the call, which tell it from others. */
  readonly call: unknown;
  readonly file: string;
  readonly dryRun: boolean;
  readonly lint: boolean;
  /** The tool itself looks for those who use what it changes. */
  readonly findsUsers?: boolean;
}

/** A change of one file that was made, or would have been. */
export interface FileChanged<P extends Plan, Accepted> {
  readonly path: string;
  readonly plan: P;
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  readonly hunks: readonly LineHunk[];
  /** Why the result does not parse. */
  readonly failure?: SyntaxFailure | undefined;
  /** What `accept` made of the result. */
  readonly accepted: Accepted;
  readonly report: LintReport | Unlinted;
  readonly warnings: readonly string[];
}

/** Why the linter was not asked. */
export interface Unlinted {
  readonly reason: string;
  readonly oxlintAvailable: boolean;
}

/**
 * Changes one file, or nothing at all: everything up to the write may refuse, nothing behind it does.
 *
 * @param planOf works out the change; throws where there is none
 * @param accept looks at the proven result; throws where it is not what was asked for
 */
export async function changeFile<P extends Plan, Accepted>(
  { tool, call, file: argument, dryRun, lint, findsUsers = false }: ChangeRequest,
  context: ToolContext<EditServices>,
  planOf: (before: FileText) => P | Promise<P>,
  accept: (plan: P, after: FileText) => Accepted,
): Promise<FileChanged<P, Accepted>> {
  const { workspace, services, signal } = context;
  const oxc = await loadParser();
  const { absolute } = proveWritable(workspace.root, argument);
  return services.locks.hold([absolute], async () => {
    const file = readForEdit(workspace.root, argument);
    const before = new FileText(oxc, file.path.relative, file.text);
    const { plan, after } = provenResult(before, await planOf(before));
    const accepted = accept(plan, after);
    signal.throwIfAborted();

    const lines = { before: new FileLines(before.text).lines, after: new FileLines(after.text).lines };
    const hunks = lineHunks(lines.before, lines.after);
    const isChanged = after.text !== before.text;
    const warnings = [...plan.warnings];
    if (!isChanged) warnings.push(services.idle.note(tool, call));
    else warnings.push(...enumNote(before, after), ...generatedNote(workspace, file.path, before.text));
    if (isChanged && !dryRun) {
      const written = await writeFiles(workspace.root, [{ file, text: after.text }]);
      forgetFound();
      services.history.add({ tool, files: [{ path: before.path, before: before.text, after: after.text }] });
      services.idle.reset();
      remember(services, before, after, hunks, lines.after);
      warnings.push(...written.warnings);
    }
    const texts = { path: file.path, before: before.text, after: after.text };
    const [report, unchecked] = await Promise.all([
      unlinted(lint, dryRun, isChanged, after, file.path, context) ?? checked(texts, dryRun, context),
      isChanged && !findsUsers ? uncheckedUsers(before, after, context) : [],
    ]);
    warnings.push(...unchecked);
    return { path: before.path, plan, ...lines, hunks, failure: after.failure, accepted, report, warnings };
  });
}

function enumNote({ parsed: before }: FileText, { parsed: after }: FileText): string[] {
  if (before === undefined || after === undefined || isFailure(before) || isFailure(after)) return [];
  return enumWarnings(before, after);
}

/**
 * The answer shows the changed lines, which the caller sent, and those around them that are not clipped; what was known of
 * the others stays known.
 */
function remember(
  { snapshots }: EditServices,
  before: FileText,
  after: FileText,
  hunks: readonly LineHunk[],
  lines: readonly Line[],
): void {
  snapshots.carry(before.path, before.text, after.text, hunks);
  const isShort = (line: number) => (lines[line - 1]?.text.length ?? 0) < MAX_CONTEXT_ROW;
  const shown = hunks.flatMap(({ newStart, newEnd }) => {
    const around = Array.from({ length: CONTEXT }, (_, offset) => [newStart - offset, newEnd + 1 + offset]).flat();
    return [
      { from: newStart + 1, to: newEnd },
      ...around.filter((line) => line > 0 && isShort(line)).map((line) => ({ from: line, to: line })),
    ];
  });
  snapshots.show(after.path, after.text, shown);
}

/** Longest line that a diff shows whole, its anchor left out, in UTF-16 units. */
const MAX_CONTEXT_ROW = 280;

/** Why a change is not linted, nor its types checked; undefined where it is to be. */
export function unlinted(
  lint: boolean,
  dryRun: boolean,
  isChanged: boolean,
  after: FileText,
  path: WorkspacePath,
  { workspace }: ToolContext<EditServices>,
): Unlinted | undefined {
  const reason = whyUnlinted(lint, dryRun, isChanged, after);
  return reason === undefined ? undefined : { reason, oxlintAvailable: hasOxlint(path, workspace.root) };
}

function whyUnlinted(lint: boolean, dryRun: boolean, isChanged: boolean, after: FileText): string | undefined {
  if (!lint) return "not asked for (lint: false)";
  if (!isChanged) return "nothing changed";
  if (dryRun && after.failure !== undefined) return "it would not parse";
  return after.parsed === undefined ? "no TypeScript or JavaScript file" : undefined;
}

/** What a change makes of a file: its new problems, as far as they can be told of a text that is not written. */
export async function checked(
  change: Change,
  dryRun: boolean,
  context: ToolContext<EditServices>,
): Promise<LintReport> {
  if (!dryRun) return (await context.services.linter()).lint(change, context.signal);
  const { checkUnwritten } = await import("./dry-run-check.ts");
  return checkUnwritten(change, context);
}
