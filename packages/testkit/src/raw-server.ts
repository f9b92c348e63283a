/** A JSON-RPC message as it was read from standard output. */
export interface RawMessage {
  readonly jsonrpc: string;
  readonly id?: number | string | null;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawServerOptions {
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** A file descriptor; standard error is dropped without one. */
  readonly stderr?: number;
}

/** A server's process, spoken to line by line: what no well-behaved client would send can be sent. */
export class RawServer implements AsyncDisposable {
  readonly process: Bun.Subprocess<"pipe", "pipe", "ignore" | number>;
  /** Every line of standard output so far. */
  readonly lines: string[] = [];
  /** What waits for the reply to a request, by the request's id. */
  readonly #requests = new Map<unknown, PromiseWithResolvers<RawMessage>>();
  #arrival = Promise.withResolvers<void>();
  #isEnded = false;

  constructor({ command, env = {}, stderr }: RawServerOptions) {
    this.process = Bun.spawn([...command], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: stderr ?? "ignore",
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"],
        ...env,
      },
    });
    void this.#read();
  }

  /** Opens the connection as a client of the protocol of 2025-06-18 does. */
  async initialize(): Promise<RawMessage> {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1.0.0" } };
    const reply = await this.request("initialize", params);
    this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return reply;
  }

  /** Sends a line: text as it is, anything else as JSON. */
  send(message: unknown): void {
    void this.process.stdin.write(typeof message === "string" ? `${message}\n` : `${JSON.stringify(message)}\n`);
    void this.process.stdin.flush();
  }

  /** Sends bytes, without a line break. */
  async sendBytes(bytes: Uint8Array): Promise<void> {
    void this.process.stdin.write(bytes);
    await this.process.stdin.flush();
  }

  #lastId = 1000;

  /** Sends a request and waits for its reply. */
  request(method: string, params: Record<string, unknown> = {}): Promise<RawMessage> {
    const id = ++this.#lastId;
    const request = Promise.withResolvers<RawMessage>();
    this.#requests.set(id, request);
    this.send({ jsonrpc: "2.0", id, method, params });
    if (this.#isEnded) this.#refuseRequests();
    return request.promise;
  }

  call(name: string, args: Record<string, unknown> = {}): Promise<RawMessage> {
    return this.request("tools/call", { name, arguments: args });
  }

  /** The first message that fits, now or later. Throws when the server ends without one. */
  async reply(fits: (message: RawMessage) => boolean): Promise<RawMessage> {
    for (let next = 0; ;) {
      for (; next < this.lines.length; next++) {
        const message = JSON.parse(this.lines[next] as string) as RawMessage;
        if (fits(message)) return message;
      }
      if (this.#isEnded) throw new Error(`the server ended after ${this.lines.length} lines`);
      await this.#arrival.promise;
    }
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.process.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() as string;
      this.#take(lines);
    }
    if (rest !== "") this.#take([rest]);
    this.#isEnded = true;
    this.#refuseRequests();
    this.#wake();
  }

  #take(lines: readonly string[]): void {
    this.lines.push(...lines);
    for (const line of this.#requests.size === 0 ? [] : lines) {
      const message = messageOf(line);
      this.#requests.get(message?.id)?.resolve(message as RawMessage);
      this.#requests.delete(message?.id);
    }
    this.#wake();
  }

  #refuseRequests(): void {
    for (const { reject } of this.#requests.values())
      reject(new Error(`the server ended after ${this.lines.length} lines`));
    this.#requests.clear();
  }

  #wake(): void {
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill("SIGKILL");
    await this.process.exited;
  }
}

/** Undefined where a line is no JSON: whoever looks at all lines finds it. */
function messageOf(line: string): RawMessage | undefined {
  try {
    return JSON.parse(line) as RawMessage;
  } catch {
    return undefined;
  }
}
