import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { RawServer } from "@kart/testkit/raw-server";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import * as z from "zod";
import { ROOT, serverPackages } from "./servers.ts";
import { SERVERS as DEFINITIONS } from "./tools-doc.ts";

/*
 * docs/clients.md, kept true: its blocks are read by what the clients' documentation allows, strictly, and every server in them
 * is started.
 */
const entry = z.strictObject({
  type: z.literal("stdio").optional(),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).optional(),
});
const servers = z.record(z.string(), entry);

const claudeCode = z.strictObject({ mcpServers: servers });
const claudeSettings = z.union([
  z.strictObject({
    extraKnownMarketplaces: z.record(
      z.string(),
      z.strictObject({ source: z.strictObject({ source: z.literal("directory"), path: z.string() }) }),
    ),
    enabledPlugins: z.record(z.string(), z.boolean()),
  }),
  z.strictObject({
    permissions: z.strictObject({ allow: z.array(z.string()), ask: z.array(z.string()) }),
  }),
]);
const vsCode = z.strictObject({ servers: z.record(z.string(), entry.required({ type: true })) });
const codex = z.strictObject({
  mcp_servers: z.record(
    z.string(),
    entry.omit({ type: true }).extend({
      enabled_tools: z.array(z.string()).optional(),
      default_tools_approval_mode: z.enum(["auto", "prompt", "writes", "approve"]).optional(),
    }),
  ),
});
const gemini = z.strictObject({
  mcpServers: z.record(
    z.string(),
    entry.omit({ type: true }).extend({
      includeTools: z.array(z.string()).optional(),
      excludeTools: z.array(z.string()).optional(),
    }),
  ),
});

/** What the blocks of a section hold; a block must fit one of them. */
const SHAPES: Readonly<Record<string, z.ZodType<object>>> = {
  "Claude Code": claudeCode,
  Plugins: claudeSettings,
  Permissions: claudeSettings,
  Cursor: claudeCode,
  "VS Code": vsCode,
  "Codex CLI": codex,
  "Gemini CLI": gemini,
};

const PACKAGES = serverPackages();
const TOOLS: Record<string, string[]> = Object.fromEntries(
  DEFINITIONS.map(({ name, tools }) => [name, tools.map((tool) => tool.name).toSorted()]),
);
const doc = await Bun.file(join(ROOT, "docs/clients.md")).text();

interface Block {
  readonly section: string;
  readonly language: string;
  readonly text: string;
}

const blocks = doc.split(/^#+ /m).flatMap((part): Block[] => {
  const section = part.slice(0, part.indexOf("\n"));
  const found = part.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...found].map(([, language = "", text = ""]) => ({ section, language, text }));
});
const configurations = blocks.filter(({ language }) => language !== "");

function parsed({ language, text }: Block): unknown {
  return language === "toml" ? Bun.TOML.parse(text) : JSON.parse(text);
}

test("there is a configuration for every client", () => {
  expect(new Set(configurations.map(({ section }) => section))).toEqual(new Set(Object.keys(SHAPES)));
});

test.each(configurations)("a $language block of $section is one that the client reads", (block) => {
  (SHAPES[block.section] as z.ZodType).parse(parsed(block));
});

test("every package that is named has its version", () => {
  const specs = [...doc.matchAll(/\b(kart-[a-z]+)@(\d[\w.-]*)/g)];
  expect(specs.length).toBeGreaterThan(10);
  for (const [spec, name, version] of specs)
    expect(PACKAGES.find((server) => server.name === name)?.manifest.version, spec).toBe(version as string);
});

test("every file of a checkout that is named exists", () => {
  const paths = [...doc.matchAll(/\/path\/to\/kart\/([\w./-]+)/g)].map(([, path]) => path as string);
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true);
});

test("every tool that is named or left out is a tool of that server", () => {
  for (const [rule, server = "", tool = ""] of doc.matchAll(/mcp__(?:plugin_[a-z-]+_)?(kart-[a-z]+)__(kart_\w+|\*)/g))
    expect(tool === "*" ? TOOLS[server] !== undefined : TOOLS[server]?.includes(tool), rule).toBe(true);
  for (const block of configurations)
    for (const [server, { enabled_tools, includeTools, excludeTools }] of entriesOf(parsed(block)))
      for (const tool of [enabled_tools, includeTools, excludeTools].flatMap((list) => list ?? []))
        expect(TOOLS[server], `${tool} of ${server}`).toContain(tool);
});

test("what is allowed without asking never writes", () => {
  const { permissions } = claudeSettings.parse(
    parsed(configurations.find(({ section }) => section === "Permissions") as Block),
  ) as {
    permissions: { allow: string[] };
  };
  for (const rule of permissions.allow) {
    const [, server, tool] = /(kart-[a-z]+)__(.+)$/.exec(rule) as unknown as [string, string, string];
    const tools = DEFINITIONS.find(({ name }) => name === server)?.tools ?? [];
    const allowed = tools.filter(({ name }) => tool === "*" || name === tool);
    expect(allowed.length, rule).toBeGreaterThan(0);
    for (const { name, hints } of allowed) expect(hints.readOnlyHint, name).toBe(true);
  }
});

interface Entry extends z.infer<typeof entry> {
  readonly enabled_tools?: string[];
  readonly includeTools?: string[];
  readonly excludeTools?: string[];
}

function entriesOf(configuration: unknown): [string, Entry][] {
  const {
    mcpServers,
    servers: ofCode,
    mcp_servers,
  } = configuration as Record<string, Record<string, Entry> | undefined>;
  return Object.entries(mcpServers ?? ofCode ?? mcp_servers ?? {});
}

describe("servers", () => {
  const workspace = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  afterAll(() => workspace[Symbol.dispose]());

  const started = configurations.flatMap((block) =>
    entriesOf(parsed(block)).map(([name, { command, args, env = {} }]) => ({ name, command, args, env })),
  );
  const distinct = [...new Map(started.map((server) => [JSON.stringify(server), server])).values()];

  test.each(distinct)("$name starts as $command $args, the sources in the package's place", async (server) => {
    expect(server.command).toBe("bunx");
    const folder = PACKAGES.find(({ name }) => name === server.name)?.folder as string;
    const args = server.args.map((arg) => (arg.startsWith(`${server.name}@`) ? join(folder, "src/main.ts") : arg));
    const env = Object.fromEntries(
      Object.entries(server.env).map(([name, value]) => [name, value.replace("${workspaceFolder}", workspace.root)]),
    );
    await using raw = new RawServer({ command: [process.execPath, ...args], env });
    await raw.initialize();
    const { result } = await raw.request("tools/list");
    const { tools } = result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOLS[server.name] as string[]);
  });
});
