import { dirname } from "node:path";
import { olderTypeScript } from "@kart/core/language-server/projects/former-defaults";
import { DiskChanges } from "@kart/core/language-server/session/disk-changes";
import { clip } from "@kart/core/text/display";
import { textHunks } from "@kart/core/text/line-diff";
import { mayRunWorkspacePrograms } from "@kart/core/process/workspace-programs";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import { compareProblems, hunkAt } from "@kart/core/text/compare-problems";
import { LastLints } from "./last-lints.ts";
import { lintBefore } from "./lint-before.ts";
import { locateBinaries } from "./oxlint-binary.ts";
import { LintTurns } from "./lint-turns.ts";
import { lintOfToday, optionsAbove } from "./lint-of-today.ts";
import { type FileLint, type LintedFile, lintFile, type OxlintCall } from "./oxlint.ts";
import type { OptionsOfToday } from "./shadow.ts";
import { isForWantOfTypes } from "./installed-types.ts";
import { isReachedByName } from "./reached-by-name.ts";
import { isSyntaxError, type Problem } from "./oxlint-output.ts";

/** A problem that an edit made. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** As oxlint gives it, such as `eslint(no-debugger)` or `typescript(TS2322)`; `oxlint` where it gives none. */
  readonly code: string;
  /** At most 500 UTF-16 units, as oxlint and the compiler word it: nothing is escaped. */
  readonly message: string;
  /** 1-based; 1 for a problem of the file as a whole. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly new: boolean;
}

export interface LintReport {
  /** Those that the edit made: errors first, then by place. All of them, however many. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many of the file's present problems stood there before the edit. */
  readonly existing: number;
  /** The errors among those, by place: whoever mends a file needs to know what is left. */
  readonly remaining: readonly Omit<Diagnostic, "new">[];
  /**
   * Whether oxlint answered, or the compiler where that alone was asked. Where it did not, nothing is known about the file. False too
   * for a file that oxlint, though there, leaves out.
   */
  readonly isLinted: boolean;
  readonly oxlintAvailable: boolean;
  /** Nobody asked oxlint, the compiler alone. */
  readonly isTypesAlone?: true;
  /** Whether types were checked. */
  readonly typeAware: boolean;
  /** What this report lacks, why, and how to get it. */
  readonly problem?: string;
}

/** An edit that was made: the file holds `after` now. Both are whole texts. */
export interface Change {
  readonly path: WorkspacePath;
  readonly before: string;
  readonly after: string;
}

/** Characters of a message that are kept: the compiler may spell a type out over pages. */
const MAX_MESSAGE = 500;

/** Lints edited files by oxlint, and tells the problems that an edit made from those that stood there before. */
export class Linter {
  readonly #workspace: Workspace;
  readonly #lastLints = new LastLints();
  readonly #turns = new LintTurns();
  #disk: DiskChanges | undefined;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /**
   * Runs oxlint once where that tells everything: where no problem is left, all stand on lines that replaced none, or the
   * text before was linted last and no other file has changed since. Takes `KART_LINT_TIMEOUT_MS` at most, and waits
   * for its turn as long at most.
   *
   * Throws the signal's reason when aborted, and nothing else.
   */
  async lint(change: Change, signal: AbortSignal): Promise<LintReport> {
    const { oxlint, tsgolint } = locateBinaries(dirname(change.path.absolute), this.#workspace.root.absolute);
    if (oxlint === undefined) return unavailable(NOT_FOUND);
    const timeoutMs = lintTimeoutMs();
    const report = await this.#turns.run(
      () => this.#lint(change, { oxlint, tsgolint }, timeoutMs, signal),
      timeoutMs,
      signal,
    );
    return report ?? { ...unavailable(noTurn(timeoutMs)), oxlintAvailable: true };
  }

  async #lint(
    { path, before, after }: Change,
    { oxlint, tsgolint }: Pick<OxlintCall, "oxlint" | "tsgolint">,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<LintReport> {
    const { root } = this.#workspace;
    const deadline = performance.now() + timeoutMs;
    const since = this.#lookAround();
    const call = { oxlint, tsgolint, cwd: root.absolute, path: path.relative, text: after, deadline, signal };
    const { options, linted } = await this.#lintAfter(path, call);
    const { outcome, withTypes, typeProblem } = linted;
    if (outcome.status === "failed") return unavailable(didNotLint(outcome.reason));
    if (outcome.status === "timeout") return unavailable(tooLong(timeoutMs));
    if (outcome.status === "ignored") return { ...unavailable(IGNORED), oxlintAvailable: true };

    const isOwn = (one: Problem) => !isForWantOfTypes(one.message, dirname(path.absolute));
    const problems = outcome.problems.filter(isOwn);
    const typesChecked = typeProblem === undefined;
    const known = this.#lastLints.of(path.absolute, before, typesChecked);
    this.#lastLints.remember(path.absolute, after, typesChecked, problems, since);
    const remarks = mayRunWorkspacePrograms() ? [] : [WITHOUT_CONFIG];
    if (typeProblem !== undefined) remarks.push(withoutTypes(typeProblem, !withTypes));
    const older = typesChecked && problems.some(isTypeError) ? olderTypeScript(dirname(path.absolute)) : undefined;
    let made: readonly Problem[] = [];
    // An edit that changed nothing made nothing.
    if (problems.length > 0 && before !== after) {
      const hunks = textHunks(before, after);
      let old = known ?? [];
      let told = compareProblems(problems, hunks, old);
      if (known === undefined && told.unmatched.length > 0) {
        const earlier = await lintBefore(root, path.absolute, before, { ...call, withTypes }, options, typesChecked);
        if (earlier.status === "untold") remarks.push(untold(earlier.reason));
        else {
          old = earlier.problems;
          told = compareProblems(problems, hunks, old);
          const isTyped = told.existing.some(isTypeError);
          if (isTyped && (await this.#isReachedByName(path, signal))) {
            old = old.filter((one) => !isTypeError(one));
            told = compareProblems(problems, hunks, old);
            remarks.push(untold("its package imports itself by its name, and so what the edit made"));
          }
        }
      }
      if (told.unmatched.length > 0 && old.some(isSyntaxError) && !problems.some(isSyntaxError))
        remarks.push(untold("it did not parse"));
      // A parser stops at the first error: what stands beyond it, where nothing was changed, is as it was.
      const isUncovered = (one: Problem) =>
        isSyntaxError(one) && old.some(isSyntaxError) && hunkAt(one, hunks, "new") === undefined;
      made = [...told.brought, ...told.unmatched.filter((one) => !isUncovered(one))];
      if (older !== undefined && made.some(isTypeError)) remarks.push(byAnother(older));
    }
    return {
      diagnostics: made.toSorted(bySeverityAndPlace).map(diagnosticOf),
      existing: problems.length - made.length,
      remaining: problems
        .filter((one) => one.severity === "error" && !made.includes(one))
        .toSorted(bySeverityAndPlace)
        .map(diagnosticOf),
      isLinted: true,
      oxlintAvailable: true,
      typeAware: typesChecked,
      ...(remarks.length === 0 ? {} : { problem: remarks.join(" ") }),
    };
  }

  /** Lints what an edit made, and tells with which options, where the workspace's TypeScript is an older one. */
  async #lintAfter(
    path: WorkspacePath,
    call: FileLint,
  ): Promise<{ readonly options: OptionsOfToday; readonly linted: LintedFile }> {
    const { root } = this.#workspace;
    // Who reaches a file through a package's link has another one than its copy, and the types of the one are not those of the other.
    const options = this.#disk?.arePackagesLinked === true ? NO_OPTIONS : optionsAbove(root, path.absolute);
    const linted = options.size === 0 ? undefined : await lintOfToday(root, path.absolute, options, call);
    if (linted !== undefined) return { options, linted };
    return { options: NO_OPTIONS, linted: await lintFile(call) };
  }

  /** Where that cannot be told it may be. */
  async #isReachedByName({ absolute }: WorkspacePath, signal: AbortSignal): Promise<boolean> {
    try {
      return await isReachedByName(this.#workspace, absolute, signal);
    } catch {
      signal.throwIfAborted();
      return true;
    }
  }

  /** Forgets problems that may be others now; gives what a lint from here on is remembered with. */
  #lookAround(): number {
    this.#disk ??= new DiskChanges(this.#workspace);
    const { changes, arePackagesOthers } = this.#disk.look();
    const paths = changes.map(({ path }) => path);
    this.#lastLints.changed(arePackagesOthers ? [...paths, "node_modules"] : paths);
    return this.#lastLints.changes;
  }
}

const NO_OPTIONS: OptionsOfToday = new Map();

/** What the compiler says, which sees other files than this one. */
function isTypeError({ code }: Problem): boolean {
  return /^typescript\(TS\d+\)$/.test(code);
}

/** Milliseconds that linting may hold up an answer: `KART_LINT_TIMEOUT_MS`, or 10,000. */
function lintTimeoutMs(): number {
  const given = Number(process.env["KART_LINT_TIMEOUT_MS"]);
  // A timer takes no more.
  return Number.isFinite(given) && given > 0 ? Math.min(given, 2 ** 31 - 1) : 10_000;
}

/** Of a change that nothing could look at. */
export function unavailable(problem: string): LintReport {
  return {
    diagnostics: [],
    existing: 0,
    remaining: [],
    isLinted: false,
    oxlintAvailable: false,
    typeAware: false,
    problem,
  };
}

const NOT_FOUND =
  "oxlint was found neither in the workspace nor beside kart-edit; install it with `bun add -d oxlint oxlint-tsgolint`.";
const IGNORED =
  "oxlint does not lint this file: its configuration ignores it, or it is of a kind that oxlint does not know.";
const WITHOUT_CONFIG =
  "Linted by oxlint's own defaults, not by the workspace's configuration: KART_WORKSPACE_PROGRAMS says so.";

const tooLong = (timeoutMs: number): string =>
  `oxlint took longer than ${timeoutMs} ms and was ended; the edit stands. Raise KART_LINT_TIMEOUT_MS or pass lint: false.`;

const noTurn = (timeoutMs: number): string =>
  `other edits were being linted for ${timeoutMs} ms; the edit stands. Make fewer at once, or pass lint: false.`;

const didNotLint = (reason: string): string =>
  `oxlint did not lint, in its own words: ${quoted(reason)}; mend that, or pass lint: false.`;

/** What a tsconfig is refused for is a matter of tsgolint's version: the language server reads the same one. */
const withoutTypes = (reason: string, isTsgolintAtFault: boolean): string =>
  isTsgolintAtFault
    ? `Types NOT checked, in oxlint's own words: ${quoted(reason)}; mend that, or install current ones with \`bun add -d oxlint oxlint-tsgolint\`.`
    : `Types NOT checked: tsgolint refuses ${/^[^]*?\.(?=\s|$)/.exec(reason)?.[0] ?? `${reason}.`} kart_check (kart-zoom) checks them.`;

const byAnother = (version: string): string =>
  `Types checked as by TypeScript 7; the workspace's own is ${version}, whose library and some checks differ.`;

const untold = (reason: string): string =>
  `What stood there before the edit could not be told, so that old problems may be listed as new: ${quoted(reason)}.`;

const quoted = (words: string): string => `"${words}"`;

function bySeverityAndPlace(a: Problem, b: Problem): number {
  return Number(a.severity === "warning") - Number(b.severity === "warning") || a.line - b.line || a.column - b.column;
}

function diagnosticOf({ severity, code, message, line, column }: Problem): Diagnostic {
  return { severity, code, message: clip(message, MAX_MESSAGE), line, column, new: true };
}
