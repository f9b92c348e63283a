import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { complaint, git } from "../process/git.ts";
import { changedFiles } from "./changed-files.ts";
import { changedSubmodules } from "./changed-submodules.ts";

export type ChangedInFolder =
  | {
      readonly status: "known";
      readonly paths: readonly string[];
      /** Those in which something changed, none of which is among the paths. */
      readonly submodules: readonly string[];
    }
  /** There is no repository. */
  | { readonly status: "unknown"; readonly reason: string };

/** What git sees as changed at or below a folder, by paths from that folder; deleted files too. */
export async function changedInFolder(folder: string, signal: AbortSignal): Promise<ChangedInFolder> {
  const result = await git(["rev-parse", "--show-prefix", "--show-cdup"], { cwd: folder, signal });
  if (result.exitCode !== 0) return { status: "unknown", reason: complaint(result) };
  const [, prefix = "", up = ""] = /^([^]*)\n((?:\.\.\/)*)\n$/.exec(new TextDecoder().decode(result.stdout)) ?? [];
  const below = (paths: readonly string[]) =>
    paths.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
  const [files, submodules] = await Promise.all([
    changedFiles(folder, signal),
    changedSubmodules(resolve(realpathSync(folder), up), signal),
  ]);
  return { status: "known", paths: below(files), submodules: below(submodules) };
}
