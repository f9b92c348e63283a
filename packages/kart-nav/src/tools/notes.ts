import { escapeName } from "@kart/core/text/display";

/** Names of an answer's gaps shown before the rest is counted. */
const MAX_NAMED = 5;

/** A line of an answer that names what it does not cover, or none. */
export function gapNote(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMED).map((name) => escapeName(name));
  const more = names.length > MAX_NAMED ? `; and ${(names.length - MAX_NAMED).toLocaleString("en-US")} more` : "";
  return [`${what}: ${shown.join("; ")}${more}`];
}

/** `path:line message` of files that could not be parsed. */
export function unparsedNote(
  unparsed: readonly { readonly path: string; readonly line: number; readonly message: string }[],
): string[] {
  return gapNote(
    "NOT PARSED, so the answer may lack something",
    unparsed.map(({ path, line, message }) => `${path}:${line} ${message}`),
  );
}

export function unsearchedNote(problems: readonly string[]): string[] {
  return gapNote("NOT SEARCHED", problems);
}

/** Configurations that decide where imports lead, and could not be read. */
export function configNote(
  problems: readonly { readonly path: string; readonly line: number; readonly message: string }[],
): string[] {
  return gapNote(
    "BROKEN configuration, imports may resolve wrongly",
    problems.map(({ path, line, message }) => `${path}:${line} ${message}`),
  );
}
