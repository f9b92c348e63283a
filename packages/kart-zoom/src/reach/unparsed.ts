import type { LanguageServer } from "@kart/core/language-server/language-server";
import { gapNote } from "@kart/core/text/gap-note";
import type { SourceFiles } from "../source/source-files.ts";
import type { Completeness } from "./coverage.ts";

/**
 * Files that do not parse and may hold uses that nobody finds, as `path:line`: TypeScript reads on behind an error, but leaves out
 * what it cannot make sense of, such as one side of a conflict.
 *
 * @param found files of the answer, from the root
 * @param names of what was asked about; who holds none of them, or imports nothing, has no use of it
 */
export async function unparsedAmong(
  found: ReadonlySet<string>,
  names: ReadonlySet<string>,
  server: LanguageServer,
  sources: SourceFiles,
  signal: AbortSignal,
): Promise<string[]> {
  const others = names.size === 0 ? [] : await server.unparsed(names, signal);
  const own = [...found].flatMap((path) => {
    const line = sources.failureOf(path)?.line;
    return line === undefined ? [] : [{ path, line }];
  });
  return [...new Set([...own, ...others].map(({ path, line }) => `${path}:${line}`))].toSorted();
}

/** The words by which name paths are used; none for what importers or `new` call by another name. */
export function wordsOf(namePaths: readonly string[]): Set<string> {
  const names = namePaths.flatMap((one) => /[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.exec(one) ?? []);
  return new Set(names.filter((name) => name !== "default" && name !== "constructor"));
}

/** What is complete only as far as files do parse. */
export function withUnparsed({ complete, notes }: Completeness, unparsed: readonly string[]): Completeness {
  return {
    complete: complete && unparsed.length === 0,
    notes: [...notes, ...gapNote("INCOMPLETE: NOT PARSED", unparsed)],
  };
}
