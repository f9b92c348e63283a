import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/server";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { collapse } from "../text/display.ts";

/** Longest message taken, in bytes. A longer one is answered with an error and skipped; the connection lives on. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Milliseconds after the end of input in which what was read is still answered: two seconds after it, all children are gone. */
const LAST_ANSWERS_MS = 1000;

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

  readonly #input: ReadableStream<Uint8Array> = Bun.stdin.stream();
  readonly #output: Bun.FileSink = Bun.stdout.writer();
  /** Ids of requests that were read and not answered yet. */
  readonly #unanswered = new Set<unknown>();
  readonly #lastAnswers = Promise.withResolvers<void>();
  #isAtEnd = false;
  #isClosed = false;

  async start(): Promise<void> {
    void this.#read();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#write(serializeMessage(message));
    } finally {
      if (!("method" in message)) this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#lastAnswers.resolve();
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
    // A client that has closed its end may still read, as one does that sends a batch; one that is gone gets a moment too.
    this.#isAtEnd = true;
    if (this.#unanswered.size > 0) {
      const timer = setTimeout(this.#lastAnswers.resolve, LAST_ANSWERS_MS);
      await this.#lastAnswers.promise;
      clearTimeout(timer);
    }
    await this.close();
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id);
    if (this.#isAtEnd && this.#unanswered.size === 0) this.#lastAnswers.resolve();
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
        isJson ? idOf(JSON.parse(line.text)) : null,
        isJson ? INVALID_REQUEST : PARSE_ERROR,
        isJson ? "Not a JSON-RPC message" : `Not JSON: ${collapse(error.message)}`,
      );
      return;
    }
    if ("method" in message) {
      if ("id" in message) this.#unanswered.add(message.id);
      // What was cancelled is not answered.
      else if (message.method === "notifications/cancelled") this.#settle(message.params?.["requestId"]);
    }
    this.onmessage?.(message);
  }

  async #refuse(id: string | number | null, code: number, message: string): Promise<void> {
    this.onerror?.(new Error(message));
    const refusal = Symbol("refusal");
    this.#unanswered.add(refusal);
    try {
      await this.#write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
    } catch {
      // Nobody is left to refuse.
    } finally {
      this.#settle(refusal);
    }
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

/** The id of something that is JSON but no message: who asked waits for it. */
function idOf(json: unknown): string | number | null {
  const { id } = (json ?? {}) as { readonly id?: unknown };
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
}

type MessageLine =
  | { readonly status: "line"; readonly text: string }
  | { readonly status: "too-long"; readonly id: string | number | null };

/** Cuts a byte stream into lines, however it arrives, and lets go of a line once it is too long. */
class MessageLines {
  readonly #decoder = new TextDecoder();
  #parts: Uint8Array[] = [];
  #bytes = 0;
  /** The last bytes of a line that is too long. */
  #tail: Uint8Array = new Uint8Array();

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
    if (this.#bytes <= MAX_MESSAGE_BYTES) {
      this.#parts.push(part);
      return;
    }
    // Past the limit only the ends are of use: one of them holds the id to answer.
    this.#tail = Buffer.concat([this.#tail, part.subarray(-END_BYTES)]).subarray(-END_BYTES);
    this.#parts = [(this.#parts[0] ?? part).slice(0, END_BYTES)];
  }

  #take(): MessageLine {
    const isTooLong = this.#bytes > MAX_MESSAGE_BYTES;
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Uint8Array) : Buffer.concat(this.#parts);
    const tail = this.#tail;
    this.#parts = [];
    this.#bytes = 0;
    this.#tail = new Uint8Array();
    const text = this.#decoder.decode(bytes);
    return isTooLong
      ? { status: "too-long", id: idAtEnds(text, this.#decoder.decode(tail)) }
      : { status: "line", text };
  }
}

/** Bytes looked at on each end of a line that is too long. */
const END_BYTES = 512;

/** The id of a request among its outermost members; clients write them before the parameters or after. */
function idAtEnds(head: string, tail: string): string | number | null {
  const id =
    /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")\s*,/.exec(
      head,
    )?.[1] ??
    /,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")(?:\s*,\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*")*\s*\}\s*$/.exec(
      tail,
    )?.[1];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}
