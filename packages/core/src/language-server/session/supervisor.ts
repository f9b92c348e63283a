import { ToolError } from "../../mcp/tool-error.ts";
import { abortable } from "../../process/abortable.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { ConnectionLost } from "./connection.ts";
import { Session, type SessionOptions } from "./session.ts";

/** Milliseconds without a question after which the server is ended: it holds hundreds of megabytes. */
const IDLE = 10 * 60_000;

/** Questions that one server is asked at a time. The others wait here, where no deadline runs yet. */
const MAX_ASKING = 16;

/** Keeps one server: starts it at the first question, again when it died, and ends it when nobody asks. */
export class Supervisor implements Disposable {
  readonly #workspace: Workspace;
  readonly #idleMs: number;
  readonly #options: SessionOptions;
  #session: Promise<Session> | undefined;
  #asking = 0;
  readonly #waiting: (() => void)[] = [];
  #isDisposed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(workspace: Workspace, options: SessionOptions, idleMs = IDLE) {
    this.#workspace = workspace;
    this.#options = options;
    this.#idleMs = idleMs;
  }

  /**
   * Asks a server that knows the disk as it is now. A question during which the server dies is asked once more.
   *
   * Throws what the question throws, the signal's reason, `backend_unavailable`, and `backend_failed` where the second server
   * dies as well.
   */
  async ask<T>(signal: AbortSignal, question: (session: Session) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    if (this.#asking >= MAX_ASKING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#asking++;
    try {
      return await this.#askTwice(signal, question);
    } finally {
      // Whoever waits longest takes the place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#asking--;
      else next();
      if (this.#asking === 0 && !this.#isDisposed) this.#idle = setTimeout(() => this.#stop(), this.#idleMs).unref();
    }
  }

  /** The process of the running server. */
  async pid(): Promise<number | undefined> {
    return (await this.#session)?.connection.pid;
  }

  async #askTwice<T>(signal: AbortSignal, question: (session: Session) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await question(await this.#fresh(signal));
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        if (this.#isDisposed) throw closed();
        if (attempt === 2)
          throw new ToolError(
            "backend_failed",
            `${error.message}. It was started again, and ended again. Ask about another place, or see the doctor.`,
          );
      }
    }
  }

  /** A session that has been told of every change up to now. */
  async #fresh(signal: AbortSignal): Promise<Session> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#isDisposed) throw closed();
      const running = this.#running();
      const session = await abortable(running, signal);
      if (session.connection.isOpen) {
        await session.learnOutside(signal);
        if (session.refresh(signal)) return session;
      }
      if (this.#session === running) this.#session = undefined;
      session[Symbol.dispose]();
    }
  }

  #running(): Promise<Session> {
    if (this.#session !== undefined) return this.#session;
    const starting = Session.start(this.#workspace, this.#options);
    this.#session = starting;
    starting.catch(() => {
      if (this.#session === starting) this.#session = undefined;
    });
    return starting;
  }

  /** Ends the server, and every question that is under way. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#idle);
    const session = this.#session;
    this.#session = undefined;
    session?.then(
      (one) => one[Symbol.dispose](),
      () => {},
    );
  }
}

function closed(): ToolError {
  return new ToolError("backend_unavailable", "The language server was closed. Start this server anew.");
}
