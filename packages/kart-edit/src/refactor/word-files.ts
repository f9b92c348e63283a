import { join } from "node:path";
import { filesWithMatches } from "@kart/core/process/ripgrep";
import { wordPattern } from "@kart/core/process/ripgrep-pattern";
import type { Workspace } from "@kart/core/workspace/workspace";

/** The files of a workspace that hold a name as a word, absolute and sorted: source code or any text. */
export function filesHolding(
  workspace: Workspace,
  name: string,
  fileNames: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  return filesMatching(workspace, wordPattern(new Set([name])), fileNames, signal);
}

/** As {@link filesHolding}, by a regular expression of ripgrep. */
export async function filesMatching(
  workspace: Workspace,
  pattern: string,
  fileNames: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const { root } = workspace;
  const scopes = workspace.scopes([root.prove(".")], signal);
  const found = await Promise.all(scopes.map((scope) => filesWithMatches(pattern, { ...scope, fileNames })));
  return found
    .flatMap(({ files }) => files)
    .map((file) => join(root.absolute, file))
    .sort();
}
