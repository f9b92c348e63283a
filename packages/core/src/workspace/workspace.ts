import { filesWithMatches, listFiles, type RipgrepFiles, type RipgrepScope } from "../process/ripgrep.ts";
import { SOURCE_EXTENSIONS } from "../syntax/parser/source-language.ts";
import { IgnoreRules } from "./ignored.ts";
import { inBatches } from "./path-batches.ts";
import { versionAt } from "./read-file.ts";
import { realPathOrUndefined } from "./real-path.ts";
import { TrackedFiles } from "./tracked-anyway.ts";
import { type WorkspacePath, WorkspaceRoot } from "./workspace-path.ts";

/** Files of a workspace, those left out that git ignores and nobody named. */
export interface FileListing {
  /** Relative to the root, with `/`, sorted by code unit. */
  readonly files: string[];
  /** Folders and files that could not be read, in ripgrep's words. */
  readonly problems: string[];
}

/** A workspace root with the rules of what belongs to it. Holds no state that could grow stale unseen. */
export class Workspace {
  readonly root: WorkspaceRoot;
  readonly #tracked: TrackedFiles;

  constructor(root: string) {
    this.root = new WorkspaceRoot(root);
    this.#tracked = new TrackedFiles(this.root.absolute);
  }

  /** The ignore rules as they stand now; good for one call. */
  ignoreRules(): IgnoreRules {
    return new IgnoreRules(this.root.absolute, (rules) => this.#tracked.anyway(rules));
  }

  /**
   * Where ripgrep looks for proven paths: ignored ones apart from the others, since the flag that tells them holds for a whole run,
   * and last the files below the others that git tracks though its rules, which are all that ripgrep knows, match them.
   */
  scopes(paths: readonly WorkspacePath[], signal: AbortSignal): RipgrepScope[] {
    const root = this.root.absolute;
    const rules = this.ignoreRules();
    const isMatched = (path: WorkspacePath) => rules.matches(path.relative, path.kind === "folder");
    const scope = (chosen: readonly string[], flags: Partial<RipgrepScope>): RipgrepScope[] =>
      chosen.length === 0 ? [] : [{ root, paths: chosen, signal, ...flags }];
    const plain = paths.filter((path) => !isMatched(path)).map(({ relative }) => relative);
    const ignored = paths.filter(isMatched).map(({ relative }) => relative);
    const tracked = rules.tracked.files.filter(
      (file) => plain.some((path) => isBelow(file, path)) && this.#isFile(file),
    );
    const hidden = rules.exceedRipgrep ? { isHidden: (path: string) => rules.ignores(path, false) } : {};
    return [
      ...scope(plain, { includeIgnored: false, ...hidden }),
      ...scope(ignored, { includeIgnored: true }),
      ...scope(tracked, { includeIgnored: true, areFiles: true }),
    ];
  }

  /** ripgrep would follow a link that it is given. */
  #isFile(path: string): boolean {
    const absolute = `${this.root.absolute}/${path}`;
    return versionAt(absolute) !== undefined && realPathOrUndefined(absolute) === absolute;
  }

  /** The TypeScript and JavaScript files at or below a path. */
  async sourceFiles(path: WorkspacePath, signal: AbortSignal): Promise<FileListing> {
    const lists = await Promise.all(
      this.scopes([path], signal).map((scope) => listFiles({ ...scope, takes: isSource })),
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
        this.scopes(paths, signal)
          .map((scope) => ({ ...scope, fileNames }))
          .flatMap(inBatches)
          .map((scope) => filesWithMatches(pattern, scope, multiline)),
      ),
    );
  }
}

export interface MatchOptions {
  /** Base-name globs; none for any file. */
  readonly fileNames?: readonly string[];
  readonly multiline?: boolean;
}

function isBelow(path: string, folder: string): boolean {
  return folder === "." || path.startsWith(`${folder}/`);
}

function joined(lists: readonly RipgrepFiles[]): FileListing {
  return { files: lists.flatMap(({ files }) => files).sort(), problems: lists.flatMap(({ problems }) => problems) };
}

/** The same as {@link SOURCE_GLOBS} say. */
export function isSource(path: string): boolean {
  return SOURCE_EXTENSIONS.some((extension) => path.endsWith(extension));
}

/** Base-name globs of source files, for ripgrep. */
export const SOURCE_GLOBS: readonly string[] = SOURCE_EXTENSIONS.map((extension) => `*${extension}`);
