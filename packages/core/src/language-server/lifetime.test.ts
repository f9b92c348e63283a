import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { failure, LanguageWorkspace, never } from "@kart/testkit/language-workspace";
import type { ToolError } from "../mcp/tool-error.ts";
import { isRunning, until, stopped } from "@kart/testkit/processes";

setDefaultTimeout(90_000);

const PROGRAMS = join(import.meta.dir, "../../test/programs");
const FILES = `// @filename: tsconfig.json
{}
// @filename: a.ts
export const he/*|*/llo = 1;
`;

afterEach(() => {
  delete process.env["KART_LANGUAGE_SERVER"];
  delete process.env["KART_TIMEOUT_MS"];
});

/** A workspace whose language server misbehaves, and what that wrote into its log. */
class Misbehaving extends LanguageWorkspace {
  readonly #log = this.files.path("log.txt");

  constructor(behaviour: string, timeoutMs = 20_000, wrapper = "") {
    super(FILES);
    const program = join(PROGRAMS, "fake-language-server.ts");
    process.env["KART_LANGUAGE_SERVER"] = `${wrapper} "${process.execPath}" '${program}' "${this.#log}" ${behaviour}`;
    process.env["KART_TIMEOUT_MS"] = String(timeoutMs);
  }

  hover(signal = never) {
    return this.server.hover(this.cursor, signal);
  }

  log(): string[] {
    return this.files.read("log.txt").trim().split("\n");
  }
}

describe("a server that dies", () => {
  test("before it is asked is started again", async () => {
    using workspace = new LanguageWorkspace(FILES);
    await workspace.references();
    const first = (await workspace.server.pid()) as number;
    process.kill(first, "SIGKILL");
    expect(await workspace.references()).toEqual(["a.ts:1:14"]);
    expect(await workspace.server.pid()).not.toBe(first);
  });

  test("while it answers is started again, and asked once more", async () => {
    using workspace = new Misbehaving("dies-once");
    expect(await workspace.hover()).toEqual({ markdown: "start 2" });
    expect(workspace.log()).toEqual(["start", "start"]);
  });

  test("each time is reported with its last words, and started again for the next question", async () => {
    using workspace = new Misbehaving("dies");
    const words = "The language server ended, saying: a bug in the server. It was started again, and ended again.";
    expect(await failure(workspace.hover())).toContain(words);
    expect(await workspace.server.definition(workspace.cursor, never)).toEqual([]);
  });

  test("before it was greeted is reported too", async () => {
    using workspace = new Misbehaving("never-starts");
    expect(await failure(workspace.hover())).toContain(
      "The language server ended. It was started again, and ended again.",
    );
    expect(workspace.log()).toHaveLength(2);
  });
});

test("a server that closes its output and lives on is replaced, and all its questions are asked once more", async () => {
  using workspace = new Misbehaving("dies-once", 20_000, `sh "${join(PROGRAMS, "outlive.sh")}"`);
  const silent = workspace.hover();
  const first = (await workspace.server.pid()) as number;
  // Some of these are asked before that is noticed, some between, and some after.
  const others = Array.from({ length: 200 }, async (_, turn) => {
    await Bun.sleep(turn * 2);
    return workspace.server.definition(workspace.cursor, never);
  });
  expect(await Promise.all(others)).toEqual(others.map(() => []));
  expect(await silent).toEqual({ markdown: "start 2" });
  await until("the first is ended", () => !isRunning(first), 10_000);
});

test("a server that talks nonsense is ended, and reported", async () => {
  using workspace = new Misbehaving("babbles");
  expect(await failure(workspace.hover())).toContain("It was started again, and ended again.");
  expect(workspace.log()).toEqual(["start", "start"]);
});

describe("a server that hangs", () => {
  test("is cancelled and replaced, and holds up no other question", async () => {
    using workspace = new Misbehaving("hangs-once", 3000);
    const hanging = failure(workspace.hover());
    // Answered by the first server while the other question hangs.
    expect(await workspace.server.definition(workspace.cursor, never)).toEqual([]);
    expect(workspace.log()).toEqual(["start"]);
    const first = (await workspace.server.pid()) as number;
    expect(await hanging).toStartWith("The language server did not answer textDocument/hover within 3000 ms.");
    await until("the server that hangs is ended", () => !isRunning(first), 10_000);
    expect(await workspace.hover()).toEqual({ markdown: "start 2" });
    expect(workspace.log()).toEqual(["start", "cancel", "start"]);
  });

  test("is kept where it answers to being cancelled", async () => {
    using workspace = new Misbehaving("slow", 1000);
    expect(await failure(workspace.hover())).toContain("within 1000 ms");
    expect(await failure(workspace.hover())).toContain("within 1000 ms");
    await until("both were cancelled", () => workspace.log().length === 3, 5000);
    expect(await workspace.server.definition(workspace.cursor, never)).toEqual([]);
    expect(workspace.log()).toEqual(["start", "cancel", "cancel"]);
  });

  test("is asked for others' complaints beside those that it is too slow for", async () => {
    using workspace = new Misbehaving("slow");
    await workspace.server.definition(workspace.cursor, never);
    process.env["KART_TIMEOUT_MS"] = "200";
    for (const name of ["quick.ts", "slow.ts", "slower.ts"]) workspace.files.write(name, "");
    const late: string[] = [];
    const check = (...names: string[]) =>
      workspace.server.diagnosticsOfAll(
        names.map((name) => workspace.at(name, 0).path),
        new Map(),
        never,
        { onLate: ({ relative }) => late.push(relative) },
      );
    expect((await check("slow.ts", "quick.ts", "slower.ts")).diagnostics).toEqual([[], [], []]);
    expect(late).toEqual(["slow.ts", "slower.ts"]);
    expect(await failure(check("slow.ts", "slower.ts"))).toContain("textDocument/diagnostic within 200 ms");
    expect(await failure(workspace.diagnostics(workspace.at("slow.ts", 0)))).toContain("within 200 ms");
    expect(workspace.log().filter((line) => line === "start")).toEqual(["start"]);
  });

  test("as a whole: another question gets its answer from the next server", async () => {
    using workspace = new LanguageWorkspace(FILES);
    await workspace.references();
    const first = (await workspace.server.pid()) as number;
    await stopped(first);
    process.env["KART_TIMEOUT_MS"] = "1000";
    expect(await failure(workspace.references())).toContain("within 1000 ms");
    process.env["KART_TIMEOUT_MS"] = "20000";
    expect(await workspace.references()).toEqual(["a.ts:1:14"]);
    expect(isRunning(first)).toBe(false);
  });
});

test("a question that is aborted is cancelled, and throws the reason", async () => {
  using workspace = new Misbehaving("slow");
  await workspace.server.definition(workspace.cursor, never);
  const controller = new AbortController();
  const asked = failure(workspace.hover(controller.signal));
  await until("the question is under way", () => workspace.log().length === 1);
  setTimeout(() => controller.abort(new Error("the caller left")), 100);
  expect(await asked).toBe("the caller left");
  await until("it is cancelled", () => workspace.log().includes("cancel"), 10_000);
});

test("what the server says of its own failure is passed on, and it lives on", async () => {
  using workspace = new Misbehaving("fails");
  for (let time = 0; time < 2; time++)
    expect(await failure(workspace.hover())).toContain("textDocument/hover: Request");
  expect(workspace.log()).toEqual(["start"]);
});

test("a program that is not there", async () => {
  using workspace = new LanguageWorkspace(FILES);
  process.env["KART_LANGUAGE_SERVER"] = "/no/such/server --stdio";
  expect(await failure(workspace.references())).toContain("server could not be started");
  expect(await workspace.references().catch((error: unknown) => (error as ToolError).code)).toBe("backend_unavailable");
});

test("nothing runs before the first question, nor when idle; the next question starts another", async () => {
  using workspace = new LanguageWorkspace(FILES, 50);
  expect(await workspace.server.pid()).toBeUndefined();
  await workspace.references();
  const first = await workspace.server.pid();
  if (first !== undefined) await until("the idle server ends", () => !isRunning(first), 10_000);
  expect(await workspace.references()).toEqual(["a.ts:1:14"]);
});

test("closed with a question under way: that fails, and nothing is started again", async () => {
  using workspace = new Misbehaving("slow");
  await workspace.server.definition(workspace.cursor, never);
  const asked = failure(workspace.hover());
  workspace.server[Symbol.dispose]();
  expect(await asked).toContain("was closed");
  expect(await failure(workspace.hover())).toContain("was closed");
  expect(workspace.log()).toEqual(["start"]);
});

test("many questions at once start one server", async () => {
  using workspace = new LanguageWorkspace(FILES);
  const answers = await Promise.all(Array.from({ length: 20 }, () => workspace.references()));
  expect(answers).toEqual(Array.from({ length: 20 }, () => ["a.ts:1:14"]));
});

describe("no server outlives us, in whatever state it is", () => {
  test.each([
    ["our input ends", (client: Client) => void client.stdin.end()],
    ["SIGTERM", (client: Client) => client.kill("SIGTERM")],
    ["SIGKILL", (client: Client) => client.kill("SIGKILL")],
  ])("%s", async (_, end) => {
    using workspace = new LanguageWorkspace(FILES);
    const client = Bun.spawn([process.execPath, join(PROGRAMS, "language-client.ts"), workspace.files.root, "a.ts"], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    const { value } = await client.stdout.getReader().read();
    const pid = Number(Buffer.from(value ?? []).toString());
    expect(isRunning(pid)).toBe(true);
    // It hangs, and so does not find its input ended.
    await stopped(pid);
    end(client);
    await until("the language server ends", () => !isRunning(pid), 10_000);
    await client.exited;
  });
});

type Client = Bun.Subprocess<"pipe", "pipe", "inherit">;
