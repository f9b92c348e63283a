import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-jsonrpc/node";
import { abortable } from "../../process/abortable.ts";
import { inTurn } from "../../process/in-turn.ts";
import { backendTimeoutMs } from "../../process/run.ts";
import type { Connection } from "./connection.ts";

/** What it answers to `updateSnapshot`, of which we read this. */
interface Snapshot {
  readonly snapshot: number;
  readonly projects: readonly {
    readonly id: string;
    readonly configFileName: string;
    readonly rootFiles: readonly string[];
  }[];
}

/** One complaint, in offsets of the file as servers see it; without a file where it stands in none. */
export interface ApiDiagnostic {
  readonly fileName?: string;
  readonly pos: number;
  readonly end: number;
  readonly code: number;
  readonly category: number;
  readonly text: string;
  /** The steps of what it explains. */
  readonly messageChain?: readonly Pick<ApiDiagnostic, "text" | "messageChain">[];
  readonly relatedInformation?: readonly ApiDiagnostic[];
}

/** What is said of a project as a whole: of its configuration, and of the options in it. */
const PROBLEMS = ["getConfigFileParsingDiagnostics", "getProgramDiagnostics"];

/** The server's number for an error. */
const ERROR = 1;

/** Files of a project whose errors are asked for at a time. */
const AT_A_TIME = 32;

interface UpdateSnapshotParams {
  readonly openProjects?: readonly string[];
  readonly closeProjects?: readonly string[];
}

/** Milliseconds that loading one bundle of projects is to take: a question that is aborted is rid of it within that. */
const BUNDLE_MS = 3000;

/** Projects of the first bundle, before anything is known about their size. */
const FIRST_BUNDLE = 4;

const MAX_BUNDLE = 32;

/**
 * The programming interface that TypeScript's server offers beside LSP, for what LSP has no word for: loading many projects at
 * once. At every file that is opened the server goes through all that it has loaded; `bun run bench projects` shows both ways.
 *
 * The `typescript` package exports a client of it as `unstable/async`, so that the first failure ends its use. What it loaded stays loaded then: the server lets go of that only when the channel closes.
 */
export class ProjectApi implements Disposable {
  readonly #connection: Connection;
  #isUsable = true;
  /** Whether it answers about {@link problems}. */
  #tellsProblems = true;
  /** Whether it answers about {@link files}. */
  #tellsFiles = true;
  #channel: Promise<Channel> | undefined;
  /** Configurations that the server was told to load, and to keep. */
  readonly #open = new Set<string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Loads projects until the server ends, or they are {@link keepOnly | let go}. Throws the signal's reason.
   *
   * @param configs absolute paths
   * @returns by configuration, the files that it lists, absolute; those are missing that could not be loaded in this way
   */
  async load(configs: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const listed = new Map<string, ReadonlySet<string>>();
    const rest = [...configs];
    for (let size = FIRST_BUNDLE; rest.length > 0;) {
      const bundle = rest.splice(0, size);
      const start = performance.now();
      for (const one of bundle) this.#open.add(one);
      const projects = await this.#update({ openProjects: bundle }, signal);
      if (projects === undefined) break;
      const wanted = new Set(bundle);
      for (const { configFileName, rootFiles } of projects)
        if (wanted.has(configFileName)) listed.set(configFileName, new Set(rootFiles));
      const each = (performance.now() - start) / bundle.length;
      size = Math.max(1, Math.min(MAX_BUNDLE, 2 * size, Math.floor(BUNDLE_MS / each)));
    }
    return listed;
  }

  /**
   * Lets go of the projects that are no more: the server fails at the next one otherwise. Throws the signal's reason.
   *
   * @param configs those that there are, absolute paths
   */
  async keepOnly(configs: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const closeProjects = [...this.#open].filter((one) => !configs.has(one));
    if (closeProjects.length === 0) return;
    await this.#update({ closeProjects }, signal);
    for (const one of closeProjects) this.#open.delete(one);
  }

  /** Brings the projects that were loaded to the state of the disk; false where it cannot. Throws the signal's reason. */
  async update(signal: AbortSignal): Promise<boolean> {
    return this.#open.size === 0 || (await this.#update({}, signal)) !== undefined;
  }

  /**
   * The errors in the configurations of projects, as far as these are loaded, by whomever; none where the server does not tell.
   * Throws the signal's reason.
   *
   * @param configs absolute paths
   */
  async problems(
    configs: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<readonly (ApiDiagnostic & { readonly config: string })[]> {
    if (!this.#isUsable || !this.#tellsProblems || configs.size === 0) return [];
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(backendTimeoutMs())]);
    try {
      return await this.#inSnapshot(deadline, async (ask, projects) => {
        const loaded = projects.filter(({ configFileName }) => configs.has(configFileName));
        const answers = loaded.flatMap(({ id, configFileName: config }) =>
          PROBLEMS.map(async (method) =>
            errorsAmong(await ask(method, { project: id })).map((one) => ({ ...one, config })),
          ),
        );
        return (await Promise.all(answers)).flat();
      });
    } catch {
      signal.throwIfAborted();
      this.#tellsProblems = false;
      return [];
    }
  }

  /**
   * The errors of some files as parts of a project, which is loaded. Never throws.
   *
   * @param config absolute path
   * @param files absolute paths
   * @returns in the order of the files; undefined where they were not told before the signal's end
   */
  async errorsOf(
    config: string,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly ApiDiagnostic[] | undefined)[]> {
    const told = new Map<string, readonly ApiDiagnostic[]>();
    const asking = this.#inSnapshot(signal, async (ask, projects) => {
      const project = projects.find(({ configFileName }) => configFileName === config)?.id;
      await inTurn(project === undefined ? [] : files, AT_A_TIME, async (file) => {
        if (!signal.aborted) told.set(file, errorsAmong(await ask("getSemanticDiagnostics", { project, file })));
      });
    });
    await asking.catch(() => {});
    return files.map((file) => told.get(file));
  }

  /** The files of all that is loaded, by whomever, absolute; none where the server does not tell. Throws the signal's reason. */
  async files(signal: AbortSignal): Promise<readonly string[]> {
    if (!this.#isUsable || !this.#tellsFiles) return [];
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(backendTimeoutMs())]);
    try {
      return await this.#inSnapshot(deadline, async (ask, projects) => {
        const found = await Promise.all(projects.map(({ id }) => ask("getSourceFileNames", { project: id })));
        return [...new Set(found.flatMap((one) => (one ?? []) as readonly string[]))];
      });
    } catch {
      signal.throwIfAborted();
      this.#tellsFiles = false;
      return [];
    }
  }

  /** Asks about what is loaded now, which the server need not remember any longer. Throws the signal's reason. */
  async #inSnapshot<T>(
    signal: AbortSignal,
    work: (ask: (method: string, params: object) => Promise<unknown>, projects: Snapshot["projects"]) => Promise<T>,
  ): Promise<T> {
    const { rpc } = await abortable((this.#channel ??= channelTo(this.#connection)), signal);
    const working = rpc.sendRequest<Snapshot>("updateSnapshot", {}).then(async ({ snapshot, projects }) => {
      const ask = (method: string, params: object) => rpc.sendRequest<unknown>(method, { snapshot, ...params });
      try {
        return await work(ask, projects);
      } finally {
        rpc.sendRequest("release", { snapshot }).catch(() => {});
      }
    });
    return abortable(working, signal);
  }

  /** The projects that are loaded then; undefined where this failed. */
  async #update(params: UpdateSnapshotParams, signal: AbortSignal): Promise<Snapshot["projects"] | undefined> {
    if (!this.#isUsable) return undefined;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(backendTimeoutMs())]);
    try {
      const { rpc } = await abortable((this.#channel ??= channelTo(this.#connection)), deadline);
      const answer = rpc.sendRequest<Snapshot>("updateSnapshot", params);
      // Whatever else is asked later, the server need not remember the state of now.
      void answer.then(({ snapshot }) => rpc.sendRequest("release", { snapshot })).catch(() => {});
      return (await abortable(answer, deadline)).projects;
    } catch {
      signal.throwIfAborted();
      this.#isUsable = false;
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    this.#channel?.then(
      (channel) => channel[Symbol.dispose](),
      () => {},
    );
  }
}

function errorsAmong(answer: unknown): readonly ApiDiagnostic[] {
  return ((answer ?? []) as readonly ApiDiagnostic[]).filter(({ category }) => category === ERROR);
}

interface Channel extends Disposable {
  readonly rpc: MessageConnection;
}

/** The server listens at a place that we alone may enter, and that is gone once we are in. */
async function channelTo(connection: Connection): Promise<Channel> {
  const signal = AbortSignal.timeout(backendTimeoutMs());
  const folder = mkdtempSync(join(tmpdir(), "kart-"));
  try {
    const pipe =
      process.platform === "win32" ? String.raw`\\.\pipe\kart-${crypto.randomUUID()}` : join(folder, "projects");
    await connection.request("custom/initializeAPISession", { pipe }, signal);
    const socket = await connected(pipe);
    const rpc = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    // Who waits for an answer is told, which closing alone does not do.
    rpc.onError(() => rpc.dispose());
    rpc.onClose(() => rpc.dispose());
    rpc.listen();
    const close = () => {
      rpc.dispose();
      socket.destroy();
    };
    await abortable(rpc.sendRequest("initialize", null), signal).catch((error: unknown) => {
      close();
      throw error;
    });
    return { rpc, [Symbol.dispose]: close };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function connected(pipe: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(pipe, () => resolve(socket));
    socket.once("error", reject);
    // What we wait for holds us; a server that is left alone does not.
    socket.unref();
  });
}
