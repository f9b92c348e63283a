import { Database, SQLiteError } from "bun:sqlite";
import { rmSync } from "node:fs";

/** Milliseconds between two tries. */
const PAUSE = 2;

/**
 * Opens a database with a write-ahead log, or makes it; statements wait for other writers for a time. SQLite's own waiting
 * is no help where two make the log at once: each would wait for the other, so it says SQLITE_BUSY without
 * (https://sqlite.org/c3ref/busy_handler.html, on deadlock). That is tried again for as long.
 * @param busyTimeout ms
 * @throws {SQLiteError} SQLITE_BUSY once the time is over, SQLITE_NOTADB and others where the file is no good
 */
export function openWriteAhead(file: string, busyTimeout: number): Database {
  const database = new Database(file, { strict: true });
  try {
    database.run(`PRAGMA busy_timeout = ${busyTimeout}`);
    const deadline = performance.now() + busyTimeout;
    while (!logs(database, deadline)) Bun.sleepSync(PAUSE);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** Whether another process was in the way, and nothing else is wrong. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? "");
}

function logs(database: Database, deadline: number): boolean {
  try {
    database.run("PRAGMA journal_mode = WAL");
    return true;
  } catch (error) {
    if (isBusy(error) && performance.now() < deadline) return false;
    throw error;
  }
}
