import { posix } from "node:path";
import type { WorkspacePackages } from "../workspace/package-manifest.ts";
import { isConfig } from "./entry-points.ts";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * Whether Nuxt or a bundler imports what a file exports wherever its name stands.
 *
 * @param servesData whether files count whose answers Nuxt gives to components, by members alone
 */
export function isAutoImported(graph: ModuleGraph, path: string, servesData: boolean): boolean {
  const { packages } = graph.resolver;
  const within = posix.relative(packages.packageOf(path)?.folder ?? ".", path);
  const isNuxt = NUXT.test(within) || (servesData && NUXT_SERVER.test(within));
  if (isNuxt && packages.declares(path, "nuxt")) return true;
  return foldersOf(graph).some(({ root, folder }) => isBelow(path, root) && `/${path}`.includes(`/${folder}/`));
}

/** Whether the package of a file has Nuxt or what has bundlers import so. */
export function mayAutoImport(packages: WorkspacePackages, path: string): boolean {
  return IMPORTERS.some((one) => packages.declares(path, one));
}

const IMPORTERS = ["nuxt", "unplugin-auto-import", "unimport"];

/** Whether a file may use what is imported so. */
export function isAutoImporting(graph: ModuleGraph, path: string): boolean {
  return graph.resolver.packages.declares(path, "nuxt") || foldersOf(graph).some(({ root }) => isBelow(path, root));
}

/** https://nuxt.com/docs/4.x/guide/concepts/auto-imports, and what Pinia's module adds. */
const NUXT =
  /^(?:layers\/[^/]+\/)?(?:(?:app\/|src\/)?(?:composables|utils|stores)|(?:server|shared)\/utils|shared\/types)\/[^]*\.[cm]?[jt]sx?$/;

/** What `useFetch` answers with has the type of what these return. */
const NUXT_SERVER = /^(?:layers\/[^/]+\/)?server\/(?:api|routes)\//;

interface ImportedFolder {
  /** Of the configuration that names it, from the root. */
  readonly root: string;
  /** Without what stands for the folder of the sources. */
  readonly folder: string;
}

const known = new WeakMap<ModuleGraph, readonly ImportedFolder[]>();

/** The folders that configurations name to have all imported that is exported there: `AutoImport({ dirs: ["src/composables"] })`. */
function foldersOf(graph: ModuleGraph): readonly ImportedFolder[] {
  let found = known.get(graph);
  if (found === undefined) {
    found = [...graph.nodes.keys()].filter(isConfig).flatMap((path) => {
      const text = graph.text(path) ?? "";
      return IMPORTING.test(text) ? foldersIn(text).map((folder) => ({ root: posix.dirname(path), folder })) : [];
    });
    known.set(graph, found);
  }
  return found;
}

const IMPORTING = /\bunplugin-auto-import\b|\bunimport\b|\bdefineNuxtConfig\b|\bautoImport\b/;

function foldersIn(config: string): string[] {
  const lists = Array.from(config.matchAll(/\bdirs\s*:\s*\[([^\]]*)\]/g), ([, list = ""]) => list);
  return lists.flatMap((list) =>
    Array.from(list.matchAll(/["'`]([^"'`\n]+)["'`]/g), ([, one = ""]) =>
      one
        .replace(/\*.*$/s, "")
        .replace(/^(?:[~@.]*\/)+/, "")
        .replace(/\/+$/, ""),
    ).filter((one) => one !== ""),
  );
}

function isBelow(path: string, folder: string): boolean {
  return folder === "." || path.startsWith(`${folder}/`);
}
