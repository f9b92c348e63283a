import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../scripts/servers.ts";
import { bundleOf } from "./bundle.ts";
import { publicParser } from "./parse-everything.ts";
import { bound, type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 25;
const LINT_ROUNDS = 7;

/** 2,052 lines of code, with problems in the eyes of oxlint's own defaults. */
const LONG_FILE = "src/v4/mini/schemas.ts";
const SYMBOL = "httpUrl";

/** What an edit costs above reading, parsing twice and writing, and above the linter alone. */
export async function* edit(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-edit");
  yield* withoutLint(bundle.command);
  yield* withLint(bundle.command);
  await using server = new StdioServer([...bundle.command, "--output", "text"]);
  const { tools } = (await server.listTools()) as { tools: unknown[] };
  yield bound("tools/list without output schemas", JSON.stringify(tools).length, "characters", 10_500);
}

async function* withoutLint(command: readonly string[]): AsyncGenerator<Finding> {
  using project = new Project();
  await using server = await StdioServer.connected(command, project.folder);
  const { parseSync } = await publicParser();
  const file = join(project.folder, LONG_FILE);
  const timings = await sideBySide(ROUNDS, [
    async () => ({
      "read, parse twice, write": await timed(() => {
        const source = readFileSync(file, "utf8");
        for (let times = 0; times < 2; times++) {
          if (parseSync(file, source, { astType: "ts" }).program.body.length === 0)
            throw new Error("nothing was parsed");
        }
        writeFileSync(file, source);
      }),
    }),
    async () => ({ edit: await timed(() => server.call("kart_replace", project.change({ lint: false }))) }),
  ]);
  const what = "kart_replace in 2,052 lines, without lint";
  yield ratio(timings, "edit", "read, parse twice, write", { what, atMost: 3 });
}

/** Of a file whose problems an earlier edit has seen, and of one that is linted for the first time. */
async function* withLint(command: readonly string[]): AsyncGenerator<Finding> {
  using project = new Project();
  // Two servers that change one file would each find it changed by another.
  using other = new Project();
  await using server = await StdioServer.connected(command, project.folder);
  const oxlint = join(realpathSync(join(ROOT, "packages/kart-edit/node_modules/oxlint")), "bin/oxlint");
  const args = [oxlint, "--type-aware", "--type-check", "--format", "json", LONG_FILE];
  // Without the linter of types, oxlint ends at once.
  const env = { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env["PATH"]}` };
  const timings = await sideBySide(LINT_ROUNDS, [
    async () => ({
      oxlint: await timed(
        () => Bun.spawn([process.execPath, ...args], { cwd: project.folder, env, stdout: "ignore" }).exited,
      ),
    }),
    async () => ({ edit: await timed(() => server.call("kart_replace", project.change({}))) }),
    async () => {
      await using fresh = await StdioServer.connected(command, other.folder);
      return { first: await timed(() => fresh.call("kart_replace", other.change({}))) };
    },
  ]);
  yield ratio(timings, "edit", "oxlint", { what: "kart_replace with lint", atMost: 1.15 });
  const first = (timings["first"] as number) / (timings["oxlint"] as number);
  yield {
    what: "kart_replace with lint, the first of a server, in a file that has problems",
    measured: `${first.toFixed(2)}x oxlint`,
    isMet: true,
  };
}

/** zod's sources in a folder of their own, with a configuration that type-checks them. */
class Project implements Disposable {
  readonly folder = mkdtempSync(join(realpathSync(tmpdir()), "kart-edit-bench-"));
  #number = 0;

  constructor() {
    const zod = dirname(realpathSync(Bun.resolveSync("zod/package.json", import.meta.dir)));
    mkdirSync(join(this.folder, "src"));
    cpSync(join(zod, "src/v4"), join(this.folder, "src/v4"), { recursive: true });
    cpSync(join(zod, "package.json"), join(this.folder, "package.json"));
    const compilerOptions = { strict: true, noEmit: true, module: "nodenext", target: "esnext", types: [] };
    const tsconfig = { compilerOptions, include: ["src/v4/mini", "src/v4/core"], exclude: ["**/tests/**"] };
    writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify(tsconfig));
  }

  /** Arguments of a kart_replace that changes the file each time. */
  change(options: Record<string, unknown>): Record<string, unknown> {
    const content = `export function ${SYMBOL}(params?: string | Omit<core.$ZodURLParams, "protocol" | "hostname">): ZodMiniURL {
  return core._url(ZodMiniURL, {
    protocol: core.regexes.httpProtocol,
    hostname: core.regexes.domain,
    ...util.normalizeParams(params),
  }) as any; // ${this.#number++}
}`;
    return { file: LONG_FILE, symbol: SYMBOL, content, ...options };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
