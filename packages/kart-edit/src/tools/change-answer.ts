import type { ToolAnswer } from "@kart/core/mcp/define-tool";
import { anchoredDiff } from "@kart/core/text/anchored-diff";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { FileChanged, Unlinted } from "../change/change-file.ts";
import type { Diagnostic, LintReport } from "../diagnostics/linter.ts";
import type { Plan } from "../planning/plan.ts";
import { warningRows } from "./warning-rows.ts";

/** What every change of a file answers with. */
export const fileOutput = {
  success: z.boolean(),
  path: z.string(),
  diff: z.string(),
  diagnostics: z.array(
    z.object({
      severity: z.enum(["error", "warning"]),
      code: z.string(),
      message: z.string(),
      line: z.int(),
      column: z.int(),
      new: z.boolean(),
    }),
  ),
  existingDiagnostics: z.int(),
  oxlintAvailable: z.boolean(),
  typeAware: z.boolean(),
  lintProblem: z.string().optional(),
  syntaxError: z.boolean(),
  syntaxErrorMessage: z.string().optional(),
  warnings: z.array(z.string()),
};

/** And what a change of a symbol does. */
export const changeOutput = {
  ...fileOutput,
  symbol: z.string().optional(),
  startLine: z.int(),
  endLine: z.int(),
};

export type FileData = z.infer<z.ZodObject<typeof fileOutput>>;
export type ChangeData = z.infer<z.ZodObject<typeof changeOutput>>;

/** What was done to a file, in words and rows. */
interface FileOutcome {
  /** `edited, line 12`, behind the path. */
  readonly what: string;
  readonly dryRun: boolean;
  /** Of the tool's own, besides those of the change. */
  readonly warnings?: readonly string[];
  /** The diff's rows, where not all of them are worth their room. */
  readonly rows?: readonly string[];
}

/** What a change did, and to what. Lines are 1-based. */
export interface Outcome {
  /** `replaced`, as a verb of the past. */
  readonly verb: string;
  readonly symbol?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly dryRun: boolean;
  readonly warnings?: readonly string[];
}

/** Problems shown before the rest is counted. */
const MAX_DIAGNOSTICS = 20;
/** Errors shown of those that stood there before. */
const MAX_REMAINING = 3;
/** Longest row of these, in UTF-16 units. */
const MAX_OLD_ROW = 160;
/** Longest diff in the data of a reply, in UTF-16 units. */
const MAX_DIFF = 30_000;
/** Rows of one kind that a reply's text shows of a long run, at its start and at its end: the model sent them itself. */
const RUN_HEAD = 6;
const RUN_TAIL = 2;

const UNLINTED: Omit<LintReport, "oxlintAvailable"> = {
  diagnostics: [],
  existing: 0,
  remaining: [],
  isLinted: false,
  typeAware: false,
};

export function changeAnswer(
  change: FileChanged<Plan, unknown>,
  { verb, symbol, startLine, endLine, ...outcome }: Outcome,
): ToolAnswer<ChangeData> {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  const named = symbol === undefined ? "" : ` \`${escapeInvisible(symbol)}\``;
  const { structured, text } = fileAnswer(change, { what: `${verb}${named}, ${lines}`, ...outcome });
  return { structured: { ...structured, ...(symbol === undefined ? {} : { symbol }), startLine, endLine }, text };
}

export function fileAnswer(change: FileChanged<Plan, unknown>, outcome: FileOutcome): ToolAnswer<FileData> {
  const { path, before, after, hunks } = change;
  const { what, dryRun, rows = anchoredDiff(before, after, hunks) } = outcome;
  const report = "reason" in change.report ? unlintedReport(change.report) : change.report;
  const syntaxErrorMessage =
    change.failure && `line ${change.failure.line}: ${clip(escapeInvisible(change.failure.message), 300)}`;
  const mend = syntaxErrorMessage === undefined ? [] : [`It does not parse: ${syntaxErrorMessage}. Mend it.`];
  const warnings = [...mend, ...(outcome.warnings ?? []), ...change.warnings];
  return {
    structured: {
      success: true,
      path,
      diff: cappedDiff(rows),
      diagnostics: report.diagnostics.slice(0, MAX_DIAGNOSTICS * 2).map((diagnostic) => ({ ...diagnostic })),
      existingDiagnostics: report.existing,
      oxlintAvailable: report.oxlintAvailable,
      typeAware: report.typeAware,
      ...(report.problem === undefined ? {} : { lintProblem: report.problem }),
      syntaxError: syntaxErrorMessage !== undefined,
      ...(syntaxErrorMessage === undefined ? {} : { syntaxErrorMessage }),
      warnings,
    },
    text: [
      `${escapeName(path)}: ${what}${dryRun ? " (dry run, nothing written)" : ""}`,
      ...textRows(rows, dryRun),
      ...warningRows(warnings),
      ...("reason" in change.report ? [] : lintRows(change.report, change.failure)),
    ].join("\n"),
  };
}

function unlintedReport({ reason, oxlintAvailable }: Unlinted): LintReport {
  return { ...UNLINTED, oxlintAvailable, problem: reason };
}

function cappedDiff(rows: readonly string[]): string {
  const diff = rows.join("\n");
  if (diff.length <= MAX_DIFF) return diff;
  const end = diff.lastIndexOf("\n", MAX_DIFF);
  const left = diff.slice(end + 1).split("\n").length;
  return `${diff.slice(0, end === -1 ? MAX_DIFF : end)}\n… ${count(left, "more row")}`;
}

/** Longest row, and most text of the rows, in UTF-16 units: what follows the diff must have its place in the answer. */
const MAX_ROW = 300;
const MAX_ROWS = 15_000;

/** The diff as a reply's text has it: whole before the change is made, as far as that is short enough. */
function textRows(rows: readonly string[], dryRun: boolean): string[] {
  const clipped = (all: readonly string[]) => all.map((row) => escapeInvisible(clip(row, MAX_ROW)));
  const whole = clipped(rows);
  const isShort = whole.reduce((sum, row) => sum + row.length + 1, 0) <= MAX_ROWS;
  // Where long runs are cut in their midst, what comes in their place has room.
  const shown = dryRun && isShort ? whole : clipped(withoutLongRuns(rows));
  let length = 0;
  const end = shown.findIndex((row) => (length += row.length + 1) > MAX_ROWS);
  return end === -1 ? shown : [...shown.slice(0, end), `… ${count(shown.length - end, "more row")}`];
}

/**
 * A model knows the lines that it sent, and the ones it took out: it needs to see where they went.
 *
 * @param addedHead rows that are shown at the start of a long run of added ones
 */
export function withoutLongRuns(rows: readonly string[], addedHead = RUN_HEAD): string[] {
  const shown: string[] = [];
  for (let start = 0; start < rows.length;) {
    const sign = rows[start]?.[0] as string;
    let end = start + 1;
    while (end < rows.length && rows[end]?.[0] === sign) end++;
    const head = sign === "+" ? addedHead : RUN_HEAD;
    const isLong = sign !== "@" && end - start > head + RUN_TAIL + 2;
    if (isLong) {
      const hidden = end - start - head - RUN_TAIL;
      shown.push(...rows.slice(start, start + head), `${sign}… ${hidden} more`, ...rows.slice(end - RUN_TAIL, end));
    } else shown.push(...rows.slice(start, end));
    start = end;
  }
  return shown;
}

/** @param failure what a warning has told of already */
function lintRows(report: LintReport, failure: FileChanged<Plan, unknown>["failure"]): string[] {
  const { diagnostics, existing, remaining, isLinted, typeAware, problem } = report;
  const heading = isLinted ? (typeAware ? "Lint: " : "") : "Not linted: ";
  const note = problem === undefined ? [] : [`${heading}${escapeInvisible(problem)}`];
  if (!isLinted) return note;
  const isTold = (one: Omit<Diagnostic, "new">) => one.line === failure?.line && one.message === failure.message;
  const untold = diagnostics.filter((one) => !isTold(one));
  const rows = untold.slice(0, MAX_DIAGNOSTICS).map(diagnosticRow);
  const more = untold.length - rows.length;
  const kind = !typeAware ? "lint " : report.isTypesAlone === true ? "type " : "";
  const made =
    diagnostics.length === 0 ? `No new ${kind}problems in this file` : count(diagnostics.length, `new ${kind}problem`);
  // New ones come first, and are enough to do.
  const old =
    diagnostics.length > 0
      ? []
      : remaining
          .filter((one) => !isTold(one))
          .slice(0, MAX_REMAINING)
          .map(diagnosticRow);
  const errors = remaining.length;
  const part = old.length === 0 || old.length === errors ? "" : ` (${old.length} shown)`;
  const left = [
    ...(errors === 0 ? [] : [count(errors, "old error") + part]),
    ...(existing === errors ? [] : [count(existing - errors, "old warning")]),
  ].join(", ");
  return [
    `${made}${left === "" ? "" : `; ${left}`}${old.length === 0 ? "" : ":"}`,
    ...rows,
    ...(more > 0 ? [`… and ${more} more`] : []),
    ...old.map((row) => clip(row, MAX_OLD_ROW)),
    ...note,
  ];
}

function diagnosticRow({ severity, code, message, line, column }: Omit<Diagnostic, "new">): string {
  return `${line}:${column} ${severity} ${escapeInvisible(code)} ${escapeName(message)}`;
}
