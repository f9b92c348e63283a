import { existsSync } from "node:fs";
import { ToolError } from "../mcp/tool-error.ts";
import { listFiles, type RipgrepLine, type RipgrepScope, searchText } from "../process/ripgrep.ts";
import { fileNameGlob, globFilter, literalFolder } from "./glob.ts";
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

/** What ripgrep found: to be proven before it is shown. */
export interface FoundLines {
  /** Sorted by path; each has a match. In a file the lines stand in their order. */
  readonly files: readonly (readonly [path: string, lines: readonly RipgrepLine[]])[];
  readonly truncated: boolean;
  /** Files that were searched, and that the glob took; unknown where the limit ended the search. */
  readonly searched?: number;
  readonly problems: readonly string[];
}

/** Searches the text of files with ripgrep, and ends it at the limit. Throws `invalid_argument` for what is no pattern. */
export async function findLines(workspace: Workspace, query: SearchQuery, signal: AbortSignal): Promise<FoundLines> {
  // An argument of a program ends at one.
  if (query.pattern.includes("\0"))
    throw new ToolError("invalid_argument", "The pattern holds a NUL character. Write it as \\x00.");
  const isWanted = globFilter(
    query.glob,
    query.paths.map(({ relative }) => relative),
  );
  const named = new Set(query.paths.filter(({ kind }) => kind === "file").map(({ relative }) => relative));
  const lines = new Map<string, RipgrepLine[]>();
  const problems: string[] = [];
  let found = 0;
  let searched: number | undefined = 0;
  const fileNames = query.type === undefined ? fileNameGlob(query.glob) : [];
  const scopes = mayFit(workspace, query)
    ? workspace.scopes(query.paths, signal).map((scope) => ({ ...scope, fileNames }))
    : [];
  for (const scope of scopes) {
    if (found > query.limit) break;
    const end = await searchText({
      ...scope,
      ...query,
      paths: scope.paths,
      // One more tells that there are more; a file with a million would be read to its end without this.
      maxPerFile: query.limit + 1,
      onLine: (line) => {
        if (!named.has(line.path) && !isWanted(line.path)) return true;
        if (line.isMatch) found++;
        const isBeyond = found > query.limit;
        // The match that is one too many is dropped, whatever its path: the lines behind it were never read. To the match
        // before it, it may be context.
        const kept = isBeyond ? { ...line, isMatch: false } : line;
        const known = lines.get(line.path);
        if (known === undefined) lines.set(line.path, [kept]);
        else known.push(kept);
        return !isBeyond;
      },
    });
    problems.push(...end.problems);
    searched = searched === undefined || end.searched === undefined ? undefined : searched + end.searched;
  }
  // ripgrep looked at more than the glob takes, which matters where it says that nothing is there.
  const isNarrowed = query.glob !== undefined && (fileNames.length === 0 || query.glob.includes("/"));
  if (found === 0 && isNarrowed && scopes.length > 0)
    searched = await countFiles(scopes, query.type, (path) => named.has(path) || isWanted(path));
  const truncated = found > query.limit;
  return {
    files: [...lines]
      .filter(([, inFile]) => inFile.some(({ isMatch }) => isMatch))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    truncated,
    problems,
    ...(searched === undefined || truncated ? {} : { searched }),
  };
}

/** Whether the folder that a glob names is there: where it is not, thousands of files would be read for nothing. */
function mayFit({ root }: Workspace, { glob, paths }: SearchQuery): boolean {
  const folder = glob === undefined ? undefined : literalFolder(glob);
  if (folder === undefined || paths.some(({ kind }) => kind === "file")) return true;
  return [".", ...paths.map(({ relative }) => relative)].some((start) =>
    existsSync(`${root.absolute}/${start}/${folder}`),
  );
}

async function countFiles(
  scopes: readonly RipgrepScope[],
  type: string | undefined,
  isTaken: (path: string) => boolean,
): Promise<number> {
  const lists = await Promise.all(scopes.map((scope) => listFiles(type === undefined ? scope : { ...scope, type })));
  return lists.flatMap(({ files }) => files).filter(isTaken).length;
}
