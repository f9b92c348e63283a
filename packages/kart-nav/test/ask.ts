import { type Connection, connectInMemory } from "@kart/testkit/connect";
import { navServer } from "../src/server.ts";

export type Arguments = Record<string, unknown>;

/** Starts the server from its sources. */
export const COMMAND: readonly [string, ...string[]] = [process.execPath, `${import.meta.dir}/../src/main.ts`];

await using listed = await connectInMemory(navServer, { root: import.meta.dir });
/** Every tool the server lists: tables over them cover those to come. */
export const TOOLS = await listed.tools();

/** Parameters that take paths, and those that take patterns and names. */
export const PATHS = ["path", "paths", "file"];
export const TEXTS = ["pattern", "glob", "name", "symbol"];

/** What a tool needs besides the argument under test. */
export const NEEDED: Readonly<Record<string, Arguments>> = {
  kart_search: { pattern: "needle" },
  kart_list: { recursive: true },
  kart_imports: { path: "src/b.ts" },
  kart_importers: { path: "src/a.ts" },
};

/** Calls of every tool with `value` for each of its parameters of these names. */
export function callsWith(parameters: readonly string[], value: string): [tool: string, args: Arguments][] {
  return TOOLS.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties ?? {}).flatMap(([parameter, schema]): [string, Arguments][] => {
      if (!parameters.includes(parameter)) return [];
      const isList = (schema as { readonly type?: string }).type === "array";
      return [[name, { ...NEEDED[name], [parameter]: isList ? [value] : value }]];
    }),
  );
}

/** The whole answer as JSON, whether it is a failure or not. Throws where none comes in time. */
export async function answer(to: Connection, tool: string, args: Arguments, timeoutMs = 10_000): Promise<string> {
  return JSON.stringify(await to.client.callTool({ name: tool, arguments: args }, { timeout: timeoutMs }));
}

/** The code of a failed answer, or `answered`. */
export function codeOf(reply: string): string {
  const { isError, content } = JSON.parse(reply) as { isError?: boolean; content: { text: string }[] };
  return isError === true ? (content[0]?.text.split(":")[0] ?? "") : "answered";
}
