import type { RipgrepScope } from "./ripgrep.ts";

/**
 * Files up to which one thread lists, or searches, a workspace sooner than as many as there are processors: to start these takes
 * ripgrep half of the time that it takes over a small folder, as `rg --files` beside `rg --threads 1 --files` shows.
 */
const FEW = { list: 1000, search: 100 } as const;

/** How many files a workspace had when it was listed last, by its root. */
const sizes = new Map<string, number>();

/** What is said to ripgrep where the workspace is known to be small. */
export function threadArguments(scope: RipgrepScope, work: keyof typeof FEW): string[] {
  const size = scope.includeIgnored === true ? undefined : sizes.get(scope.root);
  return size !== undefined && size <= FEW[work] ? ["--threads", "1"] : [];
}

/** Takes down how many files a scope was found to have. */
export function rememberSize(
  { root, paths, includeIgnored, fileNames, type, maxDepth }: RipgrepScope,
  files: number,
): void {
  const isWhole = paths.length === 1 && paths[0] === ".";
  const areAll = fileNames === undefined && type === undefined && maxDepth === undefined;
  if (isWhole && areAll && includeIgnored !== true) sizes.set(root, files);
}
