import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** The compiler's numbers for a member that a type does not have, and for the same with the suggestion of another. */
const NO_MEMBER = new Set<number | string | undefined>([2339, 2353, 2551, 2561]);

/** A place of the texts after a rename. */
interface PlaceAfter {
  /** Absolute. */
  readonly file: string;
  /** UTF-16 offset. */
  readonly start: number;
}

/**
 * Which places of a renamed member mean nothing any more, by the compiler's complaints there: `one.size` of a `Box | Bag` of which
 * one type has another name now. The types break there; that the new name is taken is another thing.
 *
 * @param contents the texts after the rename, by absolute path
 */
export async function goneMembers<Place extends PlaceAfter>(
  places: readonly Place[],
  contents: ReadonlyMap<string, string>,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<ReadonlySet<Place>> {
  const byFile = Map.groupBy(places, ({ file }) => file);
  if (byFile.size === 0) return new Set();
  const files = Array.from(byFile.keys(), (file) => root.proveFile(root.relative(file)));
  const { diagnostics } = await server.diagnosticsOfAll(files, contents, signal);
  const complaints = new Set(
    diagnostics
      .flat()
      .flatMap(({ code, location: { file, span } }) => (NO_MEMBER.has(code) ? `${span.start} ${file}` : [])),
  );
  return new Set(places.filter(({ file, start }) => complaints.has(`${start} ${file}`)));
}
