import { changes } from "@kart/core/workspace/changed-files";
import { git } from "@kart/core/process/git";
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
 * Pairs files that git sees as gone with new ones that are like them: by its own word where both are staged, and for others by their
 * lines, since a question may not put any into the index.
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
  const pair = (old: string, path: string) => {
    oldOf.set(path, old);
    newOf.set(old, path);
    gone.delete(old);
  };
  for (const [old, path] of await stagedRenames(top, signal)) if (gone.has(old) && files.has(path)) pair(old, path);
  const committed = new Map<string, Promise<string | undefined>>();
  const before = (path: string) => {
    let text = committed.get(path);
    if (text === undefined) committed.set(path, (text = committedText(top, path, MAX_BYTES, signal)));
    return text;
  };
  const added = changed.filter((one) => one.isNew && files.has(one.path) && !oldOf.has(one.path));
  for (const { path } of added.slice(0, MAX_NEW)) {
    const now = readTextFile(join(top, path), MAX_BYTES);
    if (now.status !== "read") continue;
    const alike = [...gone].filter((one) => languageOf(one) === languageOf(path));
    const nearest = alike.sort((a, b) => kin(b, path) - kin(a, path));
    let best: { readonly old: string; readonly likeness: number } | undefined;
    for (const old of nearest.slice(0, MAX_COMPARED)) {
      const text = await before(old);
      const found = text === undefined ? 0 : likeness(text, now.text);
      if (found >= MIN_LIKENESS && found > (best?.likeness ?? 0)) best = { old, likeness: found };
    }
    if (best !== undefined) pair(best.old, path);
  }
  return { oldOf, newOf };
}

/** What git itself says of files in its index: from, and to. None where nothing was committed yet. */
async function stagedRenames(top: string, signal: AbortSignal): Promise<readonly (readonly [string, string])[]> {
  const options = ["--cached", "--find-renames", "--diff-filter=R", "--name-status", "-z", "--no-ext-diff"];
  const { exitCode, stdout } = await git(["diff", ...options, "HEAD"], { cwd: top, signal });
  const parts = exitCode === 0 ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout).split("\0") : [];
  return parts.flatMap((part, at) => (at % 3 === 0 && part !== "" ? [[parts[at + 1] ?? "", parts[at + 2] ?? ""]] : []));
}

/** Who turns JavaScript into TypeScript gives its files other endings. */
function languageOf(path: string): string {
  const ending = extname(path);
  return /^\.[cm]?[jt]sx?$/.test(ending) ? "a script" : ending;
}

/** A file that was moved mostly keeps its name, one that was renamed its folder. */
function kin(old: string, path: string): number {
  if (stem(old) === stem(path)) {
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

function stem(path: string): string {
  return basename(path, extname(path));
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
