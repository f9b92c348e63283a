/** Files below a folder of which it is checked whole once more, rather than that its files are named. */
const MAX_AGAIN = 100;

/**
 * Folders and files to ask about next, from the root with `/`, which hold all that was left out: whole folders of which nothing was
 * checked, small ones of which some was, and files.
 */
export function leftOut(checked: readonly string[], rest: readonly string[]): string[] {
  const done = checked.map((path) => path.split("/"));
  return within(
    "",
    done,
    rest.map((path) => path.split("/")),
  );
}

/** @param done paths below a folder in parts, without its own; so are those of `rest` */
function within(folder: string, done: readonly string[][], rest: readonly string[][]): string[] {
  const finished = Map.groupBy(done, ([first]) => first);
  return [...Map.groupBy(rest, ([first]) => first)].flatMap(([name = "", paths]) => {
    const path = folder + name;
    const below = finished.get(name) ?? [];
    if (paths.some((parts) => parts.length === 1)) return [path];
    if (below.length === 0 || (paths.length > 1 && below.length + paths.length <= MAX_AGAIN)) return [path];
    return within(`${path}/`, tails(below), tails(paths));
  });
}

function tails(paths: readonly string[][]): string[][] {
  return paths.map(([, ...parts]) => parts);
}
