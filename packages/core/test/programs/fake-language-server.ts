/**
 * A language server that misbehaves as told: `fake-language-server.ts LOG BEHAVIOUR`. It writes a line into LOG for each start
 * and each cancellation, and answers whatever it answers with the number of its start.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const [log = "", behaviour] = process.argv.slice(2);
appendFileSync(log, "start\n");
const start = readFileSync(log, "utf8").match(/start/g)?.length ?? 0;

const connection = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
);
connection.onRequest((method, params, token) => {
  if (method === "initialize") {
    if (behaviour === "never-starts") process.exit(3);
    return { capabilities: { diagnosticProvider: {} } };
  }
  const isSlowFile = method === "textDocument/diagnostic" && JSON.stringify(params).includes("slow");
  if (method !== "textDocument/hover" && !isSlowFile) return null;
  if (behaviour === "dies" || (behaviour === "dies-once" && start === 1)) {
    process.stderr.write("a bug in the server\n");
    process.exit(1);
  }
  if (behaviour === "babbles") process.stdout.write("Hello!\r\n\r\n");
  if (behaviour === "fails") throw new Error("a bug\nin the answer");
  const { promise, resolve } = Promise.withResolvers<unknown>();
  token.onCancellationRequested(() => {
    appendFileSync(log, "cancel\n");
    if (behaviour === "slow") resolve(null);
  });
  if (behaviour === "slow" || behaviour === "babbles" || (behaviour === "hangs-once" && start === 1)) return promise;
  return { contents: `start ${start}` };
});
connection.listen();
