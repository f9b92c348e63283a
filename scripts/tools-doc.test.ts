import { expect, setDefaultTimeout, test } from "bun:test";
import { connectInMemory, type ConnectOptions } from "@kart/testkit/connect";
import type { ServerDefinition } from "../packages/core/src/mcp/serve.ts";
import { AGENTS_DOC, listCost, runAllExamples, SERVERS, TOOLS_DOC, toolsDoc, withCosts } from "./tools-doc.ts";

setDefaultTimeout(30_000);

const CLIENTS = SERVERS.map(
  (server) =>
    [server, (options: ConnectOptions) => connectInMemory(server as ServerDefinition<unknown>, options)] as const,
);

const examples = runAllExamples();

test("docs/tools.md is what the tool definitions say, and what the tools answer", async () => {
  expect(await Bun.file(TOOLS_DOC).text()).toBe(toolsDoc(await examples));
});

test("the costs in docs/agents.md are those of today", async () => {
  const doc = await Bun.file(AGENTS_DOC).text();
  expect(doc).toBe(withCosts(doc, await examples));
});

for (const [clientName, withOutput] of [
  ["claude-code", false],
  ["another", true],
] as const)
  test(`the costs of lists are of what ${clientName} gets`, async () => {
    for (const [{ tools }, connect] of CLIENTS) {
      await using connection = await connect({ root: import.meta.dir, clientName });
      expect(JSON.stringify(await connection.tools()).length).toBe(listCost(tools, withOutput));
    }
  });
