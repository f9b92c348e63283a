import { existsSync, utimesSync } from "node:fs";
import type { TempWorkspace } from "@kart/testkit/temp-workspace";
import { readForEdit } from "../src/workspace/source-bytes.ts";
import { WorkspaceRoot } from "../src/workspace/workspace-path.ts";
import { writeFiles, type OnStep } from "../src/workspace/write-files.ts";

/** Reads files and replaces them by new texts at once; the answer is the warnings. */
export async function edit(
  files: TempWorkspace,
  texts: Readonly<Record<string, string>>,
  onStep?: OnStep,
): Promise<readonly string[]> {
  const root = new WorkspaceRoot(files.root);
  const writes = Object.entries(texts).map(([path, text]) => ({ file: readForEdit(root, path), text }));
  return (await writeFiles(root, writes, onStep)).warnings;
}

/** What a call is refused with. */
export function refusal(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "not refused",
    (error: unknown) => error,
  );
}

/**
 * Leaves the temporary file of a file as a process does that was killed more than ten seconds ago.
 *
 * @param folder with its `/`; the root without it
 */
export function abandonLock(files: TempWorkspace, name: string, folder = ""): void {
  const lock = `${folder}.${name}.kart-tmp`;
  if (!existsSync(files.path(lock))) files.write(lock, "half of what was to be writ");
  const then = Date.now() / 1000 - 11;
  utimesSync(files.path(lock), then, then);
}
