/** Folders that have a colour of their own on the map; the rest share one. */
const COLORS = 8;

/** A part of the code base, by its folder. */
export interface Group {
  /** With a final `/`; empty for the top and what is too small for a colour. */
  readonly folder: string;
  /** From 0; undefined without a colour of its own. */
  readonly color: number | undefined;
  readonly size: number;
}

/** A folder that holds more than this share of all paths tells nothing: its own folders are taken in its place. */
const TOO_LARGE = 0.5;

/** Parts paths by their folders, so that colours tell them apart: `packages/a/`, `packages/b/` rather than `packages/`. */
export function groupsOf(paths: readonly string[]): (path: string) => Group {
  let folders = new Map([["", paths]]);
  for (let round = 0; round < 12; round++) {
    const [largest, inside] = [...folders].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    if (inside.length <= paths.length * TOO_LARGE && folders.size > 1) break;
    const parts = Map.groupBy(inside, (path) => partBelow(largest, path));
    if (parts.size === 0 || (parts.size === 1 && parts.has(largest))) break;
    folders = new Map([...folders].filter(([folder]) => folder !== largest));
    for (const [folder, some] of parts) folders.set(folder, [...(folders.get(folder) ?? []), ...some]);
  }
  const groups = [...folders]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([folder, some], place): Group => ({ folder, color: place < COLORS ? place : undefined, size: some.length }));
  const byPath = new Map<string, Group>();
  for (const group of groups) for (const path of folders.get(group.folder) ?? []) byPath.set(path, group);
  const none: Group = { folder: "", color: undefined, size: 0 };
  return (path) => byPath.get(path) ?? none;
}

/** The folder right below another that a path lies in; the folder itself for a file right in it. */
function partBelow(folder: string, path: string): string {
  const end = path.indexOf("/", folder.length);
  return end === -1 ? folder : path.slice(0, end + 1);
}
