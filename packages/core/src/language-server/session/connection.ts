import {
  type CancellationToken,
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { ToolError } from "../../mcp/tool-error.ts";
import { LongLivedChild } from "../../process/long-lived.ts";
import { backendTimeoutMs } from "../../process/run.ts";
import { clip, collapse } from "../../text/display.ts";
import { answerTo, initializeParams } from "./handshake.ts";
import type { ServerCommand } from "./server-binary.ts";

/** The server ended before it answered; another one may be asked. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

class UnknownMethod extends ToolError {}

interface Greeting {
  readonly capabilities: { readonly diagnosticProvider?: unknown };
}

/** Milliseconds that a server has to answer to being cancelled before it is taken to hang. */
const CANCEL_GRACE = 1000;

/** Milliseconds that a server may live on once it cannot be heard any more. */
const CLOSE_GRACE = 1000;

/** Questions that are about all projects. */
const SEARCHES = /\/(?:references|rename|implementation)$/;

/** One language server from its start to its end. Ended when disposed of, and with us. */
export class Connection implements Disposable {
  readonly pid: number;
  /** Fulfilled once the server has ended. */
  readonly ended: Promise<void>;
  readonly #child: LongLivedChild;
  readonly #rpc: MessageConnection;
  readonly #pending = new Set<(lost: ConnectionLost) => void>();
  #capabilities: Greeting["capabilities"] = {};
  #onRegistered: ((params: unknown) => void) | undefined;
  #isOpen = true;
  #searches = 0;

  private constructor(child: LongLivedChild) {
    this.#child = child;
    this.pid = child.pid;
    this.#rpc = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    this.ended = child.ended.then(() => this.#close());
    // What cannot be read, or written to, is of no more use.
    this.#rpc.onError(() => this[Symbol.dispose]());
    // One that ends closes its streams first, and its last words are still to be read.
    this.#rpc.onClose(() => setTimeout(() => this[Symbol.dispose](), CLOSE_GRACE).unref());
    this.#rpc.onUnhandledNotification(() => {});
    this.#rpc.onRequest((method, params) => {
      if (method === "client/registerCapability") this.#onRegistered?.(params);
      return answerTo(method, params);
    });
    this.#rpc.listen();
  }

  /**
   * Starts a server and greets it. Throws `backend_unavailable` where it cannot be started, `timeout`, and
   * {@link ConnectionLost} where it ends at once.
   *
   * @param root the real path of the workspace root
   */
  static async start({ program, args, env }: ServerCommand, root: string): Promise<Connection> {
    const connection = new Connection(await LongLivedChild.start(program, args, { cwd: root, env }));
    try {
      const greeting = await connection.request("initialize", initializeParams(root), new AbortController().signal);
      connection.#capabilities = (greeting as Greeting).capabilities;
      connection.notify("initialized", {});
      return connection;
    } catch (error) {
      connection[Symbol.dispose]();
      throw error;
    }
  }

  /** Whether diagnostics may be asked for; some servers only send them when they like. */
  get givesDiagnostics(): boolean {
    return this.#capabilities.diagnosticProvider !== undefined;
  }

  /** Has somebody told what the server asks to be registered from now on, in the words of the protocol. */
  onRegistered(listener: (params: unknown) => void): void {
    this.#onRegistered = listener;
  }

  /** Changes with every question at which the server may load projects by itself. */
  get searches(): number {
    return this.#searches;
  }

  /** False once the server has ended, or is about to. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The last lines that the server wrote to standard error. */
  get stderr(): string {
    return this.#child.stderr;
  }

  /**
   * Asks. A question that is aborted or takes longer than `KART_TIMEOUT_MS` is cancelled; a server that does not even answer to
   * that is ended.
   *
   * Throws the signal's reason, `timeout`, `backend_failed` with the server's own words, and {@link ConnectionLost}.
   */
  async request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (!SEARCHES.test(method)) return this.#request(method, params, signal);
    this.#searches++;
    try {
      return await this.#request(method, params, signal);
    } finally {
      this.#searches++;
    }
  }

  async #request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    if (!this.#isOpen) throw this.#lost();
    using source = disposable(new CancellationTokenSource());
    const answer = this.#send(method, params, source.token);
    const timeoutMs = backendTimeoutMs();
    const stopped = Promise.withResolvers<never>();
    const stop = (reason: unknown) => {
      stopped.reject(reason);
      source.cancel();
    };
    const abort = () => stop(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#pending.add(stopped.reject);
    const timer = setTimeout(() => {
      stop(timeoutError(method, timeoutMs));
      this.#endUnlessAnswered(answer);
    }, timeoutMs);
    try {
      return await Promise.race([answer, stopped.promise]);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ToolError || error instanceof ConnectionLost) throw error;
      if (!this.#isOpen || !(error instanceof ResponseError)) throw this.#lost();
      throw error.code === (ErrorCodes.MethodNotFound as number)
        ? new UnknownMethod(
            "backend_unavailable",
            `The language server does not know ${method}. Unset KART_LANGUAGE_SERVER to use TypeScript's own.`,
          )
        : failure(method, error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      this.#pending.delete(stopped.reject);
    }
  }

  /** As {@link request}, and undefined where the server does not know the method. */
  async requestIfKnown(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.request(method, params, signal);
    } catch (error) {
      if (error instanceof UnknownMethod) return undefined;
      throw error;
    }
  }

  /** Tells. What is told to a server that has ended is lost, which the next question finds out. */
  notify(method: string, params: object): void {
    if (!this.#isOpen) return;
    try {
      this.#rpc.sendNotification(method, params).catch(() => {});
    } catch {
      this[Symbol.dispose]();
    }
  }

  #endUnlessAnswered(answer: Promise<unknown>): void {
    const timer = setTimeout(() => this[Symbol.dispose](), CANCEL_GRACE);
    const spare = () => clearTimeout(timer);
    answer.then(spare, spare);
  }

  /** Its streams may end before the server does; then this throws at once. */
  #send(method: string, params: object, token: CancellationToken): Promise<unknown> {
    try {
      return this.#rpc.sendRequest<unknown>(method, params, token);
    } catch {
      this[Symbol.dispose]();
      throw this.#lost();
    }
  }

  #lost(): ConnectionLost {
    const words = clip(collapse(this.stderr), 500);
    return new ConnectionLost(`The language server ended${words === "" ? "" : `, saying: ${words}`}`);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const reject of this.#pending) reject(this.#lost());
    this.#rpc.dispose();
  }

  [Symbol.dispose](): void {
    this.#close();
    this.#child[Symbol.dispose]();
  }
}

function disposable(source: CancellationTokenSource): CancellationTokenSource & Disposable {
  return Object.assign(source, { [Symbol.dispose]: () => source.dispose() });
}

export function timeoutError(method: string, timeoutMs: number): ToolError {
  return new ToolError(
    "timeout",
    `The language server did not answer ${method} within ${timeoutMs} ms. Ask again, or raise KART_TIMEOUT_MS.`,
  );
}

function failure(method: string, error: ResponseError<unknown>): ToolError {
  return new ToolError(
    "backend_failed",
    `The language server could not answer ${method}: ${clip(collapse(error.message), 500)}. Ask about another place, or try again.`,
  );
}
