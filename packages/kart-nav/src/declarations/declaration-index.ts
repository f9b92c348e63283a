import { declarationsOf } from "@kart/core/syntax/declarations";
import { loadParser, parseSource, type Parser } from "@kart/core/syntax/parser/parse";
import {
  type FileVersion,
  isSameVersion,
  UNREAD,
  type ReadOutcome,
  readTextFile,
  versionAt,
} from "@kart/core/workspace/read-file";
import type { KeptFacts, SourceFacts } from "@kart/core/workspace/source-facts";
import type { Workspace } from "@kart/core/workspace/workspace";
import { type IndexedFile, indexedFile, type KeptFile, keptFile } from "./indexed-file.ts";

interface Entry {
  readonly version: FileVersion;
  file?: IndexedFile;
  /** Questions that a look at the text answered with no, so that it need not be read again. */
  refused?: Set<string>;
}

/** Questions remembered for a file that was never parsed. */
const MAX_REFUSED = 64;

/** Milliseconds of work after which others get their turn: a cancelled call must be heard. */
const TURN = 12;

/** Parsed declarations of files, kept by path, size and time of change. */
export class DeclarationIndex {
  readonly #workspace: Workspace;
  readonly #entries = new Map<string, Entry>();
  readonly #kept: KeptFacts<KeptFile> | undefined;

  /** @param facts where declarations are kept from one server to the next */
  constructor(workspace: Workspace, facts?: SourceFacts) {
    this.#workspace = workspace;
    this.#kept = facts?.of("declarations");
  }

  /** Gets the parser ready, which a caller can do while it waits for something else; not where most files need not be parsed. */
  async prepare(): Promise<void> {
    if (this.#kept?.isThere() === true) return;
    const parser = await loadParser();
    // The first parse sets up what every later one uses.
    parser.parseSync("prepare.ts", "const ready = true;");
  }

  /**
   * The declarations of files. Those that vanished meanwhile are left out.
   *
   * @param paths relative to the root
   * @param accepts a cheap look at a text that tells whether parsing it is worth while; `question` names it
   */
  async files(
    paths: readonly string[],
    signal: AbortSignal,
    question?: string,
    accepts?: (source: string) => boolean,
  ): Promise<IndexedFile[]> {
    const files: IndexedFile[] = [];
    let turn = performance.now();
    for (const path of paths) {
      const file = await this.#file(path, question, accepts);
      if (file !== undefined) files.push(file);
      if (performance.now() - turn > TURN) {
        await new Promise(setImmediate);
        signal.throwIfAborted();
        turn = performance.now();
      }
    }
    return files;
  }

  async #file(
    path: string,
    question?: string,
    accepts?: (source: string) => boolean,
  ): Promise<IndexedFile | undefined> {
    const absolute = `${this.#workspace.root.absolute}/${path}`;
    const version = versionAt(absolute);
    if (version === undefined) {
      this.#entries.delete(path);
      this.#kept?.forget(path);
      return undefined;
    }
    const known = this.#entries.get(path);
    const isCurrent = known !== undefined && isSameVersion(known.version, version);
    if (isCurrent && known.file !== undefined) return known.file;
    if (isCurrent && question !== undefined && known.refused?.has(question) === true) return undefined;
    const kept = isCurrent ? undefined : this.#kept?.recall(path, version);
    if (kept !== undefined) {
      const file = indexedFile(path, kept);
      this.#entries.set(path, { version, file });
      return file;
    }
    const outcome = readTextFile(absolute);
    if (outcome.status !== "read") return unread(path, outcome);
    if (accepts !== undefined && !accepts(outcome.text)) {
      this.#refuse(path, isCurrent ? known : { version: outcome.version }, question);
      return undefined;
    }
    const read = parsedFile(await loadParser(), path, outcome.text);
    const file = indexedFile(path, read);
    this.#entries.set(path, { version: outcome.version, file });
    this.#kept?.keep(path, outcome.version, read);
    return file;
  }

  #refuse(path: string, entry: Entry, question: string | undefined): void {
    this.#entries.set(path, entry);
    if (question === undefined) return;
    entry.refused ??= new Set();
    if (entry.refused.size >= MAX_REFUSED) entry.refused.clear();
    entry.refused.add(question);
  }
}

function parsedFile(parser: Parser, path: string, source: string): KeptFile {
  const outcome = parseSource(parser, path, source);
  const parsed = outcome.ok ? outcome.parsed : outcome.recovered;
  const kept =
    parsed === undefined ? { declarations: [], lines: [] } : keptFile(declarationsOf(parsed, false), parsed.lines);
  return outcome.ok ? kept : { ...kept, failure: outcome.failure };
}

function unread(path: string, outcome: Exclude<ReadOutcome, { status: "read" }>): IndexedFile | undefined {
  // Deleted since it was listed: there is nothing to say of it.
  if (outcome.status === "missing") return undefined;
  return { path, declarations: [], failure: { line: 1, message: UNREAD[outcome.status] } };
}
