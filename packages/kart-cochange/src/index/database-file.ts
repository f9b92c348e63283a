import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { cacheFolder } from "@kart/core/workspace/cache-folder";

/** The database of a repository: one for all worktrees, by the real path of their common git folder. */
export function databaseFile(commonFolder: string, folder: string = cacheFolder()): string {
  const parent = basename(commonFolder) === ".git" ? basename(join(commonFolder, "..")) : basename(commonFolder);
  const readable = parent.replaceAll(/[^\w.-]/g, "_").slice(0, 40);
  const key = createHash("sha256").update(commonFolder).digest("hex").slice(0, 16);
  return join(folder, "cochange", `${readable}-${key}.sqlite`);
}
