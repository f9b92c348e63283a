import { realpathSync } from "node:fs";
import { lstatOrUndefined, statOrUndefined } from "./stats.ts";

/** Times that are enough even where another program does nothing but replace the file. */
const TRIES = 10;

/**
 * As `realpathSync`, of a file that other programs may save meanwhile. On Linux Bun opens a path and asks for the name of what it
 * opened, which has none any more where another file was renamed over it in between: it says `ENOENT` of a file that was there all
 * the time.
 *
 * Throws what that does.
 */
export function realPathOf(path: string): string {
  for (let tries = 1; ; tries++) {
    try {
      return realpathSync(path);
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (!isGone || tries === TRIES || statOrUndefined(path) === undefined) throw error;
    }
  }
}

/** The same; undefined for what is absent, too long, unreadable or was swapped since the last look. */
export function realPathOrUndefined(path: string): string | undefined {
  try {
    return realPathOf(path);
  } catch {
    return undefined;
  }
}

/** The real path where there is one, and else the path itself: of what is not there yet. */
export function realOrSame(path: string): string {
  try {
    return lstatOrUndefined(path) === undefined ? path : realPathOf(path);
  } catch {
    return path;
  }
}
