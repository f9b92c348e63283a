import { ToolError } from "../mcp/tool-error.ts";
import { childEnvironment, endsWithServer, HAS_GROUPS, killGroup, notStarted, programName } from "./children.ts";

export interface RunOptions {
  readonly cwd: string;
  /** Ends the child; the call then throws the signal's reason. */
  readonly signal: AbortSignal;
  /** Milliseconds until the child is killed and the call throws `timeout`. */
  readonly timeoutMs?: number;
  /** Environment variables beside the few that every child gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** For a program that starts others: whatever it started ends with it, however it ends. Windows ends the program alone. */
  readonly startsOthers?: boolean;
  /** Called with each piece of standard output; returning `false` ends the child, which is then no failure. */
  readonly onOutput?: (chunk: Uint8Array) => boolean | void;
  /** An open file that takes standard output in the place of `onOutput`. */
  readonly outputFile?: number;
}

export interface RunResult {
  /** The exit status, or undefined where the child was ended on purpose. */
  readonly exitCode: number | undefined;
  /** The first 64 kB of standard error. */
  readonly stderr: string;
}

/** Milliseconds a backend may take to answer: `KART_TIMEOUT_MS`, or 30,000. */
export function backendTimeoutMs(): number {
  const given = Number(process.env["KART_TIMEOUT_MS"]);
  return Number.isFinite(given) && given > 0 ? given : 30_000;
}

const MAX_STDERR_BYTES = 64 * 1024;

/** Children at a time: more would only wait for one another. */
const MAX_CHILDREN = 8;
const waiting: (() => void)[] = [];
let running = 0;

interface Child {
  readonly process: Bun.Subprocess<"ignore", "pipe", "pipe"> | Bun.Subprocess<"ignore", number, "pipe">;
  /** Whether it leads a process group of its own, of all that it starts. */
  readonly leadsGroup: boolean;
}

/**
 * Runs a program without a shell until it ends, is told to stop, or its time is up.
 *
 * Throws `backend_unavailable` where it cannot be started, and `timeout`.
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { signal, onOutput, timeoutMs = backendTimeoutMs() } = options;
  using _place = await place();
  signal.throwIfAborted();
  const child = start(program, args, options);
  using _owned = endsWithServer(() => kill(child));
  const stdout = typeof child.process.stdout === "number" ? undefined : child.process.stdout.getReader();
  const stderr = child.process.stderr.getReader();
  let ended: "stopped" | "aborted" | "timeout" | undefined;
  const end = (why: "stopped" | "aborted" | "timeout") => {
    ended ??= why;
    kill(child);
    // A program that left the group of its starter may hold the pipes open for as long as it likes.
    void stdout?.cancel();
    if (why !== "stopped") void stderr.cancel();
  };
  const abort = () => end("aborted");
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => end("timeout"), timeoutMs);
  try {
    const errors = head(stderr, MAX_STDERR_BYTES);
    const { exited } = child.process;
    // What the program left behind would keep the pipes open.
    if (child.leadsGroup) void exited.then(() => kill(child));
    for (;;) {
      const { done, value } = (await stdout?.read()) ?? { done: true };
      if (done || ended !== undefined) break;
      if (onOutput?.(value) === false) {
        end("stopped");
        break;
      }
    }
    const exitCode = await exited;
    if (ended === "aborted") throw signal.reason;
    if (ended === "timeout")
      throw new ToolError(
        "timeout",
        `${programName(program)} took longer than ${timeoutMs} ms and was ended. Narrow the call, or raise KART_TIMEOUT_MS.`,
      );
    return { exitCode: ended === "stopped" ? undefined : exitCode, stderr: await errors };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    if (child.process.exitCode === null) kill(child);
  }
}

/** A place among the children that may run at once, given back when disposed of. */
async function place(): Promise<Disposable> {
  if (running >= MAX_CHILDREN) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  return {
    [Symbol.dispose]() {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    },
  };
}

/** As {@link run}, with the whole output as bytes. */
export async function runToEnd(
  program: string,
  args: readonly string[],
  options: Omit<RunOptions, "onOutput">,
): Promise<RunResult & { readonly stdout: Uint8Array }> {
  const chunks: Uint8Array[] = [];
  const result = await run(program, args, { ...options, onOutput: (chunk) => void chunks.push(chunk) });
  return { ...result, stdout: Buffer.concat(chunks) };
}

function start(program: string, args: readonly string[], options: RunOptions): Child {
  const { cwd, env, outputFile, startsOthers = false } = options;
  const leadsGroup = startsOthers && HAS_GROUPS;
  const settings = {
    cwd,
    env: { ...childEnvironment(), ...env },
    stdin: "ignore",
    stderr: "pipe",
    detached: leadsGroup,
  } as const;
  try {
    const child =
      outputFile === undefined
        ? Bun.spawn([program, ...args], { ...settings, stdout: "pipe" })
        : Bun.spawn([program, ...args], { ...settings, stdout: outputFile });
    return { process: child, leadsGroup };
  } catch (error) {
    throw notStarted(program, error as Error);
  }
}

function kill({ process: child, leadsGroup }: Child): void {
  if (leadsGroup) killGroup(child.pid);
  else child.kill("SIGKILL");
}

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

async function head(stream: Reader, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let { value } = await stream.read(); value !== undefined; { value } = await stream.read()) {
    if (size < maxBytes) chunks.push(value);
    size += value.length;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}
