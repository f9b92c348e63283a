import { dirname } from "node:path";

/** The folders that one lies in, the nearest first; what packages are installed there is seen from it. Absolute. */
export function outerFolders(folder: string): string[] {
  const outer = dirname(folder);
  return outer === folder ? [] : [outer, ...outerFolders(outer)];
}
