/**
 * Paths, or what starts with one, in the order in which they likely matter to who asks about some files: by the folders that they
 * have in common with the nearest of these, then by path. A list that is cut names the nearest that way. All from the root of
 * the workspace, or all absolute.
 */
export function nearestFirst(paths: readonly string[], to: Iterable<string>): string[] {
  const homes = Array.from(to, foldersOf);
  const shared = new Map(
    paths.map((path) => [path, Math.max(0, ...homes.map((home) => sharedBy(foldersOf(path), home)))]),
  );
  return paths.toSorted((a, b) => (shared.get(b) as number) - (shared.get(a) as number) || (a < b ? -1 : 1));
}

function foldersOf(path: string): string[] {
  return path.split(/[\\/]/).slice(0, -1);
}

function sharedBy(some: readonly string[], others: readonly string[]): number {
  const apart = some.findIndex((folder, index) => folder !== others[index]);
  return apart === -1 ? some.length : apart;
}
