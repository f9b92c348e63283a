import { lstatSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { complaint, git } from "@kart/core/process/git";

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

/**
 * Finds the repository that a folder belongs to, the innermost where one lies in another. One child process, which is all
 * that a question costs where nothing is new.
 */
export async function findRepository(folder: string, signal: AbortSignal): Promise<RepositoryOutcome> {
  // HEAD comes last: where nothing was committed, git prints the rest before it fails.
  const asked = ["--is-shallow-repository", "--is-bare-repository", "--path-format=absolute"];
  const result = await git(["rev-parse", ...asked, "--git-common-dir", "--show-prefix", "HEAD"], {
    cwd: folder,
    signal,
  });
  const lines = new TextDecoder().decode(result.stdout).split("\n");
  const [isShallow, isBare, common, prefix = "", head = ""] = lines;
  if (isBare === undefined || common === undefined || common === "")
    return { status: "none", reason: complaint(result) };
  const commonFolder = realpathSync(common);
  return {
    status: "repository",
    repository: {
      commonFolder,
      top: isBare === "true" ? undefined : topOf(folder, prefix),
      head: /^[0-9a-f]{40,64}$/.test(head) ? head : undefined,
      isShallow: isShallow === "true",
      shape: shapeOf(commonFolder),
    },
  };
}

/** @param prefix where the folder stands below the top, with a final `/`; empty at the top */
function topOf(folder: string, prefix: string): string {
  const depth = prefix.split("/").length - 1;
  return resolve(realpathSync(folder), ...Array.from({ length: depth }, () => ".."));
}

function shapeOf(commonFolder: string): string {
  return ["shallow", "info/grafts", "refs/replace"].map((name) => stampOf(join(commonFolder, name))).join(" ");
}

function stampOf(path: string): string {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "-" : `${stats.mtimeNs}:${stats.size}`;
}
