import { count, escapeName } from "@kart/core/text/display";

/** Files below a folder of which it is checked whole once more, rather than that its files are named: the fewest that make few paths. */
const AGAIN = [100, 300, 1_000];

/** Paths that are named before the rest is counted. */
const FEW = 20;

/**
 * Folders and files to ask about next, from the root with `/`, which hold all that was left out: whole folders of which nothing was
 * checked, those of which some was and that are not too large, and files.
 */
export function leftOut(checked: readonly string[], rest: readonly string[]): string[] {
  const done = checked.map((path) => path.split("/"));
  const left = rest.map((path) => path.split("/"));
  const found = AGAIN.map((again) => within("", done, left, again));
  return found.find(({ length }) => length <= FEW) ?? found.at(-1) ?? [];
}

/**
 * Tells what was not checked, and what to ask about next.
 *
 * @param late how many of those that were left out took too long
 */
export function leftNote(checked: readonly string[], left: readonly string[], late: number): string[] {
  if (left.length === 0) return [];
  const next = leftOut(checked, left).map((path) => escapeName(path));
  const more = next.length > FEW ? ` and ${(next.length - FEW).toLocaleString("en-US")} more` : "";
  const inTime = late === left.length ? " in time" : "";
  const deadline = late > 0 ? ", or raise KART_TIMEOUT_MS" : "";
  const paths = `${next.slice(0, FEW).join(", ")}${more}`;
  return [`${count(left.length, "file")} NOT checked${inTime}: pass ${paths} in paths${deadline}.`];
}

/**
 * @param done paths below a folder in parts, without its own; so are those of `rest`
 * @param again most files of a folder that is named though some of it was checked
 */
function within(folder: string, done: readonly string[][], rest: readonly string[][], again: number): string[] {
  const finished = Map.groupBy(done, ([first]) => first);
  return [...Map.groupBy(rest, ([first]) => first)].flatMap(([name = "", paths]) => {
    const path = folder + name;
    const below = finished.get(name) ?? [];
    if (paths.some((parts) => parts.length === 1)) return [path];
    if (below.length === 0 || (paths.length > 1 && below.length + paths.length <= again)) return [path];
    return within(`${path}/`, tails(below), tails(paths), again);
  });
}

function tails(paths: readonly string[][]): string[][] {
  return paths.map(([, ...parts]) => parts);
}
