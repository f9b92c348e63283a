import type { Connection } from "../session/connection.ts";
import { type ApiDiagnostic, ProjectApi } from "../session/project-api.ts";

/** Projects that stay loaded without a file of theirs being open; none where the server does not offer it. */
export class HeldProjects implements Disposable {
  readonly #api: ProjectApi;
  /** By configuration, the files that its project lists. Paths are absolute. */
  #held = new Map<string, ReadonlySet<string>>();
  /** Configurations of open files that the server was asked to hold, too. */
  #asked = new Set<string>();

  constructor(connection: Connection) {
    this.#api = new ProjectApi(connection);
  }

  get size(): number {
    return this.#held.size;
  }

  configs(): Iterable<string> {
    return this.#held.keys();
  }

  has(config: string): boolean {
    return this.#held.has(config);
  }

  lists(config: string, file: string): boolean {
    return this.#held.get(config)?.has(file) === true;
  }

  /**
   * Holds projects of which some files are wanted. Throws the signal's reason.
   *
   * @param wanted files by configuration
   * @returns configurations: of the projects that the server knows now, and of those among them that it holds
   */
  async load(
    wanted: ReadonlyMap<string, readonly string[]>,
    signal: AbortSignal,
  ): Promise<{ readonly listed: ReadonlySet<string>; readonly held: readonly string[] }> {
    const known = this.#held;
    const listed = await this.#api.load([...wanted.keys()], signal);
    // The server reads the configurations in another way than we did, and its word counts.
    const held = [...listed].filter(([config, files]) => wanted.get(config)?.some((file) => files.has(file)));
    for (const [config, files] of held) known.set(config, files);
    return { listed: new Set(listed.keys()), held: held.map(([config]) => config) };
  }

  /** Holds what open files alone keep loaded, so that no more of them need be. No question waits for it. */
  join(configs: Iterable<string>): void {
    const others = [...new Set(configs)].filter((one) => !this.#held.has(one) && !this.#asked.has(one));
    if (others.length === 0) return;
    for (const one of others) this.#asked.add(one);
    const known = this.#held;
    const learn = (listed: ReadonlyMap<string, ReadonlySet<string>>) => {
      for (const [config, files] of listed) known.set(config, files);
    };
    this.#api.load(others, new AbortController().signal).then(learn, () => {});
  }

  /** Brings what is held to the state of the disk, and forgets it where the server cannot. Throws the signal's reason. */
  async update(signal: AbortSignal): Promise<void> {
    if (!(await this.#api.update(signal))) this.#held = new Map();
  }

  /**
   * Forgets what projects list, which is another now, and lets go of those that are no more. Throws the signal's reason.
   *
   * @param configs those that there are, absolute paths
   */
  async forget(configs: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    await this.#api.keepOnly(configs, signal);
    this.#held = new Map();
    this.#asked = new Set();
  }

  /** The files of all that is loaded, absolute. Throws the signal's reason. */
  files(signal: AbortSignal): Promise<readonly string[]> {
    return this.#api.files(signal);
  }

  /** The errors in the configurations of projects, as far as these are loaded. Throws the signal's reason. */
  problems(
    configs: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<readonly (ApiDiagnostic & { readonly config: string })[]> {
    return this.#api.problems(configs, signal);
  }

  /**
   * The errors of some files as parts of a project that is held, in the order of the files; undefined where they were not told.
   * Those that it does not list have none there.
   */
  async errorsOf(
    config: string,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly ApiDiagnostic[] | undefined)[]> {
    const listed = this.#held.get(config);
    if (listed === undefined) return files.map(() => undefined);
    const asked = files.filter((file) => listed.has(file));
    const told = new Map((await this.#api.errorsOf(config, asked, signal)).map((errors, at) => [asked[at], errors]));
    return files.map((file) => (listed.has(file) ? told.get(file) : []));
  }

  [Symbol.dispose](): void {
    this.#api[Symbol.dispose]();
  }
}
