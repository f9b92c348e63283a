import { join, resolve } from "node:path";
import { readTextFile } from "./read-file.ts";
import { realOrSame } from "./real-path.ts";
import { lstatOrUndefined } from "./stats.ts";

/** Where git keeps what is of a checkout, absolute. */
export interface GitFolders {
  /** Holds the index. */
  readonly own: string;
  /** Holds `info/exclude`: of a linked worktree that of the repository that it belongs to. */
  readonly common: string;
}

/** Of the checkout whose top a folder is; undefined for another folder. gitrepository-layout(5) says where they are. */
export function gitFolders(top: string): GitFolders | undefined {
  const dotGit = join(top, ".git");
  const stats = lstatOrUndefined(dotGit);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) return { own: dotGit, common: dotGit };
  // Of a linked worktree and of a submodule it is a file, which tells.
  const target = /^gitdir: (.+)/.exec(smallText(dotGit))?.[1];
  if (target === undefined) return undefined;
  const own = resolve(top, target.trimEnd());
  const common = smallText(join(own, "commondir")).trim();
  return { own, common: common === "" ? own : resolve(own, common) };
}

/** Longest file taken that holds a path, in bytes. */
const MAX_BYTES = 16 * 1024;

function smallText(file: string): string {
  const outcome = readTextFile(realOrSame(file), MAX_BYTES);
  return outcome.status === "read" ? outcome.text : "";
}
