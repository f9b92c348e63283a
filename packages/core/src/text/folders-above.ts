/** The folders that a path lies in, from the root, `.`, down; none of the root itself. Paths with `/`. */
export function foldersAbove(path: string): string[] {
  if (path === ".") return [];
  const parts = path.split("/");
  return parts.map((_part, depth) => parts.slice(0, depth).join("/") || ".");
}
