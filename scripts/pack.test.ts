import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { type Connection, connectStdio } from "@kart/testkit/connect";
import { makeExampleRepository } from "./example-repository.ts";
import { bytesBelow, installTarball } from "./installed.ts";
import { serverJson } from "./server-json.ts";
import { type Manifest, ROOT, serverPackages } from "./servers.ts";

setDefaultTimeout(90_000);

const folder = mkdtempSync(join(tmpdir(), "kart-install-"));
afterAll(() => rmSync(folder, { recursive: true }));

const cache = { XDG_CACHE_HOME: join(folder, "cache") };

/** What the README of a server does not show. */
const furtherCalls: Readonly<Record<string, (connection: Connection, repository: string) => Promise<void>>> = {
  "kart-nav": async (connection) => {
    expect(await connection.data("kart_importers", { path: "src/price.ts", symbol: "total" })).toMatchObject({
      importers: [{ path: "src/cart.ts" }, { path: "src/invoice.ts" }],
    });
  },
  "kart-edit": async (connection, repository) => {
    expect(readFileSync(join(repository, "src/cart.ts"), "utf8")).toContain(`total(this.#prices, "20%")`);
    await connection.text("kart_rename", { file: "src/price.ts", symbol: "total", newName: "totalWithTax" });
    const files = ["cart", "invoice", "price"].map((file) => readFileSync(join(repository, `src/${file}.ts`), "utf8"));
    const names = [...files.join("").matchAll(/\btotal(WithTax)?\b/g)].map(([found]) => found);
    expect(names).toEqual(Array.from({ length: 5 }, () => "totalWithTax"));
  },
};

/** Programs that are started, not imported. */
const FOUND_BY_PATH: Readonly<Record<string, readonly string[]>> = {
  "kart-zoom": ["typescript"],
  "kart-edit": ["oxlint", "oxlint-tsgolint", "typescript"],
};

/** A call that reaches a backend, in a folder with nothing but a.ts. */
const A_CALL: Readonly<Record<string, readonly [tool: string, args: Record<string, unknown>]>> = {
  "kart-nav": ["kart_find", { name: "greet" }],
  "kart-zoom": ["kart_references", { path: "a.ts", symbol: "greet" }],
  "kart-edit": ["kart_read", { path: "a.ts" }],
  "kart-cochange": ["kart_cochange", { path: "a.ts" }],
};

/** What `bun run pack` printed: a line for each server. */
let printed = "";

beforeAll(async () => {
  const packed = await run([process.execPath, "run", "pack", folder], ROOT);
  if (packed.exitCode !== 0) throw new Error(packed.stderr);
  printed = packed.stdout;
});

describe.each(serverPackages().map((server) => [server.name, server] as const))(
  "%s, packed and installed",
  (name, server) => {
    const user = join(folder, name);
    const installed = join(user, "node_modules", name);
    const bin = join(user, "node_modules/.bin", name);

    const tarball = join(folder, `${name}-${server.manifest.version}.tgz`);

    beforeAll(async () => {
      await installTarball(tarball, user);
      writeFileSync(join(user, "a.ts"), "export function greet() {}\n");
      for (const args of [
        ["init", "--quiet"],
        ["add", "a.ts"],
        ["-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "a"],
      ])
        expect(await run(["git", ...args], user)).toMatchObject({ exitCode: 0 });
    });

    const readManifest = (): Manifest => JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Manifest;

    test("is told with its sizes", () => {
      const [packed, bundle, all] = [
        statSync(tarball).size,
        statSync(join(installed, "dist/main.js")).size,
        bytesBelow(join(user, "node_modules")),
      ].map((bytes) => `${bytes.toLocaleString("en-US")} B`);
      expect(printed.split("\n")).toContain(`${tarball}: tarball ${packed}, bundle ${bundle}, installed ${all}`);
    });

    test("is what publint asks of a package", async () => {
      const archive = await Bun.file(tarball).arrayBuffer();
      expect((await publint({ pack: { tarball: archive }, strict: true })).messages).toEqual([]);
    });

    test("holds these files and no others", async () => {
      const files = await new Bun.Archive(await Bun.file(tarball).bytes()).files();
      expect([...files.keys()].sort()).toEqual(
        ["CHANGELOG.md", "LICENSE", "README.md", "dist/main.js", "dist/main.js.jsc", "package.json", "server.json"].map(
          (path) => `package/${path}`,
        ),
      );
    });

    test("describes itself within what registries show", () => {
      const manifest = readManifest();
      expect(manifest).toMatchObject({ name, type: "commonjs", license: "MIT", engines: { bun: `>=${Bun.version}` } });
      expect(String(manifest["description"]).length).toBeLessThanOrEqual(100);
      expect(manifest["keywords"]).toContain("mcp-server");
      expect(manifest).not.toHaveProperty("private");
    });

    test("is what the registry is told of, inside and beside it", () => {
      const told = serverJson(server);
      const beside = join(folder, `${name}-${server.manifest.version}.server.json`);
      for (const path of [join(installed, "server.json"), beside])
        expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(told);
      expect(readManifest()["mcpName"]).toBe(told["name"]);
    });

    test("declares what it imports or finds by its path, and nothing else", async () => {
      // The first line is for the system. What is imported is read from the bundle itself, not from its making.
      const bundle = readFileSync(join(installed, "dist/main.js"), "utf8").replace(/^#!.*\n/, "");
      const imported = new Bun.Transpiler({ loader: "js" }).scanImports(bundle).map(({ path }) => path);
      const packages = imported.filter((path) => !isBuiltin(path) && path !== "bun" && !path.startsWith("bun:"));
      const programs = ["oxlint", "oxlint-tsgolint", "typescript"].filter((program) => bundle.includes(`"${program}/`));
      const declared = Object.keys(readManifest().dependencies ?? {});
      expect(declared.sort()).toEqual([...new Set([...packages, ...programs])].sort());
      expect(packages.length).toBeGreaterThan(0);
      expect(programs).toEqual([...(FOUND_BY_PATH[name] ?? [])]);
    });

    test("names no workspace and no catalog", () => {
      const manifest = readFileSync(join(installed, "package.json"), "utf8");
      expect(manifest).not.toMatch(/workspace:|catalog:|@kart\/|src\/main/);
      expect(readFileSync(join(installed, "LICENSE"), "utf8")).toStartWith("MIT License");
    });

    test("runs by its name", async () => {
      const version = await run([process.execPath, "x", "--no-install", name, "--version"], user);
      expect(version).toMatchObject({ exitCode: 0, stdout: `${server.manifest.version}\n` });
      const help = await run([bin, "--help"], user);
      expect(help.exitCode).toBe(0);
      expect(help.stdout).toStartWith(`${name}: `);
    });

    test("runs its bytecode", async () => {
      // JavaScriptCore says so itself. Without a hit every start would compile four hundred kilobytes.
      const { stderr } = await run([bin, "--version"], user, { BUN_JSC_verboseDiskCache: "1" });
      expect(stderr).toContain("Cache hit");
    });

    test("finds its backends where it was installed", async () => {
      const { exitCode, stdout } = await run([bin, "doctor"], user, cache);
      expect(stdout).toEndWith("\nEverything works here.\n");
      const packages = stdout.match(/\S*node_modules\S*/g) ?? [];
      expect(packages.length).toBeGreaterThan(0);
      expect(packages.filter((path) => !path.startsWith(realpathSync(user)))).toEqual([]);
      expect(exitCode).toBe(0);
    });

    test("answers over stdio, on a repository never seen, as its README shows", async () => {
      const readme = readFileSync(join(installed, "README.md"), "utf8");
      const repository = join(folder, "repositories", name);
      await makeExampleRepository(repository);
      await using connection = await connectStdio({ root: repository, command: [bin], env: cache });

      for (const tool of await connection.tools()) expect(readme).toContain(`\`${tool.name}\``);
      const examples = [...readme.matchAll(/^```\n(kart_\w+) (\{.*\})\n([^]*?)\n```$/gm)];
      expect(examples.length).toBeGreaterThan(0);
      for (const [, tool = "", args = "", answer = ""] of examples)
        expect(await connection.text(tool, JSON.parse(args) as Record<string, unknown>)).toBe(answer);
      await furtherCalls[name]?.(connection, repository);
    });

    test("has a README that names this version and no other", () => {
      const readme = readFileSync(join(installed, "README.md"), "utf8");
      const named = [...readme.matchAll(/\b(kart-\w+)@([\w.-]*\w)/g)].map(([spec]) => spec);
      expect([...new Set(named)]).toEqual([`${name}@${server.manifest.version}`]);
    });

    test("answers the same where its bytecode is missing or damaged", async () => {
      const bytecode = join(installed, "dist/main.js.jsc");
      const whole = readFileSync(bytecode);
      const [tool, args] = A_CALL[name] ?? [];
      const answers = () =>
        Promise.all([run([bin, "--version"], user), run([bin, "call", `${tool}`, JSON.stringify(args)], user, cache)]);
      const expected = await answers();
      expect(expected.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
      try {
        for (const damaged of [undefined, "", whole.subarray(0, whole.length / 2), Buffer.alloc(whole.length, 0x2a)]) {
          // Never in place: the installed file and the one in Bun's cache, which other installs share, are one.
          rmSync(bytecode, { force: true });
          if (damaged !== undefined) writeFileSync(bytecode, damaged);
          expect(await answers()).toEqual(expected);
        }
      } finally {
        rmSync(bytecode, { force: true });
        writeFileSync(bytecode, whole);
      }
    });

    if (name !== "kart-cochange") return;

    test("writes the same report page as its sources do", async () => {
      const write = async (command: readonly string[], out: string) => {
        const ran = await run([...command, "report", "--out", out], user, cache);
        expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
        return readFileSync(join(user, out), "utf8");
      };
      const sources = [process.execPath, join(server.folder, "src/main.ts")];
      expect(await write([bin], "packed.html")).toBe(await write(sources, "sources.html"));
    });
  },
);

async function run(command: readonly string[], cwd: string, environment: Record<string, string> = {}) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, exitCode };
}
