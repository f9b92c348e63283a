import { escapeName } from "./display.ts";

/** Names of an answer's gaps shown before the rest is counted. */
const MAX_NAMED = 5;

/** A line of an answer that names what it does not cover, or none. */
export function gapNote(what: string, names: readonly string[], max = MAX_NAMED): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, max).map((name) => escapeName(name));
  const more = names.length > max ? `; and ${(names.length - max).toLocaleString("en-US")} more` : "";
  return [`${what}: ${shown.join("; ")}${more}`];
}

/** Lines of a file that are named. */
const MAX_LINES = 5;

/** `src/a.ts:3,9`, a file each. */
export function linesByFile(
  places: readonly { readonly path?: string; readonly line: number }[],
  max = MAX_LINES,
): string[] {
  return Array.from(
    Map.groupBy(places, ({ path = "" }) => path),
    ([path, uses]) => {
      const lines = [...new Set(uses.map(({ line }) => line))];
      const more = lines.length > max ? ",…" : "";
      return `${path}:${lines.slice(0, max).join(",")}${more}`;
    },
  );
}

/** What a search or a listing could not read, in ripgrep's words. */
export function unsearchedNote(problems: readonly string[]): string[] {
  return gapNote("NOT SEARCHED", problems);
}
