import { expect, test } from "bun:test";
import { connectInMemory } from "@kart/testkit/connect";
import type { Resource } from "./resources.ts";
import type { ServerDefinition } from "./serve.ts";
import { ToolError } from "./tool-error.ts";

const greeting: Resource<object> = {
  uri: "test://greet/{who}",
  name: "greet",
  title: "Greeting",
  description: "Greets.",
  mimeType: "text/markdown",
  read: async (who, { workspace }) => {
    if (who === "nobody") throw new ToolError("file_not_found", "Nobody is there. Greet another.");
    if (who === "late") throw new ToolError("timeout", "It took too long. Try again.");
    if (who === "bug") throw new TypeError("x is not a function");
    return `Hello ${who} in ${workspace.root.relative(workspace.root.absolute)}`;
  },
};

function definition(resources?: readonly Resource<object>[]): ServerDefinition<object> {
  const about = { name: "test", version: "1", summary: "", instructions: "", tools: [] };
  return { ...about, ...(resources && { resources }), open: () => ({}), backends: async () => [] };
}

const connect = (resources?: readonly Resource<object>[]) =>
  connectInMemory(definition(resources), { root: import.meta.dir });

test("a server without resources announces none, and answers nothing about them", async () => {
  for (const resources of [undefined, []]) {
    await using connection = await connect(resources);
    expect(connection.client.getServerCapabilities()).toEqual({ tools: {} });
    const asked = connection.client.request({ method: "resources/read", params: { uri: "test://greet/you" } });
    expect(await asked.catch((error: unknown) => (error as Error).message)).toBe("Method not found");
  }
});

test("the variable of a template is decoded, and a percent sign that encodes nothing is itself", async () => {
  await using connection = await connect([greeting]);
  const read = async (uri: string) => (await connection.client.readResource({ uri })).contents;
  const wanted = (uri: string, text: string) => [{ uri, mimeType: "text/markdown", text }];
  for (const [given, who] of [
    ["you", "you"],
    ["a%20%C3%A9%2Fb", "a é/b"],
    ["100%", "100%"],
    ["{who}", "{who}"],
  ] as const)
    expect(await read(`test://greet/${given}`)).toEqual(wanted(`test://greet/${given}`, `Hello ${who} in .`));
});

test("failures say what to do next, and the server goes on", async () => {
  await using connection = await connect([greeting]);
  const failure = (uri: string) =>
    connection.client.readResource({ uri }).then(
      () => undefined,
      (error: unknown) => `${(error as { code: number }).code} ${(error as Error).message}`,
    );
  expect(await failure("test://greet/nobody")).toBe("-32602 file_not_found: Nobody is there. Greet another.");
  expect(await failure("test://greet/late")).toBe("-32603 timeout: It took too long. Try again.");
  expect(await failure("test://greet/bug")).toBe(
    "-32603 backend_failed: An unexpected error: x is not a function. Try again; the server goes on.",
  );
  expect(await failure("test://greet/")).toBe(
    "-32602 There is no resource `test://greet/`. There are test://greet/{who}.",
  );
  expect(await failure("test://greet/you")).toBeUndefined();
});

test("a template that completes nothing has no completions", async () => {
  await using without = await connect([greeting]);
  expect(without.client.getServerCapabilities()).toEqual({ tools: {}, resources: {} });
  await using connection = await connect([
    greeting,
    { ...greeting, uri: "test://bye/{who}", complete: async () => ["you"] },
  ]);
  expect(connection.client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, completions: {} });
  const complete = async (uri: string) => {
    const ref = { type: "ref/resource", uri } as const;
    return (await connection.client.complete({ ref, argument: { name: "who", value: "" } })).completion;
  };
  expect(await complete(greeting.uri)).toEqual({ values: [] });
  expect(await complete("test://bye/{who}")).toEqual({ values: ["you"], total: 1, hasMore: false });
});
