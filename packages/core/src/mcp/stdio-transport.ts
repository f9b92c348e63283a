import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/server";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { collapse } from "../text/display.ts";

/** Longest message taken, in bytes. A longer one is answered with an error and skipped; the connection lives on. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * MCP over standard input and output: one JSON-RPC message a line.
 *
 * The SDK's own transport stands on Node's stream classes, whose set-up is a sixth of the time from spawn to
 * `tools/list`, and it closes the connection over a message that is too long. This one reads Bun's streams.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;

  readonly #input: ReadableStream<Uint8Array>;
  readonly #output: Bun.FileSink;
  #isClosed = false;

  constructor(input: ReadableStream<Uint8Array> = Bun.stdin.stream(), output: Bun.FileSink = Bun.stdout.writer()) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    void this.#read();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(serializeMessage(message));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  async #read(): Promise<void> {
    const lines = new MessageLines();
    try {
      for await (const chunk of this.#input) {
        for (const line of lines.push(chunk)) this.#receive(line);
        if (this.#isClosed) return;
      }
    } catch (error) {
      this.onerror?.(error as Error);
    }
    await this.close();
  }

  #receive(line: MessageLine): void {
    if (line.status === "too-long") {
      void this.#refuse(line.id, INVALID_REQUEST, `The message is longer than ${MAX_MESSAGE_BYTES} bytes. Send less.`);
      return;
    }
    if (line.text.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line.text);
    } catch (error) {
      const isJson = !(error instanceof SyntaxError);
      void this.#refuse(
        null,
        isJson ? INVALID_REQUEST : PARSE_ERROR,
        isJson ? "Not a JSON-RPC message" : `Not JSON: ${collapse(error.message)}`,
      );
      return;
    }
    this.onmessage?.(message);
  }

  async #refuse(id: string | number | null, code: number, message: string): Promise<void> {
    this.onerror?.(new Error(message));
    await this.#write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }

  async #write(text: string): Promise<void> {
    if (this.#isClosed) throw new Error("The client is gone");
    try {
      void this.#output.write(text);
      await this.#output.flush();
    } catch (error) {
      // A client that closed its end is gone, whatever the reason given.
      await this.close();
      throw error;
    }
  }
}

type MessageLine =
  | { readonly status: "line"; readonly text: string }
  | { readonly status: "too-long"; readonly id: string | number | null };

/** Cuts a byte stream into lines, however it arrives, and lets go of a line once it is too long. */
class MessageLines {
  readonly #decoder = new TextDecoder();
  #parts: Uint8Array[] = [];
  #bytes = 0;

  *push(chunk: Uint8Array): Generator<MessageLine> {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    // The stream may reuse its buffer.
    if (start < chunk.length) this.#keep(chunk.slice(start));
  }

  #keep(part: Uint8Array): void {
    this.#bytes += part.length;
    // Past the limit only the start is of use: it holds the id to answer.
    if (this.#bytes <= MAX_MESSAGE_BYTES || this.#parts.length === 0) this.#parts.push(part);
    else this.#parts.length = 1;
  }

  #take(): MessageLine {
    const isTooLong = this.#bytes > MAX_MESSAGE_BYTES;
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Uint8Array) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    if (!isTooLong) return { status: "line", text: this.#decoder.decode(bytes) };
    const head = this.#decoder.decode(bytes.subarray(0, 512));
    const id = /"id"\s*:\s*(\d+|"[^"\\]{0,100}")/.exec(head)?.[1];
    return { status: "too-long", id: id === undefined ? null : (JSON.parse(id) as string | number) };
  }
}
