import type { ImportEdge, ModuleGraph, UnresolvedImport } from "@kart/core/modules/module-graph";
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

/**
 * Imports that lead nowhere.
 *
 * @param paths by what is no name of a package
 * @param meant by what may be one, and by its end may be meant for what was asked about
 */
export function unresolvedNote(
  what: string,
  paths: readonly UnresolvedImport[],
  meant: readonly ImportEdge[],
): string[] {
  const aliased = meant.map(({ importer: { path }, record: { line, specifier } }) => ({ path, line, specifier }));
  const places = [...paths, ...aliased].map(({ path, line, specifier }) => `${path}:${line} ${specifier}`);
  return gapNote(`UNRESOLVED specifiers, which may ${what}`, [...new Set(places)]);
}

export function unresolvedPaths(graph: ModuleGraph): UnresolvedImport[] {
  return graph.unresolved().filter(({ looksLikePackage }) => !looksLikePackage);
}

/** Configurations that decide where imports lead, and could not be read. */
export function configNote(problems: readonly Remark[]): string[] {
  return remarkNote("BROKEN configuration, imports may resolve wrongly", problems);
}
