import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "@kart/core/workspace/cache-folder";
import * as z from "zod";

/** What a change of several files finds, written down before the first of them is touched. Paths from the root, with `/`. */
export interface JournalEntry {
  readonly tool: string;
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[];
  readonly moves: readonly JournalMove[];
}

export interface JournalMove {
  readonly from: string;
  readonly to: string;
  /** What a symlink says before. */
  readonly linkText?: string | undefined;
  /** Folders that are made for it, outermost first. */
  readonly folders: readonly string[];
}

/** A change that somebody did not finish. Texts after it are known by their digests. */
export interface Unfinished {
  readonly file: string;
  readonly tool: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly files: readonly { readonly path: string; readonly before: string; readonly afterDigest: string }[];
  readonly moves: readonly JournalMove[];
}

const record = z.object({
  root: z.string(),
  tool: z.string(),
  owner: z.object({ host: z.string(), pid: z.int(), born: z.string() }),
  startedAt: z.number(),
  files: z.array(z.object({ path: z.string(), before: z.string(), afterDigest: z.string() })),
  moves: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      linkText: z.string().optional(),
      folders: z.array(z.string()),
    }),
  ),
});

/** Milliseconds after which a change counts as left, whoever runs under the number of its process by then. */
const MAX_AGE = 60_000;

let written = 0;

/**
 * Writes down what a change is about to do, safe on disk when this returns; gone when disposed of. It stands in the user's
 * cache folder, not in the repository.
 */
export function openJournal(root: string, entry: JournalEntry, folder = journalFolder()): Disposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${keyOf(root)}-${process.pid}-${written++}.json`);
  const text = JSON.stringify({
    root,
    tool: entry.tool,
    owner: { host: hostname(), pid: process.pid, born: bornAt(process.pid) ?? "" },
    startedAt: Date.now(),
    files: entry.files.map(({ path, before, after }) => ({ path, before, afterDigest: digest(after) })),
    moves: entry.moves.map((move) => ({ ...move, folders: [...move.folders] })),
  } satisfies z.input<typeof record>);
  // Under its name only when it is whole.
  const descriptor = openSync(`${file}.part`, "w", 0o600);
  try {
    writeAll(descriptor, Buffer.from(text));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.part`, file);
  sync(folder);
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}

/** Changes of a root whose process has ended, oldest first. Each is given to one caller alone, who must remove its file. */
export function takeUnfinished(root: string, folder = journalFolder()): Unfinished[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.startsWith(`${keyOf(root)}-`) && /\.json(?:\.taken-\d+)?$/.test(name))
    .flatMap((name) => take(root, join(folder, name)) ?? [])
    .toSorted((a, b) => a.startedAt - b.startedAt);
}

function take(root: string, file: string): Unfinished | undefined {
  const read = readRecord(file);
  if (read === undefined || read.root !== root || isRunning(read)) return undefined;
  const taken = /\.taken-(\d+)$/.exec(file)?.[1];
  if (taken !== undefined && bornAt(Number(taken)) !== undefined) return undefined;
  const own = `${file.replace(/\.taken-\d+$/, "")}.taken-${process.pid}`;
  try {
    renameSync(file, own);
  } catch {
    // Another process was quicker.
    return undefined;
  }
  const { tool, startedAt, files, moves } = read;
  return { file: own, tool, startedAt, files, moves };
}

function readRecord(file: string): z.output<typeof record> | undefined {
  try {
    return record.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

function isRunning({ owner, startedAt }: z.output<typeof record>): boolean {
  if (Date.now() - startedAt > MAX_AGE) return false;
  if (owner.host !== hostname()) return true;
  return bornAt(owner.pid) === owner.born;
}

/** What tells a process from others that get its number later; undefined where none runs under it. */
function bornAt(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // A process that is killed stays as a zombie until it is asked for.
      return fields[0] === "Z" ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
    return "";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "" : undefined;
  }
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function keyOf(root: string): string {
  return digest(root).slice(0, 16);
}

function journalFolder(): string {
  return join(cacheFolder(), "edit");
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

function sync(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
