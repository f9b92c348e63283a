import { foldersAbove } from "../text/folders-above.ts";

/**
 * The fewest paths that lead to the files taken and to no other file listed: a folder stands for its files where all of them
 * are taken. In the order of the files.
 *
 * @param files relative to the root, with `/`: all that are at or below `starts`
 * @param starts paths relative to the root that the files were listed of; no folder above one stands for anything
 */
export function coveringPaths(
  files: readonly string[],
  starts: readonly string[],
  isTaken: (path: string) => boolean,
): string[] {
  const mixed = new Set<string>(starts.flatMap((start) => foldersAbove(start)));
  const taken = files.filter((file) => {
    const isIn = isTaken(file);
    if (!isIn) for (const folder of foldersAbove(file)) mixed.add(folder);
    return isIn;
  });
  return [...new Set(taken.map((file) => foldersAbove(file).find((folder) => !mixed.has(folder)) ?? file))];
}
