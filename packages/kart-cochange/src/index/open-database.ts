import { Database, SQLiteError } from "bun:sqlite";
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { openWriteAhead, removeDatabase } from "@kart/core/workspace/write-ahead";

/** Grows with every change of the tables: a file of another version is made anew. */
const SCHEMA_VERSION = 1;

/** Milliseconds that a statement waits for another server's write. Those take milliseconds: the long work is git's. */
const BUSY_TIMEOUT_MS = 5000;

const SCHEMA = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  -- Commits that no other indexed commit has as a parent: what leads to them is indexed.
  CREATE TABLE tips (oid TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
  -- Ids grow from parents to children. time: seconds since 1970. size: paths changed.
  CREATE TABLE commits (id INTEGER PRIMARY KEY, oid TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, size INTEGER NOT NULL);
  -- kind: 0 modified, 1 added, 2 deleted.
  CREATE TABLE changes (
    commit_id INTEGER NOT NULL, path_id INTEGER NOT NULL, kind INTEGER NOT NULL, previous_id INTEGER,
    PRIMARY KEY (commit_id, path_id)
  ) WITHOUT ROWID;
  CREATE INDEX changes_renames ON changes (commit_id) WHERE previous_id IS NOT NULL;
`;

/**
 * Made once the first build is done: sorting all rows once is faster than placing each. That by time tells the newest commit
 * without a look at all of them, after each new one.
 */
export const LATE_INDEXES: readonly string[] = [
  "CREATE INDEX IF NOT EXISTS changes_by_path ON changes (path_id, commit_id, kind)",
  "CREATE INDEX IF NOT EXISTS commits_by_time ON commits (time)",
];

export type Rebuilt = "corrupt" | "older";

export interface OpenedDatabase {
  readonly database: Database;
  /** Why a file that was there could not be used. */
  readonly rebuilt: Rebuilt | undefined;
}

/** Opens a database, or makes it: what is in it can be made again, so a file that is no good is thrown away. */
export function openDatabase(file: string): OpenedDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  const opened = tryOpen(file);
  if (opened instanceof Database) return { database: opened, rebuilt: undefined };
  removeDatabase(file);
  const database = tryOpen(file);
  if (database instanceof Database) return { database, rebuilt: isNew ? undefined : opened };
  throw new Error(`${file} cannot be made`);
}

/** A database of this process alone, where there is no place for a file. */
export function openInMemory(): OpenedDatabase {
  const database = new Database(":memory:", { strict: true });
  create(database);
  return { database, rebuilt: undefined };
}

/** Whether an error says that the file is no longer a sound database. */
export function isCorruption(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? "");
}

function tryOpen(file: string): Database | Rebuilt {
  try {
    return openUsable(file) ?? "older";
  } catch (error) {
    if (isCorruption(error)) return "corrupt";
    throw error;
  }
}

/** Undefined where another version made it. */
function openUsable(file: string): Database | undefined {
  const database = openWriteAhead(file, BUSY_TIMEOUT_MS);
  let isUsable = false;
  try {
    // With a write-ahead log this loses at most the last moments before a power cut, and never the file.
    database.run("PRAGMA synchronous = NORMAL");
    const check = database.transaction(() => {
      const { user_version: version } = database.query("PRAGMA user_version").get() as { user_version: number };
      if (version === 0 && isEmpty(database)) create(database);
      else if (version !== SCHEMA_VERSION) return false;
      return true;
    });
    isUsable = check.immediate();
    return isUsable ? database : undefined;
  } finally {
    if (!isUsable) database.close();
  }
}

function isEmpty(database: Database): boolean {
  return database.query("SELECT 1 FROM sqlite_schema LIMIT 1").get() === null;
}

function create(database: Database): void {
  database.run(SCHEMA);
  database.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}
