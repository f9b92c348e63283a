import type { Diagnostic } from "vscode-languageserver-types";
import { ToolError } from "../../mcp/tool-error.ts";
import type { Connection } from "./connection.ts";

/** Names no file on disk, so that no configuration is looked for above it. */
const URI = "untitled:kart-loose.js";

/** A file that there is not: a server which does not complain of it does not heed what the text refers to. */
const NOWHERE = "/kart/nowhere.js";

/** Files that the text refers to at a time. */
const MAX_SHOWN = 2_000;

/**
 * Files in no project that the server sees without having them open: by one text, open in their stead, that refers to all of them.
 * Of what is open in no project it makes one program, anew at every file that is opened: 60 of a repository of 1,500 took 30 to 50 times as long
 * one by one. Paths are absolute.
 */
export class LooseFiles {
  readonly #connection: Connection;
  /** In the order of the lines, which only grow in number: an answer about an earlier text speaks of the same lines. */
  readonly #told = new Set<string>();
  readonly #seen = new Set<string>();
  #version = 0;
  /** Changes when all is forgotten. */
  #life = 0;
  #isHeeded = true;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether the server sees a file by that text. */
  has(file: string): boolean {
    return this.#seen.has(file);
  }

  /** Has the server see some files, as far as {@link has} says so afterwards. Throws the signal's reason. */
  async show(files: readonly string[], signal: AbortSignal): Promise<void> {
    const wanted = files.filter((file) => !this.#seen.has(file) && !UNQUOTABLE.test(file));
    if (wanted.length === 0 || !this.#isHeeded || !this.#connection.givesDiagnostics) return;
    if (this.#told.size + wanted.length > MAX_SHOWN) this.forget();
    const life = this.#life;
    for (const file of wanted) this.#told.add(file);
    const lines = [...this.#told];
    this.#tellLines(lines);
    const missing = await this.#complaints(signal);
    if (life !== this.#life) return;
    this.#isHeeded = missing.has(0);
    if (!this.#isHeeded) return this.forget();
    for (const [index, file] of lines.entries()) if (!missing.has(index + 1)) this.#seen.add(file);
  }

  /** The files that the server sees by that text. */
  files(): Iterable<string> {
    return this.#seen;
  }

  /** Has the text lead to all but some files. The lines of the others stay where they are. */
  tellWithout(hidden: ReadonlySet<string>): void {
    this.#tellLines([...this.#told].map((file) => (hidden.has(file) ? NOWHERE : file)));
  }

  /** Shows nothing any more. For when one of the files is gone, or may have come to be in a project. */
  forget(): void {
    this.#life++;
    this.#told.clear();
    this.#seen.clear();
    if (this.#version === 0) return;
    this.#version = 0;
    this.#connection.notify("textDocument/didClose", { textDocument: { uri: URI } });
  }

  #tellLines(files: readonly string[]): void {
    this.#tell([NOWHERE, ...files].map((file) => `/// <reference path="${file.replaceAll("\\", "/")}" />\n`).join(""));
  }

  #tell(text: string): void {
    const version = ++this.#version;
    if (version === 1) {
      const textDocument = { uri: URI, languageId: "javascript", version, text };
      this.#connection.notify("textDocument/didOpen", { textDocument });
    } else {
      const textDocument = { uri: URI, version };
      this.#connection.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    }
  }

  /** The lines of the text that lead to no file, 0-based. */
  async #complaints(signal: AbortSignal): Promise<ReadonlySet<number>> {
    try {
      const answer = await this.#connection.request("textDocument/diagnostic", { textDocument: { uri: URI } }, signal);
      const { items = [] } = answer as { readonly items?: readonly Diagnostic[] };
      return new Set(items.map(({ range }) => range.start.line));
    } catch (error) {
      if (error instanceof ToolError && error.code === "backend_failed") return new Set();
      throw error;
    }
  }
}

/** What cannot stand between quotes on a line. */
const UNQUOTABLE = /["\r\n\u2028\u2029]/;
