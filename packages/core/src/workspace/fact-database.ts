import { type Database, SQLiteError, type Statement } from "bun:sqlite";
import type { FileVersion } from "./read-file.ts";
import { openWriteAhead } from "./write-ahead.ts";

/** What is kept of a file, each by whoever reads it. */
export const FACT_KINDS = ["modules", "declarations", "outlines", "scans"] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/** Something of each kind. */
export type ByKind<T> = Readonly<Record<FactKind, T>>;

export function byKind<T>(make: (kind: FactKind) => T): ByKind<T> {
  return {
    modules: make("modules"),
    declarations: make("declarations"),
    outlines: make("outlines"),
    scans: make("scans"),
  };
}

export interface KeptFact<Fact> {
  readonly path: string;
  /** Of the file when it was read. */
  readonly version: FileVersion;
  readonly fact: Fact;
}

interface Row {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly inode: number;
  /** JSON */
  readonly fact: string;
  /** CRC-32 of it: what was spoilt in any way is known for that. */
  readonly crc: number;
}

interface Statements {
  readonly get: Statement<Row, [path: string]>;
  readonly after: Statement<Row, [last: number, count: number]>;
  readonly put: Statement<
    never,
    [path: string, size: number, mtime: number, ctime: number, inode: number, fact: string, crc: number]
  >;
  readonly forget: Statement<never, [path: string]>;
}

/** Milliseconds that a statement waits for another server's write; that server writes the same. */
const BUSY_TIMEOUT_MS = 50;

/** Facts about files in a database. Every method throws what SQLite does, or what JSON does where a fact is none. */
export class FactDatabase implements Disposable {
  readonly #database: Database;
  readonly #statements: ByKind<Statements>;

  /** Opens a file, or makes it. */
  constructor(file: string) {
    const database = openWriteAhead(file, BUSY_TIMEOUT_MS);
    this.#database = database;
    try {
      // What a power cut takes or spoils is read from the sources again.
      database.run("PRAGMA synchronous = OFF");
      this.#statements = byKind((kind) => tableOf(database, kind));
    } catch (error) {
      database.close();
      throw error;
    }
  }

  get(kind: FactKind, path: string): KeptFact<unknown> | undefined {
    const row = this.#statements[kind].get.get(path);
    return row === null ? undefined : factOf(row);
  }

  /** Facts behind one, in the order of their numbers, which start with 1. */
  after(kind: FactKind, last: number, count: number): { readonly facts: KeptFact<unknown>[]; readonly last: number } {
    const rows = this.#statements[kind].after.all(last, count);
    return { facts: rows.map(factOf), last: rows.at(-1)?.id ?? last };
  }

  /** Keeps all or none; undefined forgets what is kept of a path. */
  put(kind: FactKind, facts: Iterable<readonly [path: string, fact: KeptFact<unknown> | undefined]>): void {
    const { put, forget } = this.#statements[kind];
    this.#database
      .transaction(() => {
        for (const [path, kept] of facts) {
          if (kept === undefined) forget.run(path);
          else {
            const { size, mtimeMs, ctimeMs, inode } = kept.version;
            const fact = JSON.stringify(kept.fact);
            put.run(path, size, mtimeMs, ctimeMs, inode, fact, Bun.hash.crc32(fact));
          }
        }
      })
      .immediate();
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** Whether an error says that the database is no good, rather than that it cannot be used now. */
export function isSpoilt(error: unknown): boolean {
  return (
    error instanceof SyntaxError ||
    (error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code ?? ""))
  );
}

function tableOf(database: Database, kind: FactKind): Statements {
  database.run(
    `CREATE TABLE IF NOT EXISTS ${kind} (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,
       size INTEGER NOT NULL, mtime REAL NOT NULL, ctime REAL NOT NULL, inode REAL NOT NULL, fact TEXT NOT NULL, crc INTEGER NOT NULL)`,
  );
  return {
    get: database.prepare<Row, [path: string]>(`SELECT * FROM ${kind} WHERE path = ?`),
    after: database.prepare<Row, [last: number, count: number]>(
      `SELECT * FROM ${kind} WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    put: database.prepare<
      never,
      [path: string, size: number, mtime: number, ctime: number, inode: number, fact: string, crc: number]
    >(
      `INSERT INTO ${kind} (path, size, mtime, ctime, inode, fact, crc) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (path) DO UPDATE SET size = excluded.size, mtime = excluded.mtime, ctime = excluded.ctime,
           inode = excluded.inode, fact = excluded.fact, crc = excluded.crc`,
    ),
    forget: database.prepare<never, [path: string]>(`DELETE FROM ${kind} WHERE path = ?`),
  };
}

function factOf({ path, size, mtime, ctime, inode, fact, crc }: Row): KeptFact<unknown> {
  if (Bun.hash.crc32(fact) !== crc) throw new SyntaxError(`what is kept of ${path} is spoilt`);
  return { path, version: { size, mtimeMs: mtime, ctimeMs: ctime, inode }, fact: JSON.parse(fact) as unknown };
}
