import { readTextFile } from "../workspace/read-file.ts";
import type { Connection } from "./connection.ts";
import { type FileChange, DELETED } from "./disk-changes.ts";
import { LspText } from "./lsp-text.ts";
import { fileUri } from "./uri.ts";

interface OpenDocument {
  readonly uri: string;
  version: number;
  text: LspText;
}

/** Documents that are open at a time; a project is kept loaded by one of its files. */
const MAX_OPEN = 500;

/** The files that one server has open, each with the text that the disk holds. Paths are absolute. */
export class Documents {
  readonly #connection: Connection;
  /** The least recently asked about first. */
  readonly #open = new Map<string, OpenDocument>();
  #openings = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** How often a file was opened. While this stays, the server sees no more than it did. */
  get openings(): number {
    return this.#openings;
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
      return known.text;
    }
    const outcome = readTextFile(path);
    if (outcome.status !== "read") return undefined;
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MAX_OPEN && oldest !== undefined) this.close(oldest);
    const document = { uri: fileUri(path), version: 1, text: new LspText(outcome.text) };
    this.#open.set(path, document);
    this.#openings++;
    this.#tellOpen(path, document);
    return document.text;
  }

  close(path: string): void {
    const document = this.#open.get(path);
    if (document === undefined) return;
    this.#open.delete(path);
    this.#tellClosed(document.uri);
  }

  /** Tells what changed on disk, of files that are open and of all others. */
  tell(changes: readonly FileChange[]): void {
    if (changes.length === 0) return;
    this.#connection.notify("workspace/didChangeWatchedFiles", {
      changes: changes.map(({ path, type }) => ({ uri: fileUri(path), type })),
    });
    for (const { path, type } of changes) if (this.#open.has(path)) this.#reread(path, type);
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
    const document = this.#open.get(path);
    if (document === undefined) {
      const uri = fileUri(path);
      this.#tellOpen(path, { uri, version: 1, text: content });
      const answer = ask();
      this.#tellClosed(uri);
      return answer;
    }
    const own = document.text;
    this.#change(document, content);
    const answer = ask();
    this.#change(document, own);
    return answer;
  }

  #reread(path: string, type: FileChange["type"]): void {
    const document = this.#open.get(path) as OpenDocument;
    const outcome = type === DELETED ? undefined : readTextFile(path);
    if (outcome?.status !== "read") return this.close(path);
    const text = new LspText(outcome.text);
    if (text.text !== document.text.text) this.#change(document, text);
  }

  #change(document: OpenDocument, text: LspText): void {
    document.text = text;
    document.version++;
    this.#connection.notify("textDocument/didChange", {
      textDocument: { uri: document.uri, version: document.version },
      contentChanges: [{ text: text.text }],
    });
  }

  #tellOpen(path: string, { uri, version, text }: OpenDocument): void {
    this.#connection.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: languageId(path), version, text: text.text },
    });
  }

  #tellClosed(uri: string): void {
    this.#connection.notify("textDocument/didClose", { textDocument: { uri } });
  }
}

function languageId(path: string): string {
  if (path.endsWith(".json")) return "json";
  const [, kind, react] = /\.[cm]?(ts|js)(x?)$/i.exec(path) ?? [];
  const language = kind?.toLowerCase() === "js" ? "javascript" : "typescript";
  return react === "" || react === undefined ? language : `${language}react`;
}
