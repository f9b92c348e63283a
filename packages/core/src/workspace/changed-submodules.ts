import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { ToolError } from "../mcp/tool-error.ts";
import { git } from "../process/git.ts";
import { changes, changesOf } from "./changed-files.ts";
import { lstatOrUndefined } from "./stats.ts";

/** Submodules that are looked into: each costs two child processes. */
const MAX_LOOKED_INTO = 50;

/** Submodules by their paths from one folder. */
export interface SubmoduleChanges {
  /** In which something is not committed, or that stand at another commit than the repository has of them. */
  readonly changed: readonly string[];
  /** Beyond those that are looked into: they stand at the commit that the repository has, and may hold what is not committed. */
  readonly notLookedInto: readonly string[];
}

/**
 * The submodules of a repository in which something changed, by paths from its top.
 *
 * git would start itself in each of them, by what that one's configuration says; so they are asked about one by one.
 *
 * @param top the real path of the top of the repository
 */
export async function changedSubmodules(top: string, signal: AbortSignal): Promise<SubmoduleChanges> {
  const listed = await listedSubmodules(top, signal);
  if (listed.length === 0) return { changed: [], notLookedInto: [] };
  const [moved, ...own] = await Promise.all([
    changesOf(listed, top, signal).then((rows) => new Set(rows.map(({ path }) => path))),
    ...listed.slice(0, MAX_LOOKED_INTO).map((path) => isChanged(join(top, path), signal)),
  ]);
  return {
    changed: listed.filter((path, index) => moved.has(path) || own[index] === true),
    notLookedInto: listed.slice(MAX_LOOKED_INTO).filter((path) => !moved.has(path)),
  };
}

/** Those that are there, by their paths from the top. */
async function listedSubmodules(top: string, signal: AbortSignal): Promise<string[]> {
  if (lstatOrUndefined(join(top, ".gitmodules"))?.isFile() !== true) return [];
  const options = ["--file=.gitmodules", "-z", "--get-regexp", String.raw`^submodule\..*\.path$`];
  const result = await git(["config", ...options], { cwd: top, signal });
  if (result.exitCode !== 0) return [];
  const rows = new TextDecoder().decode(result.stdout).split("\0");
  // `key`, a line break, and the value.
  const paths = rows.flatMap((row) => (row.includes("\n") ? [row.slice(row.indexOf("\n") + 1)] : []));
  return paths.filter((path) => isBelow(top, path));
}

/** Without a `.git` of its own it is not checked out, and git would answer for the repository around it. */
function isBelow(top: string, path: string): boolean {
  const absolute = join(top, path);
  return (
    absolute.startsWith(`${top}${sep}`) && existsSync(join(absolute, ".git")) && realpathSync(absolute) === absolute
  );
}

/** Where git cannot tell, something is not as it was. */
async function isChanged(folder: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await changes(folder, signal)).length > 0;
  } catch (error) {
    if (error instanceof ToolError) return true;
    throw error;
  }
}
