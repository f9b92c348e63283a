import { join } from "node:path";
import { wordPattern } from "@kart/core/process/ripgrep-pattern";
import type { Workspace } from "@kart/core/workspace/workspace";
import { oncePerCall } from "../change/once-per-call.ts";

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
  const { files } = await oncePerCall(signal, JSON.stringify([pattern, fileNames]), () =>
    workspace.filesMatching(pattern, [root.prove(".")], signal, { fileNames }),
  );
  return files.map((file) => join(root.absolute, file));
}
