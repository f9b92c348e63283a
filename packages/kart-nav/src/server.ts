import type { BackendState, ServerDefinition } from "@kart/core/mcp/serve";
import packageJson from "../package.json" with { type: "json" };
import { type NavServices, openServices } from "./services.ts";
import { find } from "./tools/find.ts";
import { importers } from "./tools/importers.ts";
import { imports } from "./tools/imports.ts";
import { list } from "./tools/list.ts";
import { search } from "./tools/search.ts";
import { unusedExports } from "./tools/unused-exports.ts";

export const navServer: ServerDefinition<NavServices> = {
  name: "kart-nav",
  version: packageJson.version,
  summary: "finds declarations, text, files, importers and unused exports in TypeScript and JavaScript repositories",
  instructions:
    "Answers where things are in this TypeScript/JavaScript workspace, within milliseconds and without reading files: kart_find (declarations by name, with body on demand), kart_search (text), kart_list (files), kart_imports and kart_importers (who depends on a file or export, through barrels and aliases), kart_unused_exports. Use these instead of grep, find and reading whole files.",
  tools: [find, search, list, imports, importers, unusedExports],
  open: openServices,
  backends,
};

async function backends(): Promise<BackendState[]> {
  return Promise.all([ripgrep(), native("oxc-parser"), native("oxc-resolver")]);
}

async function ripgrep(): Promise<BackendState> {
  try {
    const [{ ripgrepPath }, { runToEnd }] = await Promise.all([
      import("@kart/core/process/ripgrep"),
      import("@kart/core/process/run"),
    ]);
    const path = await ripgrepPath();
    const { stdout } = await runToEnd(path, ["--version"], {
      cwd: process.cwd(),
      signal: new AbortController().signal,
    });
    return { name: "ripgrep", version: new TextDecoder().decode(stdout).split("\n")[0] ?? "", path };
  } catch (error) {
    return { name: "ripgrep", problem: (error as Error).message };
  }
}

/** A native module that is there may still fail to load, on a platform its package does not know. */
async function native(name: "oxc-parser" | "oxc-resolver"): Promise<BackendState> {
  try {
    await (name === "oxc-parser" ? import("oxc-parser") : import("oxc-resolver"));
    const manifest = Bun.resolveSync(`${name}/package.json`, import.meta.dir);
    const { version } = (await Bun.file(manifest).json()) as { version: string };
    return { name, version, path: manifest.replace(/[/\\]package\.json$/, "") };
  } catch (error) {
    return { name, problem: `${(error as Error).message}. Reinstall kart-nav with optional dependencies.` };
  }
}
