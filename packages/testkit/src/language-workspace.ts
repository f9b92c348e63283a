import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { Coverage } from "@kart/core/language-server/projects/projects";
import { notSeen } from "@kart/core/language-server/projects/read-as-built";
import { LanguageServer } from "@kart/core/language-server/language-server";
import type { FileOrContent, Place } from "@kart/core/language-server/questions";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { ModuleIndex } from "@kart/core/modules/module-index";
import { LineIndex } from "@kart/core/text/line-index";
import { Workspace } from "@kart/core/workspace/workspace";
import { marked, markedFiles } from "./marked-source.ts";
import { TempWorkspace } from "./temp-workspace.ts";

/** Marked files on disk with a language server: the cursor is what is asked about, the ranges are the wanted answer. */
export class LanguageWorkspace implements Disposable {
  readonly files = new TempWorkspace();
  readonly server: LanguageServer;
  readonly workspace: Workspace;
  /** `path:line:column` of each marked range, sorted. */
  readonly wanted: readonly string[];
  readonly #cursor: { readonly path: string; readonly offset: number } | undefined;

  constructor(text: string, idleMs?: number) {
    const wanted: string[] = [];
    for (const [path, content] of Object.entries(markedFiles(text))) {
      const { source, ranges, cursor } = marked(content);
      this.files.write(path, source);
      const lines = new LineIndex(source);
      for (const { start } of ranges) wanted.push(shown(path, lines.positionAt(start)));
      if (cursor !== undefined) this.#cursor = { path, offset: cursor };
    }
    this.wanted = wanted.sort();
    this.workspace = new Workspace(this.files.root);
    this.server = this.newServer(idleMs);
  }

  /** Another server, which knows nothing yet; the caller's to dispose of. */
  newServer(idleMs?: number): LanguageServer {
    const modules = new ModuleIndex(this.workspace);
    const options = { modules: () => Promise.resolve(modules), ...(idleMs === undefined ? {} : { idleMs }) };
    return new LanguageServer(this.workspace, options);
  }

  /** Where the cursor stands. */
  get cursor(): Place {
    if (this.#cursor === undefined) throw new Error("no cursor was marked");
    return this.at(this.#cursor.path, this.#cursor.offset);
  }

  /** Where an offset or the first occurrence of a text stands in a file as it is now. */
  at(path: string, place: number | string): Place {
    const offset = typeof place === "number" ? place : this.files.read(path).indexOf(place);
    return { path: this.workspace.root.proveFile(path), offset };
  }

  /** `path:line:column` of each reference to what the cursor stands at, sorted. */
  async references(place = this.cursor): Promise<string[]> {
    return (await this.covered(place)).references;
  }

  /** As {@link references}, with what the answer stands on; the paths relative. */
  async covered(place = this.cursor, server = this.server): Promise<{ references: string[] } & Coverage> {
    const { references, coverage } = await server.references(place, never);
    const relative = (paths: readonly string[]) => paths.map((path) => this.workspace.root.relative(path));
    const { complete, outside } = coverage;
    return {
      references: locations(references),
      complete,
      outside: relative(outside),
      unseen: relative(notSeen(coverage)),
    };
  }

  /** The compiler's complaints about a file, or about a text in its stead. */
  async diagnostics({ path, content }: FileOrContent): Promise<readonly SourceDiagnostic[]> {
    const contents = new Map(content === undefined ? [] : [[path.absolute, content]]);
    const { diagnostics } = await this.server.diagnosticsOfAll([path], contents, never);
    return diagnostics[0] as readonly SourceDiagnostic[];
  }

  [Symbol.dispose](): void {
    this.server[Symbol.dispose]();
    this.files[Symbol.dispose]();
  }
}

export const never = new AbortController().signal;

/** The message that a question fails with; throws where it does not fail. */
export async function failure(question: Promise<unknown>): Promise<string> {
  const outcome = await question.then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  if (outcome === undefined) throw new Error("the question was answered");
  return outcome;
}

/** `path:line:column` of each, sorted. A file outside the root by its last name. */
export function locations(found: readonly SourceLocation[]): string[] {
  return found.map(({ file, path = file.split("/").at(-1) as string, ...position }) => shown(path, position)).sort();
}

function shown(path: string, { line, column }: { readonly line: number; readonly column: number }): string {
  return `${path}:${line}:${column}`;
}
