import { join } from "node:path";
import { expect, setDefaultTimeout, test } from "bun:test";
import { connectInMemory, type ConnectOptions } from "@kart/testkit/connect";
import type { ServerDefinition } from "../packages/core/src/mcp/serve.ts";
import { ROOT } from "./servers.ts";
import { AGENTS_DOC, listCost, runAllExamples, SERVERS, TOOLS_DOC, toolsDoc, withCosts } from "./tools-doc.ts";

setDefaultTimeout(90_000);

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

test("docs/agents.md says of every code what helps", async () => {
  const codes = await Bun.file(join(ROOT, "packages/core/src/mcp/tool-error.ts")).text();
  const doc = await Bun.file(AGENTS_DOC).text();
  const named = Array.from(codes.matchAll(/^ {2}\| "(\w+)"/gm), ([, code = ""]) => code);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((code) => !doc.includes(`\`${code}\``))).toEqual([]);
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
