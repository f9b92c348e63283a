import { clip } from "@kart/core/text/display";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Tool } from "@modelcontextprotocol/client";
import { type Connection, connectStdio, type SpawnOptions } from "./connect.ts";
import { childrenOf, isRunning, until } from "./processes.ts";
import { type RawMessage, RawServer, type RawServerOptions } from "./raw-server.ts";
import { type FileContent, TempWorkspace } from "./temp-workspace.ts";

export interface ServerUnderTest {
  readonly name: string;
  /** Program and arguments that start the server from its sources. */
  readonly command: readonly [string, ...string[]];
  /** The files that `calls` are about. */
  readonly files: Readonly<Record<string, FileContent>>;
  /** A call of each tool that succeeds, and answers the same each time. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Calls that must come right before others, by the tool that needs them. */
  readonly first?: Readonly<Record<string, readonly [tool: string, args: Readonly<Record<string, unknown>>]>>;
  /** Most characters that `tools/list` may cost a model, output schemas left out. */
  readonly listBudget: number;
  /** Makes a workspace in which a call starts a child process and waits for it without end. */
  readonly endless: (workspace: TempWorkspace) => EndlessCall;
}

export interface EndlessCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The variable that sets its deadline, in milliseconds, where that is not every backend's. */
  readonly deadline?: string;
  /** What the answer says when the deadline has ended the child, where that is no failure. */
  readonly answerAtDeadline?: string;
}

/** What every server promises, whatever its tools do. Registers the tests in the file that calls it. */
export function serverContract(server: ServerUnderTest): void {
  // A busy machine is no failure, but for the two seconds in which children end.
  setDefaultTimeout(90_000);
  describe(`${server.name}: contract`, () => {
    const workspace = new TempWorkspace(server.files);
    afterAll(() => workspace[Symbol.dispose]());
    const connect = (options: Partial<SpawnOptions> = {}) =>
      connectStdio({ command: server.command, root: workspace.root, ...options });
    const raw: Raw = (options = {}) =>
      new RawServer({ command: [...server.command, "--root", workspace.root], ...options });

    listing(server, connect);
    clients(server, workspace, connect);
    badArguments(server, connect);
    badMessages(server, raw);
    load(server, raw);
    life(server);
    commandLine(server, workspace);
  });
}

type Connect = (options?: Partial<SpawnOptions>) => Promise<Connection>;
type Raw = (options?: Partial<RawServerOptions>) => RawServer;

/** Claude Code cuts longer descriptions and instructions. */
const MAX_DESCRIPTION_BYTES = 2048;

function listing({ calls, listBudget }: ServerUnderTest, connect: Connect): void {
  test("tools/list: names, descriptions, hints, strict inputs, within its budget", async () => {
    await using connection = await connect();
    const tools = await connection.tools();
    expect(Object.keys(calls).sort()).toEqual(tools.map(({ name }) => name).sort());
    for (const tool of tools) {
      expect(tool.name).toMatch(/^kart_[a-z_]+$/);
      expect(tool.title).toBeString();
      expect(Buffer.byteLength(tool.description ?? "")).toBeWithin(40, MAX_DESCRIPTION_BYTES);
      expect(Object.values(pick(tool.annotations)).map((hint) => typeof hint)).toEqual([
        "boolean",
        "boolean",
        "boolean",
        "boolean",
      ]);
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
    const cost = JSON.stringify(tools.map(({ outputSchema: _left, ...tool }) => tool)).length;
    expect(cost).toBeLessThanOrEqual(listBudget);
    const instructions = connection.client.getInstructions() ?? "";
    expect(Buffer.byteLength(instructions)).toBeWithin(40, MAX_DESCRIPTION_BYTES);
    // A client that defers tools shows a model their names and this text: it has to say what each is for.
    expect(tools.map(({ name }) => name).filter((name) => !instructions.includes(name))).toEqual([]);
  });
}

function pick(hints: Tool["annotations"]) {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints ?? {};
  return { readOnlyHint, destructiveHint, idempotentHint, openWorldHint };
}

function clients({ command, calls, first = {} }: ServerUnderTest, { root }: TempWorkspace, connect: Connect): void {
  const PROTOCOLS = ["legacy", "auto"] as const;

  for (const protocol of PROTOCOLS) {
    test(`${protocol} protocol: every tool answers in both forms, its data as its schema says`, async () => {
      await using connection = await connect({ protocol });
      // The client compares what follows with the schemas that it was listed.
      await connection.tools();
      for (const [name, args] of Object.entries(calls)) {
        if (first[name] !== undefined) await connection.text(...first[name]);
        const { content, structuredContent, isError } = await connection.call(name, args);
        expect({ name, isError: isError ?? false, forms: content.map(({ type }) => type) }).toEqual({
          name,
          isError: false,
          forms: ["text"],
        });
        expect(structuredContent).toBeObject();
      }
    });
  }

  const OUTPUTS: readonly [Partial<SpawnOptions>, { readonly text: boolean; readonly data: boolean }][] = [
    [{ output: "both" }, { text: true, data: true }],
    [{ output: "text" }, { text: true, data: false }],
    [{ output: "structured" }, { text: false, data: true }],
    [{ clientName: "claude-code" }, { text: true, data: false }],
    [
      { clientName: "claude-code", protocol: "auto" },
      { text: true, data: false },
    ],
    [
      { clientName: "claude-code", output: "both" },
      { text: true, data: true },
    ],
  ];
  for (const [options, forms] of OUTPUTS) {
    test(`output of ${JSON.stringify(options)}`, async () => {
      await using connection = await connect(options);
      for (const { outputSchema } of await connection.tools()) expect(outputSchema !== undefined).toBe(forms.data);
      const [name, args] = Object.entries(calls)[0] as [string, Record<string, unknown>];
      const { content, structuredContent } = await connection.call(name, args);
      expect({ text: content.length > 0, data: structuredContent !== undefined }).toEqual(forms);
    });
  }

  test("the former SDK's client", async () => {
    const [program, ...args] = command;
    const client = new FormerClient({ name: "former", version: "1.0.0" });
    await client.connect(new FormerTransport({ command: program, args: [...args, "--root", root], stderr: "ignore" }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
    for (const [name, given] of Object.entries(calls)) {
      if (first[name] !== undefined) await client.callTool({ name: first[name][0], arguments: first[name][1] });
      const { isError, structuredContent } = await client.callTool({ name, arguments: given });
      expect({ name, isError: isError ?? false, data: typeof structuredContent }).toEqual({
        name,
        isError: false,
        data: "object",
      });
    }
    await client.close();
  });
}

function badArguments({ calls, first = {} }: ServerUnderTest, connect: Connect): void {
  let connection: Connection;
  let tools: Tool[];
  beforeAll(async () => {
    connection = await connect();
    tools = await connection.tools();
  });
  afterAll(() => connection.client.close());

  test("an unknown tool is refused, and the known ones are named", async () => {
    const message = await connection.error("kart_\u001b[31mnope");
    expect(message).toStartWith("invalid_argument: There is no tool `kart_\\u{1b}[31mnope`.");
    for (const { name } of tools) expect(message).toContain(name);
  });

  test("an unknown parameter is refused, with the right name for a wrong one", async () => {
    for (const { name, inputSchema } of tools) {
      expect(await connection.error(name, { ...calls[name], zzz: 1 })).toContain("Unknown parameter `zzz`.");
      for (const parameter of Object.keys(inputSchema.properties ?? {})) {
        const message = await connection.error(name, { [`${parameter.toUpperCase()}_`]: 1 });
        expect(message).toContain(`did you mean \`${parameter}\``);
      }
    }
  });

  test("path and file stand for each other", async () => {
    const swap: Readonly<Record<string, string>> = { path: "file", file: "path" };
    for (const [name, args] of Object.entries(calls)) {
      const swapped = Object.fromEntries(Object.entries(args).map(([key, value]) => [swap[key] ?? key, value]));
      const answers: string[] = [];
      for (const form of [args, swapped]) {
        if (first[name] !== undefined) await connection.text(...first[name]);
        answers.push(await connection.text(name, form));
      }
      expect(answers[1]).toBe(answers[0] as string);
    }
  });

  test("a value of the wrong type is refused, and its parameter named", async () => {
    for (const { name, inputSchema } of tools) {
      for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
        const message = await connection.error(name, { ...calls[name], [parameter]: wrongValue(schema) });
        expect(message).toStartWith("invalid_argument: ");
        expect(message).toContain(`\`${parameter}\``);
      }
    }
  });

  test("arguments without end: 10 MB, 12 MB, as value, key and tool; 50,000 keys", async () => {
    const [name] = Object.keys(calls) as [string];
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_none, index) => [`k${index}`, 1]));
    const huge = (megabytes: number) => "x".repeat(megabytes * 1024 * 1024);
    const bad: [string, Record<string, unknown>][] = [
      [name, { path: huge(10) }],
      [name, { path: huge(12) }],
      [name, { [huge(12)]: 1 }],
      [huge(12), {}],
      [name, many],
    ];
    for (const [tool, args] of bad) {
      const message = await connection.error(tool, args);
      expect(message).toStartWith("invalid_argument: ");
      expect(message.length).toBeLessThan(2000);
    }
    expect(await connection.text(name, calls[name])).toBeString();
  });
}

interface ValueSchema {
  readonly type?: string;
  readonly anyOf?: readonly ValueSchema[];
}

function wrongValue(schema: unknown): unknown {
  const types = typesOf(schema as ValueSchema);
  if (!types.includes("integer") && !types.includes("number")) return 5;
  return types.includes("string") ? {} : "five";
}

function typesOf({ type, anyOf = [] }: ValueSchema): string[] {
  return [...(type === undefined ? [] : [type]), ...anyOf.flatMap(typesOf)];
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Lines that are no message, and the error that answers each; undefined where nothing answers. */
const BAD_LINES: readonly [line: string, id: unknown, code: number | undefined][] = [
  ["not json", null, PARSE_ERROR],
  ["{", null, PARSE_ERROR],
  ["\u0000", null, PARSE_ERROR],
  ["[".repeat(1_000_000), null, PARSE_ERROR],
  ["null", null, INVALID_REQUEST],
  ["[]", null, INVALID_REQUEST],
  ["{}", null, INVALID_REQUEST],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, INVALID_REQUEST],
  ['{"jsonrpc":"1.0","id":2,"method":"ping"}', 2, INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":3,"method":5}', 3, INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":"4","method":"ping","params":{"_meta":5}}', "4", INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":5,"method":"no/such"}', 5, -32_601],
  ['{"jsonrpc":"2.0","id":6,"method":"tools/call"}', 6, -32_602],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"kart_x","arguments":"x"}}', 7, -32_602],
  ["", null, undefined],
  ["\r", null, undefined],
  ['{"jsonrpc":"2.0","id":99,"result":{}}', null, undefined],
  ['{"jsonrpc":"2.0","method":"notifications/cancelled"}', null, undefined],
  ['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}', null, undefined],
];

function badMessages({ calls }: ServerUnderTest, raw: Raw): void {
  const [name, args] = Object.entries(calls)[0] as [string, Record<string, unknown>];

  test("lines that are no message are answered with an error, also before the connection is opened", async () => {
    await using server = raw();
    for (const isOpen of [false, true]) {
      for (const [line, id, code] of BAD_LINES) {
        // What stands in for an answer that does not come: the next line's.
        server.lines.length = 0;
        server.send(line);
        server.send('{"jsonrpc":"2.0","id":"next","method":"ping"}');
        const first = await server.reply(() => true);
        const shown = { line: line.slice(0, 100), id: first.id, code: first.error?.code };
        if (code === undefined) expect(shown).toMatchObject({ id: "next" });
        else expect(shown).toEqual({ line: line.slice(0, 100), id, code } as typeof shown);
        await server.reply((message) => message.id === "next");
      }
      if (!isOpen) await server.initialize();
    }
    expect((await server.call(name, args)).result).toBeObject();
  });

  test("a line of more than 64 MB is answered with an error, whichever end its id is at", async () => {
    await using server = raw();
    await server.initialize();
    const huge = Buffer.alloc(1024 * 1024, "x");
    const ends: [head: string, tail: string][] = [
      ['{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"', '"}}\n'],
      ['{"method":"tools/call","params":{"id":5,"name":"', '"},"jsonrpc":"2.0","id":72}\n'],
    ];
    for (const [head, tail] of ends) {
      await server.sendBytes(Buffer.from(head));
      for (let megabyte = 0; megabyte < 65; megabyte++) await server.sendBytes(huge);
      await server.sendBytes(Buffer.from(tail));
      const { id, error } = await server.reply((message) => message.error !== undefined && message.id !== 5);
      expect({ id, code: error?.code }).toEqual({
        id: /"id":(7\d)/.exec(head + tail)?.[1] === "71" ? 71 : 72,
        code: INVALID_REQUEST,
      });
      server.lines.length = 0;
    }
    expect((await server.call(name, args)).result).toBeObject();
  });

  test("what was read before the end of standard input is answered", async () => {
    await using server = raw();
    const clientInfo = { name: "raw", version: "1.0.0" };
    const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const batch = [
      { id: 1, method: "initialize", params: opening },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
      { id: 3, method: "tools/call", params: { name: "kart_nope" } },
    ];
    for (const message of batch) server.send({ jsonrpc: "2.0", ...message });
    server.send("not json");
    await server.process.stdin.end();
    for (const id of [1, 2, 3, null]) await server.reply((message) => message.id === id);
    expect(await server.process.exited).toBe(0);
  });

  test("standard error that nobody reads does not stop the server", async () => {
    using workspace = new TempWorkspace();
    Bun.spawnSync(["mkfifo", workspace.path("unread")]);
    const unread = openSync(workspace.path("unread"), constants.O_RDWR);
    await using server = raw({ stderr: unread });
    await server.initialize();
    for (let line = 0; line < 4000; line++) server.send("not json");
    expect((await server.call(name, args)).result).toBeObject();
    closeSync(unread);
  });
}

function load({ calls, first = {} }: ServerUnderTest, raw: Raw): void {
  test("300 calls at once, and nothing but protocol on standard output", async () => {
    await using server = raw();
    await server.initialize();
    const all = Object.entries(calls).filter(([name]) => first[name] === undefined);
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_none, index) => server.call(...(all[index % all.length] as (typeof all)[number]))),
    );
    expect(replies.filter(({ result }) => result === undefined || result["isError"] === true)).toEqual([]);
    for (const line of server.lines) expect((JSON.parse(line) as RawMessage).jsonrpc).toBe("2.0");
    // It is about what comes, not when: a busy machine may take its time.
  }, 120_000);
}

/** Milliseconds in which the server and all it has started are gone. */
const END_WITHIN = 2000;

function life({ command, endless }: ServerUnderTest): void {
  const workspace = new TempWorkspace();
  const { tool, args, deadline = "KART_TIMEOUT_MS", answerAtDeadline = "timeout: " } = endless(workspace);
  const started: [string, ...string[]] = [...command, "--root", workspace.root];
  afterAll(() => workspace[Symbol.dispose]());

  /** The children of a server that is in the midst of the call. */
  async function childrenIn(pid: number): Promise<number[]> {
    await until("a child was started", () => childrenOf(pid).length > 0, 10_000);
    return childrenOf(pid);
  }
  const areGone = (pids: readonly number[]) =>
    until(`${pids.join(", ")} ended`, () => !pids.some(isRunning), END_WITHIN);

  const ENDS: Readonly<Record<string, (server: RawServer) => unknown>> = {
    "standard input closed": (server) => server.process.stdin.end(),
    SIGTERM: (server) => server.process.kill("SIGTERM"),
    SIGINT: (server) => server.process.kill("SIGINT"),
    SIGHUP: (server) => server.process.kill("SIGHUP"),
  };
  for (const [how, end] of Object.entries(ENDS)) {
    test(`${how}: the server and its children end within two seconds`, async () => {
      await using server = new RawServer({ command: started });
      await server.initialize();
      void server.call(tool, args).catch(() => undefined);
      const pids = [server.process.pid, ...(await childrenIn(server.process.pid))];
      await end(server);
      await areGone(pids);
      expect(await server.process.exited).toBe(0);
    });
  }

  test("standard output closed by the client: the server ends", async () => {
    const [program, ...rest] = started;
    const child = spawn(program, rest, { stdio: ["pipe", "pipe", "ignore"] });
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    child.stdin.on("error", () => undefined).write(ping);
    await once(child.stdout, "data");
    child.stdout.destroy();
    const hasEnded = () => {
      // One answer may still fit before the pipe is closed.
      if (child.exitCode === null) child.stdin.write(ping);
      return child.exitCode !== null;
    };
    await until("the server ended", hasEnded, END_WITHIN);
    expect(child.exitCode).toBe(0);
  });

  test("kill -9 of the client: the server and its children end within two seconds", async () => {
    const errand = JSON.stringify({ command: started, tool, args });
    const client = Bun.spawn([process.execPath, `${import.meta.dir}/doomed-client.ts`, errand], { stdout: "pipe" });
    const { value } = await client.stdout.getReader().read();
    const pid = Number(new TextDecoder().decode(value));
    const pids = [pid, ...(await childrenIn(pid))];
    client.kill("SIGKILL");
    await areGone(pids);
  });

  for (const protocol of ["legacy", "auto"] as const) {
    test(`a cancelled call ends its child, and the next call is answered (${protocol} protocol)`, async () => {
      await using connection = await connectStdio({ command, root: workspace.root, protocol });
      const cancelling = new AbortController();
      const call = connection.client.callTool({ name: tool, arguments: args }, { signal: cancelling.signal });
      const ended = call.then(
        () => "answered",
        () => "cancelled",
      );
      const children = await childrenIn(connection.pid as number);
      cancelling.abort();
      expect(await ended).toBe("cancelled");
      await areGone(children);
      expect(await connection.error("kart_nope")).toStartWith("invalid_argument");
    });
  }

  test("a child that does not answer is ended at the deadline, and others are served meanwhile", async () => {
    await using server = new RawServer({ command: started, env: { [deadline]: "700" } });
    await server.initialize();
    const call = server.call(tool, args);
    const children = await childrenIn(server.process.pid);
    const meanwhile = await server.call("kart_nope");
    expect(meanwhile.result).toMatchObject({ isError: true });
    expect(JSON.stringify((await call).result)).toContain(answerAtDeadline);
    await areGone(children);
  });
}

function commandLine({ name, command, calls }: ServerUnderTest, workspace: TempWorkspace): void {
  const [tool, args] = Object.entries(calls)[0] as [string, Record<string, unknown>];
  const json = JSON.stringify(args);

  /** Runs the binary with nothing on its standard input. */
  async function run(
    given: readonly string[],
    options: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
  ) {
    const child = Bun.spawn([...command, ...given], {
      cwd: options.cwd ?? workspace.root,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"],
        ...options.env,
      },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { stdout, stderr, exitCode };
  }

  const RUNS: readonly [given: string[], exitCode: number, stdout: RegExp, stderr: RegExp][] = [
    [["--help"], 0, new RegExp(`^${name}: [^]*--root DIR`), /^$/],
    [["--version"], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
    [["tools"], 0, new RegExp(Object.keys(calls).join("[^]*")), /^$/],
    [["call", tool, json], 0, /\S/, /^$/],
    [["--output", "structured", "call", tool, json], 0, /^\{.*\}\n$/, /^$/],
    [["call", tool, '{"zzz":1}'], 1, /^invalid_argument: /, /^$/],
    [["call", "kart_nope"], 1, /^invalid_argument: There is no tool/, /^$/],
    [["call"], 2, /^$/, /`call` takes a tool/],
    [["call", tool, json, "more"], 2, /^$/, /`call` takes a tool/],
    [["call", tool, "{"], 2, /^$/, /not JSON/],
    [["doctor"], 0, /root: .*\n[^]*\nEverything (that is needed )?works here.*\n$/, /^$/],
    [["nope"], 2, /^$/, /There is no command `nope`/],
    [["--nope"], 2, /^$/, /--nope/],
    [["--output", "nope"], 2, /^$/, /--output takes auto, both, text, structured, not `nope`/],
    [["--root", "/no/such/root"], 2, /^$/, /\/no\/such\/root/],
    [["--root", "/no/such/root", "call", tool, json], 2, /^$/, /\/no\/such\/root/],
    [["doctor", "extra"], 2, /^$/, /`doctor` takes options alone, not `extra`\./],
    [["--root", "/no/such/root", "doctor"], 1, /root: PROBLEM. .*\/no\/such\/root .*\n1 problem: root\./, /^$/],
    [["--root", process.execPath, "doctor"], 1, /root: PROBLEM. .* is not a folder\..*\n1 problem: root\./, /^$/],
    [["--root", `/${"x".repeat(5000)}`, "call", tool, json], 2, /^$/, /./],
  ];
  for (const [given, exitCode, stdout, stderr] of RUNS) {
    test(`command line: ${clip(given.join(" "), 60)} exits ${exitCode}`, async () => {
      const ran = await run(given);
      expect(ran.stdout).toMatch(stdout);
      expect(ran.stderr).toMatch(stderr);
      expect(ran.exitCode).toBe(exitCode);
    });
  }

  test("on a terminal it says what it is and how to add it", async () => {
    let shown = "";
    const terminal = new Bun.Terminal({ data: (_terminal, bytes) => void (shown += Buffer.from(bytes).toString()) });
    const child = Bun.spawn([...command], { cwd: workspace.root, terminal });
    expect(await child.exited).toBe(0);
    await until("the text came", () => shown.includes("mcpServers"));
    expect(shown).toContain(`claude mcp add ${name}`);
  });

  test("the root: --root, then KART_ROOT, then CLAUDE_PROJECT_DIR, then the current folder", async () => {
    using other = new TempWorkspace();
    const rootOf = async (given: string[], env: Record<string, string>, cwd: string) =>
      /^root: (.*)$/m.exec((await run([...given, "doctor"], { env, cwd })).stdout)?.[1];
    const { root } = workspace;
    const elsewhere = { KART_ROOT: other.root, CLAUDE_PROJECT_DIR: other.root };
    expect(await rootOf(["--root", root], elsewhere, other.root)).toBe(root);
    expect(await rootOf([], { ...elsewhere, KART_ROOT: root }, other.root)).toBe(root);
    expect(await rootOf([], { CLAUDE_PROJECT_DIR: root, KART_ROOT: "" }, other.root)).toBe(root);
    expect(await rootOf([], {}, root)).toBe(root);
  });

  test("a root through a symlink gives the same answer, for absolute paths by either name too", async () => {
    using links = new TempWorkspace();
    const link = links.path("link");
    symlinkSync(workspace.root, link);
    const [withPath, given] = Object.entries(calls).find(([, { path }]) => path !== undefined) ?? [tool, args];
    const answer = async (root: string, prefix: string) => {
      const absolute =
        given["path"] === undefined
          ? given
          : { ...given, path: `${prefix}${JSON.stringify(given["path"]).slice(1, -1)}` };
      return run(["--root", root, "call", withPath, JSON.stringify(absolute)]);
    };
    const wanted = await answer(workspace.root, "");
    expect(wanted.exitCode).toBe(0);
    for (const prefix of ["", `${link}/`, `${workspace.root}/`]) expect(await answer(link, prefix)).toEqual(wanted);
  });
}
