/** One path itself, several as what their names have in common: `a/b/*`. */
export function under(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  if (others.length === 0) return first;
  const parts = first.split("/").slice(0, -1);
  while (!others.every((path) => path.startsWith([...parts, ""].join("/")))) parts.pop();
  return [...parts, "*"].join("/");
}
