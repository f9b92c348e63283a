/** What came of a call: its data and its text, or the code and the message that it was refused with. */
export interface Outcome {
  readonly isError: boolean;
  /** The code in front of a failure's text; empty where there is none. */
  readonly code: string;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly milliseconds: number;
}

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, boolean>>;
}

export interface ClientOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Milliseconds after which a request counts as never answered. */
const NO_ANSWER = 120_000;

/** A server's process, and calls of it over its standard input and output: many at a time, for hours. */
export class ToolClient implements AsyncDisposable {
  readonly process: Bun.Subprocess<"pipe", "pipe", "pipe">;
  /** The last of what the server wrote to standard error. */
  log = "";
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  #lastId = 0;
  #hasEnded = false;

  constructor({ command, env }: ClientOptions) {
    this.process = Bun.spawn([...command], { stdin: "pipe", stdout: "pipe", stderr: "pipe", env });
    void this.#read();
    void this.#keepLog();
  }

  /** Starts a server and opens the connection. */
  static async connected(options: ClientOptions): Promise<ToolClient> {
    const client = new ToolClient(options);
    const clientInfo = { name: "acceptance", version: "1.0.0" };
    await client.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    client.#send({ method: "notifications/initialized" });
    return client;
  }

  get pid(): number {
    return this.process.pid;
  }

  async tools(): Promise<ListedTool[]> {
    const { tools } = await this.request("tools/list", {});
    return tools as ListedTool[];
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const start = performance.now();
    const { isError, content, structuredContent } = await this.request("tools/call", { name, arguments: args });
    const text = (content as { text: string }[]).map((part) => part.text).join("\n");
    return {
      isError: isError === true,
      code: isError === true ? (/^([a-z_]+): /.exec(text)?.[1] ?? "") : "",
      text,
      data: structuredContent as Outcome["data"],
      milliseconds: performance.now() - start,
    };
  }

  /** The data of a call that must succeed. */
  async data<Data>(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    const { isError, text, data } = await this.call(name, args);
    if (isError || data === undefined) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    return data as Data;
  }

  /** Closes the server's standard input, as a client does that has done its work, and waits for its end. */
  async end(): Promise<number> {
    await this.process.stdin.end();
    return this.process.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill("SIGKILL");
    await this.process.exited;
  }

  /** The result of a request. Throws where the answer is an error of the protocol, and where the server ends. */
  async request(method: string, params: object): Promise<Record<string, unknown>> {
    if (this.#hasEnded) throw new Error(`the server has ended. ${this.log}`);
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting.set(id, waiting);
    this.#send({ id, method, params });
    const late = setTimeout(() => {
      waiting.reject(new Error(`no answer to ${JSON.stringify(params).slice(0, 300)} within ${NO_ANSWER} ms`));
    }, NO_ANSWER);
    return waiting.promise.finally(() => clearTimeout(late));
  }

  #send(message: object): void {
    void this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    void this.process.stdin.flush();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let parts: string[] = [];
    for await (const chunk of this.process.stdout) {
      const lines = decoder.decode(chunk, { stream: true }).split("\n");
      for (const line of lines.slice(0, -1)) {
        this.#settle(parts.join("") + line);
        parts = [];
      }
      parts.push(lines.at(-1) as string);
    }
    this.#hasEnded = true;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(`the server ended. ${this.log}`));
  }

  #settle(line: string): void {
    const { id, result, error } = JSON.parse(line) as {
      readonly id: number;
      readonly result: Record<string, unknown>;
      readonly error?: { readonly message: string };
    };
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }

  async #keepLog(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.process.stderr) this.log = (this.log + decoder.decode(chunk)).slice(-4000);
  }
}
