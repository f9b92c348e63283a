import { count } from "../../text/display.ts";

/** Who sees a package of the workspace as it was built: its declarations are others to TypeScript than those of the sources. */
export interface ReadAsBuilt {
  /** `@x/a as built (packages/a/dist/index.d.ts)`. */
  readonly read: string;
  /** Files, `packages/b/src/use.ts`; of many only the packages, `packages/b (12 files)`. */
  readonly by: string;
}

/** A file that sees a package as built. Paths are from the root. */
export interface BuiltReader {
  readonly name: string;
  /** Absent where nothing is built, and the imports lead nowhere. */
  readonly built?: string;
  /** Of the file's own package. */
  readonly folder: string;
  readonly path: string;
}

/** Files named; of more only their packages are. */
const MAX_NAMED = 5;

export function byPackage(readers: readonly BuiltReader[]): ReadAsBuilt[] {
  return [...Map.groupBy(readers, ({ name, built }) => `${name}\0${built}`).values()].map((list) => {
    const { name, built } = list[0] as BuiltReader;
    const files = new Map(list.map(({ path, folder }) => [path, folder === "." ? "the root package" : folder]));
    const folders = [...Map.groupBy(files.values(), (folder) => folder)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const named =
      files.size <= MAX_NAMED
        ? [...files.keys()].sort()
        : folders.map(([folder, { length }]) => `${folder} (${count(length, "file")})`);
    return {
      read: built === undefined ? `${name}, of which nothing is built` : `${name} as built (${built})`,
      by: named.join(", "),
    };
  });
}
