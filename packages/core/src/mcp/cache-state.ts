import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asSentence } from "../text/display.ts";
import type { BackendState } from "./serve.ts";

/** Writes a file into a folder of the user's cache and takes it back, with the folders that were made for it. */
export function cacheState(folder: string): BackendState {
  try {
    const made = mkdirSync(folder, { recursive: true });
    const file = join(folder, `doctor-${process.pid}`);
    writeFileSync(file, "", { flag: "wx" });
    rmSync(file);
    if (made !== undefined) rmSync(made, { recursive: true });
    return { name: "cache", path: folder, did: "writable" };
  } catch (error) {
    const problem = `${folder} cannot be written to: ${asSentence((error as Error).message)}`;
    return {
      name: "cache",
      problem: `${problem} Give this user the right to, or name another folder in XDG_CACHE_HOME.`,
    };
  }
}
