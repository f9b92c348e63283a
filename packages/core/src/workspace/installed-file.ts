import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of a package in the nearest `node_modules` from a folder up to another, or to the top. Absolute paths. */
export function installedFile(from: string, file: string, top?: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", file);
    if (existsSync(path)) return path;
    if (folder === top || folder === dirname(folder)) return undefined;
  }
}
