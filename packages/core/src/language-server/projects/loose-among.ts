import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { takesKind } from "../../workspace/project-roots.ts";
import type { Layout } from "./project-reach.ts";

/**
 * Those of some files that are surely in no project: JavaScript where no configuration takes any, and what is known to be apart. What
 * none lists may be imported by what one does, and a server that opens it looks into the configurations above it.
 */
export function looseAmong(
  files: readonly string[],
  { configs }: Pick<Layout, "configs">,
  apart: ReadonlySet<string>,
): string[] {
  const read = new Set(configs.map(({ path }) => path));
  const known = new Map<string, boolean>();
  // Above the root of the workspace, and of what git ignores, we read none.
  const isBelowOthers = (folder: string): boolean => {
    let is = known.get(folder);
    if (is !== undefined) return is;
    const above = dirname(folder);
    const isOther = (path: string) => !read.has(path) && existsSync(path);
    is = CONFIGS.some((name) => isOther(join(folder, name))) || (above !== folder && isBelowOthers(above));
    known.set(folder, is);
    return is;
  };
  const isIn = (file: string) => !apart.has(file) && configs.some((config) => takesKind(config, file));
  return files.filter((file) => !isIn(file) && !isBelowOthers(dirname(file)));
}

/** What a server looks for above a file that it opens. */
const CONFIGS = ["tsconfig.json", "jsconfig.json"];
