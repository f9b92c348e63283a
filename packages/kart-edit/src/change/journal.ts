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
import { isRecord } from "@kart/core/text/is-record";
import { cacheFolder } from "@kart/core/workspace/cache-folder";

/** What a change of several files finds, written down before the first of them is touched. Paths from the root, with `/`. */
export interface JournalEntry {
  readonly tool: string;
  readonly files: readonly JournalFile[];
  readonly moves: readonly JournalMove[];
  readonly made?: JournalMake;
}

export interface JournalFile {
  readonly path: string;
  readonly before: string;
  /** Null where it is removed. Whole, since what was half written is known by both texts alone. */
  readonly after: string | null;
}

export interface JournalMove {
  readonly from: string;
  readonly to: string;
  /** What a symlink says before. */
  readonly linkText?: string | undefined;
  /** Folders that are made for it, outermost first. */
  readonly folders: readonly string[];
}

/** A file that is made, and the folders for it, outermost first. */
export interface JournalMake {
  readonly path: string;
  readonly after: string;
  readonly folders: readonly string[];
}

/** A change that somebody did not finish. */
export interface Unfinished extends JournalEntry {
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** What a journal holds. */
interface Entry extends Omit<Unfinished, "file"> {
  readonly root: string;
  readonly owner: { readonly host: string; readonly pid: number; readonly born: string };
}

/** Milliseconds after which a change counts as left, whoever runs under the number of its process by then. */
const MAX_AGE = 60_000;

let written = 0;

/**
 * Writes down what a change is about to do, safe on disk when this returns; gone when disposed of. It stands in the user's
 * cache folder, not in the repository.
 */
export function openJournal(root: string, entry: JournalEntry): Disposable {
  const folder = journalFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${keyOf(root)}-${process.pid}-${written++}.json`);
  const record: Entry = {
    root,
    ...entry,
    owner: { host: hostname(), pid: process.pid, born: bornAt(process.pid) ?? "" },
    startedAt: Date.now(),
  };
  // Under its name only when it is whole.
  const descriptor = openSync(`${file}.part`, "w", 0o600);
  try {
    writeAll(descriptor, Buffer.from(JSON.stringify(record)));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.part`, file);
  sync(folder);
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}

/** Changes of a root whose process has ended, oldest first. Each is given to one caller alone, who must remove its file. */
export function takeUnfinished(root: string): Unfinished[] {
  const folder = journalFolder();
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
  const { tool, startedAt, files, moves, made } = read;
  return { file: own, tool, startedAt, files, moves, ...(made !== undefined && { made }) };
}

/** Undefined for a journal that is damaged, or is none. */
function readRecord(file: string): Entry | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isEntry(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(read: unknown): read is Entry {
  if (!isRecord(read) || !isRecord(read["owner"])) return false;
  const { root, tool, startedAt, files, moves, owner, made = { path: "", after: "", folders: [] } } = read;
  return (
    areStrings(root, tool, owner["host"], owner["born"]) &&
    typeof owner["pid"] === "number" &&
    typeof startedAt === "number" &&
    Array.isArray(files) &&
    // What another version wrote in another form is left for that.
    files.every(
      (one) => isRecord(one) && areStrings(one["path"], one["before"], one["after"] === null ? "" : one["after"]),
    ) &&
    isRecord(made) &&
    areStrings(made["path"], made["after"]) &&
    Array.isArray(made["folders"]) &&
    areStrings(...(made["folders"] as unknown[])) &&
    Array.isArray(moves) &&
    moves.every(
      (one) =>
        isRecord(one) &&
        areStrings(one["from"], one["to"], one["linkText"] ?? "") &&
        Array.isArray(one["folders"]) &&
        areStrings(...(one["folders"] as unknown[])),
    )
  );
}

function areStrings(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}

function isRunning({ owner, startedAt }: Entry): boolean {
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

function keyOf(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 16);
}

/** Where what is under way is written down. */
export function journalFolder(): string {
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
