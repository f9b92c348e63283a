import { clip } from "../text/display.ts";

/** Longest message, in UTF-16 units. */
const MAX_MESSAGE = 4000;

let sink: Bun.FileSink | undefined;
let isWaiting = false;

/**
 * Says something on standard error, for people. Never blocks: a client may leave our standard error unread, and a write
 * to a full pipe would stop the server. What comes while one message waits for room is dropped.
 */
export function log(message: unknown): void {
  if (isWaiting) return;
  sink ??= Bun.stderr.writer();
  const text = typeof message === "string" ? message : Bun.inspect(message);
  void Promise.resolve(sink.write(`${clip(text, MAX_MESSAGE)}\n`)).catch(ignore);
  const flushed = sink.flush();
  if (!(flushed instanceof Promise)) return;
  isWaiting = true;
  flushed.catch(ignore).finally(() => {
    isWaiting = false;
  });
}

/** Where standard error is closed there is nobody to tell. */
function ignore(): void {}
