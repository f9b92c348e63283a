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
  const { nativeModule } = await import("@kart/core/mcp/native-module");
  return Promise.all([
    ripgrep(),
    nativeModule("oxc-parser", () => import("oxc-parser"), import.meta.dir),
    nativeModule("oxc-resolver", () => import("oxc-resolver"), import.meta.dir),
  ]);
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
