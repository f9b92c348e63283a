import { join } from "node:path";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import { gapNote } from "@kart/core/text/gap-note";
import { versionAt } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { SourceFiles } from "../source/source-files.ts";
import type { Completeness } from "./coverage.ts";

/** Bytes of files beyond those of the answer that one question parses, which takes a few hundredths of a second. */
const MAX_PARSED = 1_000_000;

/**
 * Files that do not parse and may hold uses that nobody finds, as `path:line`: TypeScript reads on behind an error, but leaves out
 * what it cannot make sense of, such as one side of a conflict. Those of the answer are looked at, those in conflict, and of the
 * others that hold a name as many as there is time for, the last changed first: what somebody works on is what may not parse.
 *
 * @param found files of the answer, from the root
 * @param names of what was asked about; who holds none of them, or imports nothing, has no use of it
 */
export async function unparsedAmong(
  found: ReadonlySet<string>,
  names: ReadonlySet<string>,
  server: LanguageServer,
  sources: SourceFiles,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<string[]> {
  const own = new Set(Array.from(found, (path) => join(root.absolute, path)));
  const { files, conflicted } =
    names.size === 0 ? { files: [], conflicted: new Set<string>() } : await server.holding(names, signal);
  const others = files.filter((file) => !own.has(file));
  const first = [...own, ...others.filter((file) => conflicted.has(file))];
  const failing = new Map<string, number>();
  for (const file of first) {
    const failure = sources.failureOf(file);
    if (failure !== undefined) failing.set(file, failure.line);
  }
  const rest = others
    .filter((file) => !conflicted.has(file))
    .map((file) => ({ file, changed: versionAt(file)?.mtimeMs ?? 0 }));
  let left = MAX_PARSED;
  for (const { file } of rest.toSorted((a, b) => b.changed - a.changed)) {
    const failure = sources.failureOf(file, (size) => (left -= size) >= 0);
    if (failure !== undefined) failing.set(file, failure.line);
  }
  signal.throwIfAborted();
  const meant = [...failing].filter(([file]) => own.has(file) || IMPORTS.test(sources.at(file)?.text ?? ""));
  return meant.map(([file, line]) => `${root.relative(file)}:${line}`).toSorted();
}

const IMPORTS = /\b(?:import|from|require)\b/;

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
