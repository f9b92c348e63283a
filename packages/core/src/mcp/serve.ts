import { CLIENT_INFO_META_KEY, Server } from "@modelcontextprotocol/server";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Workspace } from "../workspace/workspace.ts";
import { answering, collectParserGarbage } from "../process/parser-garbage.ts";
import { clip, escapeInvisible, escapeName } from "../text/display.ts";
import { readArguments } from "./arguments.ts";
import type { ProgressReport, Tool, ToolContext } from "./define-tool.ts";
import { listing } from "./listing.ts";
import { log } from "./log.ts";
import { type OutputMode, replyOf, resolveOutput } from "./output.ts";
import { type Resource, resourceCapabilities, serveResources } from "./resources.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { ToolError } from "./tool-error.ts";

/** A server is the list of what it serves. */
export interface ServerDefinition<Services> {
  readonly name: string;
  readonly version: string;
  /** One line for people. */
  readonly summary: string;
  /** For a model that sees only tool names at first: when to look for these tools. At most 2 kB. */
  readonly instructions: string;
  readonly tools: readonly Tool<Services>[];
  /** What clients can read by its address; a server without announces none. */
  readonly resources?: readonly Resource<Services>[];
  /** Makes what the tools keep between calls. Must be cheap: it runs before the first answer. */
  readonly open: (workspace: Workspace) => Services;
  /** What came of trying each backend, for `doctor`. */
  readonly backends: (workspace: Workspace, signal: AbortSignal) => Promise<readonly BackendState[]>;
  /** What people can do with it on a terminal, beside what every server offers. */
  readonly commands?: readonly Command[];
}

/** A command of one server's command line. */
export interface Command {
  readonly name: string;
  /** What stands behind its name, for `--help`: `--out FILE.html`. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, { readonly type: "string" | "boolean" }>>;
  /** Returns the exit status. A `ToolError` is printed on standard error, and exits 1. */
  readonly run: (context: CommandContext) => Promise<number>;
}

export interface CommandContext {
  /** An existing folder, as it was given. */
  readonly root: string;
  /** The options that were given. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly print: (text: string) => void;
  /** Shows how far the work is, in the place of what was shown before; nothing where nobody looks on. */
  readonly showProgress: (line: string) => void;
}

export interface BackendState {
  readonly name: string;
  readonly version?: string;
  readonly path?: string;
  /** What it was seen to do, in a few words: `lists 812 source files here`. */
  readonly did?: string;
  /** What is wrong and how to mend it, where it is not usable. */
  readonly problem?: string;
  /** What is lost with it, as a sentence, where the server does without: then a problem is no more than a warning. */
  readonly without?: string;
}

export interface ServeOptions {
  readonly root: string;
  readonly output: OutputMode;
}

/** A server that runs calls, apart from any protocol. */
export class ToolRunner<Services> {
  readonly #tools: ReadonlyMap<string, Tool<Services>>;
  readonly #open: () => Promise<Omit<ToolContext<Services>, "signal" | "progress">>;
  #opened: Promise<Omit<ToolContext<Services>, "signal" | "progress">> | undefined;

  constructor(definition: ServerDefinition<Services>, root: string) {
    this.#tools = new Map(definition.tools.map((tool) => [tool.name, tool]));
    // The first call loads the workspace: `tools/list` is answered sooner without.
    this.#open = async () => {
      const { Workspace } = await import("../workspace/workspace.ts");
      collectParserGarbage();
      const workspace = new Workspace(root);
      return { workspace, services: definition.open(workspace) };
    };
  }

  /** The workspace with what the server keeps between calls, opened when it is first asked for. */
  open(): Promise<Omit<ToolContext<Services>, "signal" | "progress">> {
    return (this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    }));
  }

  /** The only place where failures are caught. A `ToolError` is an answer; anything else is a bug, reported as one. */
  async call(
    name: string,
    given: unknown,
    signal: AbortSignal,
    output: Exclude<OutputMode, "auto">,
    progress: ProgressReport = () => {},
  ): Promise<CallToolResult> {
    const tool = this.#tools.get(name);
    using _answering = answering();
    try {
      if (tool === undefined)
        throw new ToolError(
          "invalid_argument",
          `There is no tool \`${clip(escapeName(name), 60)}\`. There are ${[...this.#tools.keys()].join(", ")}.`,
        );
      const args = readArguments(tool.input, given, name);
      return replyOf(
        await tool.handler(args as never, { ...(await this.open()), signal, progress }),
        output,
      ) as CallToolResult;
    } catch (error) {
      if (!(error instanceof ToolError) && !signal.aborted) log(error);
      return {
        isError: true,
        content: [{ type: "text", text: failureText(error, tool?.hints.readOnlyHint === false) }],
        ...(error instanceof ToolError && error.data !== undefined && output !== "text"
          ? { structuredContent: { ...error.data } }
          : {}),
      };
    }
  }
}

/** Longest text of a failure, in UTF-16 units. Messages quote arguments, file names and what backends say. */
const MAX_FAILURE = 4000;

/** @param writes whether the tool could have written: then it says that it did not */
function failureText(error: unknown, writes: boolean): string {
  if (error instanceof ToolError) {
    const message = escapeInvisible(clip(error.message, MAX_FAILURE));
    return `${error.code}: ${writes && !error.hasWritten ? "REJECTED, nothing written. " : ""}${message}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `backend_failed: An unexpected error: ${escapeInvisible(clip(message, MAX_FAILURE))}. Try another call; the server goes on.`;
}

/**
 * Throws `file_not_found` where the root is no existing folder. Asks Bun itself: loading `node:fs` would take longer than
 * anything else kart does before its first answer.
 */
export async function requireRoot(root: string): Promise<void> {
  if (!(await isFolder(root)))
    throw new ToolError(
      "file_not_found",
      `The root ${clip(escapeName(root), 200)} is no existing folder. Pass --root DIR.`,
    );
}

async function isFolder(path: string): Promise<boolean> {
  try {
    // Throws at once for a path that is too long, and rejects for one that leads nowhere.
    return (await Bun.file(path).stat()).isDirectory();
  } catch {
    return false;
  }
}

/** One protocol server over one runner. The runner outlives it: a client may open several. */
export function createServer<Services>(
  definition: ServerDefinition<Services>,
  runner: ToolRunner<Services>,
  mode: OutputMode,
): Server {
  const { name, version, instructions, tools, resources = [] } = definition;
  const server = new Server(
    { name, version },
    { capabilities: { tools: {}, ...resourceCapabilities(resources) }, instructions },
  );
  const outputFor = (context: ServerContext) => resolveOutput(mode, clientName(server, context));
  server.setRequestHandler("tools/list", (_request, context) => ({
    tools: tools.map((tool) => listing(tool, outputFor(context) !== "text")),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const sent: Promise<void>[] = [];
    const progress = progressOf(context, sent);
    const result = await runner.call(
      params.name,
      params.arguments,
      context.mcpReq.signal,
      outputFor(context),
      progress,
    );
    // A client takes no progress of a call that was answered.
    await Promise.all(sent);
    return result;
  });
  if (resources.length > 0) serveResources(server, resources, () => runner.open());
  return server;
}

/** Tells the client of progress, where the call came with a token for it. */
function progressOf({ mcpReq }: ServerContext, sent: Promise<void>[]): ProgressReport | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, total, message) => {
    const params = { progressToken, progress, total, message };
    // A client that has gone meanwhile needs no progress.
    sent.push(mcpReq.notify({ method: "notifications/progress", params }).catch(() => {}));
  };
}

/** Protocols from 2026-07-28 on name the client in every request, older ones once. */
function clientName(server: Server, { mcpReq }: ServerContext): string | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const named = envelope[CLIENT_INFO_META_KEY] as { readonly name?: string } | undefined;
  return named?.name ?? server.getClientVersion()?.name;
}

/** Serves on standard input and output until the client is gone. Nothing but protocol is written to standard output. */
export async function serve<Services>(definition: ServerDefinition<Services>, options: ServeOptions): Promise<void> {
  await requireRoot(options.root);
  const runner = new ToolRunner(definition, options.root);
  const transport = new StdioTransport();
  const { promise, resolve } = Promise.withResolvers<void>();
  serveStdio(() => createServer(definition, runner, options.output), {
    transport,
    onerror: (error) => log(`${definition.name}: ${error.message}`),
  });
  // The SDK has set its own handler by now; ours runs after it has aborted what was under way.
  const closed = transport.onclose;
  transport.onclose = () => {
    closed?.();
    resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(0));
  await promise;
}
