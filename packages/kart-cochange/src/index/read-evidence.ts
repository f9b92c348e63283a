import type { Database, Statement } from "bun:sqlite";
import type { CoupledFiles } from "../ranking/couplings.ts";
import { Lineage, type LineageEvent } from "../ranking/lineage.ts";
import type { GivenFile, TouchingCommit } from "../ranking/rank.ts";

/** Newest commits looked at of each given file: an answer to a file that changes daily must not take longer. */
const MAX_COMMITS = 1000;
/** Changes looked at for one answer. */
const MAX_CHANGES = 200_000;
/** A commit of more files says next to nothing about two of them, and takes long to read. */
export const MAX_COMMIT_SIZE = 1000;

const DELETED = 2;

export interface Evidence {
  readonly given: readonly GivenFile[];
  /** Seconds since 1970, of the newest indexed commit. */
  readonly now: number;
  /** Commits in the index. */
  readonly commitsSeen: number;
  readonly leftOut: LeftOut;
}

/** What the bounds on a question kept from being looked at. */
export interface LeftOut {
  /** Commits of more than {@link MAX_COMMIT_SIZE} files. */
  readonly large: number;
  /** Whether some file has older commits than were looked at. */
  readonly hasOlder: boolean;
}

/** What one question may still look at, and what it had to leave. */
interface Bounds {
  changes: number;
  /** Ids: several given files may share a commit. */
  readonly large: Set<number>;
  hasOlder: boolean;
}

/** Reads what a history says about files. Its answers hold for the generation of the index that it was made for. */
export class EvidenceReader {
  readonly #database: Database;
  readonly #lineage: Lineage;
  readonly #findPath: Statement<{ id: number }, [string]>;
  readonly #pathById: Statement<{ path: string }, [number]>;
  readonly #commitsOf: Statement<CommitRow, [number, number, number, number]>;
  readonly #pathsOf: Statement<{ path_id: number }, [number]>;
  readonly #lastKind: Statement<{ kind: number }, [number]>;
  readonly #paths = new Map<number, string>();
  /** Commits in the index. */
  readonly commitCount: number;
  /** Seconds since 1970, of the newest commit; a clock that was a century ahead would make all others look alike. */
  readonly newest: number;

  constructor(database: Database) {
    this.#database = database;
    this.#findPath = database.prepare("SELECT id FROM paths WHERE path = ?");
    this.#pathById = database.prepare("SELECT path FROM paths WHERE id = ?");
    this.#commitsOf = database.prepare(
      `SELECT commits.id, commits.time, commits.size FROM changes JOIN commits ON commits.id = changes.commit_id
       WHERE changes.path_id = ? AND changes.commit_id >= ? AND changes.commit_id < ?
       ORDER BY changes.commit_id DESC LIMIT ?`,
    );
    this.#pathsOf = database.prepare("SELECT path_id FROM changes WHERE commit_id = ?");
    this.#lastKind = database.prepare("SELECT kind FROM changes WHERE path_id = ? ORDER BY commit_id DESC LIMIT 1");
    this.#lineage = new Lineage(lineageEvents(database));
    // Reads the whole table: once for a generation, not for a question.
    const { n } = database.query("SELECT count(*) AS n FROM commits").get() as { n: number };
    this.commitCount = n;
    const row = database
      .query("SELECT max(time) AS newest FROM commits WHERE time <= ?")
      .get(Math.ceil(Date.now() / 1000));
    this.newest = (row as { newest: number | null }).newest ?? 0;
  }

  /**
   * What is known of files by their paths from the top of the repository.
   *
   * @param isNoise whether what changes a path counts for nothing
   */
  read(paths: readonly string[], isNoise: (path: string) => boolean): Evidence {
    const bounds: Bounds = { changes: MAX_CHANGES, large: new Set(), hasOlder: false };
    const verdicts = new Map<number, boolean>();
    const counts = (id: number) => {
      let verdict = verdicts.get(id);
      if (verdict === undefined) verdicts.set(id, (verdict = !isNoise(this.pathOf(id) ?? "")));
      return verdict;
    };
    const given = paths.map((path) => ({ path, commits: this.#touching(path, counts, bounds) }));
    const leftOut: LeftOut = { large: bounds.large.size, hasOlder: bounds.hasOlder };
    return { given, now: this.newest, commitsSeen: this.commitCount, leftOut };
  }

  /** The newest commits with the files they changed, for a look at the whole. */
  *coupled(most: number, counts: (path: string) => boolean): Generator<CoupledFiles> {
    const verdicts = new Map<number, boolean>();
    const isCounted = (id: number) => {
      let verdict = verdicts.get(id);
      if (verdict === undefined) verdicts.set(id, (verdict = counts(this.pathOf(id) ?? "")));
      return verdict;
    };
    const rows = this.#database
      .query<CommitRow, [number, number]>(
        "SELECT id, time, size FROM commits WHERE size > 1 AND size <= ? ORDER BY id DESC LIMIT ?",
      )
      .all(MAX_COMMIT_SIZE, most);
    for (const { id, time } of rows) {
      const files = this.#others(id, undefined, isCounted);
      if (files.length > 1) yield { time, files };
    }
  }

  knows(path: string): boolean {
    return this.#findPath.get(path) !== null;
  }

  /** Whether the last commit that changed a path left a file there: for repositories without files on the disk. */
  exists(path: string): boolean {
    const id = this.#findPath.get(path)?.id;
    return id !== undefined && this.#lastKind.get(id)?.kind !== DELETED;
  }

  /** The path that the last file at a path bears now, where a commit renamed it. */
  renamedTo(path: string): string | undefined {
    const id = this.#findPath.get(path)?.id;
    const now = id === undefined ? undefined : this.#lineage.currentPath(id, Number.MAX_SAFE_INTEGER);
    return now === undefined || now === id ? undefined : this.pathOf(now);
  }

  pathOf(id: number): string | undefined {
    let path = this.#paths.get(id);
    if (path === undefined) {
      path = this.#pathById.get(id)?.path;
      if (path !== undefined) this.#paths.set(id, path);
    }
    return path;
  }

  #touching(path: string, counts: (id: number) => boolean, bounds: Bounds): TouchingCommit[] {
    const id = this.#findPath.get(path)?.id;
    if (id === undefined) return [];
    const rows = this.#lineage
      .stretches(id)
      .flatMap((stretch) => this.#commitsOf.all(stretch.path, stretch.from, stretch.to, MAX_COMMITS + 1))
      .sort((a, b) => b.id - a.id)
      // A file may have taken the path of another of its stretches: one commit frees the one and changes the other.
      .filter(({ id: commit }, place, sorted) => commit !== sorted[place - 1]?.id);
    if (rows.length > MAX_COMMITS) bounds.hasOlder = true;
    const commits: TouchingCommit[] = [];
    for (const { id: commit, time, size } of rows.slice(0, MAX_COMMITS)) {
      if (size > MAX_COMMIT_SIZE) {
        bounds.large.add(commit);
        continue;
      }
      bounds.changes -= size;
      if (bounds.changes < 0) {
        bounds.hasOlder = true;
        break;
      }
      commits.push({ id: commit, time, others: this.#others(commit, id, counts) });
    }
    return commits;
  }

  #others(commit: number, given: number | undefined, counts: (id: number) => boolean): number[] {
    const files = new Set<number>();
    for (const { path_id: path } of this.#pathsOf.all(commit)) {
      const current = this.#lineage.currentPath(path, commit);
      if (current !== undefined && current !== given && counts(current)) files.add(current);
    }
    return [...files];
  }
}

interface CommitRow {
  readonly id: number;
  readonly time: number;
  readonly size: number;
}

/** Renames, and new files at paths that a rename had freed. */
function lineageEvents(database: Database): LineageEvent[] {
  const rows = database
    .query(
      `SELECT commit_id, path_id, previous_id FROM changes WHERE previous_id IS NOT NULL
       UNION ALL
       SELECT commit_id, path_id, NULL FROM changes WHERE kind = 1 AND path_id IN
         (SELECT previous_id FROM changes WHERE previous_id IS NOT NULL)
       ORDER BY commit_id`,
    )
    .all() as { commit_id: number; path_id: number; previous_id: number | null }[];
  return rows.map((row) => ({ commit: row.commit_id, path: row.path_id, previous: row.previous_id ?? undefined }));
}
