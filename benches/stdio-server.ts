import { processTree } from "./process-tree.ts";

/** A server's process, spoken to in raw JSON-RPC: no client library's time is measured. */
export class StdioServer implements AsyncDisposable {
  readonly #child: Bun.Subprocess<"pipe", "pipe", "ignore">;
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  #lastId = 0;

  constructor(command: readonly string[], cwd?: string, environment: Readonly<Record<string, string>> = {}) {
    this.#child = Bun.spawn([...command], {
      // What a bench set since it started, too.
      env: { ...process.env, ...environment },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
      ...(cwd === undefined ? {} : { cwd }),
    });
    void this.#read();
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** A server that has answered `tools/list` and waits for its first call. */
  static async connected(
    command: readonly string[],
    cwd: string,
    environment?: Readonly<Record<string, string>>,
  ): Promise<StdioServer> {
    const server = new StdioServer(command, cwd, environment);
    await server.listTools();
    return server;
  }

  /** Everything a client sends before it knows the tools, in one go. */
  async listTools(): Promise<Record<string, unknown>> {
    const clientInfo = { name: "bench", version: "1" };
    const greeted = this.#ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    this.#send({ method: "notifications/initialized" });
    const [, listing] = await Promise.all([greeted, this.#ask("tools/list", {})]);
    return listing;
  }

  /** The text of a tool's answer. Throws where the call failed. */
  async call(name: string, args: Record<string, unknown>): Promise<string> {
    return (await this.#call(name, args)).text;
  }

  /** The data of a tool's answer. Throws where the call failed. */
  async data<Data>(name: string, args: Record<string, unknown>): Promise<Data> {
    return (await this.#call(name, args)).data as Data;
  }

  async #call(name: string, args: Record<string, unknown>): Promise<{ readonly text: string; readonly data: unknown }> {
    const result = (await this.#ask("tools/call", { name, arguments: args })) as {
      isError?: boolean;
      content: { text: string }[];
      structuredContent?: unknown;
    };
    const text = result.content.map((part) => part.text).join("\n");
    if (result.isError === true) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    return { text, data: result.structuredContent };
  }

  /** Resident memory of the server's own process, in MB. */
  residentMegabytes(): number {
    return processTree(this.#child.pid)[0]?.megabytes ?? 0;
  }

  /** Leaves it as a client does, and waits for what it does then. */
  async end(): Promise<void> {
    await this.#child.stdin.end();
    await this.#child.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }

  #ask(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting.set(id, waiting);
    this.#send({ id, method, params });
    return waiting.promise;
  }

  #send(message: object): void {
    void this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    void this.#child.stdin.flush();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const parts: string[] = [];
    for await (const chunk of this.#child.stdout) {
      const lines = decoder.decode(chunk, { stream: true }).split("\n");
      for (const line of lines.slice(0, -1)) {
        this.#settle(parts.join("") + line);
        parts.length = 0;
      }
      parts.push(lines.at(-1) as string);
    }
    for (const waiting of this.#waiting.values()) waiting.reject(new Error("the server ended without an answer"));
  }

  #settle(line: string): void {
    const { id, result, error } = JSON.parse(line) as Reply;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}

interface Reply {
  readonly id: number;
  readonly result: Record<string, unknown>;
  readonly error?: { readonly message: string };
}
