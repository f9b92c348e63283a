import type { Connection } from "../session/connection.ts";
import type { DiskChanges } from "../session/disk-changes.ts";
import { ToolError } from "../../mcp/tool-error.ts";
import { fileUri } from "../session/uri.ts";

/** Which project an open file is in, as the server says. */
export class FileProjects {
  readonly #connection: Connection;
  readonly #disk: DiskChanges;
  /** By open file, the configuration of the project it was opened in; empty for none. */
  #known = new Map<string, string>();
  /** By open file that is in no project, the state of the server in which it was said to be in none. */
  readonly #looseIn = new Map<string, string>();
  /** Servers other than TypeScript's own do not say which project a file is in; then the configurations are believed. */
  #isSaid = true;

  constructor(connection: Connection, disk: DiskChanges) {
    this.#connection = connection;
    this.#disk = disk;
  }

  /** Whether the server says it, as far as it was asked. */
  get isSaid(): boolean {
    return this.#isSaid;
  }

  /** What was said of a file. */
  known(file: string): string | undefined {
    return this.#known.get(file);
  }

  forget(file: string): void {
    this.#known.delete(file);
  }

  forgetAll(): void {
    this.#known = new Map();
  }

  /**
   * The configuration of the project that an open file is in; empty for none, undefined where the server does not say.
   *
   * @param sight what changes whenever the server may see more than it did
   */
  async of(file: string, sight: number, signal: AbortSignal): Promise<string | undefined> {
    const all = this.#known;
    const known = all.get(file);
    if (known !== undefined || !this.#isSaid) return known;
    // What no configuration lists may become part of a project by any import of a file that the server comes to see.
    const state = `${sight} ${this.#disk.generation} ${this.#connection.searches}`;
    if (this.#looseIn.get(file) === state) return "";
    const project = await this.now(file, signal);
    // Of a file that comes or goes meanwhile.
    if (project === null) return "";
    if (project === undefined) this.#isSaid = false;
    else if (project === "") this.#looseIn.set(file, state);
    // What was forgotten meanwhile is not what is known now.
    else if (all === this.#known) all.set(file, project);
    return project;
  }

  /** The server brings the project up to date before it answers. Null where it knows none for the file, at this moment. */
  async now(file: string, signal: AbortSignal): Promise<string | undefined | null> {
    const params = { textDocument: { uri: fileUri(file) } };
    try {
      const answer = await this.#connection.requestIfKnown("custom/projectInfo", params, signal);
      return (answer as { readonly configFilePath?: string } | null | undefined)?.configFilePath;
    } catch (error) {
      if (error instanceof ToolError && error.code === "backend_failed") return null;
      throw error;
    }
  }
}
