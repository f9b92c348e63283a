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

/** Something to say of a place. 1-based line. */
interface Remark {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

function remarkNote(what: string, remarks: readonly Remark[]): string[] {
  return gapNote(
    what,
    remarks.map(({ path, line, message }) => `${path}:${line} ${message}`),
  );
}

export function unparsedNote(unparsed: readonly Remark[]): string[] {
  return remarkNote("NOT PARSED, so the answer may lack something", unparsed);
}

export function unsearchedNote(problems: readonly string[]): string[] {
  return gapNote("NOT SEARCHED", problems);
}

/** Configurations that decide where imports lead, and could not be read. */
export function configNote(problems: readonly Remark[]): string[] {
  return remarkNote("BROKEN configuration, imports may resolve wrongly", problems);
}
