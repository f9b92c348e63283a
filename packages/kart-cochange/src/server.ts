import type { BackendState, ServerDefinition } from "@kart/core/mcp/serve";
import packageJson from "../package.json" with { type: "json" };
import { build } from "./commands/build.ts";
import { report } from "./commands/report.ts";
import { status } from "./commands/status.ts";
import { type CochangeServices, openServices } from "./services.ts";
import { cochange } from "./tools/cochange.ts";

export const cochangeServer: ServerDefinition<CochangeServices> = {
  name: "kart-cochange",
  version: packageJson.version,
  summary: "tells which files change together, from the git history",
  instructions:
    "Knows which files of this repository change together, from its git history: kart_cochange. Ask it with the files you changed before you finish: tests, docs, configuration and twins that no import leads to stand on top. Also useful before a change, to see what usually goes along with a file.",
  tools: [cochange],
  open: openServices,
  backends,
  commands: [build, status, report],
};

async function backends(): Promise<BackendState[]> {
  const [{ nativeModule }, { ripgrepState }, { cacheFolder }] = await Promise.all([
    import("@kart/core/mcp/native-module"),
    import("@kart/core/mcp/ripgrep-state"),
    import("@kart/core/workspace/cache-folder"),
  ]);
  const [git, ...readers] = await Promise.all([
    gitState(),
    // A report reads what imports what.
    ripgrepState(),
    nativeModule("oxc-parser", () => import("oxc-parser"), import.meta.dir),
    nativeModule("oxc-resolver", () => import("oxc-resolver"), import.meta.dir),
  ]);
  return [git, { name: "cache", path: cacheFolder() }, ...readers];
}

async function gitState(): Promise<BackendState> {
  const { git } = await import("@kart/core/process/git");
  try {
    const { stdout } = await git(["--version"], { cwd: process.cwd(), signal: new AbortController().signal });
    const version = new TextDecoder()
      .decode(stdout)
      .trim()
      .replace(/^git version /, "");
    return { name: "git", version, path: Bun.which("git") ?? "git" };
  } catch (error) {
    return { name: "git", problem: `${(error as Error).message}. Install git, and see that it is on PATH.` };
  }
}
