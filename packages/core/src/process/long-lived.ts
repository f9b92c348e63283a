import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { childEnvironment, endsWithServer, HAS_GROUPS, killGroup, notStarted } from "./children.ts";
import { watchForOurDeath } from "./death-watch.ts";

interface StartOptions {
  readonly cwd: string;
  /** Environment variables beside the few that every child gets, and in their place. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The last bytes of standard error that are kept. */
const KEPT_STDERR = 4 * 1024;

/**
 * A program that is talked to over its standard input and output for as long as it lives. It leads a process group of its
 * own, which ends when this is disposed of and when the server ends, killed or not.
 */
export class LongLivedChild implements Disposable {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Fulfilled once the program has ended, in whichever way. */
  readonly ended: Promise<void>;
  readonly #owned: Disposable;
  readonly #watch: Disposable;
  #isDisposed = false;
  #stderr = "";

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, pid: number) {
    this.pid = pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.#owned = endsWithServer(() => killGroup(pid));
    this.#watch = watchForOurDeath(pid);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    child.once("exit", () => {
      // What it started ends with it.
      this[Symbol.dispose]();
      resolve();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-KEPT_STDERR);
    });
    // A program that ends while it is written to is no error here: `ended` tells.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    // It is no reason for the server to live on.
    child.unref();
  }

  /** Starts a program without a shell. Throws `backend_unavailable` where that fails. */
  static async start(program: string, args: readonly string[], { cwd, env }: StartOptions): Promise<LongLivedChild> {
    const child = spawn(program, args, {
      cwd,
      env: { ...childEnvironment(), ...env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: HAS_GROUPS,
      windowsHide: true,
    });
    const { pid } = child;
    if (pid !== undefined) return new LongLivedChild(child, pid);
    const { promise, resolve } = Promise.withResolvers<Error>();
    child.once("error", resolve);
    throw notStarted(program, await promise);
  }

  /** The last lines that the program wrote to standard error. */
  get stderr(): string {
    return this.#stderr.trim();
  }

  /** Ends the program and all that it started, at once. */
  [Symbol.dispose](): void {
    // Once only: the process id may be another's later.
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#owned[Symbol.dispose]();
    this.#watch[Symbol.dispose]();
    killGroup(this.pid);
  }
}
