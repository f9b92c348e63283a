import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

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
