import { filesWithMatches, listFiles, type RipgrepFiles, type RipgrepScope } from "../process/ripgrep.ts";
import { SOURCE_EXTENSIONS } from "../syntax/parser/source-language.ts";
import { IgnoreRules } from "./ignored.ts";
import { type WorkspacePath, WorkspaceRoot } from "./workspace-path.ts";

/** Files of a workspace, those left out that git ignores and nobody named. */
export interface FileListing {
  /** Relative to the root, with `/`, sorted by code unit. */
  readonly files: string[];
  /** Folders and files that could not be read, in ripgrep's words. */
  readonly problems: string[];
}

/** A workspace root with the rules of what belongs to it. Holds no state that could grow stale. */
export class Workspace {
  readonly root: WorkspaceRoot;

  constructor(root: string) {
    this.root = new WorkspaceRoot(root);
  }

  /** The ignore rules as they stand now; good for one call. */
  ignoreRules(): IgnoreRules {
    return new IgnoreRules(this.root.absolute);
  }

  /** Where ripgrep looks for proven paths, ignored ones apart from the others: the flag that tells them holds for a whole run. */
  scopes(paths: readonly WorkspacePath[], signal: AbortSignal): RipgrepScope[] {
    const rules = this.ignoreRules();
    const scope = (includeIgnored: boolean): RipgrepScope[] => {
      const chosen = paths.filter((path) => rules.ignores(path.relative, path.kind === "folder") === includeIgnored);
      return chosen.length === 0
        ? []
        : [{ root: this.root.absolute, paths: chosen.map((path) => path.relative), includeIgnored, signal }];
    };
    return [...scope(false), ...scope(true)];
  }

  /** The TypeScript and JavaScript files at or below a path. */
  async sourceFiles(path: WorkspacePath, signal: AbortSignal): Promise<FileListing> {
    const lists = await Promise.all(
      this.scopes([path], signal).map((scope) => listFiles({ ...scope, fileNames: SOURCE_GLOBS })),
    );
    return joined(lists);
  }

  /** The files at or below some paths whose text a pattern of ripgrep's matches, source files where no names are given. */
  async filesMatching(
    pattern: string,
    paths: readonly WorkspacePath[],
    signal: AbortSignal,
    { fileNames = SOURCE_GLOBS, multiline = false }: MatchOptions = {},
  ): Promise<FileListing> {
    return joined(
      await Promise.all(
        this.scopes(paths, signal).map((scope) => filesWithMatches(pattern, { ...scope, fileNames }, multiline)),
      ),
    );
  }
}

export interface MatchOptions {
  /** Base-name globs; none for any file. */
  readonly fileNames?: readonly string[];
  readonly multiline?: boolean;
}

function joined(lists: readonly RipgrepFiles[]): FileListing {
  return { files: lists.flatMap(({ files }) => files).sort(), problems: lists.flatMap(({ problems }) => problems) };
}

/** Base-name globs of source files, for ripgrep. */
export const SOURCE_GLOBS: readonly string[] = SOURCE_EXTENSIONS.map((extension) => `*${extension}`);
