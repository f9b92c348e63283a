import { ToolError } from "../mcp/tool-error.ts";
import { listFiles, type RipgrepLine, type RipgrepScope, searchText, unnameable } from "../process/ripgrep.ts";
import { coveringPaths } from "./covering-paths.ts";
import { inBatches } from "./path-batches.ts";
import { fileNameGlob, globFilter } from "./glob.ts";
import type { Workspace } from "./workspace.ts";
import type { WorkspacePath } from "./workspace-path.ts";

export interface SearchQuery {
  readonly pattern: string;
  /** Absent where the caller has no such choice: then no message speaks of it. */
  readonly literal?: boolean;
  readonly ignoreCase: boolean;
  readonly paths: readonly WorkspacePath[];
  readonly glob?: string;
  /** A file type as ripgrep names it. */
  readonly type?: string;
  /** Lines on each side of a match. */
  readonly context: number;
  /** Matching lines after which the search is ended. */
  readonly limit: number;
}

/** A match that is not shown. 1-based line. */
export interface NextMatch {
  readonly path: string;
  readonly line: number;
}

/** What ripgrep found: to be proven before it is shown. */
export interface FoundLines {
  /** In the order of {@link byPath}; each has a match. In a file the lines stand in their order. */
  readonly files: readonly (readonly [path: string, lines: readonly RipgrepLine[]])[];
  /** Where the limit ended the search: the first match beyond it. All before it are here, nothing behind it was looked at. */
  readonly next?: NextMatch;
  /** Files that were searched, and that the glob took; unknown where the limit ended the search. */
  readonly searched?: number;
  readonly problems: readonly string[];
}

/**
 * Searches the text of files with ripgrep, and ends it at the limit: what stands first in the order of the paths is found.
 * Throws `invalid_argument` for what is no pattern.
 */
export async function findLines(workspace: Workspace, query: SearchQuery, signal: AbortSignal): Promise<FoundLines> {
  // An argument of a program ends at one.
  if (query.pattern.includes("\0"))
    throw new ToolError("invalid_argument", "The pattern holds a NUL character. Write it as \\x00.");
  const fileNames = query.type === undefined ? fileNameGlob(query.glob) : [];
  const found = await linesOfFiles(workspace, query, fileNames, signal);
  // What looks like the name of a file may be that of a folder.
  return found.searched === 0 && fileNames.length > 0 ? linesOfFiles(workspace, query, [], signal) : found;
}

/** @param fileNames as {@link RipgrepScope} has them */
async function linesOfFiles(
  workspace: Workspace,
  query: SearchQuery,
  fileNames: readonly string[],
  signal: AbortSignal,
): Promise<FoundLines> {
  const isInGlob = globFilter(
    query.glob,
    query.paths.map(({ relative }) => relative),
  );
  const named = new Set(query.paths.filter(({ kind }) => kind === "file").map(({ relative }) => relative));
  const isWanted = (path: string) => named.has(path) || isInGlob(path);
  const whole = workspace.scopes(query.paths, signal).map((scope) => ({ ...scope, fileNames }));
  // The glob of base names takes what a glob without a slash does, and ripgrep applies it.
  const isNarrowed =
    (query.glob !== undefined && (fileNames.length === 0 || query.glob.includes("/"))) ||
    whole.some(({ isHidden }) => isHidden !== undefined);
  const { scopes, unlisted } = isNarrowed
    ? await narrowed(whole, query.type, isWanted)
    : { scopes: whole, unlisted: [] };
  const quick = await linesIn(scopes, query, isWanted);
  // Several threads come upon the files in any order. What matches more often than is asked for is soon found by one.
  const { lines, next, searched, ...end } =
    quick.next === undefined
      ? quick
      : await linesIn(scopesInOrder(isNarrowed ? scopes : await apart(scopes, query.type)), query, isWanted, true);
  const files = [...lines].filter(([, inFile]) => inFile.some(({ isMatch }) => isMatch));
  const problems = [...new Set([...unlisted, ...end.problems])];
  if (next !== undefined) return { files, next, problems };
  return {
    files: files.sort(([a], [b]) => byPath(a, b)),
    problems,
    ...(searched === undefined ? {} : { searched }),
  };
}

/**
 * The scopes with paths that lead to the wanted files alone: others could take all the time there is. ripgrep's own globs
 * are not those that are meant here, and one that takes files would override the ignore rules.
 */
async function narrowed(
  scopes: readonly RipgrepScope[],
  type: string | undefined,
  isWanted: (path: string) => boolean,
): Promise<{ readonly scopes: RipgrepScope[]; readonly unlisted: string[] }> {
  // What is hidden is listed too, or a folder that holds it would stand for its files.
  const listed = scopes.map((scope) =>
    listFiles({ ...scope, isHidden: () => false, ...(type === undefined ? {} : { type }) }),
  );
  const lists = await Promise.all(listed);
  const tracked = scopes.filter(({ areFiles }) => areFiles === true).flatMap(({ paths }) => paths);
  const found = lists.map(({ files, unnameable: odd }, index) => {
    const scope = scopes[index] as RipgrepScope;
    const isTaken = (path: string) => isWanted(path) && scope.isHidden?.(path) !== true;
    // A folder that holds an unwanted one is not searched whole, which would name that as a gap.
    return { ...scope, paths: coveringPaths([...files, ...odd], [...scope.paths, ...tracked], isTaken) };
  });
  return {
    scopes: found.filter(({ paths }) => paths.length > 0),
    unlisted: lists.flatMap(({ problems, unnameable: odd }) => {
      const unwanted = new Set(odd.filter((name) => !isWanted(name)).map(unnameable));
      return problems.filter((problem) => !unwanted.has(problem));
    }),
  };
}

/** The scopes with paths of which none leads to a folder in which a file of another scope stands: their files come in one order. */
async function apart(scopes: readonly RipgrepScope[], type: string | undefined): Promise<readonly RipgrepScope[]> {
  if (!scopes.some(({ areFiles }) => areFiles === true)) return scopes;
  return (await narrowed(scopes, type, () => true)).scopes;
}

interface LinesInScopes extends Omit<FoundLines, "files"> {
  /** By path, in the order in which ripgrep told them. */
  readonly lines: ReadonlyMap<string, readonly RipgrepLine[]>;
}

async function linesIn(
  scopes: readonly RipgrepScope[],
  query: SearchQuery,
  isWanted: (path: string) => boolean,
  inOrder = false,
): Promise<LinesInScopes> {
  const lines = new Map<string, RipgrepLine[]>();
  const problems: string[] = [];
  let found = 0;
  let searched: number | undefined = 0;
  let next: NextMatch | undefined;
  for (const scope of scopes.flatMap(inBatches)) {
    const end = await searchText({
      ...scope,
      ...query,
      inOrder,
      paths: scope.paths,
      // One more tells that there are more; a file with a million would be read to its end without this.
      maxPerFile: query.limit + 1,
      onLine: (line) => {
        if (!isWanted(line.path)) return true;
        const known = lines.get(line.path) ?? [];
        // A file that is named beside a folder that holds it is searched twice.
        if ((known.at(-1)?.lineNumber ?? 0) >= line.lineNumber) return true;
        if (line.isMatch) found++;
        if (found > query.limit) next = { path: line.path, line: line.lineNumber };
        // The match that is one too many is no match of the answer. To the one before it, it may be context.
        known.push(next === undefined ? line : { ...line, isMatch: false });
        lines.set(line.path, known);
        return next === undefined;
      },
    });
    problems.push(...end.problems);
    searched = searched === undefined || end.searched === undefined ? undefined : searched + end.searched;
    if (next !== undefined) break;
  }
  return {
    lines,
    problems,
    ...(next === undefined ? {} : { next }),
    ...(searched === undefined ? {} : { searched }),
  };
}

/** As many as have to be for their paths to come in order. */
function scopesInOrder(scopes: readonly RipgrepScope[]): RipgrepScope[] {
  const single = scopes.flatMap((scope) => scope.paths.map((path) => ({ ...scope, paths: [path] })));
  const ordered: RipgrepScope[] = [];
  for (const scope of single.sort((a, b) => byPath(a.paths[0] as string, b.paths[0] as string))) {
    const last = ordered.at(-1);
    if (last === undefined || last.areFiles !== scope.areFiles || last.includeIgnored !== scope.includeIgnored)
      ordered.push(scope);
    else ordered.splice(-1, 1, { ...scope, paths: [...last.paths, ...scope.paths] });
  }
  return ordered;
}

/** Folder by folder, as ripgrep sorts: what a folder holds stands before what its name merely starts. */
function byPath(a: string, b: string): number {
  const [one, other] = [a.replaceAll("/", "\0"), b.replaceAll("/", "\0")];
  return one < other ? -1 : one > other ? 1 : 0;
}
