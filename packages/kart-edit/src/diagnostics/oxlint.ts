import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { ToolError } from "@kart/core/mcp/tool-error";
import { goEnvironment } from "@kart/core/process/go-environment";
import { run } from "@kart/core/process/run";
import { mayRunWorkspacePrograms } from "@kart/core/process/workspace-programs";
import { clip, collapse } from "@kart/core/text/display";
import { needsTypeAwareCodes, type OxlintOutput, readOutput, readTypeAwareCodes } from "./oxlint-output.ts";
import { TemporaryFolder } from "./temporary-folder.ts";

export interface OxlintCall {
  /** The JavaScript file that starts oxlint. */
  readonly oxlint: string;
  /** The native program that oxlint asks about types; undefined where there is none. */
  readonly tsgolint: string | undefined;
  /** The workspace root, or what stands for it. */
  readonly cwd: string;
  /** From `cwd`, with `/`. */
  readonly path: string;
  /** What the file holds. */
  readonly text: string;
  /** Whether rules that need types, and the compiler's own errors, are asked for. */
  readonly withTypes: boolean;
  /** When the call is ended, as `performance.now()` counts. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

export type FileLint = Omit<OxlintCall, "withTypes">;

/** What linting a file came to, whether types were asked for, and why they were not checked. */
export interface LintedFile {
  readonly outcome: OxlintOutcome;
  readonly withTypes: boolean;
  readonly typeProblem?: string;
}

export type OxlintOutcome = OxlintOutput | { readonly status: "timeout" };

/**
 * Lints one file with types where that works, otherwise without. Throws the signal's reason when aborted, and nothing else.
 */
export async function lintFile(call: FileLint): Promise<LintedFile> {
  const outcome = await oxlint({ ...call, withTypes: true });
  if (outcome.status === "linted" && outcome.typeProblem !== undefined)
    return { outcome, withTypes: true, typeProblem: outcome.typeProblem };
  if (outcome.status !== "failed") return { outcome, withTypes: true };
  // Without tsgolint, or with one that fails, oxlint lints nothing at all.
  const untyped = await oxlint({ ...call, withTypes: false });
  if (untyped.status === "failed" || untyped.status === "timeout") return { outcome, withTypes: true };
  return { outcome: untyped, withTypes: false, typeProblem: outcome.reason };
}

/** Lints one file. Throws the signal's reason when aborted, and nothing else. */
export async function oxlint(call: OxlintCall): Promise<OxlintOutcome> {
  const { path, text, withTypes, signal } = call;
  const types = withTypes ? ["--type-aware", "--type-check"] : [];
  try {
    // `./` and `--`: a name that starts with a dash or an exclamation mark is a name all the same.
    const { stdout, stderr, exitCode } = await start(call, [...types, "--format", "json", "--", `./${path}`]);
    const asked = { path, text };
    if (!needsTypeAwareCodes(stdout, text)) return readOutput(stdout, stderr, exitCode, asked);
    return readOutput(stdout, stderr, exitCode, { ...asked, typeAwareCodes: await typeAwareCodes(call) });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError && error.code === "timeout") return { status: "timeout" };
    return { status: "failed", reason: clip(collapse((error as Error).message), 300) };
  }
}

/** Bytes of standard output after which the program counts as broken: some 100,000 diagnostics. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

/**
 * What Bun must not take from the folder it is started in: a `bunfig.toml` may name scripts to run first, a `.env`
 * variables, and a missing package would be fetched.
 */
const BUN_FLAGS = [`--config=${devNull}`, "--no-env-file", "--no-install"];

/** Percent of garbage. tsgolint loads a project, looks at one file and ends: what it holds is in use. */
const GARBAGE = 1000;

/**
 * Throws `timeout`, and `backend_failed` where more was printed than anyone reads.
 *
 * Standard output goes to a file: Bun makes a pipe non-blocking once a script touches `process.stdout`, and oxlint, which
 * writes by itself, drops what a full pipe does not take. That cuts reports of some 200 kB, and exits 0.
 */
async function start({ oxlint: program, tsgolint, cwd, deadline, signal }: OxlintCall, args: readonly string[]) {
  using folder = new TemporaryFolder("kart-lint-");
  const path = join(folder.path, "output");
  const config = mayRunWorkspacePrograms() ? [] : ownConfig(folder.path);
  const file = openSync(path, "wx");
  const tooMuch = new AbortController();
  const watch = setInterval(() => {
    if (fstatSync(file).size > MAX_OUTPUT_BYTES) tooMuch.abort(TOO_MUCH);
  }, 50);
  try {
    const { exitCode, stderr } = await run(process.execPath, [...BUN_FLAGS, program, ...config, ...args], {
      cwd,
      signal: AbortSignal.any([signal, tooMuch.signal]),
      timeoutMs: Math.max(1, deadline - performance.now()),
      startsOthers: true,
      env: { ...goEnvironment(GARBAGE), ...(tsgolint !== undefined && { OXLINT_TSGOLINT_PATH: tsgolint }) },
      outputFile: file,
    });
    if (fstatSync(file).size > MAX_OUTPUT_BYTES) throw TOO_MUCH;
    return { stdout: readFileSync(path, "utf8"), stderr, exitCode };
  } finally {
    clearInterval(watch);
    closeSync(file);
  }
}

/** A configuration of ours instead of the workspace's, which names plugins that oxlint would run, or is itself a program. */
function ownConfig(folder: string): string[] {
  const config = join(folder, "config.json");
  writeFileSync(config, "{}");
  return ["--config", config, "--disable-nested-config"];
}

const TOO_MUCH = new ToolError("backend_failed", `it printed more than ${MAX_OUTPUT_BYTES / 1024 ** 2} MB`);

/** By the program that was asked. */
const knownCodes = new Map<string, ReadonlySet<string>>();

/** The codes of the rules that tsgolint carries out; none where oxlint does not tell. */
async function typeAwareCodes(call: OxlintCall): Promise<ReadonlySet<string>> {
  const known = knownCodes.get(call.oxlint);
  if (known !== undefined) return known;
  const { stdout } = await start(call, ["--rules", "--format", "json"]);
  const codes = readTypeAwareCodes(stdout);
  if (codes.size > 0) knownCodes.set(call.oxlint, codes);
  return codes;
}
