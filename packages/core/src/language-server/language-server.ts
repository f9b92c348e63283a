import { ToolError } from "../mcp/tool-error.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { WorkspacePath } from "../workspace/workspace-path.ts";
import {
  type CompletionItem,
  completionsFrom,
  diagnosticsFrom,
  type FileEdits,
  fileEditsFrom,
  type Hover,
  hoverFrom,
  locationsFrom,
  type SourceDiagnostic,
} from "./answers.ts";
import { LocationReader, type SourceLocation } from "./locations.ts";
import { LspText } from "./lsp-text.ts";
import { nameAt } from "./name-at.ts";
import type { Coverage } from "./projects.ts";
import type { Session } from "./session.ts";
import { Supervisor } from "./supervisor.ts";
import { fileUri } from "./uri.ts";

/** A place in a source file. */
export interface Place {
  readonly path: WorkspacePath;
  /** UTF-16 offset. */
  readonly offset: number;
}

/** A place in a text that may stand in the stead of what the disk holds, for one question alone. */
export interface PlaceInContent extends Place {
  readonly content?: string;
}

export interface References {
  /** Declarations, imports and re-exports among them, in the order of the server. */
  readonly references: readonly SourceLocation[];
  readonly coverage: Coverage;
}

export interface Rename {
  /** None where nothing can be renamed there. */
  readonly files: readonly FileEdits[];
  readonly coverage: Coverage;
}

/**
 * TypeScript's language server for one workspace, in terms of paths and UTF-16 offsets. Nothing runs before the first question,
 * nor ten minutes after the last.
 *
 * Every question sees the disk as it is when it is asked. Each throws `timeout`, `backend_unavailable`, `backend_failed`,
 * `file_not_found` for a file that cannot be read, and the signal's reason.
 */
export class LanguageServer implements Disposable {
  readonly #workspace: Workspace;
  readonly #supervisor: Supervisor;

  /** @param idleMs milliseconds without a question after which the server is ended */
  constructor(workspace: Workspace, idleMs?: number) {
    this.#workspace = workspace;
    this.#supervisor = new Supervisor(workspace, idleMs);
  }

  /** Where the name at a place is declared. */
  definition(place: Place, signal: AbortSignal): Promise<SourceLocation[]> {
    return this.#supervisor.ask(signal, (session) => this.#locations(session, "definition", place, signal));
  }

  /** Every reference in the workspace. Asked at a name that an import gave, it answers for that name. */
  references(place: Place, signal: AbortSignal): Promise<References> {
    return this.#supervisor.ask(signal, async (session) => {
      const coverage = await this.#cover(session, place, signal);
      const references = await this.#locations(session, "references", place, signal, {
        // Without declarations the server leaves out imports and re-exports too.
        context: { includeDeclaration: true },
      });
      return { references, coverage };
    });
  }

  /** The classes and members that implement an interface, an abstract class or a member of one. */
  implementations(place: Place, signal: AbortSignal): Promise<References> {
    return this.#supervisor.ask(signal, async (session) => {
      const coverage = await this.#cover(session, place, signal);
      return { references: await this.#locations(session, "implementation", place, signal), coverage };
    });
  }

  /**
   * The changes that give a symbol another name. Importers take the new name too; shorthand properties are given it as well,
   * which changes the name of the property.
   */
  rename(place: Place, newName: string, signal: AbortSignal): Promise<Rename> {
    return this.#supervisor.ask(signal, async (session) => {
      const coverage = await this.#cover(session, place, signal);
      const answer = await this.#at(session, "rename", place, signal, { newName });
      return { files: fileEditsFrom(answer, new LocationReader(this.#workspace.root)), coverage };
    });
  }

  /** What the server says about the name at a place; undefined where there is none. */
  hover(place: PlaceInContent, signal: AbortSignal): Promise<Hover | undefined> {
    return this.#supervisor.ask(signal, async (session) => hoverFrom(await this.#at(session, "hover", place, signal)));
  }

  /** What could be written at a place, in the order of the server; types and documentation come by {@link describe}. */
  completions(place: PlaceInContent, signal: AbortSignal): Promise<CompletionItem[]> {
    return this.#supervisor.ask(signal, async (session) =>
      completionsFrom(await this.#at(session, "completion", place, signal)),
    );
  }

  /** The same completions with `detail` and `documentation`. They must be of this place and content. */
  describe(items: readonly CompletionItem[], place: PlaceInContent, signal: AbortSignal): Promise<CompletionItem[]> {
    return this.#supervisor.ask(signal, (session) =>
      this.#within(
        session,
        place,
        () =>
          Promise.all(
            items.map((item) => session.connection.request("completionItem/resolve", item, signal)),
          ) as Promise<CompletionItem[]>,
      ),
    );
  }

  /** The compiler's complaints about a file, or about a text in its stead. */
  diagnostics(file: { readonly path: WorkspacePath; readonly content?: string }, signal: AbortSignal) {
    return this.#supervisor.ask(signal, (session): Promise<SourceDiagnostic[]> => {
      if (!session.connection.givesDiagnostics)
        throw new ToolError(
          "backend_unavailable",
          "This language server does not check a file when asked. Unset KART_LANGUAGE_SERVER to use TypeScript's own.",
        );
      const textDocument = { uri: fileUri(file.path.absolute) };
      return this.#within(session, file, async (text) => {
        const answer = await session.connection.request("textDocument/diagnostic", { textDocument }, signal);
        return diagnosticsFrom(answer, textDocument.uri, text, this.#workspace.root);
      });
    });
  }

  /** The process of the server, where one runs. */
  pid(): Promise<number | undefined> {
    return this.#supervisor.pid();
  }

  /** Ends the server. A later question starts another. */
  [Symbol.dispose](): void {
    this.#supervisor[Symbol.dispose]();
  }

  /** Loads every project that may hold a reference to what stands at a place. */
  async #cover(session: Session, place: Place, signal: AbortSignal): Promise<Coverage> {
    const { absolute } = place.path;
    const text = this.#open(session, absolute);
    const definitions = await this.#locations(session, "definition", place, signal);
    const reader = new LocationReader(this.#workspace.root);
    const own = definitions.filter(({ path }) => path !== undefined);
    const names = [
      nameAt(text.source, place.offset),
      ...own.map(({ file, span }) => nameAt(reader.textOf(file)?.source ?? "", span.start)),
    ];
    const known = new Set(names.filter((name) => name !== undefined));
    const declaring = new Set([absolute, ...own.map(({ file }) => file)]);
    if (known.size < new Set(names).size) return session.projects.load("any", signal);
    const { files, problems } = await session.candidates.of(known, declaring, signal);
    const coverage = await session.projects.load(files, signal);
    return problems.length === 0
      ? coverage
      : { ...coverage, complete: false, unseen: [...coverage.unseen, ...problems] };
  }

  async #locations(session: Session, method: string, place: Place, signal: AbortSignal, more: object = {}) {
    const answer = await this.#at(session, method, place, signal, more);
    return locationsFrom(answer, new LocationReader(this.#workspace.root));
  }

  #at(session: Session, method: string, place: PlaceInContent, signal: AbortSignal, more: object = {}) {
    return this.#within(session, place, (text) =>
      session.connection.request(
        `textDocument/${method}`,
        {
          textDocument: { uri: fileUri(place.path.absolute) },
          position: text.positionAt(place.offset),
          ...more,
        },
        signal,
      ),
    );
  }

  /** Asks about the file's own text, or about the content in its stead. */
  #within<T>(
    session: Session,
    { path, content }: { readonly path: WorkspacePath; readonly content?: string },
    ask: (text: LspText) => Promise<T>,
  ): Promise<T> {
    if (content === undefined) return ask(this.#open(session, path.absolute));
    const text = new LspText(content);
    return session.documents.withContent(path.absolute, text, () => ask(text));
  }

  #open(session: Session, file: string): LspText {
    const text = session.documents.open(file);
    if (text !== undefined) return text;
    const name = this.#workspace.root.relative(file);
    throw new ToolError("file_not_found", `${name} cannot be read as text. Name another file.`);
  }
}
