import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { processTree } from "./process-tree.ts";
import { serverCommand } from "../packages/core/src/language-server/session/server-binary.ts";

/** TypeScript's language server, spoken to by a client that does nothing but ask: the least that an answer can cost. */
export class RawLanguageServer implements AsyncDisposable {
  readonly #root: string;
  readonly #child: Bun.Subprocess<"pipe", "pipe", "ignore">;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #opened = new Set<string>();
  #lastId = 0;
  #version = 1;

  constructor(root: string, environment: Readonly<Record<string, string>> = {}) {
    this.#root = root;
    const { program, args } = serverCommand(root);
    this.#child = Bun.spawn([program, ...args], {
      cwd: root,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
      // As an editor starts it: what we set to make it faster is ours to measure.
      env: { ...process.env, PATH: "", ...environment },
    });
    void this.#read();
  }

  /** @param offset UTF-16 units, in a file whose text before it holds no lone surrogate */
  async references(path: string, offset: number): Promise<readonly unknown[]> {
    if (this.#lastId === 0) {
      const uri = pathToFileURL(this.#root).href;
      await this.#ask("initialize", { processId: process.pid, rootUri: uri, capabilities: {} });
      this.#send({ method: "initialized", params: {} });
    }
    const file = `${this.#root}/${path}`;
    const uri = pathToFileURL(file).href;
    const text = readFileSync(file, "utf8");
    if (!this.#opened.has(file)) {
      this.#opened.add(file);
      this.#send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri, languageId: "typescript", version: 1, text } },
      });
    }
    const before = text.slice(0, offset).split("\n");
    const position = { line: before.length - 1, character: (before.at(-1) as string).length };
    const context = { includeDeclaration: true };
    return (await this.#ask("textDocument/references", { textDocument: { uri }, position, context })) as unknown[];
  }

  /** Adds a line to a file that was asked about, and waits for what is wrong with the file then. */
  async change(path: string, line: string): Promise<void> {
    const file = `${this.#root}/${path}`;
    const textDocument = { uri: pathToFileURL(file).href, version: ++this.#version };
    const contentChanges = [{ text: `${readFileSync(file, "utf8")}\n${line}\n` }];
    this.#send({ method: "textDocument/didChange", params: { textDocument, contentChanges } });
    await this.#ask("textDocument/diagnostic", { textDocument });
  }

  /** Resident memory of its process, in MB. */
  residentMegabytes(): number {
    return processTree(this.#child.pid)[0]?.megabytes ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, resolve);
    this.#send({ id, method, params });
    return promise;
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    void this.#child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    void this.#child.stdin.write(body);
    void this.#child.stdin.flush();
  }

  async #read(): Promise<void> {
    let buffer = Buffer.alloc(0);
    for await (const chunk of this.#child.stdout) {
      buffer = Buffer.concat([buffer, chunk]);
      for (;;) {
        const end = buffer.indexOf("\r\n\r\n");
        const length = Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, Math.max(end, 0)).toString())?.[1]);
        if (end === -1 || buffer.length < end + 4 + length) break;
        this.#receive(JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString()) as Message);
        buffer = buffer.subarray(end + 4 + length);
      }
    }
  }

  #receive({ id, method, result }: Message): void {
    if (id === undefined) return;
    // What the server asks at its start it waits for.
    if (method !== undefined) this.#send({ id, result: null });
    else this.#waiting.get(id)?.(result);
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
}
