import { type Connection, connectInMemory, connectStdio } from "@kart/testkit/connect";
import { cochangeServer } from "../src/server.ts";
import type { GitRepository } from "./git-repository.ts";

/** Starts the server from its sources. */
export const COMMAND: readonly [string, ...string[]] = [process.execPath, `${import.meta.dir}/../src/main.ts`];

export interface Answer {
  readonly paths: string[];
  readonly neighbors: {
    readonly path: string;
    readonly score: number;
    readonly commits: number;
    readonly confidence: number;
    readonly lastChanged: string;
  }[];
  readonly truncated: boolean;
  readonly pathCommits: number;
  readonly commitsSeen: number;
  readonly indexedTo: string;
  readonly source: string;
  readonly notes?: string[];
  readonly error?: string;
  readonly message?: string;
  readonly path?: string;
}

/** Where to ask, and where the index is kept. */
export type Asked = Pick<GitRepository, "root" | "cache">;

/** A server within this process: the breadth of the tests. */
export function connect(repository: Asked, root = repository.root): Promise<Connection> {
  return connectInMemory(cochangeServer, { root });
}

/** A server of its own over stdio, which keeps its index beside the repository. */
export function connectProcess(repository: Asked, root = repository.root): Promise<Connection> {
  return connectStdio({ command: COMMAND, root, env: environment(repository) });
}

export function environment(repository: Asked): Record<string, string> {
  return { XDG_CACHE_HOME: repository.cache };
}

export type Arguments = Readonly<Record<string, unknown>>;

/** One question to a server that nothing else is asked. */
export async function ask(repository: Asked, args: Arguments, root?: string): Promise<Answer> {
  await using connection = await connect(repository, root);
  return await askOf(connection, args);
}

/** As {@link ask}, to a process of its own. */
export async function askProcess(repository: Asked, args: Arguments): Promise<Answer> {
  await using connection = await connectProcess(repository);
  return await askOf(connection, args);
}

export function askOf(connection: Connection, args: Arguments): Promise<Answer> {
  return connection.data<Answer>("kart_cochange", args);
}

/** `path commits` of each neighbour, in order. */
export function counted({ neighbors }: Answer): string[] {
  return neighbors.map(({ path, commits }) => `${path} ${commits}`);
}

/** As {@link counted}, sorted by path: for tests that are not about the order. */
export function sorted(answer: Answer): string[] {
  return counted(answer).sort();
}

/** Runs the binary with nothing on its standard input. */
export async function run(repository: GitRepository, ...args: readonly string[]) {
  const child = Bun.spawn([...COMMAND, ...args], {
    cwd: repository.root,
    env: { PATH: process.env["PATH"], ...environment(repository) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, exitCode };
}
