import { git } from "../process/git.ts";

/**
 * The text of a file in HEAD, as it was committed: no filter of the repository's runs. Undefined where HEAD has no such file,
 * where there is no HEAD, and of more bytes than asked for.
 *
 * @param path from the folder
 */
export async function committedText(
  folder: string,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const result = await git(["cat-file", "blob", `HEAD:./${path}`], { cwd: folder, signal });
  return result.exitCode === 0 && result.stdout.length <= maxBytes
    ? new TextDecoder().decode(result.stdout)
    : undefined;
}

/** The full id of the commit that HEAD is; undefined where nothing was committed yet. */
export async function headCommit(folder: string, signal: AbortSignal): Promise<string | undefined> {
  const result = await git(["rev-parse", "--verify", "--quiet", "HEAD"], { cwd: folder, signal });
  return result.exitCode === 0 ? new TextDecoder().decode(result.stdout).trim() : undefined;
}
