import { Database } from "bun:sqlite";
import { type FileVersion, isSameVersion, withOpenFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoChangeAnswer, FoundNeighbor, Question } from "../cochange/co-change.ts";
import type { Place } from "../history/place-of.ts";
import { FilesNow } from "../history/place-of.ts";

const FILE = ".varp/cochange.db";

/** Largest database read, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

export type VarpOutcome =
  | { readonly status: "absent" }
  | { readonly status: "open"; readonly database: VarpDatabase }
  | { readonly status: "unusable"; readonly problem: string };

/** Reads `.varp/cochange.db` of a workspace, anew when it changed. */
export class VarpDatabases {
  readonly #root: WorkspaceRoot;
  #last: { readonly version: FileVersion; readonly outcome: VarpOutcome } | undefined;

  constructor(root: WorkspaceRoot) {
    this.#root = root;
  }

  /**
   * The file's bytes are read, and opened in memory: SQLite itself would make files beside a database that is in
   * write-ahead mode, and follow a path that was swapped.
   */
  open(): VarpOutcome {
    const outcome = withOpenFile<VarpOutcome>(
      join(this.#root.absolute, FILE),
      (descriptor, { size, mtimeMs, ctimeMs, ino }) => {
        const last = this.#last;
        const version = { size, mtimeMs, ctimeMs, inode: ino };
        if (last !== undefined && isSameVersion(last.version, version)) return last.outcome;
        const opened: VarpOutcome =
          size > MAX_BYTES
            ? { status: "unusable", problem: `it is larger than ${MAX_BYTES} bytes` }
            : openBytes(readFileSync(descriptor), this.#root);
        this.#last = { version, outcome: opened };
        return opened;
      },
    );
    switch (outcome.status) {
      case "missing":
        return { status: "absent" };
      case "not-a-file":
        return { status: "unusable", problem: "it is no regular file" };
      case "unreadable":
        return { status: "unusable", problem: "it cannot be read" };
      default:
        return outcome;
    }
  }
}

/** Offsets of the two bytes of a database's header that say how it is written; 2 asks for a write-ahead log beside it. */
const JOURNAL_BYTES = [18, 19];

function openBytes(bytes: Buffer, root: WorkspaceRoot): VarpOutcome {
  for (const offset of JOURNAL_BYTES) if (bytes[offset] === 2) bytes[offset] = 1;
  try {
    const database = Database.deserialize(bytes, true);
    // A view in the place of a table could be a query without end.
    const tables = database
      .query("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .all() as { name: string }[];
    const missing = ["artifacts", "co_change_edges"].filter((name) => !tables.some((table) => table.name === name));
    if (missing.length > 0) return { status: "unusable", problem: `it has no table ${missing.join(" and ")}` };
    return { status: "open", database: new VarpDatabase(database, root) };
  } catch (error) {
    return { status: "unusable", problem: (error as Error).message };
  }
}

/** Weights between files, stored in either direction or in both. */
export class VarpDatabase {
  readonly #root: WorkspaceRoot;
  readonly #neighbors;
  readonly #total;

  constructor(database: Database, root: WorkspaceRoot) {
    this.#root = root;
    // An edge that is stored both ways is one edge.
    this.#neighbors = database.query<{ path: string; weight: number }, [string, string]>(
      `SELECT artifacts.path AS path, max(edges.weight) AS weight FROM (
         SELECT artifact_b AS other, weight FROM co_change_edges
           WHERE artifact_a = (SELECT id FROM artifacts WHERE path = ?)
         UNION ALL
         SELECT artifact_a, weight FROM co_change_edges
           WHERE artifact_b = (SELECT id FROM artifacts WHERE path = ?)
       ) AS edges JOIN artifacts ON artifacts.id = edges.other GROUP BY artifacts.path`,
    );
    this.#total = database.query<{ n: number }, []>("SELECT count(*) AS n FROM artifacts");
    this.#total.get();
  }

  /** @param isNoise whether a path, from the workspace root, is never listed */
  answer(
    places: readonly Place[],
    { limit, minCommits }: Question,
    isNoise: (path: string) => boolean,
  ): CoChangeAnswer {
    const scores = new Map<string, number>();
    for (const { relative } of places) {
      for (const { path, weight } of this.#neighbors.all(relative, relative))
        scores.set(path, (scores.get(path) ?? 0) + weight);
    }
    for (const { relative } of places) scores.delete(relative);
    const files = new FilesNow(this.#root, this.#root.absolute);
    const existing = [...scores]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .filter(([path]) => files.has(path) && !isNoise(path));
    return {
      paths: places.map(({ relative }) => relative),
      neighbors: existing.slice(0, limit).map(([path, score]): FoundNeighbor => ({ path, score })),
      truncated: existing.length > limit,
      pathCommits: undefined,
      commitsSeen: 0,
      indexedTo: undefined,
      source: "varp",
      remarks: minCommits > 1 ? { hasNoCounts: true } : {},
    };
  }
}
