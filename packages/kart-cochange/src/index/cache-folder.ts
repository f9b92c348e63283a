import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a user's programs keep what they can make again: `XDG_CACHE_HOME`, else what the system has for it. */
export function cacheFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
  home: string = homedir(),
): string {
  const named = environment["XDG_CACHE_HOME"];
  // The specification of XDG base directories: a relative path is to be ignored.
  if (named !== undefined && isAbsolute(named)) return join(named, "kart");
  if (platform === "darwin") return join(home, "Library", "Caches", "kart");
  if (platform === "win32") return join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), "kart", "Cache");
  return join(home, ".cache", "kart");
}

/** The database of a repository: one for all worktrees, by the real path of their common git folder. */
export function databaseFile(commonFolder: string, folder: string = cacheFolder()): string {
  const parent = basename(commonFolder) === ".git" ? basename(join(commonFolder, "..")) : basename(commonFolder);
  const readable = parent.replaceAll(/[^\w.-]/g, "_").slice(0, 40);
  const key = createHash("sha256").update(commonFolder).digest("hex").slice(0, 16);
  return join(folder, "cochange", `${readable}-${key}.sqlite`);
}
