import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { RawServer } from "@kart/testkit/raw-server";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import * as z from "zod";
import { ROOT, type ServerPackage, serverPackages } from "./servers.ts";
import { SERVERS as DEFINITIONS } from "./tools-doc.ts";

/*
 * No schema is published with the documentation, so these are our own, stricter than Claude Code: of what
 * code.claude.com/docs/en/plugins/marketplace-reference and .../manifest-reference, and agentskills.io/specification, allow, only
 * what is used here. `claude plugin validate --strict PATH` asks Claude Code itself.
 */
const name = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const description = z.string().min(20).max(300);
const author = z.strictObject({ name: z.string().min(1) });

const marketplaceSchema = z.strictObject({
  name,
  owner: author,
  description,
  plugins: z.array(
    z.strictObject({ name, source: z.string().startsWith("./plugins/"), description, category: z.string().min(1) }),
  ),
});

const pluginSchema = z.strictObject({
  name,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description,
  author,
  license: z.literal("MIT"),
  keywords: z.array(z.string()).min(1),
  mcpServers: z.record(name, z.strictObject({ command: z.string(), args: z.array(z.string()) })).optional(),
  dependencies: z.array(name).optional(),
});

const skillSchema = z.strictObject({ name: name.max(64), description: z.string().min(20).max(1024) });

const PACKAGES = serverPackages();
const SERVERS = PACKAGES.map((server) => server.name);

const marketplace = marketplaceSchema.parse(await jsonOf(".claude-plugin/marketplace.json"));

async function jsonOf(path: string): Promise<unknown> {
  return Bun.file(join(ROOT, path)).json();
}

async function pluginOf(plugin: string): Promise<z.infer<typeof pluginSchema>> {
  return pluginSchema.parse(await jsonOf(`plugins/${plugin}/.claude-plugin/plugin.json`));
}

async function skillOf(plugin: string): Promise<{ head: z.infer<typeof skillSchema>; body: string }> {
  const text = await Bun.file(join(ROOT, "plugins", plugin, "skills", plugin, "SKILL.md")).text();
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return { head: skillSchema.parse(Bun.YAML.parse(head ?? "")), body: body ?? "" };
}

function toolsOf(server: string): string[] {
  const definition = DEFINITIONS.find((candidate) => candidate.name === server);
  return (definition?.tools ?? []).map((tool) => tool.name).toSorted();
}

function toolsNamed(text: string): string[] {
  return [...new Set(text.match(/\bkart_[a-z_]+/g))].toSorted();
}

test("the marketplace lists a plugin for each server and one for all, and plugins/ holds no other", () => {
  const names = [...SERVERS, "kart"].toSorted();
  expect(marketplace.plugins.map((plugin) => plugin.name).toSorted()).toEqual(names);
  expect(readdirSync(join(ROOT, "plugins")).toSorted()).toEqual(names);
  for (const plugin of marketplace.plugins) expect(plugin.source).toBe(`./plugins/${plugin.name}`);
});

describe.each(marketplace.plugins)("plugin $name", (listed) => {
  test("its manifest says what the marketplace says", async () => {
    const plugin = await pluginOf(listed.name);
    expect(plugin.name).toBe(listed.name);
    expect(plugin.description).toBe(listed.description);
  });

  test("its skill has a valid head, under the name of its folder", async () => {
    const { head } = await skillOf(listed.name);
    expect(head.name).toBe(listed.name);
    expect(readdirSync(join(ROOT, listed.source, "skills"))).toEqual([listed.name]);
  });

  test("its skill names only tools that exist, and the servers they belong to", async () => {
    const { body } = await skillOf(listed.name);
    for (const tool of toolsNamed(body)) {
      const owner = SERVERS.find((server) => toolsOf(server).includes(tool));
      expect(owner, tool).toBeDefined();
      if (owner !== listed.name) expect(body, `${tool} of another server`).toContain(owner as string);
    }
  });

  test("its skill says when not to use it", async () => {
    expect((await skillOf(listed.name)).body).toContain("\n## Not for\n");
  });
});

describe.each(PACKAGES)("server $name", (server) => {
  /** The root that is asked for. */
  const project = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  /** Where a client starts the server. */
  const hostile = new TempWorkspace({
    "bunfig.toml": 'preload = ["./preload.ts"]\n',
    "preload.ts": 'require("node:fs").writeFileSync("marker", "");\n',
    "elsewhere/a.ts": "",
  });
  hostile.write(".env", `KART_ROOT=${hostile.path("elsewhere")}\n`);
  let command: readonly [string, ...string[]];
  beforeAll(async () => {
    command = await sourceCommand(server);
  });
  afterAll(() => {
    project[Symbol.dispose]();
    hostile[Symbol.dispose]();
  });

  test("its plugin has the version of its package, and starts exactly that", async () => {
    const { version, mcpServers } = await pluginOf(server.name);
    expect(version).toBe(server.manifest.version);
    expect(mcpServers).toEqual({
      [server.name]: { command: "bunx", args: ["--cwd", "${CLAUDE_PLUGIN_ROOT}", `${server.name}@${version}`] },
    });
  });

  test("its skill names every tool of it", async () => {
    expect(toolsNamed((await skillOf(server.name)).body)).toEqual(expect.arrayContaining(toolsOf(server.name)));
  });

  test("what its plugin starts serves its tools", async () => {
    await using raw = new RawServer({ command, env: { CLAUDE_PROJECT_DIR: project.root } });
    await raw.initialize();
    const { result } = await raw.request("tools/list");
    const { tools } = result as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name).toSorted()).toEqual(toolsOf(server.name));
  });

  test("its root is CLAUDE_PROJECT_DIR, whatever the folder it is started in holds", async () => {
    const { PATH, HOME } = process.env;
    const child = Bun.spawn([...command, "doctor"], {
      cwd: hostile.root,
      env: { PATH, HOME, CLAUDE_PROJECT_DIR: project.root },
      stdout: "pipe",
    });
    expect(/^root: (.*)$/m.exec(await child.stdout.text())?.[1]).toBe(project.root);
    expect(existsSync(hostile.path("marker"))).toBe(false);
  });
});

test("the plugin for all has no server of its own: it depends on the plugins of the four", async () => {
  const { version, dependencies, mcpServers } = await pluginOf("kart");
  expect(mcpServers).toBeUndefined();
  expect(dependencies?.toSorted()).toEqual(SERVERS.toSorted());
  expect(PACKAGES.map(({ manifest }) => manifest.version)).toContain(version);
});

/** What a plugin starts, with the sources in place of the package: `bunx --cwd DIR SPEC` is `bun --cwd DIR FILE`. */
async function sourceCommand({ name: server, folder }: ServerPackage): Promise<readonly [string, ...string[]]> {
  const entry = (await pluginOf(server)).mcpServers?.[server];
  if (entry?.command !== "bunx") throw new Error(`plugins/${server} does not start ${server} with bunx`);
  const args = entry.args.map((arg) =>
    arg.startsWith(`${server}@`)
      ? join(folder, "src/main.ts")
      : arg.replaceAll("${CLAUDE_PLUGIN_ROOT}", join(ROOT, "plugins", server)),
  );
  return [process.execPath, ...args];
}
