import { ToolError } from "../mcp/tool-error.ts";

export interface RunOptions {
  readonly cwd: string;
  /** Ends the child; the call then throws the signal's reason. */
  readonly signal: AbortSignal;
  /** Milliseconds until the child is killed and the call throws `timeout`. */
  readonly timeoutMs?: number;
  /** Called with each piece of standard output; returning `false` ends the child, which is then no failure. */
  readonly onOutput: (chunk: Uint8Array) => boolean | void;
}

export interface RunResult {
  /** The exit status, or undefined where the child was ended on purpose. */
  readonly exitCode: number | undefined;
  /** The first 64 kB of standard error. */
  readonly stderr: string;
}

/** Milliseconds a backend may take to answer: `KART_TIMEOUT_MS`, or 30,000. */
function backendTimeoutMs(): number {
  const given = Number(process.env["KART_TIMEOUT_MS"]);
  return Number.isFinite(given) && given > 0 ? given : 30_000;
}

const MAX_STDERR_BYTES = 64 * 1024;

/** Children at a time: more would only wait for one another. */
const MAX_CHILDREN = 8;
const waiting: (() => void)[] = [];
let running = 0;
const children = new Set<Bun.Subprocess>();

// No child outlives the server, whichever way it ends.
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/**
 * Runs a program without a shell until it ends, is told to stop, or its time is up.
 *
 * Throws `backend_unavailable` where it cannot be started, and `timeout`.
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { signal, onOutput, timeoutMs = backendTimeoutMs() } = options;
  using _place = await place();
  signal.throwIfAborted();
  const child = start(program, args, options.cwd);
  children.add(child);
  let ended: "stopped" | "aborted" | "timeout" | undefined;
  const end = (why: "stopped" | "aborted" | "timeout") => {
    ended ??= why;
    child.kill("SIGKILL");
  };
  const abort = () => end("aborted");
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => end("timeout"), timeoutMs);
  try {
    const stderr = head(child.stderr, MAX_STDERR_BYTES);
    for await (const chunk of child.stdout) {
      if (ended !== undefined) break;
      if (onOutput(chunk) === false) {
        end("stopped");
        break;
      }
    }
    const exitCode = await child.exited;
    if (ended === "aborted") throw signal.reason;
    if (ended === "timeout")
      throw new ToolError(
        "timeout",
        `${programName(program)} took longer than ${timeoutMs} ms and was ended. Narrow the call, or raise KART_TIMEOUT_MS.`,
      );
    return { exitCode: ended === "stopped" ? undefined : exitCode, stderr: await stderr };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    if (child.exitCode === null) child.kill("SIGKILL");
    children.delete(child);
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

function start(program: string, args: readonly string[], cwd: string) {
  try {
    return Bun.spawn([program, ...args], {
      cwd,
      env: childEnvironment(),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  } catch (error) {
    throw new ToolError(
      "backend_unavailable",
      `${programName(program)} could not be started: ${(error as Error).message}`,
    );
  }
}

/** Only what a child needs to find programs, the user's git settings and temporary space. */
function childEnvironment(): Record<string, string> {
  const kept = ["PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SystemRoot", "TMPDIR", "TEMP", "TMP"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function programName(program: string): string {
  return program.split(/[/\\]/).at(-1) ?? program;
}

async function head(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (size < maxBytes) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}
