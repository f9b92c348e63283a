import { readdirSync } from "node:fs";

/** What a folder holds, by name; none of what may not be read, or is no folder. */
export function folderNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
