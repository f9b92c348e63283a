import { lstatSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { complaint, git, gitFailed } from "@kart/core/process/git";

/** A git repository as one place in it sees it: worktrees share the history and differ in their top and HEAD. */
export interface Repository {
  /** The real path of the folder that holds the objects; the same for every worktree. */
  readonly commonFolder: string;
  /** The real path of the folder that paths in the history are relative to; undefined in a bare repository. */
  readonly top: string | undefined;
  /** Full commit id; undefined where nothing was committed yet. */
  readonly head: string | undefined;
  /** Whether the history ends where a clone was cut off. */
  readonly isShallow: boolean;
  /** Changes when grafts, replacements or the depth of a clone change the history that leads to the same HEAD. */
  readonly shape: string;
}

export type RepositoryOutcome =
  | { readonly status: "repository"; readonly repository: Repository }
  | { readonly status: "none"; readonly reason: string };

/** A bare repository has no way up; a work tree that the configuration puts elsewhere is named in its place. */
const ANSWER =
  /^(true|false)\n(true|false)\n([^]+?)\n(?:(?:((?:\.\.\/)*)|(?:[A-Za-z]:)?\/[^\n]*)\n)?(?:([0-9a-f]{40,64})|HEAD)\n$/;

/**
 * Finds the repository that a folder belongs to, the innermost where one lies in another. One child process, which is all
 * that a question costs where nothing is new.
 *
 * Throws `backend_failed` where git was ended before it answered: that says nothing of the folder.
 */
export async function findRepository(folder: string, signal: AbortSignal): Promise<RepositoryOutcome> {
  // HEAD comes last: where nothing was committed, git prints the rest before it fails. A path may hold a line break, so only
  // one is asked for, and the way up to the top in its dots.
  const asked = ["--is-shallow-repository", "--is-bare-repository", "--path-format=absolute"];
  const result = await git(["rev-parse", ...asked, "--git-common-dir", "--show-cdup", "HEAD"], {
    cwd: folder,
    signal,
  });
  const [, isShallow, isBare, common, up = "", head] = ANSWER.exec(new TextDecoder().decode(result.stdout)) ?? [];
  if (common === undefined) {
    if (wasKilled(result)) throw gitFailed(result);
    return { status: "none", reason: complaint(result) };
  }
  const commonFolder = realpathSync(common);
  return {
    status: "repository",
    repository: {
      commonFolder,
      top: isBare === "true" ? undefined : resolve(realpathSync(folder), up),
      head,
      isShallow: isShallow === "true",
      shape: shapeOf(commonFolder),
    },
  };
}

/** A program that a signal ended has a status of 128 and the signal's number; git itself ends with 128 and 129. */
function wasKilled({ exitCode = 0 }: { readonly exitCode: number | undefined }): boolean {
  return exitCode > 129;
}

function shapeOf(commonFolder: string): string {
  return ["shallow", "info/grafts", "refs/replace"].map((name) => stampOf(join(commonFolder, name))).join(" ");
}

function stampOf(path: string): string {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "-" : `${stats.mtimeNs}:${stats.size}`;
}
