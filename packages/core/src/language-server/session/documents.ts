import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import type { Connection } from "./connection.ts";
import { CHANGED, CREATED, DELETED, type FileChange } from "./disk-changes.ts";
import { LooseFiles } from "./loose-files.ts";
import type { LspText } from "./lsp-text.ts";
import type { Texts } from "./texts.ts";
import { fileUri } from "./uri.ts";

interface OpenDocument {
  readonly path: string;
  readonly uri: string;
  version: number;
  /** What the server has, for as long as somebody else keeps it: hundreds of files may be open. */
  text: WeakRef<LspText>;
  /** Of the same. */
  hash: bigint;
}

/** Documents that are open at a time; a project is kept loaded by one of its files. */
const MAX_OPEN = 500;

/** The files that one server has open, each with the text that the disk holds. Paths are absolute. */
export class Documents {
  readonly #connection: Connection;
  readonly #texts: Texts;
  /** Those in no project that the server sees though they are not open. */
  readonly loose: LooseFiles;
  /** The least recently asked about first. */
  readonly #open = new Map<string, OpenDocument>();
  /** Files that were shown with a text and closed again. */
  readonly #shown = new Set<string>();
  /** Versions of the configurations that another text stands for. */
  readonly #laid = new Map<string, number>();
  #openings = 0;

  constructor(connection: Connection, texts: Texts) {
    this.#connection = connection;
    this.#texts = texts;
    this.loose = new LooseFiles(connection);
  }

  /** How often a file was opened. While this stays, the server sees no more than it did. */
  get openings(): number {
    return this.#openings;
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  paths(): Iterable<string> {
    return this.#open.keys();
  }

  /** Opens a file where it is not open yet. Undefined where it cannot be read as text. */
  open(path: string): LspText | undefined {
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return this.#textOf(known);
    }
    const text = this.#texts.anew(path);
    if (text === undefined) return undefined;
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MAX_OPEN && oldest !== undefined) {
      this.close(oldest);
      if (this.#shown.has(oldest)) this.#tellOf([{ path: oldest, type: CHANGED }]);
    }
    const document = { path, uri: fileUri(path), version: 1, text: new WeakRef(text), hash: hashOf(text) };
    this.#open.set(path, document);
    this.#openings++;
    this.#tellOpen(document, text);
    return text;
  }

  /** Undefined, and closed, where there is none any more. */
  #textOf(document: OpenDocument): LspText | undefined {
    return document.text.deref() ?? this.#reread(document);
  }

  /** As {@link LooseFiles.show}, of several that are not open. Whether the server may see more than it did. */
  async showLoose(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    const unseen = paths.filter((path) => !this.#open.has(path) && !this.loose.has(path));
    // What cannot be read as text is not opened either.
    const others = unseen.filter((path) => this.#texts.at(path) !== undefined);
    if (others.length < 2) return false;
    await this.loose.show(others, signal);
    return true;
  }

  close(path: string): void {
    const document = this.#open.get(path);
    if (document === undefined) return;
    this.#open.delete(path);
    this.#tellClosed(document.uri);
  }

  /** Has a text stand in the place of a configuration's own from now on; none any more where there is none. */
  lay(path: string, text: string | undefined): void {
    const uri = fileUri(path);
    const version = this.#laid.get(path);
    if (text === undefined) {
      if (this.#laid.delete(path)) this.#tellClosed(uri);
    } else if (version === undefined) {
      this.#laid.set(path, 1);
      this.#tellOpen({ path, uri, version: 1 }, { text });
    } else {
      this.#laid.set(path, version + 1);
      this.#connection.notify("textDocument/didChange", {
        textDocument: { uri, version: version + 1 },
        contentChanges: [{ text }],
      });
    }
  }

  /**
   * Tells what changed on disk, of files that are open and of all others.
   *
   * @param folders those that something came to or went from
   */
  tell(changed: readonly FileChange[], folders: ReadonlySet<string>): void {
    const changes = [...changed, ...this.#goneAgain(changed, folders)];
    if (changes.length === 0) return;
    this.#tellOf(changes);
    if (changes.some(({ path, type }) => type === DELETED && this.loose.has(path))) this.loose.forget();
    for (const { path, type } of changes) {
      const document = this.#open.get(path);
      if (document !== undefined) {
        if (type === DELETED) this.close(path);
        else this.#reread(document);
        continue;
      }
      this.#texts.forget(path);
      // That it came is no news to a server that has met it, which goes on with the text that it had then.
      if (type === CREATED && this.#shown.has(path)) this.open(path);
    }
  }

  #tellOf(changes: readonly FileChange[]): void {
    this.#connection.notify("workspace/didChangeWatchedFiles", {
      changes: changes.map(({ path, type }) => ({ uri: fileUri(path), type })),
    });
  }

  /**
   * What came to the disk after it was shown, and went before anybody looked: no change, though the server, which goes on reading when
   * it has answered, may have met it there.
   */
  #goneAgain(changed: readonly FileChange[], folders: ReadonlySet<string>): FileChange[] {
    if (this.#shown.size === 0 || folders.size === 0) return [];
    const told = new Set(changed.map(({ path }) => path));
    const above = Array.from(folders, (folder) => join(folder, sep));
    return Array.from(this.#shown).flatMap((path) =>
      told.has(path) || !above.some((folder) => path.startsWith(folder)) || existsSync(path)
        ? []
        : [{ path, type: DELETED }],
    );
  }

  /**
   * Asks a question about a text that stands in the place of a file's own. The file's own is put back right behind the
   * question: servers take messages in the order they are sent, so no other question sees the text, and none waits.
   *
   * @param ask sends one request before it first waits for anything
   */
  withContent<T>(path: string, content: LspText, ask: () => Promise<T>): Promise<T> {
    return this.withContents([[path, content]], ask);
  }

  /** As {@link withContent}, of texts in the place of several files. */
  withContents<T>(
    [first, ...others]: readonly (readonly [path: string, content: LspText])[],
    ask: () => Promise<T>,
  ): Promise<T> {
    return first === undefined ? ask() : this.#during(...first, () => this.withContents(others, ask));
  }

  #during<T>(path: string, content: LspText, ask: () => Promise<T>): Promise<T> {
    // At every file that is opened the server makes anew the program of those in no project: one that is asked about stays open.
    if (this.loose.has(path)) this.open(path);
    const document = this.#open.get(path);
    const own = document === undefined ? undefined : this.#textOf(document);
    if (document === undefined || own === undefined) {
      const uri = fileUri(path);
      this.#shown.add(path);
      this.#tellOpen({ path, uri, version: 1 }, content);
      const answer = ask();
      this.#tellClosed(uri);
      return answer;
    }
    this.#change(document, content);
    const answer = ask();
    this.#change(document, own);
    return answer;
  }

  /**
   * Asks a question while the server sees some files of no project no more, which are open or shown: it makes one program of all of
   * these. They are put back right behind the question, as texts are by {@link withContents}.
   */
  withoutFiles<T>(files: ReadonlySet<string>, ask: () => Promise<T>): Promise<T> {
    const closed = Array.from(files).flatMap((file) => {
      const document = this.#open.get(file);
      const own = document && this.#textOf(document);
      return document === undefined || own === undefined ? [] : [{ document, own }];
    });
    const isShown = Array.from(files).some((file) => this.loose.has(file));
    for (const { document } of closed) this.#tellClosed(document.uri);
    if (isShown) this.loose.tellWithout(files);
    const answer = ask();
    if (isShown) this.loose.tellWithout(new Set());
    for (const { document, own } of closed) {
      document.version++;
      this.#tellOpen(document, own);
    }
    return answer;
  }

  /** Tells what a file that is open holds now, where that is something else. Closes one that cannot be read. */
  #reread(document: OpenDocument): LspText | undefined {
    const text = this.#texts.anew(document.path);
    if (text === undefined) this.close(document.path);
    else if (hashOf(text) !== document.hash) this.#change(document, text);
    else document.text = new WeakRef(text);
    return text;
  }

  #change(document: OpenDocument, text: LspText): void {
    document.text = new WeakRef(text);
    document.hash = hashOf(text);
    document.version++;
    this.#connection.notify("textDocument/didChange", {
      textDocument: { uri: document.uri, version: document.version },
      contentChanges: [{ text: text.text }],
    });
  }

  #tellOpen(
    { path, uri, version }: Pick<OpenDocument, "path" | "uri" | "version">,
    { text }: Pick<LspText, "text">,
  ): void {
    this.#connection.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: languageId(path), version, text },
    });
  }

  #tellClosed(uri: string): void {
    this.#connection.notify("textDocument/didClose", { textDocument: { uri } });
  }
}

function hashOf({ text }: LspText): bigint {
  return Bun.hash.wyhash(text);
}

function languageId(path: string): string {
  if (path.endsWith(".json")) return "json";
  const [, kind, react] = /\.[cm]?(ts|js)(x?)$/i.exec(path) ?? [];
  const language = kind?.toLowerCase() === "js" ? "javascript" : "typescript";
  return react === "" || react === undefined ? language : `${language}react`;
}
