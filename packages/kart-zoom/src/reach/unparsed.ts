import type { ToolContext } from "@kart/core/mcp/define-tool";
import { filesWithMatches } from "@kart/core/process/ripgrep";
import { wordPattern } from "@kart/core/process/ripgrep-pattern";
import { gapNote } from "@kart/core/text/gap-note";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import type { ZoomServices } from "../services.ts";
import type { SourceFiles } from "../source/source-files.ts";
import type { Completeness } from "./coverage.ts";

/** Files that hold a name parsed to see whether they do; of more the module graph tells. */
const MAX_PARSED = 200;

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
  { workspace, services, signal }: ToolContext<ZoomServices>,
  sources: SourceFiles,
): Promise<string[]> {
  const scopes = workspace.scopes([workspace.root.prove(".")], signal);
  const search = (scope: (typeof scopes)[number]) =>
    filesWithMatches(wordPattern(names), { ...scope, fileNames: SOURCE_GLOBS });
  const holding = names.size === 0 ? [] : (await Promise.all(scopes.map(search))).flatMap(({ files }) => files);
  const others = holding.filter((path) => !found.has(path));
  if (others.length > MAX_PARSED) {
    const meant = new Set([...found, ...holding]);
    const { unparsed } = await (await services.modules()).graph(signal);
    return unparsed.filter(({ path }) => meant.has(path)).map(({ path, line }) => `${path}:${line}`);
  }
  return [...found, ...others].toSorted().flatMap((path) => {
    const failure = sources.failureOf(path);
    if (failure === undefined) return [];
    if (!found.has(path) && !IMPORTS.test(sources.within(path)?.text ?? "")) return [];
    return [`${path}:${failure.line}`];
  });
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
