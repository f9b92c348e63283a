import type { Tool } from "./define-tool.ts";
import { OUTPUT_MODES, type OutputMode } from "./output.ts";
import { type Command, requireRoot, serve, type ServeOptions, type ServerDefinition, ToolRunner } from "./serve.ts";
import { refuseOptions, refuseWords, runOwnCommand, UsageError } from "./own-command.ts";
import { ToolError } from "./tool-error.ts";
import { asSentence } from "../text/display.ts";

/**
 * Runs a server's binary: serves MCP where standard input is a pipe, and otherwise does what its arguments say.
 *
 * Exits 0, 1 where a tool or a check failed, 2 where the arguments make no sense.
 */
export async function runCommandLine<Services>(definition: ServerDefinition<Services>): Promise<never> {
  process.exit(await exitStatus(definition, process.argv.slice(2)));
}

async function exitStatus<Services>(definition: ServerDefinition<Services>, argv: readonly string[]): Promise<number> {
  try {
    const { options, command, rest, own, isHelp, isVersion } = await readCommandLine(argv, definition.commands ?? []);
    if (isVersion) return print(definition.version);
    if (isHelp) return print(usage(definition));
    if (isShared(command)) refuseOptions(command ?? "serving", own, {});
    if (command === "tools" || command === "doctor") refuseWords(command, rest);
    switch (command) {
      case undefined:
        if (await isTerminal()) return print(introduction(definition));
        await serve(definition, options);
        return 0;
      case "tools":
        return print(toolTable(definition.tools));
      case "call":
        return await callTool(definition, options, rest);
      case "doctor":
        return await doctor(definition, options);
      default:
        return await runOwnCommand(definition, { command, rest, own, root: options.root }, (text) => console.log(text));
    }
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ToolError)) throw error;
    console.error(
      `${definition.name}: ${error.message}${error instanceof UsageError ? ` See ${definition.name} --help.` : ""}`,
    );
    return 2;
  }
}

/** Whether every server has the command; none at all serves. */
function isShared(command: string | undefined): boolean {
  return command === undefined || ["tools", "call", "doctor"].includes(command);
}

interface CommandLine {
  readonly options: ServeOptions;
  readonly command: string | undefined;
  readonly rest: readonly string[];
  /** Options that belong to a server's own commands. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
  readonly isHelp: boolean;
  readonly isVersion: boolean;
}

const SHARED_OPTIONS = {
  root: { type: "string" },
  output: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

async function readCommandLine(argv: readonly string[], commands: readonly Command[]): Promise<CommandLine> {
  const { values, positionals } = await parse(argv, commands);
  const { root: givenRoot, output = "auto", help, version, ...own } = values;
  if (!isOutputMode(output)) throw new UsageError(`--output takes ${OUTPUT_MODES.join(", ")}, not \`${output}\`.`);
  const [command, ...rest] = positionals;
  const root = givenRoot ?? (process.env["KART_ROOT"] || process.env["CLAUDE_PROJECT_DIR"] || process.cwd());
  return { options: { root, output }, command, rest, own, isHelp: help === true, isVersion: version === true };
}

interface Values {
  root?: string;
  output?: string;
  help?: boolean;
  version?: boolean;
  [own: string]: string | boolean | undefined;
}

async function parse(
  argv: readonly string[],
  commands: readonly Command[],
): Promise<{ readonly values: Values; readonly positionals: string[] }> {
  // Loaded only where there is something to read: a client usually starts a server without arguments.
  const { parseArgs } = argv.length === 0 ? { parseArgs: noArguments } : await import("node:util");
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.assign({}, ...commands.map(({ options }) => options), SHARED_OPTIONS) as typeof SHARED_OPTIONS,
    });
  } catch (error) {
    throw new UsageError(asSentence((error as Error).message));
  }
}

function noArguments(): { values: Values; positionals: string[] } {
  return { values: {}, positionals: [] };
}

function isOutputMode(text: string): text is OutputMode {
  return (OUTPUT_MODES as readonly string[]).includes(text);
}

/** `process.stdin` sets up Node's streams, which takes long: it is asked only where a terminal is possible. */
async function isTerminal(): Promise<boolean> {
  const stats = await Bun.stdin.stat().catch(() => undefined);
  return stats?.isCharacterDevice() !== false && process.stdin.isTTY;
}

function print(text: string): number {
  console.log(text);
  return 0;
}

type About = Pick<ServerDefinition<never>, "name" | "version" | "summary" | "commands">;

function usage({ name, summary, commands = [] }: About): string {
  const calls: [call: string, what: string][] = [
    ["", "serve MCP on standard input and output"],
    ["tools", "list the tools"],
    ["call TOOL 'JSON'", "run one tool and print its text"],
    ["doctor", "try the root and each backend, and say what to do where one fails"],
    ...commands.map(({ name: own, usage: takes, summary: what }): [string, string] => [`${own} ${takes}`.trim(), what]),
  ];
  const width = Math.max(...calls.map(([call]) => call.length)) + 2;
  return `${name}: ${summary}

${calls.map(([call, what]) => `  ${name} ${call.padEnd(width)} ${what}`).join("\n")}

  --root DIR      the workspace (else KART_ROOT, CLAUDE_PROJECT_DIR, the current folder)
  --output MODE   auto, both, text or structured: what a reply carries (auto: text alone for Claude Code)
  --help, --version`;
}

function introduction(definition: About): string {
  // Without a version bunx would take the program of that name that the repository brings in its node_modules.
  const pinned = `${definition.name}@${definition.version}`;
  const { name } = definition;
  return `${usage(definition)}

This is an MCP server: a client starts it and talks to it. Add it to Claude Code:

  claude mcp add ${name} -- bunx ${pinned}

or to any client, in .mcp.json at the root of the repository:

  { "mcpServers": { "${name}": { "command": "bunx", "args": ["${pinned}"] } } }`;
}

function toolTable(tools: readonly Tool<never>[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools.map(({ name, title }) => `${name.padEnd(width)}  ${title}`).join("\n");
}

async function callTool<Services>(
  definition: ServerDefinition<Services>,
  options: ServeOptions,
  rest: readonly string[],
): Promise<number> {
  const [tool, json = "{}", ...more] = rest;
  if (tool === undefined || more.length > 0)
    throw new UsageError("`call` takes a tool and its arguments as one JSON string.");
  await requireRoot(options.root);
  const runner = new ToolRunner(definition, options.root);
  const output = options.output === "structured" ? "structured" : "text";
  const { content, structuredContent, isError } = await runner.call(
    tool,
    readJson(json),
    new AbortController().signal,
    output,
  );
  if (structuredContent !== undefined) console.log(JSON.stringify(structuredContent));
  for (const part of content) if (part.type === "text") console.log(part.text);
  return isError === true ? 1 : 0;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${asSentence((error as Error).message)}`);
  }
}

async function doctor<Services>(definition: ServerDefinition<Services>, options: ServeOptions): Promise<number> {
  const { examine } = await import("./doctor.ts");
  const { lines, isWell } = await examine(definition, options.root);
  console.log(lines.join("\n"));
  return isWell ? 0 : 1;
}
