import { existsSync } from "node:fs";
import { sep } from "node:path";
import { removeDatabase } from "@kart/core/workspace/write-ahead";
import type { Repository } from "../history/repository.ts";
import { bringUpToDate, isUpToDate, type UpdateOptions } from "./bring-up-to-date.ts";
import { generation } from "./build-lease.ts";
import { databaseFile } from "./database-file.ts";
import { HistoryIndex } from "./history-index.ts";
import { isCorruption, openDatabase, type OpenedDatabase, openInMemory, type Rebuilt } from "./open-database.ts";
import { EvidenceReader } from "./read-evidence.ts";

/** What to say of an index beside an answer. */
export interface IndexRemarks {
  readonly rebuilt: Rebuilt | undefined;
  /** Why the index is not kept in a file. */
  readonly notKept: string | undefined;
  /** What git said when it could not follow files whose content changed with their name. */
  readonly exactRenames: string | undefined;
}

interface OpenIndex {
  readonly index: HistoryIndex;
  readonly file: string;
  readonly notKept: string | undefined;
  rebuilt: Rebuilt | undefined;
  reader: { readonly generation: number; readonly evidence: EvidenceReader } | undefined;
}

/** The indexes of the repositories that were asked about, each opened once. */
export class RepositoryIndexes {
  readonly #open = new Map<string, OpenIndex>();
  /** The last update of each repository: calls that come together do it once. */
  readonly #turns = new Map<string, Promise<void>>();

  /** Brings the index of a repository up to date, and reads from it what belongs to its HEAD and nothing else. */
  async read<T>(
    repository: Repository,
    use: (evidence: EvidenceReader) => T,
    options: UpdateOptions,
  ): Promise<{ readonly value: T; readonly remarks: IndexRemarks }> {
    try {
      return await this.#read(repository, use, options);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      this.forget(repository, "corrupt");
      return this.#read(repository, use, options);
    }
  }

  /** Throws an index away, its file too. */
  forget(repository: Repository, why?: Rebuilt): void {
    const { commonFolder } = repository;
    const open = this.#open.get(commonFolder);
    open?.index[Symbol.dispose]();
    this.#open.delete(commonFolder);
    removeDatabase(open?.file ?? databaseFile(commonFolder));
    this.#opened(repository).rebuilt = why;
  }

  /** What there is of an index, without bringing it up to date; undefined where nothing was built. */
  stored(repository: Repository): { readonly index: HistoryIndex; readonly file: string } | undefined {
    return existsSync(databaseFile(repository.commonFolder)) ? this.#opened(repository) : undefined;
  }

  async #read<T>(repository: Repository, use: (evidence: EvidenceReader) => T, options: UpdateOptions) {
    const open = this.#opened(repository);
    for (;;) {
      await this.#inTurn(repository, () => bringUpToDate(open.index, repository, options));
      // Another server may have gone on to another worktree's HEAD meanwhile.
      const read = open.index.database.transaction(() =>
        isUpToDate(open.index, repository) ? { value: use(readerOf(open)) } : undefined,
      );
      const result = read.deferred();
      if (result === undefined) continue;
      const { rebuilt, notKept } = open;
      open.rebuilt = undefined;
      return { value: result.value, remarks: { rebuilt, notKept, exactRenames: open.index.state().exactRenames } };
    }
  }

  async #inTurn({ commonFolder }: Repository, work: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(commonFolder) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(work);
    this.#turns.set(commonFolder, turn);
    return turn;
  }

  #opened(repository: Repository): OpenIndex {
    let open = this.#open.get(repository.commonFolder);
    // A cache that somebody emptied is made anew.
    if (open !== undefined && open.notKept === undefined && !existsSync(open.file)) {
      open.index[Symbol.dispose]();
      open = undefined;
    }
    if (open === undefined) {
      const file = databaseFile(repository.commonFolder);
      const { database, rebuilt, notKept } = openFor(repository, file);
      open = { index: new HistoryIndex(database), file, rebuilt, notKept, reader: undefined };
      this.#open.set(repository.commonFolder, open);
    }
    return open;
  }
}

function readerOf(open: OpenIndex): EvidenceReader {
  const now = generation(open.index);
  if (open.reader?.generation !== now)
    open.reader = { generation: now, evidence: new EvidenceReader(open.index.database) };
  return open.reader.evidence;
}

function openFor(repository: Repository, file: string): OpenedDatabase & { readonly notKept: string | undefined } {
  const { top, commonFolder } = repository;
  const isInside = [top, commonFolder].some((folder) => folder !== undefined && file.startsWith(folder + sep));
  if (isInside) return { ...openInMemory(), notKept: "the cache folder lies in the repository; set XDG_CACHE_HOME" };
  try {
    return { ...openDatabase(file), notKept: undefined };
  } catch (error) {
    return { ...openInMemory(), notKept: (error as Error).message };
  }
}
