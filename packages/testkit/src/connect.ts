import { createServer, type ServerDefinition, ToolRunner } from "@kart/core/mcp/serve";
import type { OutputMode } from "@kart/core/mcp/output";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** A connected client, in the few words that tests use. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  /** The server's process, where it is one. */
  readonly pid: number | undefined;
  /** Calls a tool; a failed call is an answer too. */
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** The text of a call that must succeed. */
  text(name: string, args?: Record<string, unknown>): Promise<string>;
  /** The data of a call that must succeed. */
  data<Data = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<Data>;
  /** The text of a call that must fail, with its code first. */
  error(name: string, args?: Record<string, unknown>): Promise<string>;
  tools(): Promise<Tool[]>;
}

export interface ConnectOptions {
  readonly root: string;
  readonly output?: OutputMode;
  /** The name the client gives itself. */
  readonly clientName?: string;
}

/** Connects within this process: the breadth of the tests. */
export async function connectInMemory<Services>(
  definition: ServerDefinition<Services>,
  options: ConnectOptions,
): Promise<Connection> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createServer(definition, new ToolRunner(definition, options.root), options.output ?? "auto");
  await server.connect(far);
  const client = newClient(options);
  await client.connect(near);
  return connection(client, undefined);
}

export interface SpawnOptions extends ConnectOptions {
  /** Program and arguments that start the server; `--root` and `--output` are added. */
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The newest protocol the client speaks: `legacy` opens with `initialize`, `auto` asks `server/discover` first. */
  readonly protocol?: "legacy" | "auto";
}

/** Starts a server as a client would, and connects over its standard input and output. */
export async function connectStdio(options: SpawnOptions): Promise<Connection> {
  const [command, ...args] = options.command;
  const transport = new StdioClientTransport({
    command,
    args: [...args, "--root", options.root, "--output", options.output ?? "auto"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      // Bun takes an empty one for the current folder, and leaves its own cache there.
      ...(process.env["XDG_CACHE_HOME"] ? { XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] } : {}),
      ...options.env,
    },
    stderr: "ignore",
  });
  const client = newClient(options, options.protocol);
  await client.connect(transport);
  return connection(client, transport.pid ?? undefined);
}

function newClient({ clientName = "kart-testkit" }: ConnectOptions, protocol: "legacy" | "auto" = "legacy"): Client {
  return new Client({ name: clientName, version: "1.0.0" }, { versionNegotiation: { mode: protocol } });
}

function connection(client: Client, pid: number | undefined): Connection {
  const call: Connection["call"] = (name, args = {}) => client.callTool({ name, arguments: args });
  return {
    client,
    pid,
    call,
    async text(name, args) {
      const result = await call(name, args);
      if (result.isError === true) throw new Error(textOf(result));
      return textOf(result);
    },
    async data<Data>(name: string, args?: Record<string, unknown>) {
      const result = await call(name, args);
      if (result.isError === true || result.structuredContent === undefined)
        throw new Error(`no data: ${textOf(result)}`);
      return result.structuredContent as Data;
    },
    async error(name, args) {
      const result = await call(name, args);
      if (result.isError !== true) throw new Error(`expected a failure, got: ${textOf(result)}`);
      return textOf(result);
    },
    tools: async () => (await client.listTools()).tools,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
