/** The least a JSON-RPC server on Bun can be: what every start is measured against. */
let pending = "";
process.stdin.on("data", (chunk) => {
  pending += String(chunk);
  for (let end = pending.indexOf("\n"); end !== -1; end = pending.indexOf("\n")) {
    const { id, method } = JSON.parse(pending.slice(0, end)) as { id?: number; method: string };
    pending = pending.slice(end + 1);
    if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method) })}\n`);
  }
});
process.stdin.on("end", () => process.exit(0));

function resultOf(method: string): object {
  if (method !== "initialize") return { tools: [] };
  const serverInfo = { name: "bare", version: "1" };
  return { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
}
