import { ToolError } from "../mcp/tool-error.ts";
import { type RipgrepLine, searchText } from "../process/ripgrep.ts";
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

/** What ripgrep found: to be proven before it is shown. */
export interface FoundLines {
  /** Sorted by path; each has a match. In a file the lines stand in their order. */
  readonly files: readonly (readonly [path: string, lines: readonly RipgrepLine[]])[];
  readonly truncated: boolean;
  /** Files that were searched; unknown where the limit ended the search. */
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
  for (const scope of workspace.scopes(query.paths, signal)) {
    if (found > query.limit) break;
    const end = await searchText({
      ...scope,
      ...query,
      paths: scope.paths,
      // ripgrep takes what is of any of the types it is given.
      fileNames: query.type === undefined ? fileNameGlob(query.glob) : [],
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
