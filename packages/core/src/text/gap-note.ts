import { escapeName } from "./display.ts";

/** Names of an answer's gaps shown before the rest is counted. */
const MAX_NAMED = 5;

/** A line of an answer that names what it does not cover, or none. */
export function gapNote(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMED).map((name) => escapeName(name));
  const more = names.length > MAX_NAMED ? `; and ${(names.length - MAX_NAMED).toLocaleString("en-US")} more` : "";
  return [`${what}: ${shown.join("; ")}${more}`];
}

/** What a search or a listing could not read, in ripgrep's words. */
export function unsearchedNote(problems: readonly string[]): string[] {
  return gapNote("NOT SEARCHED", problems);
}
