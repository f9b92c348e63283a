import { ToolError } from "../mcp/tool-error.ts";
import { git, gitFailed } from "../process/git.ts";

/** Filter drivers that are switched off one by one; more is no configuration that a person wrote. */
const MAX_FILTERS = 200;

export interface ChangedFile {
  /** From the top of the repository. */
  readonly path: string;
  /** Whether HEAD does not have it. */
  readonly isNew: boolean;
}

/** The paths of {@link changes}. */
export async function changedFiles(folder: string, signal: AbortSignal): Promise<string[]> {
  return (await changes(folder, signal)).map(({ path }) => path);
}

/**
 * What git sees as changed: staged, not staged and new files, and those that are gone.
 *
 * To tell whether a file changed, git may send it through the filters that the configuration names. Those are programs, so
 * each is switched off; a file that a filter would restore to what was committed may be listed as changed.
 */
export function changes(folder: string, signal: AbortSignal): Promise<ChangedFile[]> {
  return status(["--untracked-files=all", "--ignore-submodules=all"], folder, signal);
}

/** Of some paths from the top alone; of submodules whether they stand at another commit, without looking into them. */
export function changesOf(paths: readonly string[], top: string, signal: AbortSignal): Promise<ChangedFile[]> {
  return status(["--untracked-files=no", "--ignore-submodules=dirty", "--", ...paths], top, signal);
}

async function status(options: readonly string[], folder: string, signal: AbortSignal): Promise<ChangedFile[]> {
  const env = await withoutFilters(folder, signal);
  const result = await git(["status", "--porcelain=v1", "-z", "--no-renames", ...options], {
    cwd: folder,
    signal,
    env,
  });
  if (result.exitCode !== 0) throw gitFailed(result);
  const rows = new TextDecoder("utf-8", { ignoreBOM: true }).decode(result.stdout).split("\0");
  // `XY path`; without rename detection every row is one path.
  return rows.flatMap((row) => (row.length > 3 ? [{ path: row.slice(3), isNew: /^[?A]/.test(row) }] : []));
}

/** Configuration by the environment, where a name may hold any character. */
async function withoutFilters(folder: string, signal: AbortSignal): Promise<Record<string, string>> {
  const result = await git(["config", "--includes", "-z", "--name-only", "--get-regexp", "^filter\\."], {
    cwd: folder,
    signal,
  });
  // Status 1 means that nothing fits.
  if (result.exitCode !== 0 && result.exitCode !== 1) throw gitFailed(result);
  const keys = new TextDecoder().decode(result.stdout).split("\0");
  const drivers = new Set(keys.flatMap((key) => /^(filter\.[^]*)\.[^.]*$/.exec(key)?.[1] ?? []));
  if (drivers.size > MAX_FILTERS)
    throw new ToolError(
      "backend_failed",
      `git's configuration names ${drivers.size} filters, more than can be kept from running. Name the changed files in paths.`,
    );
  const settings = [...drivers].flatMap((driver): [string, string][] => [
    [`${driver}.clean`, ""],
    [`${driver}.smudge`, ""],
    [`${driver}.process`, ""],
    [`${driver}.required`, "false"],
  ]);
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(settings.length)],
    ...settings.flatMap(([key, value], place) => [
      [`GIT_CONFIG_KEY_${place}`, key],
      [`GIT_CONFIG_VALUE_${place}`, value],
    ]),
  ]) as Record<string, string>;
}
