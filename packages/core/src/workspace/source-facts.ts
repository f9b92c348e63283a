import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import { codeVersion } from "./code-version.ts";
import { byKind, FACT_KINDS, FactDatabase, type FactKind, isSpoilt, type KeptFact } from "./fact-database.ts";
import { type FileVersion, isSameVersion } from "./read-file.ts";
import { isWithin } from "./workspace-path.ts";
import { isBusy, removeDatabase } from "./write-ahead.ts";

/** One kind of facts, each of one version of one file. */
export interface KeptFacts<Fact> {
  /** What was kept of this very version; undefined where nothing was. */
  recall(path: string, version: FileVersion): Fact | undefined;
  /** All that was kept, of whatever version, in portions. */
  recallAll(): Generator<readonly KeptFact<Fact>[]>;
  /** Keeps plain data, soon. Of a file that changed a moment ago nothing is kept: it may change again and look the same. */
  keep(path: string, version: FileVersion, fact: Fact): void;
  forget(path: string): void;
  /** Whether anything may have been kept. */
  isThere(): boolean;
}

export interface SourceFactsOptions {
  /** Where the databases are. */
  readonly folder?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Which code made the facts: other code does not see them. */
  readonly code?: () => string;
  /** Bytes from which on a database is made anew: what is known of files that are gone may stay in it. */
  readonly maxBytes?: number;
}

/** Bytes of sources from which on a database is worth making: to parse less takes about as long as to open one. */
const WORTHWHILE = 500_000;

/** Milliseconds after the last fact before they are written: whoever asked is answered first. */
const QUIET = 200;

/** Facts that are read, or written, at once, which takes some milliseconds. */
const READ_AT_ONCE = 200;
const WRITTEN_AT_ONCE = 50;

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Milliseconds for which a file must have been as it is before anything of it is kept. File systems count time in steps of up
 * to two seconds (FAT): a second change within one leaves no trace. Git calls such files racily clean.
 */
const SETTLED = 5000;

/** Milliseconds that are taken for writing before the process ends. */
const LAST_MOMENTS = 300;

/** Milliseconds after which a database that no server opened is thrown away. */
const FORGOTTEN = 30 * 24 * 60 * 60 * 1000;

/**
 * What was read from the source files of a workspace, kept in the user's cache folder from one server to the next, and shared
 * by those that run at once. Nothing is told of a file but of the version that it has, and whatever goes wrong here means that
 * the file is read.
 */
export class SourceFacts {
  readonly #root: string;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #code: () => string;
  readonly #maxBytes: number;
  /** What is to be written; undefined where a path is to be forgotten. */
  readonly #pending = byKind(() => new Map<string, KeptFact<unknown> | undefined>());
  #database: FactDatabase | undefined;
  /** Whether it was looked for; a file that is not there yet is made once there is something to write. */
  #isLookedFor = false;
  #isOff: boolean;
  #timer: Timer | undefined;

  /** @param root absolute and real */
  constructor(root: string, options: SourceFactsOptions = {}) {
    const { folder = cacheFolder(), now = Date.now, code = codeVersion, maxBytes = MAX_BYTES } = options;
    this.#root = root;
    this.#folder = join(folder, "sources");
    this.#now = now;
    this.#code = code;
    this.#maxBytes = maxBytes;
    // A server that reads a workspace does not write into it.
    this.#isOff = process.env["KART_CACHE"] === "never" || isWithin(root, this.#folder);
  }

  of<Fact>(kind: FactKind): KeptFacts<Fact> {
    return {
      recall: (path, version) => {
        const kept = this.#ask((database) => database.get(kind, path));
        return kept !== undefined && isSameVersion(kept.version, version) ? (kept.fact as Fact) : undefined;
      },
      recallAll: () => this.#all<Fact>(kind),
      keep: (path, version, fact) => {
        const age = this.#now() - Math.max(version.mtimeMs, version.ctimeMs);
        if (age >= SETTLED && path.isWellFormed()) this.#later(kind, path, { path, version, fact });
      },
      forget: (path) => {
        if (this.#database !== undefined) this.#later(kind, path, undefined);
      },
      isThere: () => this.#ask(() => true) ?? false,
    };
  }

  /** Writes what waits to be written, as far as there is time; in milliseconds. */
  flush(time = Number.POSITIVE_INFINITY): void {
    const start = performance.now();
    while (performance.now() - start < time && this.#writePortion());
  }

  *#all<Fact>(kind: FactKind): Generator<readonly KeptFact<Fact>[]> {
    let last = 0;
    for (;;) {
      const portion = this.#ask((database) => database.after(kind, last, READ_AT_ONCE));
      if (portion === undefined || portion.facts.length === 0) return;
      last = portion.last;
      yield portion.facts as KeptFact<Fact>[];
    }
  }

  #ask<T>(question: (database: FactDatabase) => T): T | undefined {
    if (!this.#isLookedFor) {
      this.#isLookedFor = true;
      this.#open(false);
    }
    return this.#use(question);
  }

  #use<T>(use: (database: FactDatabase) => T): T | undefined {
    if (this.#database === undefined) return undefined;
    try {
      return use(this.#database);
    } catch (error) {
      // Another server writes: what this one would have written is the same.
      if (!isBusy(error)) this.#giveUp(error);
      return undefined;
    }
  }

  /** @param isWanted whether to make one where none is */
  #open(isWanted: boolean): void {
    if (this.#isOff) return;
    try {
      const file = this.#file();
      if (existsSync(file) && statSync(file).size > this.#maxBytes) removeDatabase(file);
      if (!existsSync(file)) {
        if (!isWanted) return;
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        sweep(dirname(file), this.#now() - FORGOTTEN);
      }
      this.#database = new FactDatabase(file);
      const seconds = this.#now() / 1000;
      utimesSync(file, seconds, seconds);
    } catch (error) {
      if (!isBusy(error)) this.#giveUp(error);
    }
  }

  #giveUp(error: unknown): void {
    this.#isOff = true;
    for (const pending of Object.values(this.#pending)) pending.clear();
    this.#database?.[Symbol.dispose]();
    this.#database = undefined;
    if (isSpoilt(error)) removeDatabase(this.#file());
  }

  #file(): string {
    const readable = basename(this.#root)
      .replaceAll(/[^\w.-]/g, "_")
      .slice(0, 40);
    const key = createHash("sha256").update(`${this.#root}\0${this.#code()}`).digest("hex").slice(0, 16);
    return join(this.#folder, `${readable}-${key}.sqlite`);
  }

  #later(kind: FactKind, path: string, fact: KeptFact<unknown> | undefined): void {
    if (this.#isOff) return;
    this.#pending[kind].set(path, fact);
    unwritten.add(this);
    this.#timer ??= setTimeout(() => this.#writeInTurns(), QUIET).unref();
    this.#timer.refresh();
  }

  #writeInTurns(): void {
    this.#timer = undefined;
    if (this.#writePortion()) setImmediate(() => this.#writeInTurns());
  }

  /** Tells whether there was anything to write. */
  #writePortion(): boolean {
    if (this.#database === undefined) this.#open(this.#pendingBytes() >= WORTHWHILE);
    for (const kind of FACT_KINDS) {
      const portion = [...this.#pending[kind].entries().take(WRITTEN_AT_ONCE)];
      if (portion.length === 0 || this.#database === undefined) continue;
      for (const [path] of portion) this.#pending[kind].delete(path);
      this.#use((database) => database.put(kind, portion));
      return true;
    }
    unwritten.delete(this);
    return false;
  }

  /** Size of the files that are pending. */
  #pendingBytes(): number {
    const facts = FACT_KINDS.flatMap((kind) => [...this.#pending[kind].values()]);
    return facts.reduce((sum, fact) => sum + (fact?.version.size ?? 0), 0);
  }
}

/** Those with something to write when the process ends, as it does right after a single call. */
const unwritten = new Set<SourceFacts>();

process.on("exit", () => {
  for (const facts of unwritten) facts.flush(LAST_MOMENTS);
});

/** Throws away databases that were not opened since. */
function sweep(folder: string, since: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith(".sqlite") && statSync(file).mtimeMs < since) removeDatabase(file);
  }
}
