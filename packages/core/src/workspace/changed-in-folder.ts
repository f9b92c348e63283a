import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { complaint, git } from "../process/git.ts";
import { type ChangedFile, changes } from "./changed-files.ts";
import { changedSubmodules, type SubmoduleChanges } from "./changed-submodules.ts";

export type ChangedInFolder =
  | {
      readonly status: "known";
      readonly files: readonly ChangedFile[];
      /** None of what changed in those is among the files. */
      readonly submodules: SubmoduleChanges;
      /** Repositories that are no submodules and not committed: git does not look into them. */
      readonly repositories: readonly string[];
    }
  /** There is no repository. */
  | { readonly status: "unknown"; readonly reason: string };

/** What git sees as changed at or below a folder, by paths from that folder; what is gone too. */
export async function changedInFolder(folder: string, signal: AbortSignal): Promise<ChangedInFolder> {
  const result = await git(["rev-parse", "--show-prefix", "--show-cdup"], { cwd: folder, signal });
  if (result.exitCode !== 0) return { status: "unknown", reason: complaint(result) };
  const [, prefix = "", up = ""] = /^([^]*)\n((?:\.\.\/)*)\n$/.exec(new TextDecoder().decode(result.stdout)) ?? [];
  const isBelow = (path: string) => path.startsWith(prefix);
  const fromFolder = (path: string) => path.slice(prefix.length);
  const [changed, submodules] = await Promise.all([
    changes(folder, signal),
    changedSubmodules(resolve(realpathSync(folder), up), signal),
  ]);
  const inside = changed.filter(({ path }) => isBelow(path)).map((one) => ({ ...one, path: fromFolder(one.path) }));
  // Of every other folder git lists the files.
  const { files = [], repositories = [] } = Object.groupBy(inside, ({ path }) =>
    path.endsWith("/") ? "repositories" : "files",
  );
  return {
    status: "known",
    files,
    submodules: {
      changed: submodules.changed.filter(isBelow).map(fromFolder),
      notLookedInto: submodules.notLookedInto.filter(isBelow).map(fromFolder),
    },
    repositories: repositories.map(({ path }) => path.slice(0, -1)),
  };
}
