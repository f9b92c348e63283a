import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A change of a commit: new content, or undefined to delete the file. */
export type Files = Readonly<Record<string, string | undefined>>;

/** Days between two commits unless a time is given. */
const DAY = 24 * 60 * 60;

/** A real git repository in a temporary folder, with a cache folder beside it. Gone when disposed of. */
export class GitRepository implements Disposable {
  readonly #space: TempWorkspace;
  readonly root: string;
  /** Where the server under test keeps its index: to be set as XDG_CACHE_HOME. */
  readonly cache: string;
  #time = 1_700_000_000;

  constructor(options: readonly string[] = []) {
    this.#space = new TempWorkspace();
    this.root = this.#space.path("repo");
    this.cache = this.#space.path("cache");
    mkdirSync(this.root);
    this.git("init", "--quiet", "--initial-branch=main", ...options);
  }

  /** A folder beside the repository. */
  beside(name: string): string {
    return this.#space.path(name);
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      if (content === undefined) rmSync(this.path(path));
      else this.#space.write(join("repo", path), content);
    }
  }

  /** Commits all that is on the disk. Returns the full commit id. */
  commit(files: Files, time = (this.#time += DAY)): string {
    this.write(files);
    this.git("add", "--all");
    return this.commitStaged(time);
  }

  commitStaged(time = (this.#time += DAY)): string {
    this.#run(this.root, ["commit", "--quiet", "--allow-empty", "--message", "change"], time);
    return this.git("rev-parse", "HEAD").trim();
  }

  /** Runs git in the repository; throws where it fails. */
  git(...args: readonly string[]): string {
    return this.#run(this.root, args, (this.#time += 1));
  }

  gitIn(folder: string, ...args: readonly string[]): string {
    return this.#run(folder, args, (this.#time += 1));
  }

  #run(cwd: string, args: readonly string[], time: number): string {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", "-c", "protocol.file.allow=always", ...args], {
      cwd,
      env: {
        PATH: process.env["PATH"],
        HOME: this.#space.root,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.com",
        GIT_AUTHOR_DATE: `${time} +0000`,
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.com",
        GIT_COMMITTER_DATE: `${time} +0000`,
      },
    });
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
    return stdout.toString();
  }

  [Symbol.dispose](): void {
    this.#space[Symbol.dispose]();
  }
}
