import type { Database, Statement } from "bun:sqlite";
import type { ChangeKind, LoggedCommit } from "../history/log-parser.ts";
import { LATE_INDEXES } from "./open-database.ts";

/** Which history an index holds. */
export interface IndexState {
  /** The commit it was last complete for. */
  readonly head: string | undefined;
  /** Grafts, replacements and depth at that time, as the repository stamps them. */
  readonly shape: string | undefined;
  /** What git said when it could not compare contents: since then only unchanged files were followed. */
  readonly exactRenames: string | undefined;
}

const KINDS: Readonly<Record<ChangeKind, number>> = { modified: 0, added: 1, deleted: 2 };

/** Path ids kept at hand while building. */
const MAX_KEPT_PATHS = 100_000;

/**
 * The tables, in the words of a history. Whoever writes does so in one transaction of a build lease, after which the index
 * holds exactly the commits that lead to its tips: a process that is killed leaves a part that the next one continues.
 */
export class HistoryIndex implements Disposable {
  readonly database: Database;
  readonly #insertCommit: Statement<unknown, [string, number, number]>;
  readonly #insertChange: Statement<unknown, [number | bigint, number, number, number | null]>;
  readonly #insertPath: Statement<unknown, [string]>;
  readonly #findPath: Statement<{ id: number }, [string]>;
  readonly #setFact: Statement<unknown, [string, string]>;
  readonly #pathIds = new Map<string, number>();

  constructor(database: Database) {
    this.database = database;
    this.#insertCommit = database.prepare("INSERT OR IGNORE INTO commits (oid, time, size) VALUES (?, ?, ?)");
    this.#insertChange = database.prepare("INSERT OR IGNORE INTO changes VALUES (?, ?, ?, ?)");
    this.#insertPath = database.prepare("INSERT INTO paths (path) VALUES (?)");
    this.#findPath = database.prepare("SELECT id FROM paths WHERE path = ?");
    this.#setFact = database.prepare("INSERT OR REPLACE INTO facts VALUES (?, ?)");
  }

  state(): IndexState {
    return { head: this.fact("head"), shape: this.fact("shape"), exactRenames: this.fact("exactRenames") };
  }

  fact(name: string): string | undefined {
    const row = this.database.query("SELECT value FROM facts WHERE name = ?").get(name) as { value: string } | null;
    return row?.value;
  }

  setFact(name: string, value: string | undefined): void {
    if (value === undefined) this.database.query("DELETE FROM facts WHERE name = ?").run(name);
    else this.#setFact.run(name, value);
  }

  tips(): string[] {
    return (this.database.query("SELECT oid FROM tips").all() as { oid: string }[]).map(({ oid }) => oid);
  }

  commitCount(): number {
    return this.#count("SELECT count(*) AS n FROM commits");
  }

  /** Paths that ever were, deleted ones and those before a rename too. */
  pathCount(): number {
    return this.#count("SELECT count(*) AS n FROM paths");
  }

  #count(sql: string): number {
    return (this.database.query(sql).get() as { n: number }).n;
  }

  /** Forgets everything, and takes the shape of the history to come. */
  clear(shape: string): void {
    this.#pathIds.clear();
    const generation = this.fact("generation");
    for (const table of ["facts", "tips", "changes", "commits", "paths"]) this.database.run(`DELETE FROM ${table}`);
    this.setFact("generation", generation);
    this.setFact("shape", shape);
  }

  /** Adds commits, parents before children. */
  append(commits: readonly LoggedCommit[]): void {
    const tips = new Set(this.tips());
    for (const commit of commits) {
      // A merge brings nothing that its parents' commits did not say.
      if (commit.parents.length < 2) this.#add(commit);
      for (const parent of commit.parents) tips.delete(parent);
      tips.add(commit.oid);
    }
    this.#setTips([...tips]);
  }

  /** Takes commits out that no longer lead anywhere; `tips` are the ends of those that remain. */
  remove(gone: ReadonlySet<string>, tips: readonly string[]): void {
    const find = this.database.query("SELECT id FROM commits WHERE oid = ?");
    const dropChanges = this.database.query("DELETE FROM changes WHERE commit_id = ?");
    const dropCommit = this.database.query("DELETE FROM commits WHERE id = ?");
    for (const oid of gone) {
      const row = find.get(oid) as { id: number } | null;
      if (row === null) continue;
      dropChanges.run(row.id);
      dropCommit.run(row.id);
    }
    this.#setTips(tips);
    this.setFact("head", undefined);
  }

  /** Says that everything which leads to a commit is here. */
  finish(head: string): void {
    for (const sql of LATE_INDEXES) this.database.run(sql);
    this.#setTips([head]);
    this.setFact("head", head);
  }

  #setTips(tips: readonly string[]): void {
    this.database.run("DELETE FROM tips");
    const add = this.database.query("INSERT OR IGNORE INTO tips VALUES (?)");
    for (const oid of tips) add.run(oid);
  }

  #add({ oid, time, changes }: LoggedCommit): void {
    const { lastInsertRowid, changes: inserted } = this.#insertCommit.run(oid, time, changes.length);
    if (inserted === 0) return;
    for (const { path, kind, previous } of changes) {
      const previousId = previous === undefined ? null : this.#pathId(previous);
      this.#insertChange.run(lastInsertRowid, this.#pathId(path), KINDS[kind], previousId);
    }
  }

  #pathId(path: string): number {
    const kept = this.#pathIds.get(path);
    if (kept !== undefined) return kept;
    const id = this.#findPath.get(path)?.id ?? Number(this.#insertPath.run(path).lastInsertRowid);
    if (this.#pathIds.size >= MAX_KEPT_PATHS) this.#pathIds.clear();
    this.#pathIds.set(path, id);
    return id;
  }

  [Symbol.dispose](): void {
    this.database.close();
  }
}
