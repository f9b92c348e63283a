import type { SourceFacts } from "../../workspace/source-facts.ts";
import { listProjectFiles } from "../../workspace/project-files.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { CandidateSearch } from "../projects/candidates.ts";
import { Connection } from "./connection.ts";
import { DiskChanges } from "./disk-changes.ts";
import { Documents } from "./documents.ts";
import { OncePerLayout } from "./once-per-layout.ts";
import { OutsideFiles } from "./outside-files.ts";
import { Projects } from "../projects/projects.ts";
import { type ServerCommand, serverCommand } from "./server-binary.ts";
import type { Texts } from "./texts.ts";
import { WholeImports } from "../uses/whole-imports.ts";

export interface SessionOptions {
  /** Texts of files that are open; others may read them too. */
  readonly texts: Texts;
  /** Where scans of files are kept from one server to the next. */
  readonly facts?: SourceFacts | undefined;
  /**
   * Milliseconds for which the questions of one call, which share its signal, share a look at the disk. For who writes nothing
   * itself: a call sees at least what was there when it came.
   */
  readonly lookMs?: number | undefined;
}

/** That were started in this process. */
let sessions = 0;

/** One running server, with all that it was told. */
export class Session implements Disposable {
  readonly connection: Connection;
  readonly documents: Documents;
  readonly projects: Projects;
  readonly candidates: CandidateSearch;
  readonly wholeImports: WholeImports;
  /** Whether it is the TypeScript that the workspace itself is built with. */
  readonly isWorkspaceOwn: boolean;
  readonly #number = ++sessions;
  readonly #disk: DiskChanges;
  readonly #outside: OutsideFiles;
  readonly #lookMs: number;
  #looked: { readonly call: AbortSignal; readonly at: number } | undefined;

  private constructor(
    workspace: Workspace,
    connection: Connection,
    disk: DiskChanges,
    { origin, version }: ServerCommand,
    { texts, facts, lookMs = 0 }: SessionOptions,
  ) {
    this.connection = connection;
    this.isWorkspaceOwn = origin === "workspace";
    this.documents = new Documents(connection, texts);
    const files = new OncePerLayout(disk, (signal) => listProjectFiles(workspace, signal));
    const { root } = workspace;
    this.projects = new Projects({ root, connection, documents: this.documents, disk, files, version });
    this.candidates = new CandidateSearch(workspace, disk, files, facts);
    this.wholeImports = new WholeImports(workspace.root, this.candidates);
    this.#disk = disk;
    this.#lookMs = lookMs;
    this.#outside = new OutsideFiles(workspace.root);
    connection.onRegistered((params) => this.#outside.register(params));
  }

  static async start(workspace: Workspace, options: SessionOptions): Promise<Session> {
    const { absolute } = workspace.root;
    const command = serverCommand(absolute);
    const starting = Connection.start(command, absolute);
    // While the server starts, which reads no file before it is asked something.
    const disk = new DiskChanges(workspace);
    return new Session(workspace, await starting, disk, command, options);
  }

  /** The first of some files, absolute, that has another name by a symlink. */
  linkedAmong(files: readonly string[]): string | undefined {
    return files.find((file) => this.#disk.isLinkedTo(file));
  }

  /** The same for as long as nothing changes that no commit holds: what packages are installed, what git ignores, where symlinks lead. */
  get unversioned(): string {
    return `${this.#number} ${this.#disk.unversioned}`;
  }

  /** Learns what the server has read outside of the workspace. Throws the signal's reason. */
  learnOutside(signal: AbortSignal): Promise<void> {
    return this.#outside.learn(() => this.projects.files(signal));
  }

  /**
   * Tells the server what changed on disk. False where only a new server is sure to see that: other packages are installed, a
   * symlink leads elsewhere, or git has come to ignore sources, whose projects may be loaded.
   *
   * @param call whose question it is
   */
  refresh(call: AbortSignal): boolean {
    if (this.#looked?.call === call && performance.now() - this.#looked.at < this.#lookMs) return true;
    const { changes, folders, arePackagesOthers, areSourcesHidden, areLinksOthers } = this.#disk.look();
    if (arePackagesOthers || areSourcesHidden || areLinksOthers) return false;
    const outside = this.#outside.look();
    if (outside.length > 0) this.#disk.changeOutside(outside.some(({ path }) => path.endsWith(".json")));
    this.documents.tell([...changes, ...outside], folders);
    this.#looked = { call, at: performance.now() };
    return true;
  }

  [Symbol.dispose](): void {
    this.projects[Symbol.dispose]();
    this.connection[Symbol.dispose]();
  }
}
