import { join } from "node:path";
import { inTurn } from "@kart/core/process/in-turn";
import { committedText } from "@kart/core/workspace/committed-text";
import { MAX_SOURCE_BYTES } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** Files asked of git at a time: each costs a child process. */
const AT_A_TIME = 8;

/** Files as HEAD has them, by absolute path; undefined for what it does not have. */
export type HeadTexts = ReadonlyMap<string, string | undefined>;

/** @param paths from the root */
export async function headTexts(
  { absolute }: WorkspaceRoot,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<HeadTexts> {
  return new Map(
    await inTurn(paths, AT_A_TIME, async (path) => {
      const text = await committedText(absolute, path, MAX_SOURCE_BYTES, signal);
      return [join(absolute, path), text] as const;
    }),
  );
}
