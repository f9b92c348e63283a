/** The package that a path in some `node_modules` belongs to: `@scope/name`; undefined for any other path. */
export function installedPackage(path: string): string | undefined {
  return placeInPackage(path)?.name;
}

/** The package of a path, and the path from the package's folder on: `typescript` and `lib/lib.d.ts`. */
export function placeInPackage(path: string): { readonly name: string; readonly file: string } | undefined {
  const parts = path.split(/[/\\]/);
  const last = parts.lastIndexOf("node_modules");
  if (last === -1) return undefined;
  const depth = parts[last + 1]?.startsWith("@") === true ? 2 : 1;
  const name = parts.slice(last + 1, last + 1 + depth).join("/");
  return { name, file: parts.slice(last + 1 + depth).join("/") };
}

/**
 * Whether a file is one of TypeScript's own lib files, wherever that is installed.
 *
 * @param file absolute
 */
export function isOfLibrary(file: string): boolean {
  return /(?:^|[\\/])lib\.(?:[\w.]+\.)?d\.ts$/.test(file);
}
