import { join, parse } from "node:path";
import { nearNames } from "../text/near-names.ts";
import { folderNames } from "./folder-names.ts";
import { statOrUndefined } from "./stats.ts";

/** Paths offered for one that is missing. */
const MAX_NEAR = 3;

/**
 * What may be meant by a path that is missing from a folder: what stands there with a few letters other in the first part of it,
 * whatever the extension. Where the rest of the path is in none of these, the folders themselves. Absolute, the nearest first.
 *
 * @param parts of the path, from the first that is missing
 */
export function nearPaths(folder: string, [first = "", ...rest]: readonly string[]): string[] {
  const { name, ext } = parse(first);
  const isOther = (one: string) => Number(parse(one).ext !== ext);
  const entries = folderNames(folder).toSorted((a, b) => isOther(a) - isOther(b) || (a < b ? -1 : 1));
  const near = nearNames(name, entries, (one) => parse(one).name).map((one) => join(folder, one));
  const whole = near.map((one) => join(one, ...rest)).filter((one) => statOrUndefined(one) !== undefined);
  const found = whole.length > 0 ? whole : near.filter((one) => statOrUndefined(one)?.isDirectory() === true);
  return found.slice(0, MAX_NEAR);
}
