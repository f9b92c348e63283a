import { changes } from "@kart/core/workspace/changed-files";
import { committedText } from "@kart/core/workspace/committed-text";
import { readTextFile } from "@kart/core/workspace/read-file";
import { basename, dirname, extname, join } from "node:path";
import { FilesNow } from "./place-of.ts";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** Files that nobody committed yet under their new name, by their paths from the top of the repository. */
export interface UncommittedRenames {
  readonly oldOf: ReadonlyMap<string, string>;
  readonly newOf: ReadonlyMap<string, string>;
}

export const NO_RENAMES: UncommittedRenames = { oldOf: new Map(), newOf: new Map() };

/** New files looked at, and gone ones that each is compared with: each costs a child process. */
const MAX_NEW = 200;
const MAX_COMPARED = 3;
/** The longest file compared, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** As git has it: half of the content. */
const MIN_LIKENESS = 0.5;

/**
 * Pairs files that git sees as gone with new ones that are like them. git itself does so for files of its index alone, and a
 * question may not put any there.
 */
export async function uncommittedRenames(
  root: WorkspaceRoot,
  top: string,
  signal: AbortSignal,
): Promise<UncommittedRenames> {
  const files = new FilesNow(root, top);
  const changed = (await changes(top, signal)).filter(({ path }) => !path.endsWith("/"));
  const gone = new Set(changed.flatMap(({ path, isNew }) => (isNew || files.has(path) ? [] : [path])));
  if (gone.size === 0) return NO_RENAMES;
  const oldOf = new Map<string, string>();
  const newOf = new Map<string, string>();
  const committed = new Map<string, Promise<string | undefined>>();
  const before = (path: string) => {
    let text = committed.get(path);
    if (text === undefined) committed.set(path, (text = committedText(top, path, MAX_BYTES, signal)));
    return text;
  };
  for (const { path } of changed.filter((one) => one.isNew && files.has(one.path)).slice(0, MAX_NEW)) {
    const now = readTextFile(join(top, path), MAX_BYTES);
    if (now.status !== "read") continue;
    const alike = [...gone].filter((one) => extname(one) === extname(path));
    const nearest = alike.sort((a, b) => kin(b, path) - kin(a, path));
    for (const old of nearest.slice(0, MAX_COMPARED)) {
      const text = await before(old);
      if (text === undefined || likeness(text, now.text) < MIN_LIKENESS) continue;
      oldOf.set(path, old);
      newOf.set(old, path);
      gone.delete(old);
      break;
    }
  }
  return { oldOf, newOf };
}

/** A file that was moved mostly keeps its name, one that was renamed its folder. */
function kin(old: string, path: string): number {
  if (basename(old) === basename(path)) {
    const parts = dirname(path).split("/");
    return (
      2 +
      dirname(old)
        .split("/")
        .filter((part) => parts.includes(part)).length
    );
  }
  return dirname(old) === dirname(path) ? 1 : 0;
}

/** The share of the longer text, in characters, that stands in whole lines of the other. */
function likeness(one: string, other: string): number {
  const lines = new Map<string, number>();
  for (const line of one.split("\n")) lines.set(line, (lines.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of other.split("\n")) {
    const left = lines.get(line) ?? 0;
    if (left === 0) continue;
    lines.set(line, left - 1);
    shared += line.length + 1;
  }
  return shared / (Math.max(one.length, other.length) + 1);
}
