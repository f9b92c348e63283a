import { gapNote } from "@kart/core/text/gap-note";

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

/** Configurations that decide where imports lead, and could not be read. */
export function configNote(problems: readonly Remark[]): string[] {
  return remarkNote("BROKEN configuration, imports may resolve wrongly", problems);
}
